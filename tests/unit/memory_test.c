/* memory_test.c: compares the charged memory with the allocated memory. Every allocation of the library goes
 * through this file, which counts the bytes from the system.
 */
#include "unit.h"

#include <malloc.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "assetlint/assetlint.h"
#include "core/arena.h"
#include "core/compiler.h"
#include "core/limits.h"
#include "core/map.h"
#include "kit/names.h"
#include "platform/posix_internal.h"

/* The linker puts these in the place of the C library's, for the library as for this program. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

static struct {
    uint64_t live, peak;
} held;

static void *counted(void *block)
{
    held.live += block != NULL ? malloc_usable_size(block) : 0;
    held.peak = held.live > held.peak ? held.live : held.peak;
    return block;
}

void *__wrap_malloc(size_t size)
{
    return counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return counted(__real_calloc(count, size));
}

/* While a block moves, both copies exist, except if it is moved by remapping pages. */
void *__wrap_realloc(void *block, size_t size)
{
    const uint64_t before = block != NULL ? malloc_usable_size(block) : 0;
    void *moved = __real_realloc(block, size);
    if (moved != NULL && size >= AL_MOVED_BY_PAGES)
        held.live -= before;
    (void)counted(moved);
    if (moved != NULL && size < AL_MOVED_BY_PAGES)
        held.live -= before;
    return moved;
}

void __wrap_free(void *block)
{
    held.live -= block != NULL ? malloc_usable_size(block) : 0;
    __real_free(block);
}

/* An arena, and the bytes that were allocated before it. */
typedef struct fixture {
    al_budget budget;
    al_arena arena;
    uint64_t before;
} fixture;

static void start(fixture *f, uint64_t limit)
{
    f->budget = al_budget_of(limit, 0);
    f->arena = al_arena_on(&f->budget);
    f->before = held.live;
    held.peak = held.live;
}

/* Asserts that for `in_use` bytes at most 1.3 times as much and a block is charged, and that the charged
 * bytes are allocated. */
static void assert_charged(const fixture *f, uint64_t in_use)
{
    const uint64_t live = held.live - f->before;
    assert_in_range(f->budget.used, in_use, in_use + in_use * 3 / 10 + 4096);
    assert_in_range(live, f->budget.used, f->budget.used + f->budget.used / 50 + 64);
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
    assert_int_equal(held.live, f->before);
}

/* As much as an allocation takes: the next one is aligned for any type. */
static uint64_t rounded(uint64_t size)
{
    const uint64_t alignment = alignof(max_align_t);
    return (size + alignment - 1) / alignment * alignment;
}

/* Sizes up to `most`, until there are `total` bytes. */
static void allocate_many(uint64_t most, uint64_t total)
{
    fixture f;
    uint32_t chance = 17;
    uint64_t in_use = 0;
    start(&f, UINT64_MAX);
    while (in_use < total) {
        const uint64_t size = 1 + unit_next(&chance) % most;
        uint8_t *memory = al_alloc(&f.arena, 1, size);
        assert_non_null(memory);
        memory[size - 1] = 1;
        in_use += rounded(size);
        if (in_use > 16384)
            assert_charged(&f, in_use);
    }
    end(&f);
}

/* AddressSanitizer's builds put red zones into shared blocks, which are charged. */
static void skip_with_red_zones(void)
{
    if (AL_WITH_ASAN)
        skip();
}

static void many_small_allocations(void **state)
{
    skip_with_red_zones();
    (void)state;
    allocate_many(48, 3000000);
    allocate_many(200, 10000000);
}

static void allocations_of_all_sizes(void **state)
{
    skip_with_red_zones();
    (void)state;
    static const uint64_t most[] = {512, 513, 700, 1024, 5000, 40000, 300000, 3000000};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++)
        allocate_many(most[i], 20000000);
}

static void a_list_of_millions(void **state)
{
    skip_with_red_zones();
    (void)state;
    static const uint64_t sizes[] = {1, 7, 16, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        fixture f;
        uint64_t capacity = 0;
        uint8_t *items = NULL;
        start(&f, UINT64_MAX);
        for (uint64_t i = 0; i < 3000000; i++) {
            items = al_grow(&f.arena, items, i, &capacity, sizes[s]);
            assert_non_null(items);
            items[i * sizes[s]] = 1;
            if (i * sizes[s] > 50000 && i % 1000 == 0)
                assert_charged(&f, (i + 1) * sizes[s]);
        }
        end(&f);
    }
}

/* Lists that grow in turn, between small allocations. */
static void lists_side_by_side(void **state)
{
    skip_with_red_zones();
    (void)state;
    enum { LISTS = 5 };
    fixture f;
    uint64_t capacity[LISTS] = {0}, in_use = 0;
    uint8_t *items[LISTS] = {NULL};
    start(&f, UINT64_MAX);
    for (uint64_t i = 0; i < 200000; i++) {
        for (size_t list = 0; list < LISTS; list++) {
            items[list] = al_grow(&f.arena, items[list], i, &capacity[list], 8);
            assert_non_null(items[list]);
            assert_int_equal(items[list][i * 8], 0);
            memset(items[list] + i * 8, (int)(list + 1), 8);
            assert_int_equal(items[list][0], list + 1);
            in_use += 8;
        }
        assert_non_null(al_alloc(&f.arena, 1, 20));
        in_use += rounded(20);
        if (i > 20000 && i % 100 == 0)
            assert_charged(&f, in_use);
    }
    end(&f);
}

