/* unmarked.h: arrays of one byte for each thing: 0 if it is not marked. */
#ifndef AL_CORE_REDUCE_UNMARKED_H
#define AL_CORE_REDUCE_UNMARKED_H

#include <stdint.h>

#include "core/span.h"

/* The number of things that are not marked. */
uint64_t al_count_unmarked(al_span marks);

/* The first thing from `from` on that is not marked; their number if there is none. */
uint64_t al_find_unmarked(al_span marks, uint64_t from);

#endif
