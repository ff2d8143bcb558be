/* line_breaks.h: counts lines and columns of a text. */
#ifndef AL_CORE_REDUCE_LINE_BREAKS_H
#define AL_CORE_REDUCE_LINE_BREAKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

typedef struct al_line_breaks {
    uint64_t count;
    uint64_t end; /* offset after the last line break; the start of the search if there is none */
} al_line_breaks;

/* Counts the line breaks in the bytes from `at` to `end`, or to the end of the span. A line break is an LF,
 * or a CR without an LF after it, where that LF may lie at `end`. */
al_line_breaks al_find_line_breaks(al_span s, uint64_t at, uint64_t end);

/* Counts the columns of the bytes from `at` to `end`, or to the end of the span, which contain no line break:
 * all bytes except CR and, with `utf8`, continuation bytes. */
uint64_t al_count_columns(al_span s, uint64_t at, uint64_t end, bool utf8);

#endif
