/* reduce_unit_test.c: lengths of 1, each question compared with its twin. A question asks whether something
 * is off. It may say yes if something is nearly off, which only costs time, but never no if something is off:
 * a slightly stricter twin must agree with a yes.
 */
#include "twins.h"

#include "core/reduce/vectors.h"

static const float tolerance = 0.01f;

/* The tolerance that a question may use when it says yes. */
static const double strict = 0.0098;

static void assert_answer(bool answer, bool off, bool off_strictly)
{
    assert_true(answer || !off);
    assert_true(!answer || off_strictly);
}

static bool is_off_unit(double square, double within)
{
    const double length = sqrt(square);
    return !(length >= 1 - within && length <= 1 + within);
}

/* A direction of `numbers` numbers, with that length. */
static void draw_direction(float *out, size_t numbers, float length, uint32_t *chance)
{
    float square = 0;
    while (square < 0.01f) {
        square = 0;
        for (size_t i = 0; i < numbers; i++) {
            out[i] = upto(3, chance) == 0 ? 0 : share(chance);
            square += out[i] * out[i];
        }
    }
    for (size_t i = 0; i < numbers; i++)
        out[i] *= length / sqrtf(square);
}

/* Nearly 1, mostly within the tolerance. */
static float some_length(bool good, uint32_t *chance)
{
    static const float lengths[] = {0,       0.5f,  0.98f,  0.985f, 0.99f, 0.9905f,
                                    1.0095f, 1.01f, 1.015f, 1.02f,  100};
    return good ? 1 + 0.0097f * share(chance) : lengths[upto(sizeof lengths / sizeof lengths[0] - 1, chance)];
}

/* ---- Four floats --------------------------------------------------------------------------------------- */

static bool any_off_f32(const item_block *x, double within)
{
    for (size_t item = 0; item < x->count; item++) {
        double square = 0;
        for (size_t i = 0; i < 4; i++) {
            const double value = (double)al_f32_at(x->span, item * x->stride + 4 * i);
            square += value * value;
        }
        if (is_off_unit(square, within))
            return true;
    }
    return false;
}

static void floats_of_length_one(void **state)
{
    (void)state;
    static const size_t strides[] = {16, 20, 24, 17, 32};
    uint32_t chance = 31;
    for (size_t round = 0; round < 2 * ROUNDS; round++) {
        const size_t stride = strides[round % 5];
        item_block x = new_items(some_count(&chance), stride);
        const size_t planted = x.count > 0 && upto(2, &chance) == 0 ? some_item(&x, &chance) : x.count;
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++) {
            float q[4];
            draw_direction(q, 4, some_length(item != planted, &chance), &chance);
            if (item == planted && upto(1, &chance) == 0)
                q[upto(3, &chance)] = odd_float(&chance);
            for (size_t i = 0; i < 4; i++)
                put_f32(at_item(&x, item, 4 * i), q[i]);
        }
        assert_answer(al_any_off_unit_f32(x.span, stride, tolerance), any_off_f32(&x, (double)tolerance),
                      any_off_f32(&x, strict));
        assert_int_equal(al_any_off_unit_f32(big_endian(x.span), stride, tolerance), x.count > 0);
        free_items(&x);
    }
}

/* ---- One record of rotations and other floats ---------------------------------------------------------- */

static bool is_place_off(const item_block *x, size_t rotations, size_t floats, double within)
{
    const item_block first = {.span = x->span, .count = rotations, .stride = 16};
    for (size_t i = 0; i < floats; i++)
        if (!isfinite(al_f32_at(x->span, 16 * rotations + 4 * i)))
            return true;
    return any_off_f32(&first, within);
}

