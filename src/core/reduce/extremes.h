/* extremes.h: minimum and maximum of many numbers, in the byte order of their span unless stated otherwise.
 */
#ifndef AL_CORE_REDUCE_EXTREMES_H
#define AL_CORE_REDUCE_EXTREMES_H

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* The maximum of a span of scalars; 0 if it is empty. */
uint16_t al_max_u16(al_span s);
uint32_t al_max_u32(al_span s);

/* The minimum; UINT16_MAX if the span is empty. */
uint16_t al_min_u16(al_span s);

/* The maximum of the u32 at offset `at` of each item of `stride` bytes, masked with `mask`; 0 if there is
 * none. */
uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask);

/* Extends the box from `low` to `high` by the three floats at offset `at` of each item of `stride` bytes.
 * Ignores NaN. */
void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3]);

/* The bounding box of a little-endian span of points of three finite floats. An empty span leaves `low` and
 * `high` unchanged. */
void al_box_f32x3(al_span s, float low[3], float high[3]);

/* The length of the diagonal of a box. */
double al_box_diagonal(const float low[3], const float high[3]);

#endif
