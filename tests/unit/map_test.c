/* map_test.c: maps of numbers and of texts: keys of every pattern, and failing allocations. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/map.c" /* NOLINT(bugprone-suspicious-include): the nodes, to measure how deep they go */

enum { MANY = 5000 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_map map;
} fixture;

static void begin(fixture *f, uint64_t fail_at)
{
    f->budget = al_budget_of(UINT64_MAX, fail_at);
    f->arena = al_arena_on(&f->budget);
    f->map = (al_map){.root = NULL};
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
}

static void add(fixture *f, uint64_t key, uint32_t value)
{
    assert_true(al_map_add(&f->map, &f->arena, key, value));
}

static void assert_value(const fixture *f, uint64_t key, uint32_t value)
{
    const uint32_t *found = al_map_find(&f->map, key);
    assert_non_null(found);
    assert_int_equal(*found, value);
}

static void assert_absent(const fixture *f, uint64_t key)
{
    assert_null(al_map_find(&f->map, key));
}

/* ---- A few keys ---------------------------------------------------------------------------------------- */

static void an_empty_map_has_no_keys(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    assert_absent(&f, 0);
    assert_absent(&f, 1);
    assert_absent(&f, UINT64_MAX);
    assert_int_equal(f.budget.calls, 0); /* a lookup needs no memory */
    end(&f);
}

static void added_keys_are_found(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    add(&f, 77, 5);
    assert_value(&f, 77, 5);
    assert_absent(&f, 76);
    assert_absent(&f, 78);
    add(&f, 78, 0); /* a value like any other */
    assert_value(&f, 78, 0);
    assert_value(&f, 77, 5);
    end(&f);
}

static void the_least_and_the_greatest_key(void **state)
{
    (void)state;
    static const uint64_t orders[][2] = {{0, UINT64_MAX}, {UINT64_MAX, 0}};
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        begin(&f, 0);
        add(&f, orders[i][0], 11);
        assert_value(&f, orders[i][0], 11);
        assert_absent(&f, orders[i][1]);
        add(&f, orders[i][1], UINT32_MAX);
        assert_value(&f, orders[i][0], 11);
        assert_value(&f, orders[i][1], UINT32_MAX);
        assert_absent(&f, 1);
        assert_absent(&f, UINT64_MAX - 1);
        end(&f);
    }
}

static void a_value_can_be_set_where_it_is_found(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    for (uint32_t key = 0; key < 100; key++)
        add(&f, key, key);
    *al_map_find(&f.map, 42) += 1000;
    for (uint32_t key = 0; key < 100; key++)
        assert_value(&f, key, key == 42 ? 1042 : key);
    end(&f);
}

static void texts_of_one_letter_differ(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    al_text_map texts = {.root = NULL};
    assert_true(al_text_map_add(&texts, &f.arena, "a", 1, 10));
    assert_null(al_text_map_find(&texts, "b", 1));
    assert_int_equal(*al_text_map_find(&texts, "a", 1), 10);
    end(&f);
}

static void maps_of_one_arena_are_apart(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    al_map other = {.root = NULL};
    add(&f, 3, 30);
    assert_true(al_map_add(&other, &f.arena, 3, 31));
    assert_true(al_map_add(&other, &f.arena, 4, 41));
    assert_value(&f, 3, 30);
    assert_absent(&f, 4);
    assert_int_equal(*al_map_find(&other, 3), 31);
    end(&f);
}

/* ---- Many keys ----------------------------------------------------------------------------------------- */

/* Key number `i` of a sequence without equal keys; those from MANY on are never added. */
typedef uint64_t key_row(uint64_t i);

static uint64_t rising(uint64_t i)
{
    return i;
}

static uint64_t falling(uint64_t i)
{
    return UINT64_MAX - i;
}

static uint64_t of_equal_low_bits(uint64_t i)
{
    return i << 50 | UINT64_C(0x2AAAAAAAAAAAA);
}

static uint64_t of_zero_low_bits(uint64_t i)
{
    return i << 50;
}

static uint64_t of_equal_high_bits(uint64_t i)
{
    return UINT64_C(0xFEDCBA9876540000) | i;
}

/* The low half is the same for some, the high half for others. */
static uint64_t of_two_halves(uint64_t i)
{
    return i % 71 << 32 | i / 71;
}

/* Keys with bits that look random. */
static uint64_t scattered(uint64_t i)
{
    return i * UINT64_C(0x9E3779B97F4B);
}

