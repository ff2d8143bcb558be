/* xml_memory_test.c: expat's allocator keeps bytes, aligns them, and charges a budget for all it takes. */
#include "failing_memory.h"
#include "unit.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "relations/xml/xml_memory.h"

/* Of blocks with their headers: below LARGE they share chunks. */
enum { HEADER = alignof(max_align_t), LARGE = 512, CHUNK = 8192, ENOUGH = 1 << 30 };

static const size_t sizes[] = {1, 15, 16, 17, 100, LARGE - 33, LARGE - 16, LARGE - 15, LARGE, 5000, 100000};
enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0], TIMES = 40, BLOCKS = TIMES * SIZE_COUNT };

static void *take(size_t size)
{
    return al_xml_memory()->malloc_fcn(size);
}

static void *change(void *bytes, size_t size)
{
    return al_xml_memory()->realloc_fcn(bytes, size);
}

static void give_back(void *bytes)
{
    al_xml_memory()->free_fcn(bytes);
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

static void expect_nothing_left(const al_budget *budget)
{
    al_xml_memory_end();
    assert_int_equal(budget->used, 0);
    assert_int_equal(failing_memory_blocks(), 0);
}

static void blocks_of_all_sizes_are_apart(void **state)
{
    (void)state;
    void *blocks[BLOCKS];
    al_budget budget = al_budget_of(ENOUGH, 0);
    al_xml_memory_begin(&budget);
    for (size_t i = 0; i < BLOCKS; i++)
        blocks[i] = filled(sizes[i % SIZE_COUNT], (int)(i % 251));
    for (size_t i = 0; i < BLOCKS; i++) {
        expect_filled(blocks[i], sizes[i % SIZE_COUNT], (int)(i % 251));
        give_back(blocks[i]);
    }
    give_back(NULL);
    expect_nothing_left(&budget);
}

static void a_small_block_is_used_again(void **state)
{
    (void)state;
    enum { TOTAL = 32 + HEADER, IN_CHUNK = CHUNK / TOTAL };
    al_budget budget = al_budget_of(ENOUGH, 0);
    al_xml_memory_begin(&budget);
    void *first = filled(20, 1), *second = filled(32, 2);
    assert_int_equal(budget.used, CHUNK);
    give_back(first);
    give_back(second);
    assert_ptr_equal(filled(17, 3), second); /* all of these take TOTAL bytes */
    assert_ptr_equal(filled(32, 3), first);
    assert_ptr_not_equal(filled(16, 3), first);
    for (size_t i = 0; i < IN_CHUNK; i++)
        give_back(filled(24, 4));
    assert_int_equal(budget.used, CHUNK);
    for (size_t i = 0; i < IN_CHUNK; i++)
        (void)filled(24, 4);
    assert_int_equal(budget.used, 2 * CHUNK);
    expect_nothing_left(&budget);
}

static void sizes_change(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(ENOUGH, 0);
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
    expect_nothing_left(&budget);
}

/* What can't change stays as it was. `failing`: the system refuses, else the budget. */
static void expect_refused(size_t size, size_t bigger, bool failing)
{
    al_budget budget = al_budget_of(ENOUGH, 0);
    al_xml_memory_begin(&budget);
    void *bytes = filled(size, 7);
    const uint64_t used = budget.used;
    for (unsigned changes = 0; changes < 2; changes++) {
        budget.limit = failing ? ENOUGH : used;
        if (failing)
            failing_memory_arm(1);
        assert_null(changes != 0 ? change(bytes, bigger) : take(bigger));
        assert_true(!failing || failing_memory_disarm());
        assert_int_equal(budget.shortage, failing ? AL_SHORTAGE_SYSTEM : AL_SHORTAGE_LIMIT);
        assert_int_equal(budget.used, used);
    }
    expect_filled(bytes, size, 7);
    give_back(bytes);
    expect_nothing_left(&budget);
}

static void memory_may_be_short(void **state)
{
    (void)state;
    for (unsigned failing = 0; failing < 2; failing++) {
        expect_refused(10, 5000, failing != 0);
        expect_refused(5000, 20000, failing != 0);
    }
    al_budget none = al_budget_of(CHUNK - 1, 0);
    al_xml_memory_begin(&none);
    assert_null(take(10));
    assert_int_equal(none.shortage, AL_SHORTAGE_LIMIT);
    expect_nothing_left(&none);
}

/* With its header and rounded up, such a block would have few bytes. */
static void sizes_that_are_too_large(void **state)
{
    (void)state;
    for (size_t less = 0; less < 3 * (size_t)HEADER; less++) {
        expect_refused(10, SIZE_MAX - less, false);
        expect_refused(5000, SIZE_MAX - less, false);
    }
}

static void each_small_block_may_fail(void **state)
{
    (void)state;
    al_budget budget = al_budget_of(ENOUGH, 3);
    al_xml_memory_begin(&budget);
    assert_non_null(take(10)); /* the block and its chunk are two calls */
    assert_null(take(10));
    assert_int_equal(budget.shortage, AL_SHORTAGE_SYSTEM);
    expect_nothing_left(&budget);
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
