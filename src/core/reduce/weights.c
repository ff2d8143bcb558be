/* weights.c: fast tests of the weights of vertices. */
#include "core/reduce/weights.h"

#include "core/reduce/load.h"

/* True if a weight is below 0, or an index is invalid. Without branches, since a processor can't predict them
 * here. */
static inline uint32_t is_bad_weight(float index, float weight, float count)
{
    const bool inside = (index >= 0) & (index < count);
    const float safe = inside ? index : 0; /* fits into int32_t */
    const bool whole = (float)(int32_t)safe == safe;
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
        const uint32_t bad =
            is_bad_weight(al_load_f32(p), a, count) | is_bad_weight(al_load_f32(p + 4), b, count) |
            is_bad_weight(al_load_f32(p + 8), c, count) | is_bad_weight(al_load_f32(p + 12), d, count);
        const bool one = (sum >= low) & (sum <= high); /* false for NaN */
        if (bad != 0 || !one || s.big_endian)
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

/* Inlined with a constant stride. Most groups have one item or two, in an order that a processor can't
 * predict: these are added up without a branch. */
static inline bool any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float low,
                                 float high)
{
    const uint64_t item_count = items.len / stride;
    bool bad = false;
    for (size_t at = 0; groups.len - at >= 8; at += 8) {
        const uint32_t first = al_load_u32(groups.ptr + at), count = al_load_u32(groups.ptr + at + 4);
        if (count > most || (uint64_t)first + count > item_count)
            return true;
        if (count == 0)
            continue;
        const uint8_t *p = items.ptr + first * stride;
        const uint32_t second = count == 2 ? UINT32_MAX : 0;
        const float sum = count <= 2 && (uint64_t)first + 2 <= item_count
                              ? al_load_f32(p) + al_float_of(al_load_u32(p + stride) & second)
                              : sum_of(p, count, stride);
        bad |= !(sum >= low && sum <= high);
    }
    return bad;
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

/* Marks an index as seen; false if it is not an integer below `count`. */
static bool see_index(float index, uint32_t count, uint8_t *seen)
{
    if (!(index >= 0 && (double)index < (double)count))
        return false;
    const uint32_t whole = (uint32_t)index;
    if ((double)whole != (double)index)
        return false;
    seen[whole] = 1;
    return true;
}

/* With branches: since most vertices have one or two weights, this is four times as fast as without. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen)
{
    enum { WEIGHTS = 4, ITEM = 2 * WEIGHTS * 4 };
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    bool bad = s.big_endian && s.len > 0;
    for (size_t at = 0; !bad && s.len - at >= ITEM; at += ITEM) {
        const uint8_t *item = s.ptr + at;
        float w[WEIGHTS], sum = 0;
        for (size_t i = 0; i < WEIGHTS; i++) {
            w[i] = al_load_f32(item + 4 * i);
            sum += w[i];
        }
        bad = !(w[3] >= 0 && w[2] >= w[3] && w[1] >= w[2] && w[0] >= w[1] && sum >= low && sum <= high);
        for (size_t i = 0; i < WEIGHTS && w[i] > 0; i++)
            bad |= !see_index(al_load_f32(item + 4 * (WEIGHTS + i)), count, seen);
    }
    return bad;
}
