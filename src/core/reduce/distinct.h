/* distinct.h: counts distinct values. */
#ifndef AL_CORE_REDUCE_DISTINCT_H
#define AL_CORE_REDUCE_DISTINCT_H

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* Counts the distinct values of the u16 at offset `at` of each item of `stride` bytes. None of them may
 * exceed `greatest`. `marks` has `greatest` + 1 bytes, all 0 before and after the call. */
uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks);

#endif
