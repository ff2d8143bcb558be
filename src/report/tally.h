/* tally.h: how many files there are of each kind, for the verdicts that people read. */
#ifndef ASSETLINT_REPORT_TALLY_H
#define ASSETLINT_REPORT_TALLY_H

#include "report/report.h"

typedef struct tally {
    uint64_t with_errors, with_warnings, without, uncounted;
    uint64_t *of_package; /* the one of these that the last file which is no member counts in */
} tally;

void tally_begin(tally *t);
void tally_add(tally *t, const al_result *result);

/* "14 files checked, 2 with errors, 1 with warnings, 11 without", and what could not be checked or doesn't
 * count. */
typedef struct tally_text {
    char text[256];
} tally_text;
tally_text tally_words(const tally *t, const report_totals *totals);

#endif
