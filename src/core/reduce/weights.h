/* weights.h: fast tests of the weights of vertices: whether they are at least 0 and add up to 1, and whether
 * their bones exist; for little-endian spans. For any other span that isn't empty the result is always that
 * an item may be bad, so that the caller tests each one. */
#ifndef AL_CORE_REDUCE_WEIGHTS_H
#define AL_CORE_REDUCE_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* For items of `stride` bytes which have at offset `at` the indices of four bones, as floats, and then their
 * four weights. Returns the first item from `from` on in which a weight may be below 0, the sum of the
 * weights may differ from 1 by more than `tolerance`, or an index may not be an integer below `count`, even
 * if its weight is 0; the number of items if there is none. `count` is at most 2^24. */
size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance);

/* For items of four weights and the indices of their four bones, all floats. True if the weights of an item
 * may not be in descending order, may be below 0, may add up to a number that differs from 1 by more than
 * `tolerance`, or if the index for a weight above 0 is not an integer below `count`. Sets seen[index] to 1
 * for valid indices, up to the first bad item. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen);

/* For groups of items: each group is the index of its first item and a count (two u32), and each item has
 * `stride` bytes and begins with a weight (float). True if a group may have more than `most` items or items
 * that don't exist, or if the weights of a group that isn't empty may not add up to 1 within `tolerance`. */
bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance);

#endif
