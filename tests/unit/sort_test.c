/* sort_test.c: sorting items of all kinds, within the promised number of comparisons for any order, and
 * inside the array even if comparisons contradict each other. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/sort.h"

enum { MOST_SIZE = 600 };

/* Items of `size` bytes: as many bytes of the key as fit, the low byte first, and then bytes computed from
 * it. */
static void put_item(uint8_t *item, size_t size, uint32_t key)
{
    for (size_t i = 0; i < size; i++)
        item[i] = (uint8_t)(i < 4 ? key >> (8 * i) & 0xFF : (key + i * 7) & 0xFF);
}

static uint32_t key_of(const uint8_t *item, size_t size)
{
    uint32_t key = 0;
    for (size_t i = 0; i < size && i < 4; i++)
        key |= (uint32_t)item[i] << (8 * i);
    return key;
}

typedef struct counted {
    size_t size;
    uint64_t comparisons;
} counted;

static int by_key(const void *left, const void *right, void *context)
{
    counted *c = context;
    const uint32_t a = key_of(left, c->size), b = key_of(right, c->size);
    c->comparisons++;
    return a < b ? -1 : a > b;
}

/* Twice n log2 n for bad pivots, and as much for a heap. */
static uint64_t most_comparisons(size_t count)
{
    uint64_t log = 1;
    for (size_t left = count; left > 1; left /= 2)
        log++;
    return 4 * (uint64_t)count * log;
}

/* Sorts these keys as items of that size, in a block of the exact size, and compares with the count of each
 * key. Keys are below `count`. */
static void sort_keys(const uint32_t *keys, size_t count, size_t size)
{
    counted c = {.size = size};
    uint32_t *left = calloc(count + 1, sizeof *left);
    uint8_t *items = malloc(count > 0 ? count * size : 1);
    assert_true(left != NULL && items != NULL);
    for (size_t i = 0; i < count; i++) {
        put_item(items + i * size, size, keys[i]);
        left[key_of(items + i * size, size)]++;
    }
    al_sort(items, count, size, by_key, &c);
    for (size_t i = 0; i < count; i++) {
        uint8_t wanted[MOST_SIZE];
        const uint32_t key = key_of(items + i * size, size);
        put_item(wanted, size, key);
        assert_memory_equal(items + i * size, wanted, size);
        assert_true(i == 0 || key >= key_of(items + (i - 1) * size, size));
        assert_true(left[key]-- > 0);
    }
    assert_in_range(c.comparisons, 0, most_comparisons(count));
    free(items);
    free(left);
}

static void items_of_all_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 2, 3, 4, 7, 8, 12, 16, 17, 24, 200, 255, 256, 257, 512, MOST_SIZE};
    uint32_t chance = 3, keys[256];
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t count = 0; count <= 256; count += count < 20 ? 1 : 59) {
            for (size_t i = 0; i < count; i++)
                keys[i] = unit_next(&chance) % (uint32_t)count;
            sort_keys(keys, count, sizes[s]);
        }
}

typedef uint32_t key_at(uint32_t i, uint32_t count, uint32_t *chance);

static uint32_t by_chance(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)i;
    return unit_next(chance) % count;
}

static uint32_t rising(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)count, (void)chance;
    return i;
}

static uint32_t falling(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)chance;
    return count - 1 - i;
}

static uint32_t all_equal(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)i, (void)chance;
    return count / 2;
}

static uint32_t of_two_kinds(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)i, (void)count;
    return unit_next(chance) % 2;
}

static uint32_t up_and_down(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)chance;
    return i < count / 2 ? i : count - 1 - i;
}

static uint32_t nearly_sorted(uint32_t i, uint32_t count, uint32_t *chance)
{
    return unit_next(chance) % 50 == 0 ? unit_next(chance) % count : i;
}

static uint32_t sawtooth(uint32_t i, uint32_t count, uint32_t *chance)
{
    (void)count, (void)chance;
    return i % 17;
}

static void many_items_in_all_kinds_of_order(void **state)
{
    (void)state;
    enum { MANY = 30000 };
    static key_at *const kinds[] = {by_chance,    rising,      falling,       all_equal,
                                    of_two_kinds, up_and_down, nearly_sorted, sawtooth};
    static uint32_t keys[MANY];
    uint32_t chance = 11;
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (uint32_t count = 20; count <= MANY; count = count * 5 / 2) {
            for (uint32_t i = 0; i < count; i++)
                keys[i] = kinds[k](i, count, &chance);
            sort_keys(keys, count, 4);
            sort_keys(keys, count, 8);
        }
}

/* The worst case of a quicksort, after McIlroy, "A Killer Adversary for Quicksort": an item gets its value
 * when it is compared, and the likely pivot gets the lowest unused value. */
typedef struct killer {
    uint32_t *values; /* by item; `unset` is above all others */
    uint32_t unset, next, candidate;
    uint64_t comparisons;
} killer;

