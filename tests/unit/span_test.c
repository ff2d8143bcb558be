/* span_test.c: spans and their edges, checked arithmetic, scalars of either order. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/span.h"

/* A block of exactly `size` bytes, so that AddressSanitizer sees every byte read too many. */
static uint8_t *exact_block(size_t size)
{
    uint8_t *block = malloc(size > 0 ? size : 1);
    assert_non_null(block);
    for (size_t i = 0; i < size; i++)
        block[i] = (uint8_t)(0x81 + 37 * i);
    return block;
}

static void assert_empty_at(al_span s, uint64_t base)
{
    assert_null(s.ptr);
    assert_int_equal(s.len, 0);
    assert_int_equal(s.base, base);
}

/* ---- Spans --------------------------------------------------------------------------------------------- */

static void a_span_of_nothing_has_no_pointer(void **state)
{
    (void)state;
    const uint8_t byte = 7;
    assert_empty_at(al_span_of(NULL, 0), 0);
    assert_empty_at(al_span_of(&byte, 0), 0);
    const al_span one = al_span_of(&byte, 1);
    assert_ptr_equal(one.ptr, &byte);
    assert_int_equal(one.len, 1);
    assert_int_equal(one.base, 0);
}

typedef struct slice_case {
    uint64_t off, len;
    bool inside;
} slice_case;

static void a_slice_is_inside_or_refused(void **state)
{
    (void)state;
    static const uint8_t bytes[10] = {0};
    static const slice_case cases[] = {
        {0, 0, true},
        {0, 1, true},
        {0, 10, true},
        {9, 1, true},
        {10, 0, true},
        {3, 7, true},
        {0, 11, false},
        {10, 1, false},
        {11, 0, false},
        {9, 2, false},
        {3, 8, false},
        {UINT64_MAX, 0, false},
        {UINT64_MAX, 1, false},
        {UINT64_MAX, UINT64_MAX, false},
        {0, UINT64_MAX, false},
        {1, UINT64_MAX, false},       /* 2^64: a sum would wrap to 0, */
        {10, UINT64_MAX - 9, false},  /* here too, */
        {5, UINT64_MAX - 3, false},   /* and here to 1 */
        {0, UINT64_C(1) << 32, false} /* 0 in 32 bits */
    };
    const al_span s = {.ptr = bytes, .len = sizeof bytes, .base = 1000};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_span out = {.ptr = bytes, .len = 77, .base = 77};
        assert_int_equal(al_slice(s, cases[i].off, cases[i].len, &out), cases[i].inside);
        if (!cases[i].inside || cases[i].len == 0) {
            assert_empty_at(out, cases[i].inside ? 1000 + cases[i].off : 1000);
            continue;
        }
        assert_ptr_equal(out.ptr, bytes + cases[i].off);
        assert_int_equal(out.len, cases[i].len);
        assert_int_equal(out.base, 1000 + cases[i].off);
    }
}

static void a_slice_of_nothing(void **state)
{
    (void)state;
    const al_span none = {.base = 55};
    al_span out;
    assert_true(al_slice(none, 0, 0, &out));
    assert_empty_at(out, 55);
    assert_false(al_slice(none, 0, 1, &out));
    assert_empty_at(out, 55);
    assert_false(al_slice(none, 1, 0, &out));
    assert_empty_at(out, 55);
}

static void slices_of_slices_know_their_place(void **state)
{
    (void)state;
    static const uint8_t bytes[32] = {0};
    al_span s = {.ptr = bytes, .len = sizeof bytes, .base = 100};
    assert_true(al_slice(s, 4, 20, &s));
    assert_true(al_slice(s, 5, 10, &s));
    assert_ptr_equal(s.ptr, bytes + 9);
    assert_int_equal(s.len, 10);
    assert_int_equal(s.base, 109);
    assert_false(al_slice(s, 5, 6, &s)); /* there are bytes, but outside this span */
}

static void available_part_of_a_slice(void **state)
{
    (void)state;
    static const uint8_t bytes[10] = {0};
    static const struct {
        uint64_t off, len, at, there;
    } cases[] = {
        {0, 4, 0, 4},           {0, 10, 0, 10},
        {0, 11, 0, 10},         {6, 100, 6, 4},
        {6, 4, 6, 4},           {9, UINT64_MAX, 9, 1},
        {10, 0, 10, 0},         {10, 5, 10, 0},
        {11, 1, 10, 0},         {UINT64_MAX, UINT64_MAX, 10, 0},
        {UINT64_MAX, 0, 10, 0}, {UINT64_C(1) << 32, 1, 10, 0},
    };
    const al_span s = {.ptr = bytes, .len = sizeof bytes, .base = 7};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_span out = al_slice_available(s, cases[i].off, cases[i].len);
        assert_int_equal(out.base, 7 + cases[i].at);
        assert_int_equal(out.len, cases[i].there);
        assert_ptr_equal(out.ptr, cases[i].there > 0 ? bytes + cases[i].at : NULL);
    }
    assert_empty_at(al_slice_available((al_span){.base = 3}, 1, 1), 3);
}

