/* weights.c: weights and what they weigh. */
#include "core/reduce/weights.h"

#include "core/reduce/load.h"

/* Whether a slot is off: a weight below 0, or a number that is none. Without branches: what a slot holds is
 * nothing that a processor could foresee. */
static inline uint32_t is_off_slot(float number, float weight, float count)
{
    const bool inside = (number >= 0) & (number < count);
    const float held = inside ? number : 0;
    const bool whole = (float)(int32_t)held == held;
    return !(inside & whole & (weight >= 0));
}

size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance)
{
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    const size_t items = s.len / stride;
    for (size_t i = from; i < items; i++) {
        const uint8_t *p = s.ptr + i * stride + at;
        const float a = al_load_f32(p + 16), b = al_load_f32(p + 20), c = al_load_f32(p + 24),
                    d = al_load_f32(p + 28);
        const float sum = a + b + c + d;
        const uint32_t off =
            is_off_slot(al_load_f32(p), a, count) | is_off_slot(al_load_f32(p + 4), b, count) |
            is_off_slot(al_load_f32(p + 8), c, count) | is_off_slot(al_load_f32(p + 12), d, count);
        const bool one = (sum >= low) & (sum <= high); /* a NaN is not */
        if (off != 0 || !one || s.big_endian)
            return i;
    }
    return items;
}

static float sum_of(const uint8_t *items, uint32_t count, size_t stride)
{
    float sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += al_load_f32(items + i * stride);
    return sum;
}

/* The same of at most four, of which four are there: without a branch, as nobody can guess how many it will
 * be. */
static inline float sum_of_four(const uint8_t *items, uint32_t count, size_t stride)
{
    static const float shares[5][4] = {{0}, {1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}};
    const float *share = shares[count];
    return al_load_f32(items) * share[0] + al_load_f32(items + stride) * share[1] +
           al_load_f32(items + 2 * stride) * share[2] + al_load_f32(items + 3 * stride) * share[3];
}

/* Inlined, so that a usual stride is a constant. */
static inline bool any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float low,
                                 float high)
{
    const uint64_t item_count = items.len / stride;
    bool off = false;
    for (size_t at = 0; groups.len - at >= 8; at += 8) {
        const uint32_t first = al_load_u32(groups.ptr + at), count = al_load_u32(groups.ptr + at + 4);
        if (count > most || (uint64_t)first + count > item_count)
            return true;
        if (count == 0)
            continue;
        const uint8_t *p = items.ptr + first * stride;
        const float sum = most <= 4 && (uint64_t)first + 4 <= item_count ? sum_of_four(p, count, stride)
                                                                         : sum_of(p, count, stride);
        off |= !(sum >= low && sum <= high);
    }
    return off;
}

bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance)
{
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    if (groups.big_endian)
        return groups.len > 0;
    if (stride == 8 && most == 4)
        return any_group_off(groups, items, 8, 4, low, high);
    return any_group_off(groups, items, stride, most, low, high);
}

/* A number that is a float: whether it is one of `count`. */
static bool see_number(float number, uint32_t count, uint8_t *seen)
{
    if (!(number >= 0 && (double)number < (double)count))
        return false;
    const uint32_t whole = (uint32_t)number;
    if ((double)whole != (double)number)
        return false;
    seen[whole] = 1;
    return true;
}

/* With branches: without any it takes four times as long, since most vertices have one weight or two. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen)
{
    enum { WEIGHTS = 4, ITEM = 2 * WEIGHTS * 4 };
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    bool off = s.big_endian && s.len > 0;
    for (size_t at = 0; !off && s.len - at >= ITEM; at += ITEM) {
        const uint8_t *item = s.ptr + at;
        float w[WEIGHTS], sum = 0;
        for (size_t i = 0; i < WEIGHTS; i++) {
            w[i] = al_load_f32(item + 4 * i);
            sum += w[i];
        }
        off = !(w[3] >= 0 && w[2] >= w[3] && w[1] >= w[2] && w[0] >= w[1] && sum >= low && sum <= high);
        for (size_t i = 0; i < WEIGHTS && w[i] > 0; i++)
            off |= !see_number(al_load_f32(item + 4 * (WEIGHTS + i)), count, seen);
    }
    return off;
}
