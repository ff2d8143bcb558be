/* reduce_finite_test.c: whether floats are finite, compared with a twin. */
#include "twins.h"

#include "core/reduce/floats.h"

/* ---- Floats in items ----------------------------------------------------------------------------------- */

static bool any_not_finite(const item_block *x, size_t at)
{
    for (size_t item = 0; item < x->count; item++)
        if (!isfinite(al_f32_at(x->span, item * x->stride + at)))
            return true;
    return false;
}

static void floats_of_items(void **state)
{
    (void)state;
    uint32_t chance = 61;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t stride = round % 3 == 0 ? 4 : 4 + upto(20, &chance),
                     at = upto((uint32_t)stride - 4, &chance);
        item_block x = new_items(some_count(&chance), stride);
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++) /* the greatest finite values, and all below */
            put_u32(at_item(&x, item, at),
                    upto(1, &chance) == 0 ? 0xFF7FFFFF : any_bits(&chance) & 0xBFFFFFFF);
        if (x.count > 0 && upto(1, &chance) == 0)
            put_u32(at_item(&x, some_item(&x, &chance), at), 0x7F800000 | (any_bits(&chance) & 0x807FFFFF));
        assert_int_equal(al_any_not_finite_at(x.span, stride, at), any_not_finite(&x, at));
        assert_int_equal(al_any_not_finite_at(big_endian(x.span), stride, at), x.count > 0);
        if (stride == 4) {
            assert_int_equal(al_any_f32_not_finite(x.span), any_not_finite(&x, 0));
            assert_int_equal(al_any_f32_not_finite(big_endian(x.span)), x.count > 0);
        }
        free_items(&x);
    }
}

/* Each power with the greatest float below it and the least one from it on. */
static void magnitudes(void **state)
{
    (void)state;
    enum { FLOATS = 150 }; /* two blocks, and some */
    for (uint32_t power = 0; power <= 127; power++) {
        const uint32_t least = (127 + power) << 23;
        for (size_t number = 0; number < FLOATS; number++) {
            uint8_t bytes[FLOATS * 4];
            for (size_t i = 0; i < FLOATS; i++)
                put_u32(bytes + 4 * i, (i % 2 == 0 ? 0x80000000u : 0) | (least - 1));
            assert_false(al_any_f32_beyond(al_span_of(bytes, sizeof bytes), power));
            put_u32(bytes + 4 * number, (number % 3 == 0 ? 0x80000000u : 0) | least);
            assert_true(al_any_f32_beyond(al_span_of(bytes, sizeof bytes), power));
            put_u32(bytes + 4 * number, number % 3 == 0 ? 0x7F800000u : 0xFFC00000u);
            assert_true(al_any_f32_beyond(al_span_of(bytes, sizeof bytes), power));
        }
    }
    assert_false(al_any_f32_beyond((al_span){.len = 0}, 0));
    assert_true(al_any_f32_beyond(big_endian(al_span_of("\0\0\0\0", 4)), 0)); /* unsupported: yes */
    assert_true(al_any_f32_beyond(big_endian(al_span_of("", 1)), 0));
    assert_true(al_any_not_finite_at(big_endian(al_span_of("", 1)), 4, 0));
    assert_false(al_any_f32_beyond(big_endian((al_span){.len = 0}), 0));
}

/* ---- Words of all kinds, in patterns ------------------------------------------------------------------- */

enum { KINDS = AL_LANE_FAR_F32 + 1 };

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
    memcpy(&value, &word, sizeof value);
    switch (kind) {
    case AL_LANE_OTHER: return false;
    case AL_LANE_F32: return !isfinite(value);
    case AL_LANE_NEAR_F32: return !(fabsf(value) < 524288.0f);
    case AL_LANE_FAR_F32: return !(fabsf(value) < 549755813888.0f);
    case AL_LANE_F16_PAIR: return word / 1024 % 32 == 31 || word / 65536 / 1024 % 32 == 31;
    }
    return false;
}

