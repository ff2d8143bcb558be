/* arrays_test.c: the questions of core/reduce to large arrays, and half floats, against slow and simple
 * twins. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/reduce/extremes.h"
#include "core/reduce/finite.h"
#include "core/reduce/triangles.h"
#include "core/span.h"

static void put_u16(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value % 256);
    at[1] = (uint8_t)(value / 256 % 256);
}

static void put_u32(uint8_t *at, uint32_t value)
{
    put_u16(at, value % 65536);
    put_u16(at + 2, value / 65536);
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* ---- Half floats --------------------------------------------------------------------------------------- */

/* IEEE 754 binary16 by its definition: a sign, 5 bits of exponent biased by 15, 10 of fraction. */
static double half_by_definition(uint32_t half)
{
    const int exponent = (int)(half / 1024 % 32);
    const double fraction = (double)(half % 1024);
    double magnitude;
    if (exponent == 31)
        magnitude = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        magnitude = ldexp(fraction / 1024, -14);
    else
        magnitude = ldexp(1 + fraction / 1024, exponent - 15);
    return half >= 0x8000 ? -magnitude : magnitude;
}

static void every_half_float(void **state)
{
    (void)state;
    for (uint32_t half = 0; half <= UINT16_MAX; half++) {
        uint8_t bytes[2];
        put_u16(bytes, half);
        const float got = al_f16_at(al_span_of(bytes, 2), 0);
        const double wanted = half_by_definition(half);
        const bool same = isnan(wanted) ? isnan(got) && bits_of(got) >> 31 == half >> 15
                                        : bits_of(got) == bits_of((float)wanted); /* -0 is not 0 */
        if (!same)
            fail_msg("half 0x%04x is %a, not %a", half, (double)got, wanted);
    }
}

static void known_half_floats(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x00, 0x3C, 0x01, 0x00, 0xFF, 0x03, 0x00, 0x04,
                                    0xFF, 0x7B, 0x00, 0x7C, 0x00, 0x80, 0xFF};
    const al_span s = al_span_of(bytes, sizeof bytes);
    assert_true(al_f16_at(s, 0) == 1.0f);
    assert_true(al_f16_at(s, 2) == 5.9604644775390625e-8f); /* the least: 2^-24 */
    assert_true(al_f16_at(s, 4) == 6.097555160522461e-5f);  /* the greatest subnormal */
    assert_true(al_f16_at(s, 6) == 6.103515625e-5f);        /* the least normal: 2^-14 */
    assert_true(al_f16_at(s, 8) == 65504.0f);               /* the greatest */
    assert_true(isinf(al_f16_at(s, 10)));
    assert_true(signbit(al_f16_at(s, 12)) != 0);
    assert_int_equal(bits_of(al_f16_at(s, 13)), bits_of(al_f16_at(al_span_of("\x80\xFF", 2), 0)));
    assert_int_equal(bits_of(al_f16_at(s, 14)), 0); /* one byte is left of it */
    assert_int_equal(bits_of(al_f16_at(s, UINT64_MAX)), 0);
}

/* ---- The greatest -------------------------------------------------------------------------------------- */

static void greatest_16(void **state)
{
    (void)state;
    enum { MOST = 70 };
    assert_int_equal(al_max_u16((al_span){.len = 0}), 0);
    for (size_t count = 1; count <= MOST; count++) {
        uint8_t *block = malloc(2 * count + 1);
        assert_non_null(block);
        for (size_t at = 0; at < count; at++) {
            for (size_t i = 0; i < count; i++)
                put_u16(block + 1 + 2 * i, i == at ? 0x8001 : 0x7FFF - (uint32_t)i);
            assert_int_equal(al_max_u16(al_span_of(block + 1, 2 * count)), 0x8001); /* at an odd address */
        }
        free(block);
    }
    assert_int_equal(al_max_u16(al_span_of("\xFF\xFF\x01\x00", 4)), 0xFFFF);
}

