/* reduce_weights_test.c: weights and their items, each question compared with its twin. A question may say
 * that something is off if it is nearly off, which only costs time, but never the opposite: a slightly
 * stricter twin must agree with a yes.
 */
#include "twins.h"

#include "core/reduce/vectors.h"

enum { WEIGHTS = 4 };
static const float tolerance = 0.001f;
static const double strict = 0.00098;

static bool is_off_one(double sum, double within)
{
    return !(sum >= 1 - within && sum <= 1 + within);
}

static bool is_one_of(float number, uint32_t count)
{
    return number >= 0 && (double)number < (double)count && floorf(number) == number;
}

/* Weights in falling order, with a sum of 1 within the tolerance; some are 0. */
static void draw_weights(float w[WEIGHTS], uint32_t *chance)
{
    const float error = 0.0009f * share(chance);
    const uint32_t used = 1 + upto(WEIGHTS - 1, chance);
    float rest = 1;
    for (uint32_t i = 0; i < WEIGHTS; i++) {
        const float least = i < used ? rest / (float)(used - i) : 0; /* the next ones are no greater */
        const float most = i > 0 && w[i - 1] < rest ? w[i - 1] : rest;
        w[i] = i + 1 < used ? least + (most - least) * (share(chance) + 1) / 2 : (i < used ? rest : 0);
        rest -= w[i];
    }
    w[0] += error > 0 || used == 1 ? error : 0;
}

/* ---- Numbers followed by their weights ----------------------------------------------------------------- */

static bool is_off_weighted(al_span s, uint64_t at, uint32_t count, double within)
{
    double sum = 0;
    for (uint64_t i = 0; i < WEIGHTS; i++) {
        const float number = al_f32_at(s, at + 4 * i), weight = al_f32_at(s, at + 16 + 4 * i);
        sum += (double)weight;
        if (!(weight >= 0) || !is_one_of(number, count))
            return true;
    }
    return is_off_one(sum, within);
}

/* From each answer to the next one: all are found, in order. */
static void compare_found(const item_block *x, size_t at, uint32_t count)
{
    size_t from = 0;
    while (from < x->count) {
        const size_t found = al_find_weighted_off(x->span, x->stride, at, from, (float)count, tolerance);
        assert_in_range(found, from, x->count);
        for (size_t item = from; item < found; item++)
            assert_false(is_off_weighted(x->span, item * x->stride + at, count, (double)tolerance));
        if (found < x->count)
            assert_true(is_off_weighted(x->span, found * x->stride + at, count, strict));
        from = found + 1;
    }
    assert_int_equal(al_find_weighted_off(x->span, x->stride, at, x->count, (float)count, tolerance),
                     x->count);
}

static void weighted_numbers(void **state)
{
    (void)state;
    uint32_t chance = 42;
    for (size_t round = 0; round < ROUNDS; round++) {
        const uint32_t count = round % 7 == 0 ? 1 << 24 : 1 + upto(round % 2 == 0 ? 3 : 300, &chance);
        item_block x = new_items(some_count(&chance), 32 + upto(20, &chance));
        const size_t at = upto((uint32_t)x.stride - 32, &chance);
        fill_with_chance(&x, &chance);
        for (size_t item = 0; item < x.count; item++) {
            float w[WEIGHTS];
            draw_weights(w, &chance);
            for (size_t i = 0; i < WEIGHTS; i++) {
                put_f32(at_item(&x, item, at + 4 * i), (float)upto(count - 1, &chance));
                put_f32(at_item(&x, item, at + 16 + 4 * i), w[i]);
            }
        }
        for (uint32_t planted = upto(3, &chance); x.count > 0 && planted > 0; planted--)
            put_f32(at_item(&x, some_item(&x, &chance), at + 4 * (size_t)upto(7, &chance)),
                    upto(3, &chance) == 0 ? (float)count : odd_float(&chance));
        compare_found(&x, at, count);
        assert_int_equal(al_find_weighted_off(big_endian(x.span), x.stride, at, 0, (float)count, tolerance),
                         0);
        free_items(&x);
    }
}

/* ---- Groups -------------------------------------------------------------------------------------------- */

/* Weights after the last group may be read together with those before them, so a yes for a weight that isn't
 * finite is allowed. */
static bool any_behind_is_not_finite(const item_block *x, uint64_t first)
{
    bool any = false;
    for (uint64_t i = first; i < first + 4 && i < x->count; i++)
        any = any || !isfinite(al_f32_at(x->span, i * x->stride));
    return any;
}

static bool any_group_is_off(const item_block *groups, const item_block *x, uint32_t most, double within)
{
    for (size_t group = 0; group < groups->count; group++) {
        const uint32_t first = al_u32_at(groups->span, group * 8),
                       count = al_u32_at(groups->span, group * 8 + 4);
        double sum = 0;
        if (count == 0 || count > most || (uint64_t)first + count > x->count)
            return true;
        for (uint64_t i = 0; i < count; i++)
            sum += (double)al_f32_at(x->span, (first + i) * x->stride);
        if (is_off_one(sum, within) || (within == strict && any_behind_is_not_finite(x, first)))
            return true;
    }
    return false;
}