static void compare_word(uint32_t word)
{
    static const al_lane_kind kinds[] = {AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F16_PAIR, AL_LANE_NEAR_F32,
                                         AL_LANE_FAR_F32};
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

/* The word with the greatest magnitude that is right, with all bits set that don't count. */
static uint32_t greatest_right(al_lane_kind kind)
{
    switch (kind) {
    case AL_LANE_OTHER: return UINT32_MAX;
    case AL_LANE_F32: return 0xFF7FFFFF;
    case AL_LANE_F16_PAIR: return 0xFBFF7BFF;
    case AL_LANE_NEAR_F32: return 0xC8FFFFFF;
    case AL_LANE_FAR_F32: return 0xD2FFFFFF;
    }
    return 0;
}

/* The word with the least magnitude that is wrong. */
static uint32_t least_wrong(al_lane_kind kind, bool odd)
{
    switch (kind) {
    case AL_LANE_OTHER:
    case AL_LANE_F32: return 0x7F800000;
    case AL_LANE_F16_PAIR: return odd ? 0xFC000000 : 0x00007C00;
    case AL_LANE_NEAR_F32: return 0x49000000;
    case AL_LANE_FAR_F32: return 0x53000000;
    }
    return 0;
}

/* The item `bad` is found from every item up to it, and nothing behind it. */
static void assert_next(al_span s, const al_lanes *lanes, size_t stride, uint64_t bad)
{
    const uint64_t items = s.len / stride;
    for (uint64_t from = 0; from <= items; from += 1 + from / 3)
        assert_int_equal(al_next_not_finite(s, lanes, stride, from), from <= bad ? bad : items);
}

/* Items of `words` words: each word in turn is the only one that is not finite. The kernel works on patterns
 * of many items, so windows of every number of items are tested, with whole patterns and parts of one. */
static void compare_items(const al_lane_kind *kinds, uint32_t words, size_t items)
{
    static al_lanes lanes; /* large */
    const size_t size = (size_t)words * 4 * items;
    uint8_t *block = malloc(size + 1);
    uint8_t *bytes = block + 1; /* at an odd address */
    assert_non_null(block);
    assert_true(al_lanes_set(&lanes, kinds, words));
    for (size_t i = 0; i < size / 4; i++)
        put_u32(bytes + 4 * i, greatest_right(kinds[i % words]));
    assert_false(al_any_not_finite(al_span_of(bytes, size), &lanes));
    assert_next(al_span_of(bytes, size), &lanes, (size_t)words * 4, items);
    for (size_t i = 0; i < size / 4; i++) {
        uint8_t was[4];
        const al_lane_kind kind = kinds[i % words];
        memcpy(was, bytes + 4 * i, 4);
        put_u32(bytes + 4 * i, least_wrong(kind, i % 2 != 0));
        const bool found = al_any_not_finite(al_span_of(bytes, size), &lanes);
        assert_next(al_span_of(bytes, size), &lanes, (size_t)words * 4,
                    kind != AL_LANE_OTHER ? i / words : items);
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
            kinds[i] = (al_lane_kind)(unit_next(&chance) % KINDS);
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
        kinds[i] = (al_lane_kind)(i % KINDS);
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
    assert_false(al_lanes_set(&lanes, &kind, 0)); /* without a pattern no item is checked */
    assert_false(al_any_not_finite(al_span_of("\xFF\xFF\xFF\xFF", 4), &lanes));
    assert_true(al_lanes_set(&lanes, &kind, 1));
    assert_true(al_any_not_finite(big_endian(al_span_of("\0\0\0\0", 4)), &lanes)); /* unsupported: yes */
    assert_true(al_any_not_finite(big_endian(al_span_of("", 1)), &lanes));
    assert_false(al_any_not_finite(big_endian((al_span){.len = 0}), &lanes));
    assert_int_equal(al_next_not_finite((al_span){.len = 0}, &lanes, 4, 0), 0);
    assert_int_equal(al_next_not_finite(big_endian(al_span_of("\0\0\0\0\0\0\0\0", 8)), &lanes, 4, 1), 1);
    assert_int_equal(al_next_not_finite(big_endian(al_span_of("\0\0\0\0\0\0\0\0", 8)), &lanes, 4, 2), 2);
    assert_false(al_lanes_set(&lanes, &kind, 0));
    assert_int_equal(al_next_not_finite(al_span_of("\xFF\xFF\xFF\xFF", 4), &lanes, 4, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_items),    cmocka_unit_test(magnitudes),
        cmocka_unit_test(every_kind_of_word), cmocka_unit_test(odd_items_and_parts_of_a_pattern),
        cmocka_unit_test(the_largest_items),  cmocka_unit_test(patterns_are_whole_items),
        cmocka_unit_test(nothing_is_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