/* ---- Arithmetic ---------------------------------------------------------------------------------------- */

typedef struct sum_case {
    uint64_t a, b, result;
    bool fits;
} sum_case;

static void sums(void **state)
{
    (void)state;
    static const sum_case cases[] = {
        {0, 0, 0, true},
        {1, 2, 3, true},
        {UINT64_MAX, 0, UINT64_MAX, true},
        {UINT64_MAX - 1, 1, UINT64_MAX, true},
        {UINT32_MAX, 1, UINT64_C(1) << 32, true},
        {UINT64_C(1) << 63, (UINT64_C(1) << 63) - 1, UINT64_MAX, true},
        {UINT64_MAX, 1, UINT64_MAX, false},
        {UINT64_MAX - 1, 2, UINT64_MAX, false},
        {UINT64_C(1) << 63, UINT64_C(1) << 63, UINT64_MAX, false},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const sum_case *c = &cases[i];
        uint64_t ab = 4711, ba = 4711;
        assert_int_equal(al_add(c->a, c->b, &ab), c->fits);
        assert_int_equal(al_add(c->b, c->a, &ba), c->fits);
        assert_int_equal(ab, c->result);
        assert_int_equal(ba, c->result);
        assert_int_equal(al_sum(c->a, c->b), c->result);
        assert_int_equal(al_sum(c->b, c->a), c->result);
    }
}

static void products(void **state)
{
    (void)state;
    static const sum_case cases[] = {
        {0, 0, 0, true},
        {0, UINT64_MAX, 0, true},
        {1, UINT64_MAX, UINT64_MAX, true},
        {6, 7, 42, true},
        {UINT32_MAX, UINT32_MAX, UINT64_C(0xFFFFFFFE00000001), true},
        {UINT64_C(1) << 32, UINT32_MAX, UINT64_C(0xFFFFFFFF00000000), true},
        {3, UINT64_MAX / 3, UINT64_MAX, true}, /* 2^64 - 1 is a multiple of 3 */
        {2, INT64_MAX, UINT64_MAX - 1, true},
        {3, UINT64_MAX / 3 + 1, UINT64_MAX, false},
        {2, UINT64_C(1) << 63, UINT64_MAX, false},
        {UINT64_C(1) << 32, UINT64_C(1) << 32, UINT64_MAX, false},
        {UINT64_MAX, 2, UINT64_MAX, false},
        {UINT64_MAX, UINT64_MAX, UINT64_MAX, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const sum_case *c = &cases[i];
        uint64_t ab = 4711, ba = 4711;
        assert_int_equal(al_mul(c->a, c->b, &ab), c->fits);
        assert_int_equal(al_mul(c->b, c->a, &ba), c->fits);
        assert_int_equal(ab, c->result);
        assert_int_equal(ba, c->result);
        assert_int_equal(al_product(c->a, c->b), c->result);
        assert_int_equal(al_product(c->b, c->a), c->result);
    }
}

/* ---- Scalars ------------------------------------------------------------------------------------------- */

/* The little-endian number in `size` bytes at `off`, computed byte by byte from the last; 0 if it reaches
 * beyond the span. */
static uint64_t number_at(const uint8_t *bytes, size_t len, uint64_t off, size_t size)
{
    uint64_t value = 0;
    if (size > len || off > len - size)
        return 0;
    for (size_t i = size; i > 0; i--)
        value = value * 256 + bytes[off + i - 1];
    return value;
}

static void compare_scalars(al_span s, uint64_t off)
{
    const uint8_t *p = s.ptr;
    const uint64_t n2 = number_at(p, s.len, off, 2), n4 = number_at(p, s.len, off, 4);
    const uint64_t n8 = number_at(p, s.len, off, 8);
    float f32;
    double f64;
    uint32_t bits32;
    uint64_t bits64;
    assert_int_equal(al_u8_at(s, off), number_at(p, s.len, off, 1));
    assert_int_equal(al_u16_at(s, off), n2);
    assert_int_equal(al_u32_at(s, off), n4);
    assert_int_equal(al_u64_at(s, off), n8);
    assert_int_equal(al_i16_at(s, off), n2 < 0x8000 ? (int64_t)n2 : (int64_t)n2 - 0x10000);
    assert_int_equal(al_i32_at(s, off), n4 < 0x80000000 ? (int64_t)n4 : (int64_t)n4 - 0x100000000);
    f32 = al_f32_at(s, off);
    memcpy(&bits32, &f32, sizeof bits32);
    assert_int_equal(bits32, n4);
    f64 = al_f64_at(s, off);
    memcpy(&bits64, &f64, sizeof bits64);
    assert_int_equal(bits64, n8);
}

static void scalars_at_the_end_and_beyond(void **state)
{
    (void)state;
    for (size_t len = 0; len <= 20; len++) {
        uint8_t *block = exact_block(len);
        const al_span s = al_span_of(block, len);
        for (uint64_t off = 0; off <= len + 9; off++)
            compare_scalars(s, off);
        for (uint64_t back = 0; back < 12; back++) {
            compare_scalars(s, UINT64_MAX - back);
            compare_scalars(s, (UINT64_C(1) << 32) - 4 + back);
        }
        free(block);
    }
}

static void known_numbers(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x80, 0x00, 0x00, 0x00, 0x80,
                                    0x00, 0x00, 0xC0, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
                                    0x04, 0xC0, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01};
    const al_span s = al_span_of(bytes, sizeof bytes);
    assert_int_equal(al_i16_at(s, 0), -1);
    assert_int_equal(al_i32_at(s, 0), -1);
    assert_int_equal(al_i16_at(s, 4), INT16_MIN);
    assert_int_equal(al_i32_at(s, 6), INT32_MIN);
    assert_int_equal(al_u32_at(s, 6), UINT64_C(0x80000000));
    assert_true(al_f32_at(s, 10) == 1.5f);
    assert_true(al_f64_at(s, 14) == -2.5);
    assert_int_equal(al_u64_at(s, 22), UINT64_C(0x0123456789ABCDEF));
    assert_int_equal(al_u16_at(s, 22), 0xCDEF);
}

