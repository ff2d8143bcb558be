/* weights.c: fast tests of the weights of vertices. */
#include "core/reduce/weights.h"

#include "core/reduce/load.h"

static inline uint32_t greater_of(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* The differences between the bits of a float and of the whole number below it, which fits into int32_t. */
static inline uint32_t fraction_bits(uint32_t bits)
{
    return bits ^ al_bits_of((float)(int32_t)al_float_of(bits));
}

/* True if four indices are integers below the float with the bits `limit`. The bits of floats that are not
 * negative have the same order as the floats; those of negative ones, and of NaN, are greater. */
static inline bool are_indices(const uint8_t *p, uint32_t limit)
{
    const uint32_t a = al_load_u32(p), b = al_load_u32(p + 4), c = al_load_u32(p + 8),
                   d = al_load_u32(p + 12);
    return greater_of(greater_of(a, b), greater_of(c, d)) < limit &&
           (fraction_bits(a) | fraction_bits(b) | fraction_bits(c) | fraction_bits(d)) == 0;
}

/* True if no sign of four weights is set, and their sum is within the bounds. */
static inline bool are_weights(const uint8_t *p, float low, float high)
{
    const uint32_t a = al_load_u32(p), b = al_load_u32(p + 4), c = al_load_u32(p + 8),
                   d = al_load_u32(p + 12);
    const float sum = al_float_of(a) + al_float_of(b) + al_float_of(c) + al_float_of(d);
    return !al_any_carry(a | b | c | d) && sum >= low && sum <= high; /* false for NaN */
}

/* The same for one slot, in which -0 is 0. */
static bool is_slot(float index, float weight, float count)
{
    return index >= 0 && index < count && (float)(int32_t)index == index && weight >= 0;
}

static bool is_weighted(const uint8_t *p, float count, float low, float high)
{
    enum { SLOTS = 4, WEIGHTS_AT = 16 };
    float sum = 0;
    bool right = true;
    for (size_t i = 0; i < SLOTS; i++) {
        const float weight = al_load_f32(p + WEIGHTS_AT + 4 * i);
        right = right && is_slot(al_load_f32(p + 4 * i), weight, count);
        sum += weight;
    }
    return right && sum >= low && sum <= high;
}

size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance)
{
    const float low = 1 - tolerance * 0.99f, high = 1 + tolerance * 0.99f;
    const size_t items = s.len / stride;
    const uint32_t limit = al_bits_of(count);
    for (size_t i = from; i < items; i++) {
        const uint8_t *p = s.ptr + i * stride + at;
        if (s.big_endian || ((!are_indices(p, limit) || !are_weights(p + 16, low, high)) &&
                             !is_weighted(p, count, low, high)))
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