static void greatest_32(void **state)
{
    (void)state;
    enum { MOST = 70 };
    assert_int_equal(al_max_u32((al_span){.len = 0}), 0);
    for (size_t count = 1; count <= MOST; count++) {
        uint8_t *block = malloc(4 * count + 1);
        assert_non_null(block);
        for (size_t at = 0; at < count; at++) {
            for (size_t i = 0; i < count; i++)
                put_u32(block + 1 + 4 * i, i == at ? 0x80000001 : 0x7FFFFFFF - (uint32_t)i);
            assert_int_equal(al_max_u32(al_span_of(block + 1, 4 * count)), 0x80000001);
        }
        free(block);
    }
    assert_int_equal(al_max_u32(al_span_of("\xFF\xFF\xFF\xFF\x01\x00\x00\x00", 8)), UINT32_MAX);
}

/* ---- Triangles ----------------------------------------------------------------------------------------- */

/* One list of indices, in both widths, against a twin that takes them one by one. */
static void compare_triangles(const uint32_t *indices, size_t count, uint32_t vertices)
{
    uint8_t *narrow = malloc(2 * count + 1), *wide = malloc(4 * count + 1);
    uint8_t *seen16 = calloc(vertices + 1u, 1), *seen32 = calloc(vertices + 1u, 1);
    uint8_t *wanted = calloc(vertices + 1u, 1);
    uint64_t twice = 0;
    assert_true(narrow != NULL && wide != NULL && seen16 != NULL && seen32 != NULL && wanted != NULL);
    for (size_t i = 0; i < count; i++) {
        put_u16(narrow + 2 * i, indices[i]);
        put_u32(wide + 4 * i, indices[i]);
        if (indices[i] < vertices)
            wanted[indices[i]] = 1;
        if (i % 3 == 2) {
            const uint32_t a = indices[i - 2], b = indices[i - 1], c = indices[i];
            twice += a == b || a == c || b == c ? 1 : 0;
        }
    }
    assert_int_equal(al_scan_triangles_u16(al_span_of(narrow, 2 * count), seen16, vertices), twice);
    assert_int_equal(al_scan_triangles_u32(al_span_of(wide, 4 * count), seen32, vertices), twice);
    assert_memory_equal(seen16, wanted, vertices + 1u); /* the last byte is of no vertex */
    assert_memory_equal(seen32, wanted, vertices + 1u);
    free(narrow);
    free(wide);
    free(seen16);
    free(seen32);
    free(wanted);
}

static void every_small_triangle(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < 4 * 4 * 4; n++) {
        const uint32_t corners[3] = {n % 4, n / 4 % 4, n / 16};
        for (uint32_t vertices = 0; vertices <= 4; vertices++)
            compare_triangles(corners, 3, vertices);
    }
}

static void lists_of_triangles(void **state)
{
    (void)state;
    enum { MOST = 50 };
    uint32_t chance = 1;
    uint32_t indices[MOST];
    for (size_t count = 0; count <= MOST; count++) {
        for (unsigned turn = 0; turn < 20; turn++) {
            for (size_t i = 0; i < count; i++)
                indices[i] = unit_next(&chance) % (turn < 10 ? 4 : 30);
            compare_triangles(indices, count, 1 + unit_next(&chance) % 30);
        }
    }
}

/* What is behind the last whole triangle is seen, and no triangle. */
static void indices_behind_the_last_triangle(void **state)
{
    (void)state;
    static const uint8_t narrow[] = {0, 0, 1, 0, 2, 0, 3, 0, 3, 0};
    static const uint8_t wide[] = {0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0};
    uint8_t seen[5] = {0};
    assert_int_equal(al_scan_triangles_u16(al_span_of(narrow, sizeof narrow), seen, 5), 0);
    assert_memory_equal(seen, "\1\1\1\1\0", 5);
    memset(seen, 0, sizeof seen);
    assert_int_equal(al_scan_triangles_u32(al_span_of(wide, sizeof wide), seen, 5), 0);
    assert_memory_equal(seen, "\1\1\1\1\0", 5);
}

