/* items_test.c: scalars of big-endian spans, and the questions that are asked of many items at once. They may
 * say yes too often, which only costs time, and never no when it isn't so. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "core/reduce/distinct.h"
#include "core/reduce/extremes.h"
#include "core/reduce/finite.h"
#include "core/reduce/order.h"
#include "core/reduce/triangles.h"
#include "core/reduce/unit.h"
#include "core/reduce/weights.h"
#include "core/span.h"

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

/* Two items of eight floats: the one that does nothing, and one with these numbers. */
static bool dual_is_off(float w, float dual_x, float dual_w)
{
    uint8_t bytes[64] = {0};
    put_f32(bytes + 12, 1);
    put_f32(bytes + 32 + 12, w);
    put_f32(bytes + 32 + 16, dual_x);
    put_f32(bytes + 32 + 28, dual_w);
    return al_any_off_dual(al_span_of(bytes, 64), 32, 0.01f);
}

static void dual_quaternions(void **state)
{
    (void)state;
    assert_false(dual_is_off(1, 1e9f, 0));
    assert_false(dual_is_off(-0.995f, 0, 0.009f));
    assert_true(dual_is_off(1.02f, 0, 0));
    assert_true(dual_is_off(0, 0, 0));
    assert_true(dual_is_off(1, 0, 0.02f));
    assert_true(dual_is_off(1, 0, -0.02f));
    assert_true(dual_is_off(1, NAN, 0));
    assert_true(dual_is_off(1, INFINITY, 0));
    assert_true(dual_is_off(NAN, 0, 0));
    assert_false(al_any_off_dual((al_span){.len = 0}, 32, 0.01f));
}

static void signs(void **state)
{
    (void)state;
    static const float wrong[] = {0, -0.0f, 0.5f, 2, 1.0000001f, NAN, -INFINITY};
    uint8_t bytes[ITEMS * STRIDE] = {0};
    for (size_t i = 0; i < ITEMS; i++)
        put_f32(bytes + i * STRIDE + 4, i % 2 == 0 ? 1 : -1);
    assert_false(al_any_not_sign(al_span_of(bytes, sizeof bytes), STRIDE, 4));
    assert_true(al_any_not_sign(al_span_of(bytes, sizeof bytes), STRIDE, 0));
    assert_false(al_any_not_sign((al_span){.len = 0}, STRIDE, 0));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        put_f32(bytes + 2 * STRIDE + 4, wrong[i]);
        assert_true(al_any_not_sign(al_span_of(bytes, sizeof bytes), STRIDE, 4));
    }
}

/* Two items: one that is right, and one whose first number and first two weights are these. */
static bool weights_are_off(float number, float weight, float second)
{
    uint8_t bytes[2 * 36] = {0};
    put_f32(bytes + 4 + 16, 1);
    put_f32(bytes + 40, number);
    put_f32(bytes + 40 + 16, weight);
    put_f32(bytes + 40 + 20, second);
    const size_t found = al_find_weighted_off(al_span_of(bytes, sizeof bytes), 36, 4, 0, 3, 0.001f);
    assert_int_equal(al_find_weighted_off(al_span_of(bytes, sizeof bytes), 36, 4, 2, 3, 0.001f), 2);
    assert_true(found == 1 || found == 2); /* the first is right */
    return found == 1;
}

static void weighted_numbers(void **state)
{
    (void)state;
    assert_false(weights_are_off(2, 1, 0));
    assert_false(weights_are_off(-0.0f, 0.25f, 0.75f));
    assert_false(weights_are_off(3, 0, 1)); /* without a weight, any number */
    assert_false(weights_are_off(NAN, -0.0f, 1));
    assert_false(weights_are_off(1, 0.9995f, 0));
    assert_true(weights_are_off(3, 0.5f, 0.5f));
    assert_true(weights_are_off(1.5f, 0.5f, 0.5f));
    assert_true(weights_are_off(-1, 0.5f, 0.5f));
    assert_true(weights_are_off(NAN, 0.5f, 0.5f));
    assert_true(weights_are_off(INFINITY, 0.5f, 0.5f));
    assert_true(weights_are_off(0, 1.5f, -0.5f));
    assert_true(weights_are_off(0, 1.002f, 0));
    assert_true(weights_are_off(0, NAN, 1));
    assert_true(weights_are_off(0, INFINITY, 0));
    assert_int_equal(al_find_weighted_off((al_span){.len = 0}, 36, 4, 0, 3, 0.001f), 0);
}

