/* distinct.h: how many different values there are. */
#ifndef AL_CORE_REDUCE_DISTINCT_H
#define AL_CORE_REDUCE_DISTINCT_H

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* Of the u16 at `at` of each item of `stride` bytes, none of them above `greatest`. `marks` holds a zero for
 * each value up to it, and does so again afterwards. */
uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks);

#endif
