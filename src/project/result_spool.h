/* result_spool.h: results that wait until something is known that stands before them in the report: a little
 * of them in memory, more in a temporary file.
 */
#ifndef AL_PROJECT_RESULT_SPOOL_H
#define AL_PROJECT_RESULT_SPOOL_H

#include "core/arena.h"
#include "report/report.h"

typedef struct held {
    char *bytes; /* what didn't go to the file, */
    size_t length;
    size_t at;  /* and how much of it came back */
    FILE *file; /* NULL until there is much of it */
    uint64_t count;
    al_result result; /* the one that came back last */
    al_budget budget;
    al_arena arena;       /* of it */
    report_status status; /* the first that isn't REPORT_OK ends it */
    int error;            /* of it, as that of a report */
} held;

/* Keeps all that reports use of a result, which is not its members. */
report_status held_add(held *h, const al_result *result);

/* Ends the adding; from now on results come back in their order. */
report_status held_rewind(held *h);

/* The next one, which lives until the one behind it is asked for. NULL at the end, and when that fails. */
const al_result *held_next(held *h);

void held_end(held *h);

#endif
