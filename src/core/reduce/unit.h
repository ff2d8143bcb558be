/* unit.h: fast tests whether vectors have length 1, in items of `stride` bytes of little-endian spans. For
 * any other span that isn't empty the result is always true, so that the caller tests each item. */
#ifndef AL_CORE_REDUCE_UNIT_H
#define AL_CORE_REDUCE_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/span.h"

/* True if the length of a vector may differ from 1 by more than `tolerance`. The vector is the first four
 * numbers of each item: floats, or int16_t as fractions of 32767. */
bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance);
bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance);

/* For one record that begins with `rotations` vectors of four floats and then has `floats` other floats: true
 * if the length of a vector may differ from 1 by more than `tolerance`, or another float may not be finite.
 * If the span is shorter than that, the result is true. */
bool al_any_place_off(al_span s, size_t rotations, size_t floats, float tolerance);

/* al_any_off_unit_f32 for vectors of three floats. If false, all are finite, too. */
bool al_any_off_unit_f32x3(al_span s, size_t stride, float tolerance);

/* The same for dual quaternions: each item begins with eight floats. True if the length of the first four may
 * differ from 1, or their dot product with the other four from 0, by more than `tolerance`. */
bool al_any_off_dual(al_span s, size_t stride, float tolerance);

/* The first item from `from` on whose float at offset `at` may be neither 1 nor -1; the number of items if
 * there is none. */
uint64_t al_next_not_sign(al_span s, size_t stride, size_t at, uint64_t from);

/* For items of a rotation (four floats), a position (three floats) and a time (u32). True if the length of a
 * rotation may differ from 1 by more than `tolerance`, a position may not be finite, or a time may not be
 * greater than the one before it; and if `stride` is not the size of such an item. */
bool al_any_pose_off(al_span s, size_t stride, float tolerance);

#endif
