/* vectors.c: fast tests of unit vectors and of the weights of vertices. */
#include "core/reduce/vectors.h"

#include <math.h>
#include <string.h>

#include "core/reduce/load.h"

/* ---- Vectors of length 1, in items of `stride` bytes --------------------------------------------------- */

/* If the square of a length is between these bounds, the length is within the tolerance, despite rounding. */
typedef struct square_bounds {
    float low, high;
} square_bounds;

static square_bounds bounds_of(float tolerance)
{
    const float safe = tolerance * 0.99f;
    return (square_bounds){.low = (1 - safe) * (1 - safe), .high = (1 + safe) * (1 + safe)};
}

/* 1 if the length of four floats may not be within the bounds, otherwise 0. */
static inline uint32_t is_off_unit(const uint8_t *p, square_bounds bounds)
{
    const float x = al_load_f32(p), y = al_load_f32(p + 4), z = al_load_f32(p + 8), w = al_load_f32(p + 12);
    const float square = x * x + y * y + z * z + w * w;
    return (uint32_t) !((square >= bounds.low) & (square <= bounds.high)); /* 1 for NaN */
}

/* Inlined with a constant stride. Doesn't stop at the first bad item, since nearly all files have none. */
static inline bool any_off_unit_f32(al_span s, size_t stride, square_bounds bounds)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < s.len / stride; i++)
        bad |= is_off_unit(s.ptr + i * stride, bounds);
    return bad != 0;
}

AL_WIDE bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance)
{
    const square_bounds bounds = bounds_of(tolerance);
    if (s.big_endian || stride < 16)
        return s.len > 0;
    switch (stride) {
    case 16: return any_off_unit_f32(s, 16, bounds);
    case 20: return any_off_unit_f32(s, 20, bounds);
    default: return any_off_unit_f32(s, stride, bounds);
    }
}

bool al_any_place_off(al_span s, size_t rotations, size_t floats, float tolerance)
{
    enum { ROTATION = 16 };
    const square_bounds bounds = bounds_of(tolerance);
    uint32_t off = 0, carries = 0;
    if (s.big_endian || s.len < rotations * ROTATION + 4 * floats)
        return s.len > 0;
    for (size_t i = 0; i < rotations; i++)
        off |= is_off_unit(s.ptr + ROTATION * i, bounds);
    for (size_t i = 0; i < floats; i++)
        carries |= al_exponent_carry(al_load_u32(s.ptr + ROTATION * rotations + 4 * i));
    return off != 0 || al_any_carry(carries);
}

static int32_t load_i16(const uint8_t *p)
{
    const uint16_t bits = al_load_u16(p);
    int16_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The square of a length in units of 1/32767: at most 2^32, which is one too many for uint32_t. */
static inline uint64_t square_of_i16(const uint8_t *p)
{
    const int32_t x = load_i16(p), y = load_i16(p + 2), z = load_i16(p + 4), w = load_i16(p + 6);
    return (uint64_t)((uint32_t)(x * x) + (uint32_t)(y * y)) + ((uint32_t)(z * z) + (uint32_t)(w * w));
}

bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance)
{
    static const double one = 32767.0 * 32767.0;
    const square_bounds bounds = bounds_of(tolerance);
    const uint64_t low = (uint64_t)((double)bounds.low * one) + 1,
                   high = (uint64_t)((double)bounds.high * one);
    bool bad = false;
    if (s.big_endian || stride < 8)
        return s.len > 0;
    for (size_t at = 0; s.len - at >= stride; at += stride) {
        const uint64_t square = square_of_i16(s.ptr + at);
        bad |= square < low || square > high;
    }
    return bad;
}

/* Relative rounding error of a dot product: four roundings of its largest term, with a margin. */
static const float product_error = 1e-6f;

/* Tests one item without a branch. If large terms cancel each other, the result is true, because of rounding.
 */
static inline uint32_t is_off_dual(const uint8_t *p, square_bounds bounds, float most)
{
    const float x = al_load_f32(p), y = al_load_f32(p + 4), z = al_load_f32(p + 8), w = al_load_f32(p + 12);
    const float a = x * al_load_f32(p + 16), b = y * al_load_f32(p + 20), c = z * al_load_f32(p + 24),
                d = w * al_load_f32(p + 28);
    const float square = x * x + y * y + z * z + w * w;
    const float error = product_error * (fabsf(a) + fabsf(b) + fabsf(c) + fabsf(d));
    const float product = fabsf(a + b + c + d) + error;
    return (uint32_t) !((square >= bounds.low) & (square <= bounds.high) &
                        (product <= most)); /* true for NaN */
}

/* Inlined with a constant stride. */
static inline bool any_off_dual(al_span s, size_t stride, square_bounds bounds, float most)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < s.len / stride; i++)
        bad |= is_off_dual(s.ptr + i * stride, bounds, most);
    return bad != 0;
}

AL_WIDE bool al_any_off_dual(al_span s, size_t stride, float tolerance)
{
    enum { DUAL = 32 };
    const square_bounds bounds = bounds_of(tolerance);
    const float most = tolerance * 0.99f;
    if (s.big_endian || stride < DUAL)
        return s.len > 0;
    return stride == DUAL ? any_off_dual(s, DUAL, bounds, most) : any_off_dual(s, stride, bounds, most);
}

uint64_t al_next_not_sign(al_span s, size_t stride, size_t at, uint64_t from)
{
    const uint64_t items = s.len / stride;
    for (uint64_t i = from; i < items; i++) {
        const uint32_t magnitude = al_load_u32(s.ptr + i * stride + at) & 0x7FFFFFFFu;
        if (magnitude != 0x3F800000u || s.big_endian) /* the bits of 1.0f */
            return i;
    }
    return items;
}

/* ---- Weights that are at least 0 and add up to 1, and their bones -------------------------------------- */

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
        if (count == 0 || count > most || (uint64_t)first + count > item_count)
            return true;
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
