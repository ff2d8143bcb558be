/* report.h: tests what holds for every report, dump and view, whatever the input. */
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

/* Dumps the file to a visitor that tests the dump: lists and objects are closed in the order in which they
 * were opened, every extent lies in the file, and the report is `expected`. An archive may have another
 * report, since a dump shows only its list. NULL, or the problem. */
const char *dump_check(al_checker *checker, const char *name, const void *data, size_t size, bool full,
                       const al_result *expected);

/* Makes the views of a file, and reads all of them: numbers of vertices, triangles, bones and keys are below
 * their counts, positions are finite and in the box, bones come to a root, bytes lie in the file. With
 * `expected` the report is the same, and memory suffices. NULL, or the problem. */
const char *views_check(al_checker *checker, const char *name, const void *data, size_t size,
                        const al_result *expected);

/* Fixes a file that has this report, also unsafely, and tests the fix: the fixed file is no worse, a second
 * run gives the same, and a fix of what it gives changes nothing. NULL, or the problem. */
const char *fix_check(al_checker *checker, const char *name, const void *data, size_t size,
                      const al_result *report);

#endif