static void names_by_the_hundred_thousand(void **state)
{
    (void)state;
    enum { NAMES = 400000, SORTED_BYTES = 2 * sizeof(void *) };
    fixture f;
    al_names names = {.items = NULL};
    static const char text[] = "a text in a file";
    start(&f, UINT64_MAX);
    for (uint32_t i = 0; i < NAMES; i++)
        al_names_add(&names, &f.arena, al_span_of(text, 1 + i % 16), 0, i);
    assert_charged(&f, names.count * sizeof(al_name));
    held.peak = held.live;
    assert_true(al_names_sort(&names, &f.arena));
    assert_charged(&f, names.count * (sizeof(al_name) + SORTED_BYTES));
    assert_int_equal(held.peak, held.live); /* sorting used no temporary memory */
    end(&f);
}

static void numbers_in_a_map(void **state)
{
    skip_with_red_zones();
    (void)state;
    enum { NODE_BYTES = 48 };
    fixture f;
    al_map map = {.root = NULL};
    start(&f, UINT64_MAX);
    for (uint32_t i = 0; i < 100000; i++)
        assert_true(al_map_add(&map, &f.arena, i, i));
    if (sizeof(void *) == 8)
        assert_charged(&f, UINT64_C(100000) * NODE_BYTES);
    end(&f);
}

/* A list grows until an allocation is refused: the memory never exceeds the limit. The overhead of the system
 * for each block is only a few bytes. */
static void a_list_within_its_limit(void **state)
{
    (void)state;
    static const uint64_t limits[] = {10000, 100000, 1000000, 20000000, 50000000, 120000000};
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
        fixture f;
        uint64_t capacity = 0, count = 0;
        uint64_t *items = NULL, *grown = NULL;
        start(&f, limits[l]);
        while ((grown = al_grow(&f.arena, items, count, &capacity, sizeof *items)) != NULL) {
            items = grown;
            items[count] = count;
            count++;
        }
        assert_int_equal(f.budget.shortage, AL_SHORTAGE_LIMIT);
        assert_in_range(held.peak - f.before, 0, limits[l] + 8192);
        assert_in_range(count * sizeof *items, limits[l] / 3, limits[l]);
        for (uint64_t i = 0; i < count; i++)
            if (items[i] != i)
                fail_msg("item %u isn't what it was", (unsigned)i);
        end(&f);
    }
}

static void small_things_within_their_limit(void **state)
{
    skip_with_red_zones();
    (void)state;
    static const uint64_t limits[] = {10000, 100000, 1000000, 20000000};
    for (size_t l = 0; l < sizeof limits / sizeof limits[0]; l++) {
        fixture f;
        uint64_t in_use = 0;
        start(&f, limits[l]);
        while (al_alloc(&f.arena, 1, 40) != NULL)
            in_use += rounded(40);
        assert_in_range(held.peak - f.before, 0, limits[l] + limits[l] / 50 + 64);
        assert_in_range(in_use, limits[l] / 2, limits[l]);
        end(&f);
    }
}

/* The peak memory of the process, from the system. Sanitizers keep freed memory. */
static void resident_memory(void **state)
{
    (void)state;
    enum { LIMIT = 96 << 20, SLACK = 4 << 20 };
    struct rusage before, after;
    fixture f;
    uint64_t capacity = 0, count = 0;
    uint64_t *items = NULL, *grown = NULL;
    if (AL_SANITIZED)
        skip();
    start(&f, LIMIT);
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    while ((grown = al_grow(&f.arena, items, count, &capacity, sizeof *items)) != NULL) {
        items = grown;
        items[count] = count;
        count++;
    }
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    const uint64_t grew = ((uint64_t)after.ru_maxrss - (uint64_t)before.ru_maxrss) * 1024;
    assert_in_range(grew, f.budget.used * 10 / 13, LIMIT + SLACK);
    end(&f);
}

/* Chunks of twelve bytes, of which only the place is stored: the most records per byte. */
static void many_empty_chunks(void **state)
{
    (void)state;
    enum { CHUNKS = 400000, CHUNK = 12, HEADER = 8 };
    static const uint8_t header[HEADER] = {'X', 'A', 'C', ' ', 1, 0, 0, 0}, chunk[CHUNK] = {99, [8] = 1};
    static uint8_t file[HEADER + CHUNKS * CHUNK];
    memcpy(file, header, HEADER);
    for (size_t i = 0; i < CHUNKS; i++)
        memcpy(file + HEADER + i * CHUNK, chunk, CHUNK);
    al_options *options = al_options_new();
    al_checker *checker = al_checker_new(options);
    al_result *result = NULL;
    assert_non_null(checker);
    al_options_set_limit(options, AL_LIMIT_MEMORY, 4 * sizeof file);
    assert_int_equal(al_check_memory(checker, "tiny.xac", file, sizeof file, AL_NAMED, &result), AL_OK);
    assert_int_equal(result->status, AL_FILE_FINDINGS);
    al_result_free(result);
    al_checker_free(checker);
    al_options_free(options);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(resident_memory), /* first, so that the other tests don't raise the peak */
        cmocka_unit_test(many_small_allocations),
        cmocka_unit_test(allocations_of_all_sizes),
        cmocka_unit_test(a_list_of_millions),
        cmocka_unit_test(lists_side_by_side),
        cmocka_unit_test(names_by_the_hundred_thousand),
        cmocka_unit_test(numbers_in_a_map),
        cmocka_unit_test(a_list_within_its_limit),
        cmocka_unit_test(small_things_within_their_limit),
        cmocka_unit_test(many_empty_chunks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