static void ranges(void **state)
{
    (void)state;
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    uint8_t bytes[2 * 16] = {0};
    const float first[] = {1, -2, NAN}, second[] = {-1, -3, 7};
    for (size_t i = 0; i < 3; i++) {
        put_f32(bytes + 4 + 4 * i, first[i]);
        put_f32(bytes + 16 + 4 + 4 * i, second[i]);
    }
    al_range_f32x3(al_span_of(bytes, sizeof bytes), 16, 4, low, high);
    assert_true(low[0] == -1 && low[1] == -3 && low[2] == 7);
    assert_true(high[0] == 1 && high[1] == -2 && high[2] == 7);
    al_range_f32x3(al_span_of(bytes, 11), 16, 0, low, high); /* no item */
    al_range_f32x3(big_endian("\x40\xA0\0\0\0\0\0\0\0\0\0\0", 12), 12, 0, low, high);
    assert_true(high[0] == 5 && high[1] == 0 && low[2] == 0);
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

static void whole_numbers_that_rise(void **state)
{
    (void)state;
    static const uint32_t times[ITEMS] = {0, 1, 7, 0x80000000, UINT32_MAX};
    uint8_t bytes[ITEMS * STRIDE] = {0};
    for (size_t i = 0; i < ITEMS; i++)
        put_u32(bytes + STRIDE * i + 4, times[i]);
    const al_span all = al_span_of(bytes, sizeof bytes);
    assert_false(al_any_not_rising_u32(all, STRIDE, 4));
    assert_false(al_any_not_rising_u32(al_slice_available(all, 0, STRIDE), STRIDE, 4));
    assert_false(al_any_not_rising_u32((al_span){.len = 0}, STRIDE, 4));
    for (size_t i = 1; i < ITEMS; i++) {
        put_u32(bytes + STRIDE * i + 4, times[i - 1]);
        assert_true(al_any_not_rising_u32(all, STRIDE, 4));
        put_u32(bytes + STRIDE * i + 4, times[i]);
    }
}

static void directions_of_length_one(void **state)
{
    (void)state;
    static const float off[] = {0, 0.98f, 1.02f, NAN, INFINITY};
    uint8_t bytes[36] = {0};
    const al_span all = al_span_of(bytes, sizeof bytes);
    for (size_t i = 0; i < 3; i++)
        put_f32(bytes + 16 * i, i == 1 ? -0.995f : 1); /* along x, y, z */
    assert_false(al_any_off_unit_f32x3(all, 12, 0.01f));
    assert_false(al_any_off_unit_f32x3((al_span){.len = 0}, 12, 0.01f));
    for (size_t i = 0; i < 15; i++) {
        put_f32(bytes + 16 * (i % 3), off[i / 3]);
        assert_true(al_any_off_unit_f32x3(all, 12, 0.01f));
        put_f32(bytes + 16 * (i % 3), 1);
    }
}

/* So many that some are judged in blocks, and some behind the last block. */
static void poses(void **state)
{
    (void)state;
    enum { KEYS = 37, KEY = 32 };
    static const float bad[] = {NAN, INFINITY, -INFINITY};
    uint8_t bytes[KEYS * KEY] = {0};
    const al_span all = al_span_of(bytes, sizeof bytes);
    for (size_t i = 0; i < KEYS; i++) {
        for (size_t k = 0; k < 7; k++)
            put_f32(bytes + KEY * i + 4 * k, k == 3 ? -1 : (k > 3 ? 3e38f : 0));
        put_u32(bytes + KEY * i + 28, i == KEYS - 1 ? UINT32_MAX : (uint32_t)i);
    }
    assert_false(al_any_pose_off((al_span){.len = 0}, KEY, 0.01f));
    for (size_t count = 1; count <= KEYS; count++)
        assert_false(al_any_pose_off(al_slice_available(all, 0, KEY * count), KEY, 0.01f));
    for (size_t i = 0; i < (size_t)7 * KEYS; i++) {
        uint8_t *place = bytes + KEY * (i / 7) + 4 * (i % 7);
        uint8_t before[4];
        memcpy(before, place, 4);
        put_f32(place, bad[i % 3]);
        assert_true(al_any_pose_off(all, KEY, 0.01f));
        memcpy(place, before, 4);
    }
    for (size_t i = 1; i < KEYS; i++) {
        uint8_t *time = bytes + KEY * i + 28, before[4];
        memcpy(before, time, 4);
        put_u32(time, (uint32_t)i - 1);
        assert_true(al_any_pose_off(all, KEY, 0.01f));
        memcpy(time, before, 4);
    }
    put_f32(bytes + KEY, 0.2f);
    assert_true(al_any_pose_off(all, KEY, 0.01f));
}

/* Each triangle of lists of all lengths, with each pair of its indices. */
static void triangles_with_a_vertex_twice(void **state)
{
    (void)state;
    enum { TRIANGLES = 37 };
    uint8_t bytes[TRIANGLES * 6] = {0};
    for (size_t i = 0; i < (size_t)3 * TRIANGLES; i++)
        put_i16(bytes + 2 * i, (int)(i / 3 % 2 == 0 ? i % 3 : 2 - i % 3)); /* neighbours share indices */
    for (size_t count = 0; count <= TRIANGLES; count++)
        assert_false(al_any_degenerate_u16(al_span_of(bytes, 6 * count)));
    for (size_t i = 0; i < (size_t)3 * TRIANGLES; i++) {
        uint8_t *place = bytes + 2 * i, before[2];
        memcpy(before, place, 2);
        memcpy(place, bytes + 6 * (i / 3) + 2 * ((i + 1) % 3), 2);
        for (size_t count = 1; count <= TRIANGLES; count++)
            assert_true(al_any_degenerate_u16(al_span_of(bytes, 6 * count)) == (i / 3 < count));
        memcpy(place, before, 2);
    }
}

/* The greatest and the least at each place of each coordinate, in lists of all lengths. */
static void box_of_points(void **state)
{
    (void)state;
    enum { POINTS = 11 };
    uint8_t bytes[POINTS * 12];
    for (size_t count = 1; count <= POINTS; count++)
        for (size_t place = 0; place < 3 * count; place++) {
            float low[3], high[3];
            for (size_t i = 0; i < 3 * count; i++)
                put_f32(bytes + 4 * i, (float)(i % 3));
            put_f32(bytes + 4 * place, 9);
            al_box_f32x3(al_span_of(bytes, 12 * count), low, high);
            for (size_t i = 0; i < 3; i++) {
                assert_true(high[i] == (i == place % 3 ? 9.0f : (float)i));
                assert_true(low[i] == (i == place % 3 && count == 1 ? 9.0f : (float)i));
            }
            put_f32(bytes + 4 * place, -9);
            al_box_f32x3(al_span_of(bytes, 12 * count), low, high);
            assert_true(low[place % 3] == -9.0f);
        }
    float low[3] = {1, 2, 3}, high[3] = {4, 5, 6};
    al_box_f32x3((al_span){.len = 0}, low, high);
    assert_true(low[0] == 1.0f && high[2] == 6.0f);
}

static void least_of_either_order(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0, 3, 2, 1, 1, 2};
    assert_int_equal(al_min_u16(al_span_of(bytes, 6)), 0x0102);
    assert_int_equal(al_min_u16(big_endian(bytes, 6)), 3);
    assert_int_equal(al_min_u16((al_span){.len = 0}), UINT16_MAX);
}

