/* line_breaks.h: where lines of a text end. */
#ifndef AL_CORE_REDUCE_LINE_BREAKS_H
#define AL_CORE_REDUCE_LINE_BREAKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

typedef struct al_line_breaks {
    uint64_t count;
    uint64_t end; /* offset behind the last; where there is none, that of the first byte that was looked at */
} al_line_breaks;

/* Of the bytes from `at` up to `end`, at most those of the span. A line ends with LF, or with a CR that no LF
 * follows, even behind `end`. */
al_line_breaks al_find_line_breaks(al_span s, uint64_t at, uint64_t end);

/* How many columns the bytes from `at` up to `end` have, at most those of the span, where none of them ends a
 * line: each has one but CR, and in UTF-8 what goes on with the character before it. */
uint64_t al_count_columns(al_span s, uint64_t at, uint64_t end, bool utf8);

#endif
