/* file_counts.h: how many files there are of each kind, for the verdicts that people read. */
#ifndef ASSETLINT_REPORT_FILE_COUNTS_H
#define ASSETLINT_REPORT_FILE_COUNTS_H

#include "report/report.h"

typedef struct file_counts {
    uint64_t with_errors, with_warnings, without, uncounted;
    uint64_t *of_package; /* the one of these that the last file which is no member counts in */
} file_counts;

void file_counts_begin(file_counts *t);
void file_counts_add(file_counts *t, const al_result *result);

/* "14 files checked, 2 with errors, 1 with warnings, 11 without", and what could not be checked or doesn't
 * count. */
typedef struct file_counts_text {
    char text[336];
} file_counts_text;
file_counts_text file_counts_words(const file_counts *t, const report_totals *totals);

#endif
