/* extremes.h: the least and the greatest of many numbers, in the byte order of their span unless it says
 * otherwise. */
#ifndef AL_CORE_REDUCE_EXTREMES_H
#define AL_CORE_REDUCE_EXTREMES_H

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* The greatest of the scalars in a span of whole scalars; 0 when it is empty. */
uint16_t al_max_u16(al_span s);
uint32_t al_max_u32(al_span s);

/* The least of them; UINT16_MAX when it is empty. */
uint16_t al_min_u16(al_span s);

/* The greatest of the u32 at `at` of each item of `stride` bytes, after `mask`; 0 when there is none. */
uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask);

/* Moves `low` and `high` apart until the three floats at `at` of each item of `stride` bytes lie between
 * them. What is not a number moves nothing. */
void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3]);

/* The least and the greatest of each coordinate, of a little-endian span of points of three floats that are
 * all finite. An empty one has none: both are left as they are. */
void al_box_f32x3(al_span s, float low[3], float high[3]);

#endif
