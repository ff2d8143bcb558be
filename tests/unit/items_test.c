/* items_test.c: scalars of big-endian spans, and the questions that are asked of many items at once. They may
 * say yes too often, which only costs time, and never no when it isn't so. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/bytes.h"

enum { ITEMS = 5, STRIDE = 8 };

static al_span big_endian(const void *bytes, size_t size)
{
    al_span s = al_span_of(bytes, size);
    s.big_endian = true;
    return s;
}

static void put_u32(uint8_t *p, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        p[i] = (uint8_t)(value >> (8 * i) & 0xFF);
}

static void put_f32(uint8_t *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_u32(p, bits);
}

static void put_i16(uint8_t *p, int value)
{
    p[0] = (uint8_t)((unsigned)value & 0xFF);
    p[1] = (uint8_t)((unsigned)value >> 8 & 0xFF);
}

/* ---- Byte order ---------------------------------------------------------------------------------------- */

static void scalars_of_either_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0x80, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x87};
    const al_span little = al_span_of(bytes, 8), big = big_endian(bytes, 8);
    assert_int_equal(al_u8_at(big, 0), 0x80);
    assert_int_equal(al_u16_at(little, 0), 0x0180);
    assert_int_equal(al_u16_at(big, 0), 0x8001);
    assert_int_equal(al_i16_at(big, 0), -0x7FFF);
    assert_int_equal(al_u32_at(little, 0), 0x03020180);
    assert_int_equal(al_u32_at(big, 0), 0x80010203);
    assert_int_equal(al_i32_at(big, 0), -0x7FFEFDFD);
    assert_true(al_u64_at(little, 0) == 0x8706050403020180);
    assert_true(al_u64_at(big, 0) == 0x8001020304050687);
    assert_int_equal(al_u32_at(big, 4), 0x04050687);
    assert_int_equal(al_u32_at(big, 5), 0); /* beyond the end in either order */
    assert_int_equal(al_u16_at(big, 7), 0);
}

static void reals_of_either_order(void **state)
{
    (void)state;
    static const uint8_t one[] = {0x3F, 0xF0, 0, 0, 0, 0, 0, 0}, half[] = {0x3F, 0, 0, 0};
    assert_true(al_f64_at(big_endian(one, 8), 0) == 1.0);
    assert_true(al_f32_at(big_endian(half, 4), 0) == 0.5f);
    assert_true(al_f16_at(big_endian("\x3C\0", 2), 0) == 1.0f);
    assert_true(al_f32_at(al_span_of(half, 4), 0) != 0.5f);
}

static void parts_keep_the_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 0, 0, 1, 0, 2};
    const al_span big = big_endian(bytes, sizeof bytes);
    al_span part;
    assert_true(al_slice(big, 2, 4, &part));
    assert_true(part.big_endian);
    assert_int_equal(al_u16_at(part, 0), 1);
    assert_int_equal(al_u16_at(al_slice_available(big, 4, 99), 0), 2);
    assert_false(al_slice(big, 7, 1, &part));
    assert_true(part.big_endian);
    al_reader r = al_reader_of(big);
    assert_int_equal(al_read_u32(&r), 1);
    assert_int_equal(al_read_u16(&r), 2);
    assert_false(al_slice_available(al_span_of(bytes, 6), 1, 2).big_endian);
}

static void greatest_of_either_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 0, 0, 9, 1, 0, 0, 2};
    assert_int_equal(al_max_u32(al_span_of(bytes, 8)), 0x09000000);
    assert_int_equal(al_max_u32(big_endian(bytes, 8)), 0x01000002);
    assert_int_equal(al_max_u16(al_span_of(bytes, 8)), 0x0900);
    assert_int_equal(al_max_u16(big_endian(bytes, 8)), 0x0100);
}

/* ---- Items --------------------------------------------------------------------------------------------- */