static void indices_of_no_vertex_are_only_counted(void **state)
{
    (void)state;
    static const uint8_t narrow[] = {0xFF, 0xFF, 0xFE, 0xFF, 0xFF, 0xFF, 2, 0, 3, 0, 4, 0};
    static const uint8_t wide[] = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0};
    uint8_t seen[3] = {0};
    assert_int_equal(al_scan_triangles_u16(al_span_of(narrow, sizeof narrow), seen, 3), 1);
    assert_memory_equal(seen, "\0\0\1", 3);
    assert_int_equal(al_scan_triangles_u16(al_span_of(narrow, sizeof narrow), NULL, 0), 1);
    assert_int_equal(al_scan_triangles_u32(al_span_of(wide, sizeof wide), NULL, 0), 1);
    assert_int_equal(al_scan_triangles_u16((al_span){.len = 0}, NULL, 0), 0);
    assert_int_equal(al_scan_triangles_u32((al_span){.len = 0}, NULL, 0), 0);
}

/* ---- What is not finite -------------------------------------------------------------------------------- */

static bool one_word_is_not_finite(uint32_t word, al_lane_kind kind)
{
    al_lanes lanes;
    uint8_t bytes[4];
    put_u32(bytes, word);
    assert_true(al_lanes_set(&lanes, &kind, 1));
    return al_any_not_finite(al_span_of(bytes, 4), &lanes);
}

static bool by_isfinite(uint32_t word, al_lane_kind kind)
{
    float value;
    switch (kind) {
    case AL_LANE_OTHER: return false;
    case AL_LANE_F32: memcpy(&value, &word, sizeof value); return !isfinite(value);
    case AL_LANE_F16_PAIR:
        return !isfinite(half_by_definition(word % 65536)) || !isfinite(half_by_definition(word / 65536));
    }
    return false;
}

static void compare_word(uint32_t word)
{
    static const al_lane_kind kinds[] = {AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F16_PAIR};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (one_word_is_not_finite(word, kinds[i]) != by_isfinite(word, kinds[i]))
            fail_msg("word 0x%08x of kind %d is taken for the wrong thing", word, (int)kinds[i]);
}

/* Every sign and exponent of a float with every kind of fraction, every half in both places. */
static void every_kind_of_word(void **state)
{
    (void)state;
    static const uint32_t fractions[] = {0, 1, 0x3FFFFF, 0x400000, 0x400001, 0x7FFFFE, 0x7FFFFF, 0x2AAAAA};
    static const uint32_t others[] = {0, 0x7BFF, 0x7C00, 0x7FFF, 0x8000, 0xFBFF, 0xFC00, 0xFFFF};
    for (uint32_t top = 0; top < 512; top++)
        for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++)
            compare_word(top * 0x800000 + fractions[i]);
    for (uint32_t half = 0; half <= UINT16_MAX; half++)
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            compare_word(half * 65536 + others[i]);
            compare_word(others[i] * 65536 + half);
        }
}

/* Items of `words` words: each word in turn is the only one that is not finite. The kernel goes by patterns
 * of many items, so windows of every number of items, whole patterns and parts of one, are tried. */