static void rotations_and_floats(void **state)
{
    (void)state;
    uint32_t chance = 37;
    for (size_t round = 0; round < 2 * ROUNDS; round++) {
        const size_t rotations = upto(4, &chance), floats = upto(12, &chance);
        const size_t size = 16 * rotations + 4 * floats;
        item_block x = new_items(1, size + 4 * upto(1, &chance));
        const size_t planted = upto(2, &chance) == 0 ? upto(8, &chance) : SIZE_MAX;
        fill_with_chance(&x, &chance);
        for (size_t i = 0; i < rotations; i++) {
            float q[4];
            draw_direction(q, 4, some_length(i != planted, &chance), &chance);
            for (size_t k = 0; k < 4; k++)
                put_f32(at_item(&x, 0, 16 * i + 4 * k), q[k]);
        }
        for (size_t i = 0; i < floats; i++)
            put_f32(at_item(&x, 0, 16 * rotations + 4 * i),
                    i + rotations == planted ? odd_float(&chance) : share(&chance));
        assert_answer(al_any_place_off(x.span, rotations, floats, tolerance),
                      is_place_off(&x, rotations, floats, (double)tolerance),
                      is_place_off(&x, rotations, floats, strict));
        assert_int_equal(al_any_place_off(big_endian(x.span), rotations, floats, tolerance), x.span.len > 0);
        assert_int_equal(al_any_place_off(x.span, rotations, floats + 2, tolerance), x.span.len > 0);
        free_items(&x);
    }
    assert_false(al_any_place_off((al_span){.len = 0}, 2, 6, tolerance));
}

/* ---- Four shares of 32767 ------------------------------------------------------------------------------ */

static bool any_off_i16(const item_block *x, double within)
{
    for (size_t item = 0; item < x->count; item++) {
        double square = 0;
        for (size_t i = 0; i < 4; i++) {
            const double value = al_i16_at(x->span, item * x->stride + 2 * i) / 32767.0;
            square += value * value;
        }
        if (is_off_unit(square, within))
            return true;
    }
    return false;
}

static void shares_of_length_one(void **state)
{
    (void)state;
    uint32_t chance = 32;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance), 8 + upto(8, &chance));
        const size_t planted = x.count > 0 && upto(1, &chance) == 0 ? some_item(&x, &chance) : x.count;
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++) {
            float q[4];
            draw_direction(q, 4, item == planted ? 0.5f + share(&chance) / 2 : 0.9999f, &chance);
            for (size_t i = 0; i < 4; i++)
                put_u16(at_item(&x, item, 2 * i), (uint32_t)(32768 + (int)lrintf(q[i] * 32767)) ^ 0x8000);
        }
        assert_answer(al_any_off_unit_i16(x.span, x.stride, tolerance), any_off_i16(&x, (double)tolerance),
                      any_off_i16(&x, strict));
        assert_int_equal(al_any_off_unit_i16(big_endian(x.span), x.stride, tolerance), x.count > 0);
        free_items(&x);
    }
}

/* ---- Dual quaternions ---------------------------------------------------------------------------------- */

/* `doubt`: the allowed error of the sum of products, relative to its terms. */
static bool any_off_dual(const item_block *x, double within, double doubt)
{
    for (size_t item = 0; item < x->count; item++) {
        double square = 0, product = 0, terms = 0;
        for (size_t i = 0; i < 4; i++) {
            const double a = (double)al_f32_at(x->span, item * x->stride + 4 * i);
            const double b = (double)al_f32_at(x->span, item * x->stride + 16 + 4 * i);
            square += a * a;
            product += a * b;
            terms += fabs(a * b);
        }
        if (is_off_unit(square, within) || !(fabs(product) + doubt * terms <= within))
            return true;
    }
    return false;
}

static void dual_quaternions(void **state)
{
    (void)state;
    uint32_t chance = 33;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance), 32 + (round % 3 == 0 ? 4 * upto(4, &chance) : 0));
        const size_t planted = x.count > 0 && upto(1, &chance) == 0 ? some_item(&x, &chance) : x.count;
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++) {
            float q[8], size = upto(3, &chance) == 0 ? 1000.0f : 1.0f;
            const bool bad = item == planted;
            draw_direction(q, 4, some_length(!bad || upto(1, &chance) == 0, &chance), &chance);
            const float a = size * share(&chance), b = size * share(&chance);
            q[4] = q[1] * a; /* at right angles */
            q[5] = -q[0] * a;
            q[6] = q[3] * b;
            q[7] = -q[2] * b;
            if (bad)
                q[upto(7, &chance)] += upto(2, &chance) == 0 ? odd_float(&chance) : 0.03f * share(&chance);
            for (size_t i = 0; i < 8; i++)
                put_f32(at_item(&x, item, 4 * i), q[i]);
        }
        assert_answer(al_any_off_dual(x.span, x.stride, tolerance), any_off_dual(&x, (double)tolerance, 0),
                      any_off_dual(&x, strict, 3e-6));
        assert_int_equal(al_any_off_dual(big_endian(x.span), x.stride, tolerance), x.count > 0);
        free_items(&x);
    }
}

