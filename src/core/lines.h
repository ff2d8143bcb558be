/* lines.h: lines and columns, for findings in text files. */
#ifndef AL_CORE_LINES_H
#define AL_CORE_LINES_H

#include "core/findings.h"
#include "core/span.h"

/* What counts as a column. */
typedef enum al_columns {
    AL_COLUMNS_BYTES,
    AL_COLUMNS_UTF8, /* characters: every byte but continuation bytes, also where the text is not UTF-8 */
    AL_COLUMNS_UTF16 /* characters, in the byte order of the span */
} al_columns;

/* A position in a text that only moves forward, so that finding many positions reads the text once. A byte
 * order mark at the start of the text has no column. */
typedef struct al_lines {
    al_span text;
    al_columns columns;
    uint64_t offset;
    uint64_t line, column; /* of that offset, from 1 */
} al_lines;

al_lines al_lines_of(al_span text, al_columns columns);

/* Advances to an offset, at most to the end of the text. Does nothing for an offset before the current one.
 * Lines end with LF, CR LF or CR. */
void al_lines_advance(al_lines *lines, uint64_t offset);

/* Sets offset, length, lines and columns of a claim to the range between two positions. */
void al_claim_set_lines(al_claim *claim, const al_lines *start, const al_lines *end);

#endif
