/* arena_test.c: budgets with a limit and a failing allocation, arenas, growing lists, kept buffers. */
#include "unit.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "core/limits.h"

/* The tests request blocks that no machine has: that must fail, not make the sanitizer end the program. */
#if !AL_WITH_ASAN
const char *__asan_default_options(void);
#endif
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

/* Fits into every sum, but into no machine. */
#define MANY_BYTES (sizeof(size_t) == 8 ? UINT64_C(1) << 62 : UINT64_C(3) << 30)

static void assert_zeroed(const void *block, size_t size)
{
    const uint8_t *bytes = block;
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0)
            fail_msg("byte %zu of %zu is %u", i, size, bytes[i]);
}

/* ---- Budgets ------------------------------------------------------------------------------------------- */

static void a_budget_begins_unused(void **state)
{
    (void)state;
    const al_budget b = al_budget_of(1000, 3);
    assert_int_equal(b.limit, 1000);
    assert_int_equal(b.used, 0);
    assert_int_equal(b.fail_at, 3);
    assert_int_equal(b.calls, 0);
    assert_int_equal(b.shortage, AL_SHORTAGE_NONE);
}

static void the_failing_allocation_fails_once(void **state)
{
    (void)state;
    al_budget b = al_budget_of(0, 3);
    assert_true(al_budget_count_call(&b));
    assert_true(al_budget_count_call(&b));
    assert_int_equal(b.shortage, AL_SHORTAGE_NONE);
    assert_false(al_budget_count_call(&b));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    assert_true(al_budget_count_call(&b));
    assert_int_equal(b.calls, 4);
    assert_int_equal(b.used, 0); /* an empty block is not charged */

    al_budget never = al_budget_of(0, 0);
    for (unsigned i = 0; i < 100; i++)
        assert_true(al_budget_count_call(&never));
}

static bool is_stopped(const void *context)
{
    return *(const bool *)context;
}

static void a_stopped_check_allocates_nothing(void **state)
{
    (void)state;
    bool stopped = false;
    al_watch watch = {.stopped = is_stopped, .context = &stopped};
    al_budget b = al_budget_of(UINT64_MAX, 0);
    b.watch = &watch;
    assert_true(al_budget_may_continue(&b));
    assert_int_equal(b.shortage, AL_SHORTAGE_NONE);
    stopped = true;
    assert_false(al_budget_may_continue(&b));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    assert_false(al_budget_count_call(&b));
}

static void the_most_severe_shortage_is_kept(void **state)
{
    (void)state;
    al_budget b = al_budget_of(10, 1);
    al_buffer buffer = {.bytes = NULL};
    assert_false(al_buffer_reserve(&buffer, &b, 5));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    assert_false(al_buffer_reserve(&buffer, &b, 11));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);

    al_budget other = al_budget_of(10, 2);
    assert_false(al_buffer_reserve(&buffer, &other, 11));
    assert_int_equal(other.shortage, AL_SHORTAGE_LIMIT);
    assert_false(al_buffer_reserve(&buffer, &other, 1));
    assert_int_equal(other.shortage, AL_SHORTAGE_SYSTEM);
    al_buffer_free(&buffer);
}

static void a_sum_that_would_wrap_is_refused(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    assert_true(al_budget_charge(&b, 10));
    assert_false(al_budget_charge(&b, UINT64_MAX - 9));
    assert_int_equal(b.used, 10);
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
}

/* ---- Arenas -------------------------------------------------------------------------------------------- */

