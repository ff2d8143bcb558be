/* vectors.h: fast tests of unit vectors and of the weights of vertices, for little-endian spans. For any
 * other span that isn't empty the result is always that an item may be bad, so that the caller tests each
 * one. */
#ifndef AL_CORE_REDUCE_VECTORS_H
#define AL_CORE_REDUCE_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* ---- Vectors of length 1, in items of `stride` bytes --------------------------------------------------- */

/* True if the length of a vector may differ from 1 by more than `tolerance`. The vector is the first four
 * numbers of each item: floats, or int16_t as fractions of 32767. */
bool al_any_off_unit_f32(al_span s, size_t stride, float tolerance);
bool al_any_off_unit_i16(al_span s, size_t stride, float tolerance);

/* For one record that begins with `rotations` vectors of four floats and then has `floats` other floats: true
 * if the length of a vector may differ from 1 by more than `tolerance`, or another float may not be finite.
 * If the span is shorter than that, the result is true. */
bool al_any_place_off(al_span s, size_t rotations, size_t floats, float tolerance);

/* For dual quaternions: each item begins with eight floats. True if the length of the first four may
 * differ from 1, or their dot product with the other four from 0, by more than `tolerance`. */
bool al_any_off_dual(al_span s, size_t stride, float tolerance);

/* The first item from `from` on whose float at offset `at` may be neither 1 nor -1; the number of items if
 * there is none. */
uint64_t al_next_not_sign(al_span s, size_t stride, size_t at, uint64_t from);

/* ---- Weights that are at least 0 and add up to 1, and their bones -------------------------------------- */

/* For items of `stride` bytes which have at offset `at` the indices of four bones, as floats, and then their
 * four weights. Returns the first item from `from` on in which a weight may be below 0, the sum of the
 * weights may differ from 1 by more than `tolerance`, or an index may not be an integer below `count`, even
 * if its weight is 0; the number of items if there is none. `count` is at most 2^24. */
size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance);

/* For groups of items: each group is the index of its first item and a count (two u32), and each item has
 * `stride` bytes and begins with a weight (float). True if a group may be empty, have more than `most` items
 * or items that don't exist, or if its weights may not add up to 1 within `tolerance`. */
bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance);

#endif
