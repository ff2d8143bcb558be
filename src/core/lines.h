/* lines.h: lines and columns of a text, for findings in files that people read. */
#ifndef AL_CORE_LINES_H
#define AL_CORE_LINES_H

#include "core/findings.h"
#include "core/span.h"

/* What a column is. */
typedef enum al_columns {
    AL_COLUMNS_BYTES,
    AL_COLUMNS_UTF8, /* characters; what is no UTF-8 counts by its bytes, as far as it is no continuation */
    AL_COLUMNS_UTF16 /* characters, in the byte order of the span */
} al_columns;

/* A place in a text that goes forward: all of a text is gone through once, however many places are asked for.
 * A byte order mark at its start has no column. */
typedef struct al_lines {
    al_span text;
    al_columns columns;
    uint64_t offset;
    uint64_t line, column; /* of the offset, from 1 */
} al_lines;

al_lines al_lines_of(al_span text, al_columns columns);

/* Goes to an offset in the text: no further than to its end, and never back. Lines end with LF, CR LF or CR.
 */
void al_lines_advance(al_lines *lines, uint64_t offset);

/* The range between two places as that of a claim. */
void al_claim_set_lines(al_claim *claim, const al_lines *start, const al_lines *end);

#endif