static void blocks_are_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    uint8_t *blocks[COUNT];
    size_t sizes[COUNT];
    uint32_t chance = 5;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    for (size_t i = 0; i < COUNT; i++) {
        sizes[i] = i % 50 == 49 ? 20000 + i : unit_next(&chance) % 70;
        blocks[i] = al_alloc(&a, sizes[i], 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % alignof(max_align_t), 0);
        assert_zeroed(blocks[i], sizes[i]);
        memset(blocks[i], (int)(i % 251 + 1), sizes[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t at = 0; at < sizes[i]; at++)
            if (blocks[i][at] != i % 251 + 1)
                fail_msg("block %zu was written over at %zu", i, at);
    al_arena_free(&a);
    assert_null(a.blocks);
    al_arena_free(&a); /* twice is once */
}

/* What malloc gives back after free is not zero. */
static void memory_used_before_is_zeroed_too(void **state)
{
    (void)state;
    for (unsigned turn = 0; turn < 4; turn++) {
        al_budget b = al_budget_of(UINT64_MAX, 0);
        al_arena a = al_arena_on(&b);
        for (uint64_t size = 1; size < 100000; size *= 3) {
            void *block = al_alloc(&a, 1, size);
            assert_non_null(block);
            assert_zeroed(block, (size_t)size);
            memset(block, 0xA5, (size_t)size);
        }
        al_arena_free(&a);
    }
}

static void a_block_of_no_bytes_is_a_block(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    assert_non_null(al_alloc(&a, 0, 8));
    assert_non_null(al_alloc(&a, 8, 0));
    assert_non_null(al_alloc(&a, 0, UINT64_MAX));
    assert_int_equal(b.shortage, AL_SHORTAGE_NONE);
    al_arena_free(&a);
}

static void products_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    static const uint64_t wishes[][2] = {
        {UINT64_C(1) << 32, UINT64_C(1) << 32}, /* 0 in 64 bits */
        {(UINT64_C(1) << 63) + 1, 2},           /* 2 in 64 bits */
        {UINT64_MAX, UINT64_MAX},               /* 1 in 64 bits */
        {UINT64_MAX, 1},                        /* no room for the alignment, */
        {1, UINT64_MAX - 14},                   /* nor here */
    };
    for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; i++) {
        al_budget b = al_budget_of(UINT64_MAX, 0);
        al_arena a = al_arena_on(&b);
        assert_null(al_alloc(&a, wishes[i][0], wishes[i][1]));
        assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
        assert_int_equal(b.used, 0);
        assert_null(a.blocks);
        assert_non_null(al_alloc(&a, 1, 1)); /* and the arena still works */
        al_arena_free(&a);
    }
}

static void the_limit_holds(void **state)
{
    (void)state;
    const uint64_t limit = 50000;
    al_budget b = al_budget_of(limit, 0);
    al_arena a = al_arena_on(&b);
    uint64_t given = 0;
    while (al_alloc(&a, 1, 64) != NULL) {
        given += 64;
        assert_in_range(b.used, given, limit);
    }
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    assert_in_range(given, limit - 4096, limit); /* the worst shortage: the limit was reached */
    const uint64_t used = b.used;
    assert_null(al_alloc(&a, limit, 1));
    assert_int_equal(b.used, used); /* a refused block is not charged */
    al_arena_free(&a);
}

static void the_limit_is_exact(void **state)
{
    (void)state;
    al_budget probe = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&probe);
    assert_non_null(al_alloc(&a, 10000, 1));
    al_arena_free(&a);
    assert_in_range(probe.used, 10000, 10100); /* the block and its header */

    al_budget just = al_budget_of(probe.used, 0);
    a = al_arena_on(&just);
    assert_non_null(al_alloc(&a, 10000, 1));
    assert_int_equal(just.used, just.limit);
    al_arena_free(&a);

    al_budget less = al_budget_of(probe.used - 1, 0);
    a = al_arena_on(&less);
    assert_null(al_alloc(&a, 10000, 1));
    assert_int_equal(less.used, 0);
    assert_int_equal(less.shortage, AL_SHORTAGE_LIMIT);
    al_arena_free(&a);
}

static void sizes_that_leave_no_room_for_a_header_are_refused(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    assert_null(al_alloc(&a, SIZE_MAX - 16, 1));
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    b.shortage = AL_SHORTAGE_NONE;
    assert_null(al_resize(&a, NULL, 0, UINT64_MAX));
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    al_budget all = al_budget_of(UINT64_MAX, 0);
    assert_true(al_budget_charge(&all, SIZE_MAX)); /* a charge alone may be as large as any */
    al_arena_free(&a);
}

static void arenas_share_a_budget(void **state)
{
    (void)state;
    al_budget b = al_budget_of(30000, 0);
    al_arena one = al_arena_on(&b), two = al_arena_on(&b);
    assert_non_null(al_alloc(&one, 20000, 1));
    assert_null(al_alloc(&two, 20000, 1));
    assert_non_null(al_alloc(&two, 9000, 1));
    assert_in_range(b.used, 29000, 30000);
    al_arena_free(&one);
    al_arena_free(&two);
}

