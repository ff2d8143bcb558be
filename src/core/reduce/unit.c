/* unit.c: fast tests whether vectors have length 1. */
#include "core/reduce/unit.h"

#include <math.h>
#include <string.h>

#include "core/reduce/load.h"

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

static inline bool any_off_unit_f32x3(al_span s, size_t stride, square_bounds bounds)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < s.len / stride; i++) {
        const uint8_t *p = s.ptr + i * stride;
        const float x = al_load_f32(p), y = al_load_f32(p + 4), z = al_load_f32(p + 8);
        const float square = x * x + y * y + z * z;
        bad |= (uint32_t) !(square >= bounds.low && square <= bounds.high);
    }
    return bad != 0;
}

AL_WIDE bool al_any_off_unit_f32x3(al_span s, size_t stride, float tolerance)
{
    if (s.big_endian || stride < 12)
        return s.len > 0;
    return stride == 12 ? any_off_unit_f32x3(s, 12, bounds_of(tolerance))
                        : any_off_unit_f32x3(s, stride, bounds_of(tolerance));
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

enum { KEY = 32, POSITION_AT = 16, TIME_AT = 28 };

/* The top bit of the result is set if the position of a key is not finite. */
static inline uint32_t test_position(const uint8_t *p)
{
    return al_exponent_carry(al_load_u32(p + POSITION_AT)) |
           al_exponent_carry(al_load_u32(p + POSITION_AT + 4)) |
           al_exponent_carry(al_load_u32(p + POSITION_AT + 8));
}

AL_WIDE bool al_any_pose_off(al_span s, size_t stride, float tolerance)
{
    const square_bounds bounds = bounds_of(tolerance);
    const size_t keys = s.len / KEY;
    uint32_t positions = 0, times = 0, rotations = 0;
    if (s.big_endian || stride != KEY || keys == 0)
        return s.len > 0;
    for (size_t i = 0; i < keys - 1; i++) {
        const uint8_t *p = s.ptr + i * KEY;
        positions |= test_position(p);
        rotations |= is_off_unit(p, bounds);
        times |= (uint32_t) !(al_load_u32(p + TIME_AT) < al_load_u32(p + KEY + TIME_AT));
    }
    const uint8_t *last = s.ptr + (keys - 1) * KEY;
    return al_any_carry(positions | test_position(last)) || (rotations | is_off_unit(last, bounds)) != 0 ||
           times != 0;
}