static int by_adversary(const void *left, const void *right, void *context)
{
    killer *k = context;
    const uint32_t a = key_of(left, 4), b = key_of(right, 4);
    k->comparisons++;
    if (k->values[a] == k->unset && k->values[b] == k->unset)
        k->values[a == k->candidate ? a : b] = k->next++;
    if (k->values[a] == k->unset)
        k->candidate = a;
    else if (k->values[b] == k->unset)
        k->candidate = b;
    return k->values[a] < k->values[b] ? -1 : k->values[a] > k->values[b];
}

static void the_worst_order_is_not_quadratic(void **state)
{
    (void)state;
    enum { MANY = 60000 };
    static uint32_t values[MANY], keys[MANY];
    static uint8_t items[MANY * 4];
    killer k = {.values = values, .unset = MANY, .next = 2};
    for (uint32_t i = 0; i < MANY; i++) {
        values[i] = MANY;
        put_item(items + 4 * (size_t)i, 4, i);
    }
    values[0] = 1; /* the first two are out of order, so that the items don't count as sorted */
    values[1] = 0;
    al_sort(items, MANY, 4, by_adversary, &k);
    assert_in_range(k.comparisons, 0, most_comparisons(MANY));
    for (uint32_t i = 0; i < MANY; i++) /* sorts the resulting order again, with fixed values */
        keys[i] = values[i] < MANY ? values[i] : MANY - 1;
    sort_keys(keys, MANY, 4);
}

/* A random comparison: the order is undefined, but all accesses stay in the array. */
static int by_dice(const void *left, const void *right, void *context)
{
    (void)left, (void)right;
    return (int)(unit_next(context) % 3) - 1;
}

static int always(const void *left, const void *right, void *context)
{
    (void)left, (void)right;
    return *(const int *)context;
}

static void contradictions_do_no_harm(void **state)
{
    (void)state;
    static int answers[] = {-1, 0, 1};
    uint32_t chance = 5;
    for (size_t count = 1; count < 700; count += 1 + count / 3)
        for (size_t turn = 0; turn < 20; turn++) {
            uint8_t *items = malloc(count * 12), *kept = malloc(count * 12);
            assert_true(items != NULL && kept != NULL);
            for (size_t i = 0; i < count; i++)
                put_item(items + 12 * i, 12, (uint32_t)i);
            memcpy(kept, items, count * 12);
            if (turn < 3)
                al_sort(items, count, 12, always, &answers[turn]);
            else
                al_sort(items, count, 12, by_dice, &chance);
            counted c = {.size = 12};
            al_sort(items, count, 12, by_key, &c); /* all items are still there */
            assert_memory_equal(items, kept, count * 12);
            free(items);
            free(kept);
        }
}

static void nothing_is_in_order(void **state)
{
    (void)state;
    counted c = {.size = 4};
    uint8_t one[4] = {1, 2, 3, 4};
    al_sort(NULL, 0, 4, by_key, &c);
    al_sort(one, 1, 4, by_key, &c);
    assert_int_equal(c.comparisons, 0);
    assert_int_equal(one[0], 1);
}

static int by_byte(const void *left, const void *right, void *context)
{
    ++*(unsigned *)context;
    return (int)*(const uint8_t *)left - (int)*(const uint8_t *)right;
}

static void numbers_of_32_and_64_bits(void **state)
{
    (void)state;
    static const uint64_t numbers[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_MAX - 1, UINT64_MAX};
    enum { COUNT = sizeof numbers / sizeof numbers[0] };
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            const int order = al_compare_u64(&numbers[i], &numbers[j], NULL);
            assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
            const uint32_t high[] = {(uint32_t)i << 29, (uint32_t)j << 29};
            assert_int_equal(al_compare_u32(&high[0], &high[1], NULL), (i > j) - (i < j));
        }
}

/* Every number is looked up among up to forty items, some of them equal. */
static void places_among_the_sorted(void **state)
{
    (void)state;
    uint8_t items[40];
    for (size_t i = 0; i < sizeof items; i++)
        items[i] = (uint8_t)(10 + i / 3 * 2);
    for (size_t count = 0; count <= sizeof items; count++)
        for (unsigned wanted = 0; wanted < 50; wanted++) {
            const uint8_t byte = (uint8_t)wanted;
            unsigned comparisons = 0;
            size_t expected = 0;
            while (expected < count && items[expected] < byte)
                expected++;
            assert_int_equal(al_lower_bound(items, count, 1, &byte, by_byte, &comparisons), expected);
            assert_in_range(comparisons, 0, 6); /* the logarithm of 40 */
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(items_of_all_sizes),
        cmocka_unit_test(many_items_in_all_kinds_of_order),
        cmocka_unit_test(the_worst_order_is_not_quadratic),
        cmocka_unit_test(contradictions_do_no_harm),
        cmocka_unit_test(nothing_is_in_order),
        cmocka_unit_test(numbers_of_32_and_64_bits),
        cmocka_unit_test(places_among_the_sorted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
