/* spool.h: text of a report that waits in a temporary file until its place in the report comes. */
#ifndef ASSETLINT_REPORT_SPOOL_H
#define ASSETLINT_REPORT_SPOOL_H

#include "report/report.h"

/* Empty when it is all zero. */
typedef struct spool {
    FILE *file; /* NULL until something is added */
    uint64_t length;
} spool;

void spool_end(spool *s);

report_status spool_add(spool *s, const char *text);

/* Adds a record of JSON to a list, with a separator in front, and frees it. NULL stands for a record that
 * could not be allocated. */
report_status spool_add_record(spool *list, char *record);

/* Goes to the first byte, to read `file`. */
report_status spool_rewind(spool *s);

/* Writes a piece of text. */
typedef void text_writer(FILE *out, const char *text, size_t length);
text_writer write_as_it_is;

/* Writes all text. Failures of `out` are left to ferror. */
report_status spool_copy(spool *s, text_writer *write, FILE *out);

/* Adds all text to another spool, which is not empty, and is empty then. */
report_status spool_move(spool *from, spool *to);

#endif
