/* spool.h: holds text until its turn comes: a little of it in memory, more in a temporary file. */
#ifndef ASSETLINT_REPORT_SPOOL_H
#define ASSETLINT_REPORT_SPOOL_H

#include "report/report.h"

enum { SPOOL_IN_MEMORY = 1 << 20 };

typedef struct spool {
    char *bytes; /* what didn't go to the file */
    size_t length;
    FILE *file; /* NULL until memory is full */
} spool;

report_status spool_add(spool *s, const char *text);

/* Writes the first `lines` of it, where each text that was added is a line, with a comma in the place of its
 * end but for the very first: `*separator` is what comes next. Failures of `out` itself are left to ferror.
 */
report_status spool_copy_lines(spool *s, uint64_t lines, FILE *out, const char **separator);

/* Writes all of it. Failures of `out` itself are left to ferror. */
report_status spool_copy(spool *s, FILE *out);

/* Adds all of it to another one, and empties this one. */
report_status spool_move(spool *from, spool *to);

void spool_end(spool *s);

#endif
