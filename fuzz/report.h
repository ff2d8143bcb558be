/* report.h: tests what holds for every report, whatever the input: its form, and that two reports are the
 * same. */
#ifndef ASSETLINT_FUZZ_REPORT_H
#define ASSETLINT_FUZZ_REPORT_H

#include "assetlint/assetlint.h"

/* Findings of a file that are kept, see docs/limits.md. */
enum { REPORT_MOST_FINDINGS = 1000 };

typedef struct report_problem {
    const char *what;          /* NULL: there is none */
    const al_finding *finding; /* with the problem; NULL: the report as a whole has it */
} report_problem;

/* Tests a report on a file of `size` bytes. */
report_problem report_check(const al_result *result, uint64_t size);

/* Compares two reports on the same file. */
report_problem report_compare(const al_result *a, const al_result *b);

/* Compares two reports on the same bytes in two places: paths and fingerprints may differ, and members are
 * not compared. */
report_problem report_compare_bytes(const al_result *a, const al_result *b);

/* Whether a trusting reader may read the file: it is of a known format, and no finding is an error. */
bool report_believable(const al_result *result);

/* Whether a finding says that a limit was reached. */
bool report_names_limit(const al_result *result);

#endif