/* An item with these weights, and these numbers. */
static bool weighted_are_off(const float *weights, const float *numbers, uint8_t *seen)
{
    uint8_t bytes[64] = {0};
    put_f32(bytes, 1); /* a good one in front: the first of them, alone */
    for (size_t i = 0; i < 4; i++) {
        put_f32(bytes + 32 + 4 * i, weights[i]);
        put_f32(bytes + 48 + 4 * i, numbers[i]);
    }
    return al_any_weights_off(al_span_of(bytes, sizeof bytes), 3, 0.001f, seen);
}

static void weights_of_items(void **state)
{
    (void)state;
    static const float one[] = {1, 0, 0, 0}, two[] = {0.75f, 0.25f, 0, 0},
                       four[] = {0.25f, 0.25f, 0.25f, 0.25f};
    static const float off[][4] = {{0, 0, 0, 0},     {0.25f, 0.75f, 0, 0}, {0.75f, 0, 0.25f, 0},
                                   {0.99f, 0, 0, 0}, {1.01f, 0, 0, 0},     {1.5f, 0, 0, -0.5f},
                                   {1, 0, 0, NAN},   {NAN, 0, 0, 0}};
    static const float numbers[] = {2, 1, 0, 2}, unused[] = {0, NAN, 9, -1};
    static const float bad[] = {3, -1, 0.5f, 1e30f, NAN, -INFINITY, INFINITY};
    uint8_t seen[3] = {0};
    assert_false(weighted_are_off(one, unused, seen));
    assert_true(seen[0] == 1 && seen[1] == 0 && seen[2] == 0);
    assert_false(weighted_are_off(two, numbers, seen));
    assert_true(seen[1] == 1 && seen[2] == 1);
    assert_false(weighted_are_off(four, numbers, seen));
    for (size_t i = 0; i < sizeof off / sizeof off[0]; i++)
        assert_true(weighted_are_off(off[i], numbers, seen));
    for (size_t i = 0; i < 4 * sizeof bad / sizeof bad[0]; i++) {
        float changed[] = {0, 0, 0, 0};
        changed[i % 4] = bad[i / 4];
        assert_true(weighted_are_off(four, changed, seen));
    }
    assert_false(al_any_weights_off((al_span){.len = 0}, 0, 0.001f, seen));
}