static void many_keys_of_every_sequence(void **state)
{
    (void)state;
    static key_row *const rows[] = {
        rising, falling, of_equal_low_bits, of_zero_low_bits, of_equal_high_bits, of_two_halves, scattered};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        fixture f;
        begin(&f, 0);
        for (uint32_t i = 0; i < MANY; i++) {
            assert_absent(&f, rows[row](i));
            add(&f, rows[row](i), i);
        }
        for (uint32_t i = 0; i < MANY; i++)
            assert_value(&f, rows[row](i), i);
        for (uint32_t i = MANY; i < 2 * MANY; i++)
            assert_absent(&f, rows[row](i));
        end(&f);
    }
}

static unsigned depth_of(const al_map_node *node)
{
    unsigned deepest = 0;
    for (size_t i = 0; node != NULL && i < BRANCHES; i++) {
        const unsigned depth = depth_of(node->branches[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return node != NULL ? deepest + 1 : 0;
}

/* Each key follows the path of all keys before it, until no bits are left. */
static void a_chain_of_the_greatest_depth(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    for (uint32_t level = 0; level + 1 < AL_MAP_DEPTH; level++)
        add(&f, UINT64_C(1) << (2 * level), level);
    add(&f, 0, AL_MAP_DEPTH - 1);
    for (uint32_t level = 0; level + 1 < AL_MAP_DEPTH; level++) {
        assert_value(&f, UINT64_C(1) << (2 * level), level);
        assert_absent(&f, UINT64_C(2) << (2 * level));
        assert_absent(&f, UINT64_C(3) << (2 * level));
    }
    assert_value(&f, 0, AL_MAP_DEPTH - 1);
    assert_int_equal(depth_of(f.map.root), AL_MAP_DEPTH);
    end(&f);
}

/* All sums of a few bits: a bit that the map ignored would make a long chain. */
static void no_keys_make_it_deeper(void **state)
{
    (void)state;
    enum { BITS = 12 };
    for (unsigned shift = 0; shift + 1 < 64 / BITS; shift++) {
        for (unsigned apart = 1; apart <= 64 / BITS; apart++) {
            fixture f;
            begin(&f, 0);
            for (uint32_t i = 0; i < 1u << BITS; i++) {
                uint64_t key = 0;
                for (unsigned bit = 0; bit < BITS; bit++)
                    key |= (uint64_t)(i >> bit & 1) << (63 - bit * apart - shift);
                add(&f, key, i);
            }
            assert_in_range(depth_of(f.map.root), BITS / 2, AL_MAP_DEPTH);
            end(&f);
        }
    }
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

static void texts_are_keys(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "a", "b", "ab", "ba", "aa", "a/b.xmf", "a/B.xmf", "\xFF\x7F"};
    enum { TEXTS = sizeof texts / sizeof texts[0] };
    fixture f;
    begin(&f, 0);
    al_text_map map = {.root = NULL};
    for (uint32_t i = 0; i < TEXTS; i++) {
        assert_null(al_text_map_find(&map, texts[i], strlen(texts[i])));
        assert_true(al_text_map_add(&map, &f.arena, texts[i], strlen(texts[i]), i));
    }
    for (uint32_t i = 0; i < TEXTS; i++)
        assert_int_equal(*al_text_map_find(&map, texts[i], strlen(texts[i])), i);
    assert_null(al_text_map_find(&map, "a\0b", 3)); /* bytes, so a NUL is no end */
    assert_true(al_text_map_add(&map, &f.arena, "a\0b", 3, 99));
    assert_int_equal(*al_text_map_find(&map, "a\0b", 3), 99);
    assert_int_equal(*al_text_map_find(&map, "a", 1), 1);
    end(&f);
}

static unsigned text_depth_of(const al_text_map_node *node)
{
    unsigned deepest = 0;
    for (size_t i = 0; node != NULL && i < BRANCHES; i++) {
        const unsigned depth = text_depth_of(node->branches[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return node != NULL ? deepest + 1 : 0;
}

/* Paths come sorted: an unbalanced search tree would be as deep as the number of paths. */
static void sorted_paths_make_no_chain(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    al_text_map map = {.root = NULL};
    char path[64];
    for (uint32_t i = 0; i < 20000; i++) {
        const int len = snprintf(path, sizeof path, "assets/units/size_m/ship_%05u.xmf", (unsigned)i);
        assert_true(al_text_map_add(&map, &f.arena, path, (size_t)len, i));
    }
    assert_int_equal(*al_text_map_find(&map, "assets/units/size_m/ship_00042.xmf", 34), 42);
    assert_in_range(text_depth_of(map.root), 8, 24); /* 4^7 < 20,000 < 4^8 */
    end(&f);
}

/* Texts with the same hash of 64 bits are hard to find, so this test puts a chain of other nodes on the path
 * of one text. A hash without bits left would always take the first branch. */
static void the_bits_of_a_hash_run_out(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    al_text_map map = {.root = NULL};
    unsigned first_branches = 0;
    for (unsigned step = 0; step < 3 * HASH_STEPS; step++) {
        al_text_map_node *node = al_alloc(&f.arena, 1, sizeof *node);
        *text_place_of(&map.root, "wanted", 6) = node;
        al_text_map_node **next = text_place_of(&map.root, "wanted", 6);
        first_branches += step >= HASH_STEPS && next == &node->branches[0];
    }
    assert_in_range(first_branches, 1, HASH_STEPS); /* of twice as many; a quarter is expected */
    assert_null(al_text_map_find(&map, "wanted", 6));
    assert_true(al_text_map_add(&map, &f.arena, "wanted", 6, 7));
    assert_int_equal(*al_text_map_find(&map, "wanted", 6), 7);
    assert_int_equal(text_depth_of(map.root), 3 * HASH_STEPS + 1);
    end(&f);
}

static void a_text_without_memory(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 1);
    al_text_map map = {.root = NULL};
    assert_false(al_text_map_add(&map, &f.arena, "text", 4, 1));
    assert_null(al_text_map_find(&map, "text", 4));
    assert_true(al_text_map_add(&map, &f.arena, "text", 4, 2));
    assert_int_equal(*al_text_map_find(&map, "text", 4), 2);
    end(&f);
}

/* ---- Shortage ------------------------------------------------------------------------------------------ */

/* Each allocation fails once: its key has no value then, all others keep theirs, and it can be added later.
 */
static void allocations_that_fail(void **state)
{
    (void)state;
    enum { SOME = 500 };
    uint64_t calls = UINT64_MAX;
    for (uint64_t n = 1; n <= calls; n++) {
        fixture f;
        uint32_t failures = 0;
        begin(&f, n);
        for (uint32_t i = 0; i < SOME; i++) {
            if (al_map_add(&f.map, &f.arena, of_equal_low_bits(i), i))
                continue;
            failures++;
            assert_absent(&f, of_equal_low_bits(i));
            for (uint32_t before = 0; before < i; before++)
                assert_value(&f, of_equal_low_bits(before), before);
            add(&f, of_equal_low_bits(i), i);
        }
        assert_int_equal(failures, 1);
        assert_int_equal(f.budget.shortage, AL_SHORTAGE_SYSTEM);
        for (uint32_t i = 0; i < SOME; i++)
            assert_value(&f, of_equal_low_bits(i), i);
        calls = f.budget.calls - 1; /* without the failed one */
        end(&f);
    }
    assert_in_range(calls, 2, 2 * SOME);
}

static void a_limit_that_is_reached(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0);
    f.budget.limit = 20000;
    uint32_t added = 0;
    while (al_map_add(&f.map, &f.arena, added, added))
        added++;
    assert_in_range(added, 1, 20000);
    assert_int_equal(f.budget.shortage, AL_SHORTAGE_LIMIT);
    for (uint32_t i = 0; i < added; i++)
        assert_value(&f, i, i);
    assert_absent(&f, added);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_has_no_keys),
        cmocka_unit_test(added_keys_are_found),
        cmocka_unit_test(the_least_and_the_greatest_key),
        cmocka_unit_test(a_value_can_be_set_where_it_is_found),
        cmocka_unit_test(texts_of_one_letter_differ),
        cmocka_unit_test(maps_of_one_arena_are_apart),
        cmocka_unit_test(many_keys_of_every_sequence),
        cmocka_unit_test(a_chain_of_the_greatest_depth),
        cmocka_unit_test(no_keys_make_it_deeper),
        cmocka_unit_test(texts_are_keys),
        cmocka_unit_test(sorted_paths_make_no_chain),
        cmocka_unit_test(the_bits_of_a_hash_run_out),
        cmocka_unit_test(a_text_without_memory),
        cmocka_unit_test(allocations_that_fail),
        cmocka_unit_test(a_limit_that_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
