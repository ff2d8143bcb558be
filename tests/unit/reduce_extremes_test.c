/* reduce_extremes_test.c: maximum, range, the number of different values, and whether values rise: each
 * compared with its twin.
 */
#include "twins.h"

#include "core/reduce/floats.h"
#include "core/reduce/indices.h"

/* ---- Scalars ------------------------------------------------------------------------------------------- */

static void compare_u16(al_span s)
{
    uint16_t greatest = 0;
    for (uint64_t at = 0; at < s.len; at += 2) {
        const uint16_t value = al_u16_at(s, at);
        greatest = value > greatest ? value : greatest;
    }
    assert_int_equal(al_max_u16(s), greatest);
}

static void compare_u32(al_span s)
{
    uint32_t greatest = 0;
    for (uint64_t at = 0; at < s.len; at += 4)
        greatest = al_u32_at(s, at) > greatest ? al_u32_at(s, at) : greatest;
    assert_int_equal(al_max_u32(s), greatest);
}

static void greatest_scalars(void **state)
{
    (void)state;
    uint32_t chance = 21;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block narrow = new_items(some_count(&chance), 2), wide = new_items(some_count(&chance), 4);
        fill_with_chance(&narrow, &chance);
        fill_with_chance(&wide, &chance);
        if (narrow.count > 0)
            put_u16(at_item(&narrow, some_item(&narrow, &chance), 0), upto(1, &chance) == 0 ? 0 : UINT16_MAX);
        if (wide.count > 0)
            put_u32(at_item(&wide, some_item(&wide, &chance), 0), 0x80000000 + upto(1, &chance));
        compare_u16(narrow.span);
        compare_u16(big_endian(narrow.span));
        compare_u32(wide.span);
        compare_u32(big_endian(wide.span));
        free_items(&narrow);
        free_items(&wide);
    }
    compare_u16((al_span){.len = 0});
    compare_u32((al_span){.len = 0});
}

static uint32_t greatest_masked(al_span s, size_t stride, size_t at, uint32_t mask)
{
    uint32_t greatest = 0;
    for (uint64_t item = 0; item < s.len; item += stride) {
        const uint32_t value = al_u32_at(s, item + at) & mask;
        greatest = value > greatest ? value : greatest;
    }
    return greatest;
}

static void greatest_after_a_mask(void **state)
{
    (void)state;
    static const uint32_t masks[] = {UINT32_MAX, 0xFFFF, 0xFFFF0000, 0x80000000, 1, 0};
    uint32_t chance = 22;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t stride = round % 2 == 0 ? 8 : 4 + upto(20, &chance),
                     at = upto((uint32_t)stride - 4, &chance);
        const uint32_t mask = masks[round % (sizeof masks / sizeof masks[0])];
        item_block x = new_items(some_count(&chance), stride);
        fill_with_chance(&x, &chance);
        if (x.count > 0 && upto(1, &chance) == 0) /* the same in both byte orders */
            put_u32(at_item(&x, some_item(&x, &chance), at), UINT32_MAX);
        assert_int_equal(al_max_masked(x.span, stride, at, mask), greatest_masked(x.span, stride, at, mask));
        assert_int_equal(al_max_masked(big_endian(x.span), stride, at, mask),
                         greatest_masked(big_endian(x.span), stride, at, mask));
        free_items(&x);
    }
}

/* ---- Points -------------------------------------------------------------------------------------------- */

static void range_by_twin(al_span s, size_t stride, size_t at, float low[3], float high[3])
{
    for (uint64_t item = 0; item < s.len; item += stride)
        for (size_t i = 0; i < 3; i++) {
            const float value = al_f32_at(s, item + at + 4 * i);
            if (value < low[i])
                low[i] = value;
            if (value > high[i])
                high[i] = value;
        }
}

