/* weights.h: whether weights are at least 0 and add up to 1, and what they weigh is there. The answers are
 * for little-endian spans; of a big-endian one that isn't empty it is always that one may be off. */
#ifndef AL_CORE_REDUCE_WEIGHTS_H
#define AL_CORE_REDUCE_WEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* At `at` of each item of `stride` bytes four floats that are numbers of things, and behind them their four
 * weights. The first item from `from` on in which a weight may be below 0, the sum of them off 1 by more than
 * `tolerance`, or a number, whatever its weight, not whole and below `count`, which is at most 2^24; how many
 * items there are when there is none. */
size_t al_find_weighted_off(al_span s, size_t stride, size_t at, size_t from, float count, float tolerance);

/* Items of four weights and the four numbers, floats too, of what they weigh. True when the weights of one
 * may not descend to 0 or above, may not add up to 1 within `tolerance`, or when the number of a weight above
 * 0 is not a whole one below `count`. Sets seen[number] for those that are, until the first such item. */
bool al_any_weights_off(al_span s, uint32_t count, float tolerance, uint8_t *seen);

/* Groups of items, each group a first and a count (two u32). True when one of them may have more than `most`
 * items, some that are not there, or floats, with which its items of `stride` bytes begin, that may not add
 * up to 1 within `tolerance`; a group of none is always right. */
bool al_any_group_off(al_span groups, al_span items, size_t stride, uint32_t most, float tolerance);

#endif