static void an_exempt_arena_is_counted_and_not_refused(void **state)
{
    (void)state;
    al_budget b = al_budget_of(100, 0);
    al_arena exempt = al_exempt_arena_on(&b), plain = al_arena_on(&b);
    assert_non_null(al_alloc(&exempt, 20000, 1));
    assert_in_range(b.used, 20000, 20100);
    assert_int_equal(b.shortage, AL_SHORTAGE_NONE);
    assert_null(al_alloc(&plain, 1, 1));
    assert_null(al_alloc(&exempt, UINT64_MAX, 2)); /* a product that overflows is refused, too */
    al_arena_free(&exempt);

    al_budget failing = al_budget_of(100, 1);
    exempt = al_exempt_arena_on(&failing);
    assert_null(al_alloc(&exempt, 1, 1)); /* its allocations count for the failing one, too */
    assert_int_equal(failing.shortage, AL_SHORTAGE_SYSTEM);
    al_arena_free(&exempt);
}

/* The first block is small; a text that would take more than half of it has a block of its own. */
static void a_result_begins_with_a_small_block(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_exempt_arena_on(&b);
    assert_non_null(al_alloc(&a, 100, 1));
    assert_int_equal(a.held, 256);
    assert_non_null(al_alloc(&a, 100, 1));
    assert_int_equal(a.held, 256);
    assert_non_null(al_alloc(&a, 100, 1));
    assert_int_equal(a.held, 256 + 1024);
    al_arena_free(&a);
    a = al_exempt_arena_on(&b);
    assert_non_null(al_alloc(&a, 128, 1));
    assert_in_range(a.held, 128, 180);
    al_arena_free(&a);
}

static void each_block_can_fail(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 4; n++) {
        al_budget b = al_budget_of(UINT64_MAX, n);
        al_arena a = al_arena_on(&b);
        for (uint64_t i = 1; i <= 5; i++) {
            const void *block = al_alloc(&a, 100000 * i, 1); /* larger than the rest of the last block */
            if (i == n)
                assert_null(block);
            else
                assert_non_null(block);
            assert_int_equal(b.calls, i);
        }
        assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
        al_arena_free(&a);
    }
}

/* Where none is to fail, an allocation in a block that there is already takes no call. */
static void each_allocation_can_fail(void **state)
{
    (void)state;
    for (uint64_t n = 0; n <= 4; n++) {
        al_budget b = al_budget_of(UINT64_MAX, n);
        al_arena a = al_arena_on(&b);
        for (uint64_t i = 1; i <= 4; i++) {
            assert_int_equal(al_alloc(&a, 1, 16) == NULL, i == n);
            assert_int_equal(b.calls, n == 0 ? 1 : i);
        }
        al_arena_free(&a);
    }
}

static void a_failing_system_is_no_limit(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    assert_null(al_alloc(&a, MANY_BYTES, 1));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    al_arena_free(&a);
}

static void copies_of_text_end(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    const char *copy = al_copy_text(&a, "hull.xmf", 4);
    assert_string_equal(copy, "hull");
    assert_string_equal(al_copy_text(&a, "", 0), "");
    assert_string_equal(al_copy_text(&a, NULL, 0), "");
    const char *with_nul = al_copy_text(&a, "a\0b", 3);
    assert_memory_equal(with_nul, "a\0b\0", 4);
    al_arena_free(&a);

    al_budget failing = al_budget_of(UINT64_MAX, 1);
    a = al_arena_on(&failing);
    assert_null(al_copy_text(&a, "hull.xmf", 4));
    al_arena_free(&a);
}

static void copies_of_memory_have_room_of_their_own(void **state)
{
    static const uint8_t bytes[3000] = {1, 2, [2999] = 3};
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    const uint8_t *small = al_copy_memory(&a, bytes, 2), *large = al_copy_memory(&a, bytes, sizeof bytes);
    const uint8_t *one = al_copy_memory(&a, bytes, 1);
    assert_int_equal(one[0], 1);
    assert_non_null(al_copy_memory(&a, NULL, 0));
    assert_memory_equal(small, bytes, 2);
    assert_memory_equal(large, bytes, sizeof bytes);
    al_arena_free(&a);

    al_budget little = al_budget_of(sizeof bytes, 0);
    a = al_arena_on(&little);
    assert_null(al_copy_memory(&a, bytes, sizeof bytes));
    assert_int_equal(little.shortage, AL_SHORTAGE_LIMIT);
    al_arena_free(&a);
}