/* The weights of each group one after the other, and at the end some without a group. Groups for which no
 * weights are left have those of the group before. */
static void draw_groups(item_block *groups, item_block *x, uint32_t most, uint32_t *chance)
{
    uint32_t next = 0;
    for (size_t group = 0; group < groups->count; group++) {
        const uint32_t room = (uint32_t)x->count - next;
        if (room == 0 && group > 0) {
            memcpy(at_item(groups, group, 0), at_item(groups, group - 1, 0), 8);
            continue;
        }
        const uint32_t count = room > 0 ? 1 + upto((most < room ? most : room) - 1, chance) : 0;
        put_u32(at_item(groups, group, 0), next);
        put_u32(at_item(groups, group, 4), count);
        for (uint32_t i = 0; i < count; i++)
            put_f32(at_item(x, next + i, 0), 1 / (float)count + 0.0008f / (float)count * share(chance));
        next += count;
    }
}

static void groups_of_items(void **state)
{
    (void)state;
    uint32_t chance = 43;
    size_t good = 0;
    for (size_t round = 0; round < 2 * ROUNDS; round++) {
        const uint32_t most = round % 2 == 0 ? 4 : 1 + upto(8, &chance);
        const size_t stride = round % 3 == 0 ? 4 + upto(12, &chance) : 8;
        item_block groups = new_items(some_count(&chance), 8), x = new_items(some_count(&chance), stride);
        fill_with_chance(&x, &chance);
        draw_groups(&groups, &x, most, &chance);
        switch (upto(5, &chance)) {
        case 0:
            if (x.count > 0)
                put_f32(at_item(&x, some_item(&x, &chance), 0), odd_float(&chance));
            break;
        case 1:
            if (groups.count > 0)
                put_u32(at_item(&groups, some_item(&groups, &chance), 4),
                        upto(1, &chance) == 0 ? UINT32_MAX - upto(9, &chance) : upto(9, &chance));
            break;
        case 2:
            if (groups.count > 0)
                put_u32(at_item(&groups, some_item(&groups, &chance), 0),
                        upto(1, &chance) == 0 ? UINT32_MAX : upto((uint32_t)x.count, &chance));
            break;
        default: break;
        }
        const bool answer = al_any_group_off(groups.span, x.span, stride, most, tolerance);
        assert_true(answer || !any_group_is_off(&groups, &x, most, (double)tolerance));
        assert_true(!answer || any_group_is_off(&groups, &x, most, strict));
        good += !answer;
        assert_int_equal(al_any_group_off(big_endian(groups.span), x.span, stride, most, tolerance),
                         groups.count > 0);
        free_items(&groups);
        free_items(&x);
    }
    assert_in_range(good, ROUNDS / 2, 2 * ROUNDS * 9 / 10);
}

/* ---- Single items -------------------------------------------------------------------------------------- */

/* One item: four numbers, and four numbers behind them. */
static void put_numbers(const item_block *x, const float first[WEIGHTS], const float second[WEIGHTS])
{
    for (size_t i = 0; i < WEIGHTS; i++) {
        put_f32(at_item(x, 0, 4 * i), first[i]);
        put_f32(at_item(x, 0, 16 + 4 * i), second[i]);
    }
}

/* All questions find a sum that differs from 1 by a little more than the tolerance. */
static void sums_near_the_tolerance(void **state)
{
    (void)state;
    static const float zeros[WEIGHTS] = {0}, sums[] = {0.9985f, 0.9989f, 1.0011f, 1.0015f};
    item_block x = new_items(1, 32), group = new_items(1, 8);
    put_u32(at_item(&group, 0, 0), 0);
    put_u32(at_item(&group, 0, 4), 1);
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        const float weights[WEIGHTS] = {sums[i]};
        put_numbers(&x, weights, zeros);
        assert_true(al_any_group_off(group.span, x.span, 8, 4, tolerance));
        assert_true(al_any_group_off(group.span, x.span, 16, 3, tolerance));
        put_numbers(&x, zeros, weights);
        assert_int_equal(al_find_weighted_off(x.span, 32, 0, 0, 1, tolerance), 0);
    }
    free_items(&group);
    free_items(&x);
}

/* One byte behind the weights there seem to be others, with a sum of 1. */
static void weights_at_their_own_place(void **state)
{
    (void)state;
    item_block x = new_items(1, 36);
    memset(at_item(&x, 0, 0), 0, 36);
    put_f32(at_item(&x, 0, 17), 1);
    assert_int_equal(al_find_weighted_off(x.span, 36, 0, 0, 1, tolerance), 0);
    assert_int_equal(al_find_weighted_off(x.span, 36, 1, 0, 1, tolerance), 1);
    free_items(&x);
}

static void unsupported_spans_of_one_byte(void **state)
{
    (void)state;
    const al_span byte = big_endian(al_span_of("", 1));
    assert_true(al_any_group_off(byte, byte, 8, 4, tolerance));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighted_numbers),
        cmocka_unit_test(groups_of_items),
        cmocka_unit_test(sums_near_the_tolerance),
        cmocka_unit_test(weights_at_their_own_place),
        cmocka_unit_test(unsupported_spans_of_one_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
