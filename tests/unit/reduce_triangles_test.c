/* reduce_triangles_test.c: lists of triangles of either width and byte order, compared with a twin that reads
 * their indices one by one.
 */
#include "twins.h"

#include "core/reduce/indices.h"

typedef struct answers {
    uint64_t twice; /* triangles that use a vertex twice */
    uint32_t greatest;
    uint8_t *seen;
} answers;

static answers twin_of(const uint32_t *indices, size_t count, uint32_t vertices)
{
    answers a = {.seen = calloc(vertices + 1u, 1)};
    assert_non_null(a.seen);
    for (size_t i = 0; i < count; i++) {
        a.greatest = indices[i] > a.greatest ? indices[i] : a.greatest;
        if (indices[i] < vertices)
            a.seen[indices[i]] = 1;
        if (i % 3 == 2)
            a.twice += indices[i - 2] == indices[i - 1] || indices[i - 2] == indices[i] ||
                       indices[i - 1] == indices[i];
    }
    return a;
}

static item_block list_of(const uint32_t *indices, size_t count, size_t size, bool big)
{
    item_block x = new_items(count, size);
    for (size_t i = 0; i < count; i++)
        put_bytes(at_item(&x, i, 0), indices[i], size, big);
    x.span.big_endian = big;
    return x;
}

static void compare_narrow(const uint32_t *indices, size_t count, uint32_t vertices, bool big)
{
    item_block x = list_of(indices, count, 2, big);
    answers wanted = twin_of(indices, count, vertices);
    uint8_t *seen = calloc(vertices + 1u, 1);
    assert_non_null(seen);
    assert_int_equal(al_scan_triangles_u16(x.span, vertices > 0 ? seen : NULL, vertices), wanted.twice);
    assert_memory_equal(seen, wanted.seen, vertices + 1u); /* the last byte belongs to no index */
    assert_int_equal(al_any_degenerate_u16(x.span), wanted.twice > 0);
    free(seen);
    free(wanted.seen);
    free_items(&x);
}

static void compare_wide(const uint32_t *indices, size_t count, uint32_t vertices, bool big)
{
    item_block x = list_of(indices, count, 4, big);
    answers wanted = twin_of(indices, count, vertices);
    uint8_t *seen = calloc(vertices + 1u, 1);
    bool degenerate = wanted.twice == 0;
    assert_non_null(seen);
    assert_int_equal(al_scan_triangles_u32(x.span, vertices > 0 ? seen : NULL, vertices), wanted.twice);
    assert_memory_equal(seen, wanted.seen, vertices + 1u);
    assert_int_equal(al_max_of_triangles_u32(x.span, &degenerate), wanted.greatest);
    assert_int_equal(degenerate, wanted.twice > 0);
    free(seen);
    free(wanted.seen);
    free_items(&x);
}

/* Indices of 16 bits. */
static void compare_all(const uint32_t *indices, size_t count, uint32_t vertices)
{
    for (unsigned big = 0; big < 2; big++) {
        compare_narrow(indices, count, vertices, big == 1);
        compare_wide(indices, count, vertices, big == 1);
    }
}

static void every_small_triangle(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 4 * 4 * 4; n++) {
        const uint32_t corners[3] = {n % 4, n / 4 % 4, n / 16};
        for (uint32_t vertices = 0; vertices <= 4; vertices++)
            compare_all(corners, 3, vertices);
    }
}

/* Lists of all lengths, also with an incomplete last triangle; few vertices, which repeat, and many. */
static void lists_of_triangles(void **state)
{
    (void)state;
    static const uint32_t most[] = {3, 29, 1000, UINT16_MAX};
    uint32_t chance = 71, indices[MOST_ITEMS];
    for (size_t count = 0; count <= MOST_ITEMS; count++)
        for (size_t turn = 0; turn < 8; turn++) {
            for (size_t i = 0; i < count; i++)
                indices[i] = upto(most[turn % 4], &chance);
            compare_all(indices, count, upto(30, &chance));
        }
}

/* Neighbouring triangles share indices, so only the right grouping finds exactly the planted triangle. */
static void one_triangle_in_each_place(void **state)
{
    (void)state;
    enum { INDICES = 37 * 3 };
    uint32_t indices[INDICES];
    for (uint32_t i = 0; i < INDICES; i++)
        indices[i] = i / 3 % 2 == 0 ? i % 3 : 2 - i % 3;
    for (size_t i = 0; i < INDICES; i++) {
        const uint32_t was = indices[i];
        indices[i] = indices[i / 3 * 3 + (i + 1) % 3];
        for (size_t count = 0; count <= INDICES; count += 3)
            compare_all(indices, count, 3);
        indices[i] = was;
    }
}

static void indices_of_32_bits(void **state)
{
    (void)state;
    static const uint32_t odd[] = {0, 1, 0x7FFFFFFF, 0x80000000, UINT32_MAX - 1, UINT32_MAX};
    uint32_t chance = 72, indices[MOST_ITEMS];
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t count = some_count(&chance);
        for (size_t i = 0; i < count; i++)
            indices[i] = upto(4, &chance) == 0 ? odd[upto(5, &chance)] : any_bits(&chance);
        compare_wide(indices, count, upto(9, &chance), round % 2 == 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_triangle),
        cmocka_unit_test(lists_of_triangles),
        cmocka_unit_test(one_triangle_in_each_place),
        cmocka_unit_test(indices_of_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