static void greatest_after_a_mask(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {1, 2, 3, 4, 9, 9, 9, 9, 5, 1, 0, 0, 9, 9, 9, 9};
    assert_int_equal(al_max_masked(al_span_of(bytes, 16), 8, 0, UINT32_MAX), 0x04030201);
    assert_int_equal(al_max_masked(al_span_of(bytes, 16), 8, 0, 0xFFFF), 0x0201);
    assert_int_equal(al_max_masked(al_span_of(bytes, 16), 8, 0, 0xFF), 5);
    assert_int_equal(al_max_masked(al_span_of(bytes, 16), 8, 4, UINT32_MAX), 0x09090909);
    assert_int_equal(al_max_masked(big_endian(bytes, 16), 8, 0, 0xFFFF0000), 0x05010000);
    assert_int_equal(al_max_masked((al_span){.len = 0}, 8, 0, UINT32_MAX), 0);
}

static void times_that_rise(void **state)
{
    (void)state;
    uint8_t bytes[ITEMS * STRIDE] = {0};
    for (size_t i = 0; i < ITEMS; i++)
        put_f32(bytes + i * STRIDE + 4, (float)i);
    assert_false(al_any_not_rising(al_span_of(bytes, sizeof bytes), STRIDE, 4));
    assert_false(al_any_not_rising(al_span_of(bytes, STRIDE), STRIDE, 4));
    assert_false(al_any_not_rising((al_span){.len = 0}, STRIDE, 4));
    assert_true(al_any_not_rising(al_span_of(bytes, sizeof bytes), STRIDE, 0)); /* all 0 */
    for (size_t i = 1; i < ITEMS; i++) {
        put_f32(bytes + i * STRIDE + 4, (float)i - 1); /* as the one before */
        assert_true(al_any_not_rising(al_span_of(bytes, sizeof bytes), STRIDE, 4));
        put_f32(bytes + i * STRIDE + 4, NAN);
        assert_true(al_any_not_rising(al_span_of(bytes, sizeof bytes), STRIDE, 4));
        put_f32(bytes + i * STRIDE + 4, (float)i);
    }
}

static bool is_off(float length, bool wide)
{
    uint8_t bytes[32] = {0};
    const size_t stride = wide ? 16 : 8;
    for (size_t i = 0; i < 2; i++) {
        const float number = i == 0 ? 1 : length;
        if (wide)
            put_f32(bytes + i * stride + 4 * i, number);
        else
            put_i16(bytes + i * stride + 2 * i, (int)lrintf(number * 32767));
    }
    return wide ? al_any_off_unit_f32(al_span_of(bytes, 32), stride, 0.01f)
                : al_any_off_unit_i16(al_span_of(bytes, 16), stride, 0.01f);
}

static void rotations_of_length_one(void **state)
{
    (void)state;
    static const float fine[] = {1, -1, 0.995f, -0.992f}, off[] = {0, 0.98f, -0.98f, 0.5f};
    for (size_t i = 0; i < 4; i++) {
        assert_false(is_off(fine[i], true));
        assert_false(is_off(fine[i], false));
        assert_true(is_off(off[i], true));
        assert_true(is_off(off[i], false));
    }
    assert_true(is_off(1.02f, true));
    assert_true(is_off(NAN, true));
    assert_true(is_off(INFINITY, true));
    assert_false(al_any_off_unit_f32((al_span){.len = 0}, 16, 0.01f));
    assert_false(al_any_off_unit_i16((al_span){.len = 0}, 8, 0.01f));
}

/* Two groups: of the first two items and of the third. */
static bool group_is_off(uint32_t first, uint32_t count, float weight)
{
    uint8_t groups[16], items[3 * STRIDE] = {0};
    put_u32(groups, 0);
    put_u32(groups + 4, 2);
    put_u32(groups + 8, first);
    put_u32(groups + 12, count);
    put_f32(items, 0.25f);
    put_f32(items + STRIDE, 0.75f);
    put_f32(items + 2 * (size_t)STRIDE, weight);
    return al_any_group_off(al_span_of(groups, 16), al_span_of(items, sizeof items), STRIDE, 2, 0.001f);
}