static void compare_items(const al_lane_kind *kinds, uint32_t words, size_t items)
{
    static al_lanes lanes; /* large */
    const size_t size = (size_t)words * 4 * items;
    uint8_t *block = malloc(size + 1);
    uint8_t *bytes = block + 1; /* at an odd address */
    assert_non_null(block);
    assert_true(al_lanes_set(&lanes, kinds, words));
    for (size_t i = 0; i < size / 4; i++) /* the greatest exponents that are finite, and all the rest set */
        put_u32(bytes + 4 * i, kinds[i % words] == AL_LANE_F16_PAIR
                                   ? 0xFBFF7BFF
                                   : (kinds[i % words] == AL_LANE_F32 ? 0xFF7FFFFF : UINT32_MAX));
    assert_false(al_any_not_finite(al_span_of(bytes, size), &lanes));
    for (size_t i = 0; i < size / 4; i++) {
        uint8_t was[4];
        const al_lane_kind kind = kinds[i % words];
        memcpy(was, bytes + 4 * i, 4);
        put_u32(bytes + 4 * i,
                kind == AL_LANE_F16_PAIR ? (i % 2 == 0 ? 0x00007C00 : 0xFC000000) : 0x7F800000);
        const bool found = al_any_not_finite(al_span_of(bytes, size), &lanes);
        memcpy(bytes + 4 * i, was, 4);
        if (found != (kind != AL_LANE_OTHER))
            fail_msg("items of %u words, word %zu of %zu", words, i, size / 4);
    }
    free(block);
}

static void odd_items_and_parts_of_a_pattern(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 23, 31, 33, 63, 64};
    al_lane_kind kinds[64];
    uint32_t chance = 7;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (uint32_t i = 0; i < sizes[s]; i++)
            kinds[i] = (al_lane_kind)(unit_next(&chance) % 3);
        for (size_t items = 1; items * sizes[s] <= 600; items += 1 + items / 9)
            compare_items(kinds, sizes[s], items);
    }
}

static void the_largest_items(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {65, 127, 255, 256, 257, 511, AL_LANES_MAX};
    static al_lane_kind kinds[AL_LANES_MAX + 1];
    static al_lanes lanes;
    for (uint32_t i = 0; i <= AL_LANES_MAX; i++)
        kinds[i] = i % 3 == 0 ? AL_LANE_F32 : (i % 3 == 1 ? AL_LANE_OTHER : AL_LANE_F16_PAIR);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (size_t items = 1; items <= 3; items++)
            compare_items(kinds, sizes[s], items);
    assert_false(al_lanes_set(&lanes, kinds, AL_LANES_MAX + 1));
    assert_false(al_lanes_set(&lanes, kinds, UINT32_MAX));
    assert_false(al_lanes_set(&lanes, kinds, 0));
}

static void patterns_are_whole_items(void **state)
{
    (void)state;
    static al_lane_kind kinds[AL_LANES_MAX];
    static al_lanes lanes;
    for (uint32_t i = 0; i < AL_LANES_MAX; i++)
        kinds[i] = (al_lane_kind)(i % 3);
    for (uint32_t words = 1; words <= AL_LANES_MAX; words++) {
        assert_true(al_lanes_set(&lanes, kinds, words));
        assert_in_range(lanes.words, words, AL_LANES_MAX);
        assert_int_equal(lanes.words % words, 0);
        for (uint32_t i = 0; i < lanes.words; i++)
            assert_int_equal(lanes.mask[i], lanes.mask[i % words]);
    }
}

static void nothing_is_finite(void **state)
{
    (void)state;
    const al_lane_kind kind = AL_LANE_F32;
    al_lanes lanes;
    assert_true(al_lanes_set(&lanes, &kind, 1));
    assert_false(al_any_not_finite((al_span){.len = 0}, &lanes));
    assert_false(al_lanes_set(&lanes, &kind, 0)); /* and without a pattern nothing is looked at */
    assert_false(al_any_not_finite(al_span_of("\xFF\xFF\xFF\xFF", 4), &lanes));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_half_float),
        cmocka_unit_test(known_half_floats),
        cmocka_unit_test(greatest_16),
        cmocka_unit_test(greatest_32),
        cmocka_unit_test(every_small_triangle),
        cmocka_unit_test(lists_of_triangles),
        cmocka_unit_test(indices_behind_the_last_triangle),
        cmocka_unit_test(indices_of_no_vertex_are_only_counted),
        cmocka_unit_test(every_kind_of_word),
        cmocka_unit_test(odd_items_and_parts_of_a_pattern),
        cmocka_unit_test(the_largest_items),
        cmocka_unit_test(patterns_are_whole_items),
        cmocka_unit_test(nothing_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