/* ---- Lists that grow ----------------------------------------------------------------------------------- */

/* Items of an odd size, each with its number in all bytes. */
typedef struct item {
    uint8_t bytes[7];
} item;

static void put_item(item *items, uint64_t i)
{
    memset(&items[i], (int)(i % 251 + 1), sizeof *items);
}

static void assert_items(const item *items, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++)
        for (size_t at = 0; at < sizeof *items; at++)
            if (items[i].bytes[at] != i % 251 + 1)
                fail_msg("item %u of %u is not what it was", (unsigned)i, (unsigned)count);
}

static void a_list_begins_with_room_for_eight(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    uint64_t capacity = 0;
    item *items = al_grow_full(&a, NULL, &capacity, sizeof *items);
    assert_non_null(items);
    assert_int_equal(capacity, 8);
    assert_zeroed(items, 8 * sizeof *items);
    al_arena_free(&a);
}

/* By as many items as there are up to 16 KiB, then by a quarter and one, from 1 MiB on by an eighth and one.
 */
static void large_lists_grow_by_less(void **state)
{
    (void)state;
    static const uint64_t capacities[] = {2, 4, 8, 16, 21, 27};
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    void *items = NULL;
    uint64_t capacity = 0;
    for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; i++) {
        items = al_grow_full(&a, items, &capacity, 1024);
        assert_non_null(items);
        assert_int_equal(capacity, capacities[i]);
    }
    capacity = 1024;
    assert_non_null(al_grow_full(&a, al_alloc(&a, capacity, 1024), &capacity, 1024));
    assert_int_equal(capacity, 1024 + 128 + 1);
    capacity = 1023;
    items = al_alloc(&a, capacity, 1024);
    items = al_grow_full(&a, items, &capacity, 1024);
    assert_int_equal(capacity, 1023 + 255 + 1);
    assert_non_null(al_grow_full(&a, items, &capacity, 1024));
    assert_int_equal(capacity, 1279 + 159 + 1);
    for (uint64_t size = 127; size <= 128; size++) {
        capacity = 0;
        assert_non_null(al_grow_full(&a, NULL, &capacity, size));
        assert_int_equal(capacity, size < 128 ? 8 : 2);
    }
    void *single = al_alloc(&a, 1, 4);
    capacity = 1;
    assert_non_null(al_grow_full(&a, single, &capacity, 4));
    assert_int_equal(capacity, 2);
    al_arena_free(&a);
    assert_int_equal(a.held, 0);
}

static void values_are_appended(void **state)
{
    (void)state;
    enum { COUNT = 9 }; /* the list begins with room for 8 */
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    struct {
        uint32_t *items;
        uint64_t count, capacity;
    } list = {.items = NULL};
    for (uint32_t i = 0; i < COUNT; i++)
        assert_true(AL_ADD(&a, list, i * 3));
    assert_int_equal(list.count, COUNT);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_int_equal(list.items[i], i * 3);
    b.limit = b.used;
    while (AL_ADD(&a, list, UINT32_MAX)) /* a block of the arena may have room */
        continue;
    const uint64_t full = list.count;
    assert_false(AL_ADD(&a, list, 0));
    assert_int_equal(list.count, full);
    assert_int_equal(list.items[COUNT - 1], (COUNT - 1) * 3);
    al_arena_free(&a);
}

static void a_list_grows_only_when_it_is_full(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    uint64_t capacity = 0, growths = 0;
    item *items = NULL;
    for (uint64_t i = 0; i < COUNT; i++) {
        const uint64_t before = capacity;
        item *grown = al_grow(&a, items, i, &capacity, sizeof *items);
        assert_non_null(grown);
        if (i < before) {
            assert_ptr_equal(grown, items);
            assert_int_equal(capacity, before);
        } else {
            assert_in_range(capacity, before + before / 4 + 1, before > 0 ? before * 2 : 8);
            assert_items(grown, i);
            assert_zeroed(&grown[i], sizeof *items);
            growths++;
        }
        items = grown;
        put_item(items, i);
    }
    assert_in_range(growths, 10, 30);
    al_arena_free(&a);
}

