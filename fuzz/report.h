/* report.h: what holds for every report, whatever the input: its shape, and that two are the same. */
#ifndef ASSETLINT_FUZZ_REPORT_H
#define ASSETLINT_FUZZ_REPORT_H

#include "assetlint/assetlint.h"

/* What is wrong with a report, and with which of its findings; `what` is NULL when nothing is. */
typedef struct report_problem {
    const char *what;
    const al_finding *finding; /* NULL when it is the report as a whole */
} report_problem;

/* Judges a report on a file of `size` bytes. */
report_problem report_check(const al_result *result, uint64_t size);

/* Says where two reports on the same file differ. */
report_problem report_compare(const al_result *a, const al_result *b);

/* A reader that trusts the file may have it: it is of a known format, and no finding is an error. */
bool report_believable(const al_result *result);

/* A finding says that a limit was reached. */
bool report_names_limit(const al_result *result);

#endif