static void groups_of_items(void **state)
{
    (void)state;
    assert_false(group_is_off(2, 1, 1));
    assert_false(group_is_off(2, 1, 1.0005f));
    assert_false(group_is_off(1, 2, 0.25f));
    assert_false(group_is_off(3, 0, 1));
    assert_false(group_is_off(2, 0, 7)); /* a group of none is right */
    assert_true(group_is_off(2, 1, 1.002f));
    assert_true(group_is_off(2, 1, NAN));
    assert_true(group_is_off(0, 3, 0));          /* more than two */
    assert_true(group_is_off(2, 2, 1));          /* the second isn't there */
    assert_true(group_is_off(UINT32_MAX, 1, 1)); /* nor this one */
    assert_true(group_is_off(UINT32_MAX, 2, 1));
}

static void different_values(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {9, 3, 0, 9, 9, 4, 0, 9, 9, 3, 0, 9, 9, 0, 1, 9};
    static uint8_t marks[1 << 16];
    assert_int_equal(al_count_distinct_u16(al_span_of(bytes, 16), 4, 1, UINT16_MAX, marks), 3);
    assert_int_equal(al_count_distinct_u16(big_endian(bytes, 16), 4, 1, UINT16_MAX, marks), 3);
    assert_int_equal(al_count_distinct_u16(al_span_of(bytes, 4), 4, 1, UINT16_MAX, marks), 1);
    assert_int_equal(al_count_distinct_u16((al_span){.len = 0}, 4, 1, 0, marks), 0);
    for (size_t i = 0; i < sizeof marks; i++)
        assert_int_equal(marks[i], 0);
}

static void floats_and_nothing_else(void **state)
{
    (void)state;
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    uint8_t bytes[37 * 4];
    for (size_t i = 0; i < 37; i++)
        put_u32(bytes + 4 * i, i % 2 == 0 ? 0x7F7FFFFF : 0xFF7FFFFF); /* the greatest there are */
    for (size_t count = 0; count <= 37; count++)
        assert_false(al_any_f32_not_finite(al_span_of(bytes, 4 * count)));
    for (size_t i = 0; i < 37; i++) {
        put_f32(bytes + 4 * i, bad[i % 3]);
        assert_true(al_any_f32_not_finite(al_span_of(bytes, sizeof bytes)));
        put_f32(bytes + 4 * i, 0);
    }
    assert_false(al_any_f32_not_finite(al_span_of(bytes, sizeof bytes)));
}

/* Where the order is not the usual one, the quick questions are left to who reads item by item. */
static void big_endian_is_not_answered(void **state)
{
    (void)state;
    static const uint8_t bytes[16] = {0x3F, 0x80};
    const al_span big = big_endian(bytes, 16);
    assert_true(al_any_f32_not_finite(big));
    assert_true(al_any_off_unit_f32(big, 16, 0.01f));
    assert_true(al_any_off_unit_i16(big, 8, 0.01f));
    assert_true(al_any_not_rising(big, 8, 0));
    assert_true(al_any_group_off(big, big, 8, 4, 0.01f));
    assert_false(al_any_f32_not_finite(big_endian(NULL, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_of_either_order),    cmocka_unit_test(reals_of_either_order),
        cmocka_unit_test(parts_keep_the_order),       cmocka_unit_test(greatest_of_either_order),
        cmocka_unit_test(greatest_after_a_mask),      cmocka_unit_test(times_that_rise),
        cmocka_unit_test(rotations_of_length_one),    cmocka_unit_test(groups_of_items),
        cmocka_unit_test(different_values),           cmocka_unit_test(floats_and_nothing_else),
        cmocka_unit_test(big_endian_is_not_answered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