/* The last allocation is enlarged in place, as long as there is room after it. */
static void the_last_allocation_grows_in_place(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    uint8_t *first = al_alloc(&a, 1, 100), *last = al_alloc(&a, 1, 100);
    const uint64_t used = b.used;
    memset(first, 1, 100);
    memset(last, 2, 100);
    assert_ptr_equal(al_resize(&a, last, 100, 700), last);
    assert_zeroed(last + 112, 700 - 112);                  /* up to its rounded size */
    assert_ptr_equal(al_resize(&a, last, 700, 300), last); /* never smaller */
    uint8_t *moved = al_resize(&a, first, 100, 200);
    assert_ptr_not_equal(moved, first);
    assert_int_equal(moved[99], 1);
    assert_zeroed(moved + 112, 200 - 112);
    assert_int_equal(last[99], 2);
    assert_int_equal(b.used, used); /* all of it within one block */
    al_arena_free(&a);
}

/* From an empty allocation, at the end of a block and in the middle of it, up to a block of its own. */
static void resized_allocations_keep_their_bytes(void **state)
{
    (void)state;
    for (uint64_t step = 16; step < 100000; step *= 3) {
        al_budget b = al_budget_of(UINT64_MAX, 0);
        al_arena a = al_arena_on(&b);
        uint8_t *memory = NULL;
        for (uint64_t size = 0; size < 20 * step; size += step) {
            uint8_t *grown = al_resize(&a, memory, size, size + step);
            assert_non_null(grown);
            for (uint64_t i = 0; i < size; i++)
                if (grown[i] != i % 251 + 1)
                    fail_msg("byte %u of %u isn't what it was", (unsigned)i, (unsigned)size);
            assert_zeroed(grown + size, (size_t)step);
            for (uint64_t i = size; i < size + step; i++)
                grown[i] = (uint8_t)(i % 251 + 1);
            memory = grown;
            if (size / step % 3 == 2)
                assert_non_null(al_alloc(&a, 1, 40));
        }
        al_arena_free(&a);
    }
}

/* While an allocation moves it exists twice. This is refused if only one fits, and changes nothing. */
static void a_resize_to_the_same_size_moves_nothing(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    void *first = al_alloc(&a, 64, 1), *second = al_alloc(&a, 64, 1);
    assert_non_null(second);
    assert_ptr_equal(al_resize(&a, first, 64, 64), first);
    al_arena_free(&a);
}

static void a_block_that_grows_is_charged_for_the_growth(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    void *block = al_resize(&a, NULL, 0, 2048);
    const uint64_t used = b.used, held = a.held;
    block = al_resize(&a, block, 2048, 4096);
    assert_non_null(block);
    assert_int_equal(b.used, used + 2048);
    assert_int_equal(a.held, held + 2048);
    al_arena_free(&a);
}

static void a_failed_resize_changes_nothing(void **state)
{
    (void)state;
    al_budget b = al_budget_of(30000, 0);
    al_arena a = al_arena_on(&b);
    uint8_t *memory = al_resize(&a, NULL, 0, 12000);
    assert_non_null(memory);
    memset(memory, 7, 12000);
    const uint64_t used = b.used;
    assert_null(al_resize(&a, memory, 12000, 20000));
    assert_int_equal(b.used, used);
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    memory = al_resize(&a, memory, 12000, 16000);
    assert_non_null(memory);
    assert_in_range(b.used, 16000, 16100);
    assert_int_equal(memory[11999], 7);
    assert_null(al_resize(&a, memory, 16000, UINT64_MAX - 3));
    assert_null(al_resize(&a, NULL, 0, UINT64_MAX));
    assert_null(al_resize(&a, memory, UINT64_MAX, UINT64_MAX));
    b.limit = UINT64_MAX;
    assert_null(al_resize(&a, memory, 16000, MANY_BYTES));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    assert_in_range(b.used, 16000, 16100);
    assert_int_equal(memory[11999], 7);
    al_arena_free(&a);
}