static void beginnings(void **state)
{
    (void)state;
    const al_span s = al_span_of("ANI\0more", 8);
    assert_true(al_starts_with(s, "ANI", 3));
    assert_true(al_starts_with(s, "ANI", 4));
    assert_true(al_starts_with(s, "", 0));
    assert_true(al_starts_with(s, "ANI\0more", 8));
    assert_false(al_starts_with(s, "ANI\0more", 9)); /* with the NUL, which is not in the span */
    assert_false(al_starts_with(s, "ANJ", 3));
    assert_true(al_starts_with(s, "A", 1));
    assert_false(al_starts_with(s, "B", 1));
    assert_true(al_starts_with((al_span){.len = 0}, "", 0));
    assert_false(al_starts_with((al_span){.len = 0}, "A", 1));
}

static void lengths_of_text(void **state)
{
    (void)state;
    assert_int_equal(al_text_length((al_span){.len = 0}), 0);
    assert_int_equal(al_text_length(al_span_of("\0", 1)), 0);
    assert_int_equal(al_text_length(al_span_of("\0bc", 3)), 0);
    assert_int_equal(al_text_length(al_span_of("ab\0", 3)), 2);
    assert_int_equal(al_text_length(al_span_of("abc", 3)), 3); /* the NUL of the literal is not in the span */
    assert_int_equal(al_text_length(al_span_of("a\0b\0", 4)), 1);
}

/* ---- Byte order ---------------------------------------------------------------------------------------- */

static al_span big_endian(const void *bytes, size_t size)
{
    al_span s = al_span_of(bytes, size);
    s.big_endian = true;
    return s;
}

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

/* ---- Half floats --------------------------------------------------------------------------------------- */

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

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
        bytes[0] = (uint8_t)(half % 256);
        bytes[1] = (uint8_t)(half / 256);
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
    assert_int_equal(bits_of(al_f16_at(s, 14)), 0); /* only one byte of it is there */
    assert_int_equal(bits_of(al_f16_at(s, UINT64_MAX)), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_span_of_nothing_has_no_pointer),
        cmocka_unit_test(a_slice_is_inside_or_refused),
        cmocka_unit_test(a_slice_of_nothing),
        cmocka_unit_test(slices_of_slices_know_their_place),
        cmocka_unit_test(available_part_of_a_slice),
        cmocka_unit_test(sums),
        cmocka_unit_test(products),
        cmocka_unit_test(scalars_at_the_end_and_beyond),
        cmocka_unit_test(known_numbers),
        cmocka_unit_test(beginnings),
        cmocka_unit_test(lengths_of_text),
        cmocka_unit_test(scalars_of_either_order),
        cmocka_unit_test(reals_of_either_order),
        cmocka_unit_test(parts_keep_the_order),
        cmocka_unit_test(every_half_float),
        cmocka_unit_test(known_half_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