static void compare_range(al_span s, size_t stride, size_t at)
{
    float low[3] = {INFINITY, 0, 0.5f}, high[3] = {-INFINITY, 0, 0.25f};
    float wanted_low[3] = {INFINITY, 0, 0.5f}, wanted_high[3] = {-INFINITY, 0, 0.25f};
    al_range_f32x3(s, stride, at, low, high);
    range_by_twin(s, stride, at, wanted_low, wanted_high);
    assert_memory_equal(low, wanted_low, sizeof low);
    assert_memory_equal(high, wanted_high, sizeof high);
}

static void ranges_of_points(void **state)
{
    (void)state;
    uint32_t chance = 23;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t stride = 12 + upto(20, &chance), at = upto((uint32_t)stride - 12, &chance);
        item_block x = new_items(some_count(&chance), stride);
        fill_with_chance(&x, &chance);
        for (size_t i = 0; i < x.count; i++)
            for (size_t k = 0; k < 3; k++)
                put_f32(at_item(&x, i, at + 4 * k),
                        upto(30, &chance) == 0 ? odd_float(&chance) : share(&chance));
        compare_range(x.span, stride, at);
        compare_range(big_endian(x.span), stride, at);
        free_items(&x);
    }
}

static void diagonals_of_boxes(void **state)
{
    (void)state;
    static const float low[3] = {-1, -2, -3}, high[3] = {1, 1, 3}, far[3] = {FLT_MAX, FLT_MAX, FLT_MAX};
    static const float unknown[3] = {NAN, 0, 0};
    assert_true(al_box_diagonal(low, high) == 7);
    assert_true(al_box_diagonal(high, high) == 0);
    assert_true(isfinite(al_box_diagonal(low, far)));
    assert_true(isnan(al_box_diagonal(low, unknown)));
}

/* ---- Different values, and rising ones ----------------------------------------------------------------- */

static uint32_t count_by_twin(al_span s, size_t stride, size_t at)
{
    uint32_t count = 0;
    for (uint64_t item = 0; item < s.len; item += stride) {
        uint64_t before = 0;
        while (al_u16_at(s, before + at) != al_u16_at(s, item + at))
            before += stride;
        count += before == item;
    }
    return count;
}

static void different_values(void **state)
{
    (void)state;
    uint32_t chance = 25;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t stride = 2 + upto(6, &chance), at = upto((uint32_t)stride - 2, &chance);
        const uint16_t greatest = (uint16_t)(round % 3 == 0 ? UINT16_MAX : upto(40, &chance));
        const bool big = upto(1, &chance) == 0;
        item_block x = new_items(some_count(&chance), stride);
        fill_with_chance(&x, &chance);
        for (size_t i = 0; i < x.count; i++)
            put_bytes(at_item(&x, i, at), upto(greatest, &chance), 2, big);
        const al_span s = big ? big_endian(x.span) : x.span;
        assert_int_equal(al_count_distinct_u16(s, stride, at, greatest), count_by_twin(s, stride, at));
        free_items(&x);
    }
}

static bool f32_rise(al_span s, size_t stride, size_t at)
{
    for (uint64_t item = stride; item < s.len; item += stride)
        if (!(al_f32_at(s, item - stride + at) < al_f32_at(s, item + at)))
            return false;
    return true;
}

static bool u32_rise(al_span s, size_t stride, size_t at)
{
    for (uint64_t item = stride; item < s.len; item += stride)
        if (al_u32_at(s, item - stride + at) >= al_u32_at(s, item + at))
            return false;
    return true;
}