/* Each allocation fails once: the list is unchanged, and grows at the next request. */
static void a_failed_growth_keeps_the_list(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    for (uint64_t n = 1;; n++) {
        al_budget b = al_budget_of(UINT64_MAX, n);
        al_arena a = al_arena_on(&b);
        uint64_t capacity = 0;
        item *items = NULL;
        unsigned failures = 0;
        for (uint64_t i = 0; i < COUNT; i++) {
            const uint64_t before = capacity;
            item *grown = al_grow(&a, items, i, &capacity, sizeof *items);
            if (grown == NULL) {
                failures++;
                assert_int_equal(capacity, before);
                assert_int_equal(i, before);
                assert_items(items, i);
                grown = al_grow(&a, items, i, &capacity, sizeof *items);
            }
            assert_non_null(grown);
            items = grown;
            put_item(items, i);
        }
        assert_items(items, COUNT);
        assert_int_equal(failures, b.calls >= n ? 1 : 0);
        al_arena_free(&a);
        if (failures == 0) {
            assert_in_range(n, 3, 20); /* some failed before */
            break;
        }
    }
}

static void a_list_that_is_too_large_is_refused(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    uint64_t capacity = 0;
    assert_null(al_grow(&a, NULL, 0, &capacity, UINT64_MAX / 2 + 1)); /* two of them are 0 in 64 bits */
    assert_int_equal(capacity, 0);
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    capacity = UINT64_MAX / 2;
    assert_null(al_grow_full(&a, NULL, &capacity, 8));
    assert_int_equal(capacity, UINT64_MAX / 2);
    capacity = 0;
    al_arena_free(&a);

    al_budget small = al_budget_of(100, 0);
    a = al_arena_on(&small);
    assert_null(al_grow(&a, NULL, 0, &capacity, 1));
    assert_int_equal(capacity, 0);
    assert_int_equal(small.shortage, AL_SHORTAGE_LIMIT);
    al_arena_free(&a);
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

static void a_buffer_is_charged_for_what_it_holds(void **state)
{
    (void)state;
    al_budget b = al_budget_of(1000, 0);
    al_buffer buffer = {.bytes = NULL};
    assert_true(al_buffer_reserve(&buffer, &b, 300));
    assert_int_equal(b.used, 300);
    assert_true(al_buffer_reserve(&buffer, &b, 200)); /* already reserved */
    assert_int_equal(b.used, 300);
    assert_int_equal(b.calls, 1);
    memset(buffer.bytes, 0x5A, 300);
    assert_true(al_buffer_reserve(&buffer, &b, 1000));
    assert_int_equal(b.used, 1000);
    for (size_t i = 0; i < 300; i++)
        assert_int_equal(buffer.bytes[i], 0x5A); /* the content stays */
    assert_false(al_buffer_reserve(&buffer, &b, 1001));
    assert_int_equal(b.used, 1000);
    assert_int_equal(b.shortage, AL_SHORTAGE_LIMIT);
    al_buffer_release(&buffer, &b);
    assert_int_equal(b.used, 0);
    al_buffer_release(&buffer, &b); /* twice is once */
    assert_int_equal(b.used, 0);
    al_buffer_free(&buffer);
    assert_null(buffer.bytes);
    assert_int_equal(buffer.capacity, 0);
}

/* The next check is charged as if the block were new, though it is not. */
static void a_kept_buffer_costs_as_much_as_a_new_one(void **state)
{
    (void)state;
    al_buffer buffer = {.bytes = NULL};
    al_budget first = al_budget_of(UINT64_MAX, 0);
    assert_true(al_buffer_reserve(&buffer, &first, 5000));
    const uint8_t *block = buffer.bytes;

    al_buffer_start(&buffer);
    al_budget second = al_budget_of(4000, 0);
    assert_true(al_buffer_reserve(&buffer, &second, 4000));
    assert_int_equal(second.used, 4000);
    assert_int_equal(second.calls, 1);
    assert_ptr_equal(buffer.bytes, block);
    assert_int_equal(buffer.capacity, 5000);
    assert_false(al_buffer_reserve(&buffer, &second, 4001)); /* the block would fit, but the limit counts */
    assert_int_equal(second.shortage, AL_SHORTAGE_LIMIT);

    al_buffer_start(&buffer);
    al_budget third = al_budget_of(UINT64_MAX, 1);
    assert_false(al_buffer_reserve(&buffer, &third, 10)); /* it may fail, though it needs no new memory */
    assert_int_equal(third.shortage, AL_SHORTAGE_SYSTEM);
    assert_int_equal(third.used, 0);
    al_buffer_free(&buffer);
}

static void a_large_buffer_is_not_kept(void **state)
{
    (void)state;
    al_buffer buffer = {.bytes = NULL};
    al_budget b = al_budget_of(UINT64_MAX, 0);
    assert_true(al_buffer_reserve(&buffer, &b, AL_MAX_KEPT_BUFFER));
    al_buffer_start(&buffer);
    assert_int_equal(buffer.capacity, AL_MAX_KEPT_BUFFER);
    assert_int_equal(buffer.charged, 0);
    assert_true(al_buffer_reserve(&buffer, &b, AL_MAX_KEPT_BUFFER + 1));
    al_buffer_start(&buffer);
    assert_int_equal(buffer.capacity, 0);
    assert_null(buffer.bytes);
    assert_int_equal(buffer.charged, 0);
    al_buffer_free(&buffer);
}

/* The size of a buffer is that of its block, also after a failed request. */
static void a_failed_reserve_keeps_the_size(void **state)
{
    (void)state;
    al_buffer buffer = {.bytes = NULL};
    al_budget b = al_budget_of(UINT64_MAX, 0);
    assert_true(al_buffer_reserve(&buffer, &b, 100));
    memset(buffer.bytes, 0x11, 100);
    assert_false(al_buffer_reserve(&buffer, &b, MANY_BYTES));
    assert_int_equal(b.shortage, AL_SHORTAGE_SYSTEM);
    assert_int_equal(buffer.capacity, 100);
    assert_true(al_buffer_reserve(&buffer, &b, 100)); /* its bytes are still there */
    assert_int_equal(buffer.bytes[99], 0x11);
    if (al_buffer_reserve(&buffer, &b, 100000)) {
        assert_in_range(buffer.capacity, 100000, UINT64_MAX);
        memset(buffer.bytes, 0x22, 100000);
    }
    al_buffer_release(&buffer, &b);
    assert_int_equal(b.used, 0); /* everything charged is released */
    al_buffer_free(&buffer);
}

static void a_single_byte_is_content(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_buffer buffer = {.bytes = NULL};
    assert_true(al_buffer_reserve(&buffer, &b, 1));
    buffer.bytes[0] = 77;
    assert_true(al_buffer_reserve(&buffer, &b, 100000));
    assert_int_equal(buffer.bytes[0], 77);
    al_buffer_free(&buffer);
}

static void no_bytes_cost_nothing(void **state)
{
    (void)state;
    al_buffer buffer = {.bytes = NULL};
    al_budget b = al_budget_of(0, 1);
    assert_true(al_buffer_reserve(&buffer, &b, 0));
    assert_int_equal(b.calls, 0);
    al_buffer_free(&buffer);
}

/* ---- Poison -------------------------------------------------------------------------------------------- */

#if AL_WITH_ASAN
/* Whether exactly the first `size` bytes may be accessed. */
static void assert_ends(const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_false(__asan_address_is_poisoned((const char *)bytes + i));
    assert_true(__asan_address_is_poisoned((const char *)bytes + size));
}

static void a_byte_past_an_allocation_is_poisoned(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    for (size_t size = 1; size <= 80; size++) {
        void *first = al_alloc(&a, 1, size), *second = al_alloc(&a, 1, size);
        assert_ends(first, size);
        assert_ends(second, size);
    }
    assert_ends(al_alloc(&a, 1, 100000), 100000);
    al_arena_free(&a);
}

static void room_behind_a_list_is_poisoned(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    uint64_t capacity = 0;
    item *items = NULL;
    for (uint64_t i = 0; i < 3000; i++) {
        items = al_grow(&a, items, i, &capacity, sizeof *items);
        assert_non_null(items);
        put_item(items, i);
        if (i < 100 || i % 1000 == 0)
            assert_ends(items, (size_t)(i + 1) * sizeof *items);
    }
    assert_items(items, 3000);
    al_arena_free(&a);
}

static void resized_allocations_end_in_poison(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_arena a = al_arena_on(&b);
    void *memory = al_alloc(&a, 1, 5);
    for (size_t size = 5; size < 3000; size += size / 2) { /* in place, then in a block of its own */
        memory = al_resize(&a, memory, size, size + size / 2);
        assert_ends(memory, size + size / 2);
    }
    void *moved_from = al_alloc(&a, 1, 40);
    assert_non_null(al_alloc(&a, 1, 8)); /* so that the first isn't the last allocation */
    assert_ends(al_resize(&a, moved_from, 40, 60), 60);
    assert_true(__asan_address_is_poisoned(moved_from));
    al_arena_free(&a);
}

static void unreserved_bytes_of_a_buffer_are_poisoned(void **state)
{
    (void)state;
    al_budget b = al_budget_of(UINT64_MAX, 0);
    al_buffer buffer = {.bytes = NULL};
    assert_true(al_buffer_reserve(&buffer, &b, 1001));
    assert_ends(buffer.bytes, 1001);
    al_buffer_start(&buffer);
    assert_ends(buffer.bytes, 0);
    assert_true(al_buffer_reserve(&buffer, &b, 99));
    assert_ends(buffer.bytes, 99);
    al_buffer_release(&buffer, &b);
    assert_ends(buffer.bytes, 0);
    al_buffer_free(&buffer);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_begins_unused),
        cmocka_unit_test(the_failing_allocation_fails_once),
        cmocka_unit_test(a_stopped_check_allocates_nothing),
        cmocka_unit_test(the_most_severe_shortage_is_kept),
        cmocka_unit_test(a_sum_that_would_wrap_is_refused),
        cmocka_unit_test(blocks_are_zeroed_aligned_and_apart),
        cmocka_unit_test(memory_used_before_is_zeroed_too),
        cmocka_unit_test(a_block_of_no_bytes_is_a_block),
        cmocka_unit_test(products_that_do_not_fit_are_refused),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(the_limit_is_exact),
        cmocka_unit_test(sizes_that_leave_no_room_for_a_header_are_refused),
        cmocka_unit_test(arenas_share_a_budget),
        cmocka_unit_test(an_exempt_arena_is_counted_and_not_refused),
        cmocka_unit_test(a_result_begins_with_a_small_block),
        cmocka_unit_test(each_block_can_fail),
        cmocka_unit_test(each_allocation_can_fail),
        cmocka_unit_test(a_failing_system_is_no_limit),
        cmocka_unit_test(copies_of_text_end),
        cmocka_unit_test(copies_of_memory_have_room_of_their_own),
        cmocka_unit_test(a_list_begins_with_room_for_eight),
        cmocka_unit_test(values_are_appended),
        cmocka_unit_test(a_list_grows_only_when_it_is_full),
        cmocka_unit_test(large_lists_grow_by_less),
        cmocka_unit_test(the_last_allocation_grows_in_place),
        cmocka_unit_test(resized_allocations_keep_their_bytes),
        cmocka_unit_test(a_resize_to_the_same_size_moves_nothing),
        cmocka_unit_test(a_block_that_grows_is_charged_for_the_growth),
        cmocka_unit_test(a_failed_resize_changes_nothing),
        cmocka_unit_test(a_failed_growth_keeps_the_list),
        cmocka_unit_test(a_list_that_is_too_large_is_refused),
        cmocka_unit_test(a_buffer_is_charged_for_what_it_holds),
        cmocka_unit_test(a_kept_buffer_costs_as_much_as_a_new_one),
        cmocka_unit_test(a_large_buffer_is_not_kept),
        cmocka_unit_test(a_failed_reserve_keeps_the_size),
        cmocka_unit_test(no_bytes_cost_nothing),
        cmocka_unit_test(a_single_byte_is_content),
#if AL_WITH_ASAN
        cmocka_unit_test(a_byte_past_an_allocation_is_poisoned),
        cmocka_unit_test(room_behind_a_list_is_poisoned),
        cmocka_unit_test(resized_allocations_end_in_poison),
        cmocka_unit_test(unreserved_bytes_of_a_buffer_are_poisoned),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
