/* extremes.c: minimum and maximum. */
#include "core/reduce/extremes.h"

#include <math.h>

#include "core/reduce/load.h"

AL_WIDE uint16_t al_max_u16(al_span s)
{
    uint16_t max = 0;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = al_load_u16_in(s.ptr + 2 * i, s.big_endian);
        max = value > max ? value : max;
    }
    return max;
}

AL_WIDE uint16_t al_min_u16(al_span s)
{
    uint16_t min = UINT16_MAX;
    for (size_t i = 0; i < s.len / 2; i++) {
        const uint16_t value = al_load_u16_in(s.ptr + 2 * i, s.big_endian);
        min = value < min ? value : min;
    }
    return min;
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

AL_WIDE void al_box_f32x3(al_span s, float low[3], float high[3])
{
    enum { LANES = 12 }; /* four points: a multiple of the size of vector registers */
    float min[LANES], max[LANES];
    size_t at = 0;
    if (s.len < 12 || s.big_endian)
        return;
    for (size_t i = 0; i < LANES; i++)
        min[i] = max[i] = al_load_f32(s.ptr + 4 * (i % 3));
    for (; s.len - at >= 4 * (size_t)LANES; at += 4 * (size_t)LANES)
        for (size_t i = 0; i < LANES; i++) {
            const float value = al_load_f32(s.ptr + at + 4 * i);
            min[i] = value < min[i] ? value : min[i];
            max[i] = value > max[i] ? value : max[i];
        }
    for (size_t i = 0; s.len - at >= 4; at += 4, i++) {
        const float value = al_load_f32(s.ptr + at);
        min[i] = value < min[i] ? value : min[i];
        max[i] = value > max[i] ? value : max[i];
    }
    for (size_t i = 0; i < 3; i++) {
        low[i] = high[i] = min[i];
        for (size_t k = i; k < LANES; k += 3) {
            low[i] = min[k] < low[i] ? min[k] : low[i];
            high[i] = max[k] > high[i] ? max[k] : high[i];
        }
    }
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
