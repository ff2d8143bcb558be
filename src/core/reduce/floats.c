/* floats.c: fast tests of many numbers. */
#include "core/reduce/floats.h"

#include <math.h>
#include <string.h>

#include "core/reduce/load.h"

/* ---- Whether all are finite, and not too large --------------------------------------------------------- */

/* Added to the exponent of a float, it carries into the sign if the magnitude is 2^power or more. 127 is the
 * exponent of 1. */
#define STEP_OF(power) (0x80000000u - ((127u + (power)) << 23))

bool al_any_not_finite_at(al_span s, size_t stride, size_t at)
{
    uint32_t all = s.big_endian && s.len > 0 ? UINT32_MAX : 0;
    for (; s.len >= 4 && at <= s.len - 4; at += stride)
        all |= al_exponent_carry(al_load_u32(s.ptr + at));
    return al_any_carry(all);
}

/* Whether vector units want the lanes twice as long, and there is room. */
static bool is_short(uint32_t words)
{
    return (words < 64 || words % 8 != 0) && 2 * words <= AL_LANES_MAX;
}

bool al_lanes_set(al_lanes *lanes, const al_lane_kind *kinds, uint32_t words)
{
    static const uint32_t masks[] = {[AL_LANE_OTHER] = 0,
                                     [AL_LANE_F32] = 0x7F800000u,
                                     [AL_LANE_F16_PAIR] = 0x7C007C00u,
                                     [AL_LANE_NEAR_F32] = 0x7F800000u,
                                     [AL_LANE_FAR_F32] = 0x7F800000u};
    static const uint32_t steps[] = {[AL_LANE_OTHER] = 0,
                                     [AL_LANE_F32] = STEP_OF(AL_INFINITE_POWER),
                                     [AL_LANE_F16_PAIR] = 0x04000400u,
                                     [AL_LANE_NEAR_F32] = STEP_OF(AL_NEAR_POWER),
                                     [AL_LANE_FAR_F32] = STEP_OF(AL_FAR_POWER)};
    lanes->words = 0;
    if (words == 0 || words > AL_LANES_MAX)
        return false;
    for (uint32_t i = 0; i < words; i++) {
        lanes->mask[i] = masks[kinds[i]];
        lanes->step[i] = steps[kinds[i]];
    }
    for (lanes->words = words; is_short(lanes->words); lanes->words *= 2) {
        memcpy(lanes->mask + lanes->words, lanes->mask, lanes->words * sizeof lanes->mask[0]);
        memcpy(lanes->step + lanes->words, lanes->step, lanes->words * sizeof lanes->step[0]);
    }
    return true;
}

/* The results of `words` floats, combined by `|`. With a constant number, compilers unroll the loop. */
static inline uint32_t f32_carries(const uint8_t *p, size_t words, uint32_t step)
{
    uint32_t all = 0;
    for (size_t i = 0; i < words; i++)
        all |= (al_load_u32(p + 4 * i) & 0x7F800000u) + step;
    return all;
}

AL_WIDE bool al_any_f32_beyond(al_span s, uint32_t power)
{
    enum { BLOCK = 64, BYTES = 4 * BLOCK };
    const uint32_t step = STEP_OF(power);
    uint32_t all = 0;
    size_t at = 0;
    if (s.big_endian)
        return s.len > 0;
    for (; s.len - at >= BYTES; at += BYTES)
        all |= f32_carries(s.ptr + at, BLOCK, step);
    if (s.len > at)
        all |= f32_carries(s.ptr + at, (s.len - at) / 4, step);
    return al_any_carry(all);
}

/* Whether one of the results has a carry: of a float, or of one of two half floats. */
static inline bool is_bad(uint32_t all)
{
    return (all & 0x80008000u) != 0;
}

/* The results of `words` words, combined by `|`. A loop without branches, for vector units. */
static uint32_t carries(const uint8_t *p, const al_lanes *lanes, size_t words)
{
    uint32_t all = 0;
    for (size_t i = 0; i < words; i++)
        all |= (al_load_u32(p + 4 * i) & lanes->mask[i]) + lanes->step[i];
    return all;
}

/* The first of `count` items, which fit into the lanes, that may have a bad float; `count` if there is none.
 */
static size_t next_in_block(const uint8_t *p, const al_lanes *lanes, size_t stride, size_t count)
{
    size_t i = 0;
    if (!is_bad(carries(p, lanes, count * (stride / 4))))
        return count;
    while (i + 1 < count && !is_bad(carries(p + i * stride, lanes, stride / 4)))
        i++;
    return i;
}

