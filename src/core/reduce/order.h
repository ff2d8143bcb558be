/* order.h: whether numbers rise, from item to item of `stride` bytes. The answer is for little-endian spans;
 * of a big-endian one it is always that they may not. */
#ifndef AL_CORE_REDUCE_ORDER_H
#define AL_CORE_REDUCE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/span.h"

/* True when one of the floats at `at` of each item may not be above the one before it. */
bool al_any_not_rising(al_span s, size_t stride, size_t at);

/* The same of u32. */
bool al_any_not_rising_u32(al_span s, size_t stride, size_t at);

#endif