/* Rising numbers, with sometimes one that doesn't rise. */
static void numbers_that_rise(void **state)
{
    (void)state;
    uint32_t chance = 26;
    size_t rose = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        const size_t stride = 8 + upto(12, &chance), at = upto((uint32_t)stride - 8, &chance);
        item_block x = new_items(some_count(&chance), stride);
        uint32_t number = 0x7FFFFF00 + upto(200, &chance); /* through 2^31 */
        fill_with_chance(&x, &chance);
        for (size_t i = 0; i < x.count; i++, number += 1 + upto(3, &chance)) {
            put_f32(at_item(&x, i, at), (float)i * 0.25f - 2);
            put_u32(at_item(&x, i, at + 4), number);
        }
        if (x.count > 1 && upto(1, &chance) == 0) {
            const size_t place = some_item(&x, &chance), other = place > 0 ? place - 1 : 1;
            put_f32(at_item(&x, place, at),
                    upto(1, &chance) == 0 ? odd_float(&chance) : al_f32_at(x.span, other * stride + at));
            put_u32(at_item(&x, place, at + 4),
                    al_u32_at(x.span, other * stride + at + 4) - upto(1, &chance));
        }
        rose += f32_rise(x.span, stride, at) && u32_rise(x.span, stride, at + 4);
        assert_int_equal(al_any_not_rising(x.span, stride, at), !f32_rise(x.span, stride, at));
        assert_int_equal(al_any_not_rising_u32(x.span, stride, at + 4), !u32_rise(x.span, stride, at + 4));
        assert_int_equal(al_any_not_rising(big_endian(x.span), stride, at), x.count > 0); /* no answer */
        assert_int_equal(al_any_not_rising_u32(big_endian(x.span), stride, at), x.count > 0);
        free_items(&x);
    }
    assert_in_range(rose, ROUNDS / 4, ROUNDS * 3 / 4);
}

/* The last pair ends with the span; what lies behind it is no number. */
static void numbers_that_rise_up_to_the_end(void **state)
{
    (void)state;
    for (size_t count = 2; count <= 4; count++)
        for (unsigned rises = 0; rises < 2; rises++) {
            uint8_t floats[24] = {0}, numbers[24] = {0};
            for (size_t i = 0; i < count; i++) {
                const uint32_t value = (uint32_t)i + 1 - (i == count - 1 && rises == 0);
                put_f32(&floats[4 * i], (float)value);
                put_u32(&numbers[4 * i], value);
            }
            const al_span f = al_span_of(floats, 4 * count), n = al_span_of(numbers, 4 * count);
            assert_int_equal(al_any_not_rising(f, 4, 0), rises == 0);
            assert_int_equal(al_any_not_rising_u32(n, 4, 0), rises == 0);
            /* One byte more is no number more. */
            assert_int_equal(al_any_not_rising(al_span_of(floats, f.len + 1), 4, 0), rises == 0);
            assert_int_equal(al_any_not_rising_u32(al_span_of(numbers, n.len + 1), 4, 0), rises == 0);
        }
}

/* A value of which only a part is inside is none, whatever lies behind. */
static void half_a_value_does_not_count(void **state)
{
    (void)state;
    static const uint8_t words[] = {1, 0, 0, 1, 2, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF};
    static const uint8_t bytes[] = {1, 0, 2, 0};
    for (size_t length = 8; length <= 12; length++) {
        const al_span s = al_span_of(words, length);
        assert_true(al_max_masked(s, 4, 0, UINT32_MAX) == (length < 12 ? 0x02000002 : UINT32_MAX));
        assert_true(al_max_masked(big_endian(s), 4, 0, UINT32_MAX) ==
                    (length < 12 ? 0x02000002 : UINT32_MAX));
    }
    assert_int_equal(al_count_distinct_u16(al_span_of(bytes, 1), 2, 0, 2), 0);
    assert_int_equal(al_count_distinct_u16(al_span_of(bytes, 3), 2, 0, 2), 1);
    assert_int_equal(al_count_distinct_u16(al_span_of(bytes, 4), 2, 0, 2), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greatest_scalars),
        cmocka_unit_test(greatest_after_a_mask),
        cmocka_unit_test(ranges_of_points),
        cmocka_unit_test(diagonals_of_boxes),
        cmocka_unit_test(different_values),
        cmocka_unit_test(numbers_that_rise),
        cmocka_unit_test(numbers_that_rise_up_to_the_end),
        cmocka_unit_test(half_a_value_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
