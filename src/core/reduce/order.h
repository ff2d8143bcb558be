/* order.h: fast tests whether numbers increase from item to item of `stride` bytes, for little-endian spans.
 * For any other span that isn't empty the result is always true, so that the caller tests each number. */
#ifndef AL_CORE_REDUCE_ORDER_H
#define AL_CORE_REDUCE_ORDER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/span.h"

/* True if one of the floats at offset `at` of each item may not be greater than the one before it. */
bool al_any_not_rising(al_span s, size_t stride, size_t at);

/* The same for u32. */
bool al_any_not_rising_u32(al_span s, size_t stride, size_t at);

#endif