/* Two products cancel each other out exactly, but are so large that their sum may have been rounded to 0. */
static void large_terms_of_a_dot_product(void **state)
{
    (void)state;
    const float part = sqrtf(0.5f);
    for (size_t first = 0; first < 4; first++)
        for (size_t second = 0; second < first; second++)
            for (unsigned large = 0; large < 2; large++) {
                const float size = large != 0 ? 8500 : 10;
                item_block x = new_items(1, 32);
                memset(at_item(&x, 0, 0), 0, 32);
                put_f32(at_item(&x, 0, 4 * first), part);
                put_f32(at_item(&x, 0, 4 * second), part);
                put_f32(at_item(&x, 0, 16 + 4 * first), size);
                put_f32(at_item(&x, 0, 16 + 4 * second), -size);
                assert_int_equal(al_any_off_dual(x.span, 32, tolerance), large);
                free_items(&x);
            }
}

/* ---- Signs --------------------------------------------------------------------------------------------- */

static uint64_t next_no_sign(const item_block *x, size_t at, uint64_t from)
{
    for (uint64_t item = from; item < x->count; item++) {
        const float value = al_f32_at(x->span, item * x->stride + at);
        if (!(value == 1 || value == -1))
            return item;
    }
    return x->count;
}

static void signs(void **state)
{
    (void)state;
    uint32_t chance = 34;
    for (size_t round = 0; round < ROUNDS; round++) {
        item_block x = new_items(some_count(&chance), 4 + upto(20, &chance));
        const size_t at = upto((uint32_t)x.stride - 4, &chance);
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++)
            put_f32(at_item(&x, item, at), upto(1, &chance) == 0 ? 1.0f : -1.0f);
        if (x.count > 0 && upto(1, &chance) == 0)
            put_f32(at_item(&x, some_item(&x, &chance), at), odd_float(&chance));
        for (uint64_t from = 0; from <= x.count; from++)
            assert_int_equal(al_next_not_sign(x.span, x.stride, at, from), next_no_sign(&x, at, from));
        assert_int_equal(al_next_not_sign(big_endian(x.span), x.stride, at, 0), 0);
        free_items(&x);
    }
}

/* For items that are too small the kernels answer true, so that the caller looks at each. */
static void items_that_are_too_small_or_too_long(void **state)
{
    (void)state;
    static const uint8_t bytes[32] = {0};
    static const size_t sizes[] = {0, 1, 32};
    static const uint8_t one[8] = {0xFF, 0x7F}, longer[8] = {0xFF, 0x7F, 0xFF, 0x7F};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const al_span s = al_span_of(bytes, sizes[i]);
        assert_int_equal(al_any_off_unit_f32(s, 12, tolerance), s.len > 0);
        assert_int_equal(al_any_off_dual(s, 16, tolerance), s.len > 0);
        assert_int_equal(al_any_off_unit_i16(s, 4, tolerance), s.len > 0);
        assert_int_equal(al_any_place_off(s, 3, 0, tolerance), s.len > 0);
    }
    assert_false(al_any_off_unit_i16(al_span_of(one, 8), 8, tolerance));
    assert_true(al_any_off_unit_i16(al_span_of(longer, 8), 8, tolerance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_of_length_one),
        cmocka_unit_test(rotations_and_floats),
        cmocka_unit_test(shares_of_length_one),
        cmocka_unit_test(dual_quaternions),
        cmocka_unit_test(large_terms_of_a_dot_product),
        cmocka_unit_test(signs),
        cmocka_unit_test(items_that_are_too_small_or_too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
