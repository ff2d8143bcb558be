/* line_ends.h: whether the line ends of a file were converted as if it were a text. */
#ifndef AL_CORE_REDUCE_LINE_ENDS_H
#define AL_CORE_REDUCE_LINE_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

typedef struct al_line_ends {
    uint64_t count; /* line feeds */
    uint64_t first; /* where the carriage return before the first of them is */
} al_line_ends;

/* True when there are line feeds and each has a carriage return before it; `*out` is about them only then.
 * Ends soon after the first that has none. */
bool al_all_line_feeds_paired(al_span s, al_line_ends *out);

#endif