AL_WIDE uint64_t al_next_not_finite(al_span s, const al_lanes *lanes, size_t stride, uint64_t from)
{
    const uint64_t items = s.len / stride, block = (uint64_t)lanes->words * 4 / stride;
    if (s.big_endian && from < items)
        return from;
    if (block == 0)
        return items;
    for (uint64_t i = from; i < items; i += block) {
        const size_t count = (size_t)(items - i < block ? items - i : block);
        const size_t bad = next_in_block(s.ptr + i * stride, lanes, stride, count);
        if (bad < count)
            return i + bad;
    }
    return items;
}

AL_WIDE bool al_any_not_finite(al_span s, const al_lanes *lanes)
{
    const size_t period = (size_t)lanes->words * 4;
    uint32_t all = 0;
    size_t at = 0;
    if (period == 0)
        return false;
    if (s.big_endian)
        return s.len > 0;
    for (; s.len - at >= period; at += period)
        all |= carries(s.ptr + at, lanes, lanes->words);
    if (s.len > at)
        all |= carries(s.ptr + at, lanes, (s.len - at) / 4);
    return is_bad(all);
}

/* ---- Minimum and maximum, in the byte order of the span unless stated otherwise ------------------------ */

AL_WIDE uint16_t al_max_u16(al_span s)
{
    uint16_t max = 0;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = al_load_u16_in(s.ptr + 2 * i, s.big_endian);
        max = value > max ? value : max;
    }
    return max;
}

AL_WIDE uint32_t al_max_u32(al_span s)
{
    uint32_t max = 0;
    for (size_t i = 0; i < s.len / 4; i++) {
        const uint32_t value = al_load_u32_in(s.ptr + 4 * i, s.big_endian);
        max = value > max ? value : max;
    }
    return max;
}

/* Inlined with a constant stride, so that the compiler can use vector units. */
static inline uint32_t max_masked(al_span s, size_t stride, size_t at, uint32_t mask)
{
    uint32_t max = 0;
    for (; s.len >= 4 && at <= s.len - 4; at += stride) {
        const uint32_t value = al_load_u32(s.ptr + at) & mask;
        max = value > max ? value : max;
    }
    return max;
}

AL_WIDE uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask)
{
    uint32_t max = 0;
    if (!s.big_endian)
        return stride == 8 ? max_masked(s, 8, at, mask) : max_masked(s, stride, at, mask);
    for (; s.len >= 4 && at <= s.len - 4; at += stride) {
        const uint32_t value = al_load_u32be(s.ptr + at) & mask;
        max = value > max ? value : max;
    }
    return max;
}

/* Inlined with a constant byte order, and with the box in registers. */
static inline void range_f32x3(al_span s, size_t stride, size_t at, bool big_endian, float low[3],
                               float high[3])
{
    float min[3] = {low[0], low[1], low[2]}, max[3] = {high[0], high[1], high[2]};
    for (; s.len >= 12 && at <= s.len - 12; at += stride) {
        for (size_t i = 0; i < 3; i++) {
            const float value = al_float_of(al_load_u32_in(s.ptr + at + 4 * i, big_endian));
            min[i] = value < min[i] ? value : min[i];
            max[i] = value > max[i] ? value : max[i];
        }
    }
    memcpy(low, min, sizeof min);
    memcpy(high, max, sizeof max);
}

AL_WIDE void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3])
{
    if (s.big_endian)
        range_f32x3(s, stride, at, true, low, high);
    else
        range_f32x3(s, stride, at, false, low, high);
}

double al_box_diagonal(const float low[3], const float high[3])
{
    double sum = 0;
    for (size_t i = 0; i < 3; i++) {
        const double side = (double)high[i] - (double)low[i];
        sum += side * side;
    }
    return sqrt(sum);
}

/* ---- Whether numbers increase from item to item of `stride` bytes -------------------------------------- */

bool al_any_not_rising(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian || s.len == 0;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = al_load_f32(s.ptr + at) < al_load_f32(s.ptr + at + stride);
    return !rising;
}

bool al_any_not_rising_u32(al_span s, size_t stride, size_t at)
{
    bool rising = !s.big_endian || s.len == 0;
    for (; rising && s.len >= stride + 4 && at <= s.len - stride - 4; at += stride)
        rising = al_load_u32(s.ptr + at) < al_load_u32(s.ptr + at + stride);
    return !rising;
}
