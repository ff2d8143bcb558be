/* line_ends.h: detects that line ends of a binary file were converted, as if it were a text file. */
#ifndef AL_CORE_REDUCE_LINE_ENDS_H
#define AL_CORE_REDUCE_LINE_ENDS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

typedef struct al_line_ends {
    uint64_t count; /* line feeds */
    uint64_t first; /* offset of the carriage return before the first line feed */
} al_line_ends;

/* True if there are line feeds, and a carriage return before each one; only then `*out` is set. Stops soon
 * after the first line feed without a carriage return. */
bool al_all_line_feeds_paired(al_span s, al_line_ends *out);

#endif
