/* xml_memory_test.c: expat's allocator keeps bytes, aligns them, and charges a budget for all it takes. */
#include "unit.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_refused;

static void *played_malloc(size_t size)
{
    return is_refused ? NULL : malloc(size);
}

static void *played_realloc(void *block, size_t size)
{
    return is_refused ? NULL : realloc(block, size);
}

#define malloc  played_malloc
#define realloc played_realloc
#include "relations/xml/xml_memory.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static const size_t sizes[] = {1, 15, 16, 17, 100, LARGE - 33, LARGE - 16, LARGE - 15, LARGE, 5000, 100000};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

static al_budget begin(uint64_t limit)
{
    is_refused = false;
    return al_budget_of(limit, 0);
}

static void *filled(size_t size, int byte)
{
    void *bytes = take(size);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % alignof(max_align_t), 0);
    return memset(bytes, byte, size);
}

static void expect_filled(const uint8_t *bytes, size_t size, int byte)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(bytes[i], byte);
}

static void blocks_of_all_sizes_are_apart(void **state)
{
    (void)state;
    enum { TIMES = 40 };
    void *blocks[TIMES * SIZE_COUNT];
    al_budget budget = begin(UINT64_MAX);
    al_xml_memory_begin(&budget);
    for (size_t i = 0; i < TIMES * SIZE_COUNT; i++)
        blocks[i] = filled(sizes[i % SIZE_COUNT], (int)(i % 251));
    for (size_t i = 0; i < TIMES * SIZE_COUNT; i++) {
        expect_filled(blocks[i], sizes[i % SIZE_COUNT], (int)(i % 251));
        give_back(blocks[i]);
    }
    give_back(NULL);
    al_xml_memory_end();
    assert_int_equal(budget.used, 0);
}

static void a_small_block_is_used_again(void **state)
{
    (void)state;
    al_budget budget = begin(UINT64_MAX);
    al_xml_memory_begin(&budget);
    void *first = filled(20, 1), *second = filled(32, 2);
    assert_int_equal(budget.used, CHUNK);
    give_back(first);
    give_back(second);
    assert_ptr_equal(filled(17, 3), second); /* both take 48 bytes with the header */
    assert_ptr_equal(filled(32, 3), first);
    assert_ptr_not_equal(filled(16, 3), first);
    for (size_t i = 0; i < CHUNK / 48; i++)
        give_back(filled(24, 4));
    assert_int_equal(budget.used, CHUNK);
    for (size_t i = 0; i < CHUNK / 48; i++)
        (void)filled(24, 4);
    assert_int_equal(budget.used, 2 * CHUNK);
    al_xml_memory_end();
    assert_int_equal(budget.used, 0);
}

static void sizes_change(void **state)
{
    (void)state;
    al_budget budget = begin(UINT64_MAX);
    al_xml_memory_begin(&budget);
    for (size_t from = 0; from < SIZE_COUNT; from++)
        for (size_t to = 0; to < SIZE_COUNT; to++) {
            void *bytes = change(filled(sizes[from], 5), sizes[to]);
            assert_non_null(bytes);
            expect_filled(bytes, sizes[from] < sizes[to] ? sizes[from] : sizes[to], 5);
            memset(bytes, 6, sizes[to]);
            give_back(bytes);
        }
    void *bytes = change(NULL, 30);
    assert_non_null(bytes);
    assert_ptr_equal(change(bytes, 32), bytes);
    al_xml_memory_end();
    assert_int_equal(budget.used, 0);
}

/* What can't change stays as it was. */
static void expect_refused(size_t size, size_t bigger, al_budget *budget, al_shortage shortage)
{
    al_xml_memory_begin(budget);
    void *bytes = filled(size, 7);
    const uint64_t used = budget->used;
    is_refused = shortage == AL_SHORTAGE_SYSTEM;
    budget->limit = is_refused ? UINT64_MAX : used;
    assert_null(change(bytes, bigger));
    assert_null(take(bigger));
    is_refused = false;
    assert_int_equal(budget->shortage, shortage);
    assert_int_equal(budget->used, used);
    expect_filled(bytes, size, 7);
    give_back(bytes);
    al_xml_memory_end();
    assert_int_equal(budget->used, 0);
}

static void memory_may_be_short(void **state)
{
    (void)state;
    for (unsigned system = 0; system < 2; system++) {
        static const size_t cases[][2] = {{10, 5000}, {5000, 20000}, {5000, SIZE_MAX}, {10, SIZE_MAX - STEP}};
        for (size_t i = 0; i < 2 + 2 * (1 - (size_t)system); i++) {
            al_budget budget = begin(UINT64_MAX);
            expect_refused(cases[i][0], cases[i][1], &budget,
                           system ? AL_SHORTAGE_SYSTEM : AL_SHORTAGE_LIMIT);
        }
    }
    al_budget none = begin(CHUNK - 1);
    al_xml_memory_begin(&none);
    assert_null(take(10));
    assert_int_equal(none.shortage, AL_SHORTAGE_LIMIT);
    al_xml_memory_end();
}

static void sizes_that_are_too_large(void **state)
{
    (void)state;
    enum { MORE = sizeof(block) + STEP };
    assert_int_equal(total_of(0), sizeof(block));
    assert_int_equal(total_of(1), MORE);
    assert_int_equal(total_of(STEP), MORE);
    assert_int_equal(total_of(SIZE_MAX - MORE), SIZE_MAX - STEP + 1);
    assert_int_equal(total_of(SIZE_MAX - MORE + 1), 0);
    assert_int_equal(total_of(SIZE_MAX), 0);
}

static void each_small_block_may_fail(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(UINT64_MAX, 3);
    al_xml_memory_begin(&budget);
    assert_non_null(take(10)); /* the block and its chunk are two calls */
    assert_null(take(10));
    assert_int_equal(budget.shortage, AL_SHORTAGE_SYSTEM);
    al_xml_memory_end();
    assert_int_equal(budget.used, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_of_all_sizes_are_apart),
        cmocka_unit_test(a_small_block_is_used_again),
        cmocka_unit_test(sizes_change),
        cmocka_unit_test(memory_may_be_short),
        cmocka_unit_test(sizes_that_are_too_large),
        cmocka_unit_test(each_small_block_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
