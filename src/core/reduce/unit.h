/* unit.h: whether lengths are 1, in items of `stride` bytes. The answers are for little-endian spans; of a
 * big-endian one that isn't empty it is always that one may not be. */
#ifndef AL_CORE_REDUCE_UNIT_H
#define AL_CORE_REDUCE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/span.h"

/* True when the four numbers that each item begins with, floats or shares of 32767, may be further than
 * `tolerance` from length 1. */
bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance);
bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance);

/* The same of three floats. False also says that they are finite. */
bool al_any_off_unit_f32x3(al_span s, size_t stride, float tolerance);

/* True when the first four of the eight floats that each item begins with may be further than `tolerance`
 * from length 1, or their products with the other four from a sum of 0: a dual quaternion that isn't one. */
bool al_any_off_dual(al_span s, size_t stride, float tolerance);

/* True when one of the floats at `at` of each item may be neither 1 nor -1. */
bool al_any_not_sign(al_span s, size_t stride, size_t at);

/* Items of a rotation, which is four floats, a position, which is three, and a time, a u32: true when a
 * rotation may be further than `tolerance` from length 1, a position not finite, or a time not above the one
 * before it; and when `stride` isn't the size of these. */
bool al_any_pose_off(al_span s, size_t stride, float tolerance);

#endif