/* Each number on its own. */
static void numbers_that_weigh(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 32, 33, 64, 65, 200};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (uint32_t number = 0; number <= counts[c]; number++) {
            uint8_t seen[201] = {0}, bytes[32] = {0};
            put_f32(bytes, 1);
            put_f32(bytes + 16, (float)number);
            put_f32(bytes + 20, NAN); /* weighs nothing */
            const bool off = al_any_weights_off(al_span_of(bytes, sizeof bytes), counts[c], 0.001f, seen);
            assert_true(off == (number == counts[c]));
            for (uint32_t i = 0; i <= counts[c]; i++)
                assert_int_equal(seen[i], i == number && !off);
        }
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
    assert_true(al_any_not_rising_u32(big, 8, 0));
    assert_true(al_any_off_unit_f32x3(big, 12, 0.01f));
    assert_true(al_any_pose_off(big, 16, 0.01f));
    assert_true(al_any_weights_off(big, 1, 0.01f, NULL));
    assert_true(al_any_group_off(big, big, 8, 4, 0.01f));
    assert_true(al_any_off_dual(big, 16, 0.01f));
    assert_true(al_any_not_sign(big, 8, 0));
    assert_int_equal(al_find_weighted_off(big_endian(bytes, 0), 32, 0, 0, 1, 0.01f), 0);
    assert_false(al_any_f32_not_finite(big_endian(NULL, 0)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scalars_of_either_order),
        cmocka_unit_test(reals_of_either_order),
        cmocka_unit_test(parts_keep_the_order),
        cmocka_unit_test(greatest_of_either_order),
        cmocka_unit_test(greatest_after_a_mask),
        cmocka_unit_test(times_that_rise),
        cmocka_unit_test(rotations_of_length_one),
        cmocka_unit_test(groups_of_items),
        cmocka_unit_test(dual_quaternions),
        cmocka_unit_test(signs),
        cmocka_unit_test(weighted_numbers),
        cmocka_unit_test(ranges),
        cmocka_unit_test(different_values),
        cmocka_unit_test(floats_and_nothing_else),
        cmocka_unit_test(big_endian_is_not_answered),
        cmocka_unit_test(whole_numbers_that_rise),
        cmocka_unit_test(directions_of_length_one),
        cmocka_unit_test(box_of_points),
        cmocka_unit_test(least_of_either_order),
        cmocka_unit_test(weights_of_items),
        cmocka_unit_test(poses),
        cmocka_unit_test(triangles_with_a_vertex_twice),
        cmocka_unit_test(numbers_that_weigh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
