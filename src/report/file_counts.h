/* file_counts.h: counts files by their most severe finding, for reports for people. */
#ifndef ASSETLINT_REPORT_FILE_COUNTS_H
#define ASSETLINT_REPORT_FILE_COUNTS_H

#include "report/report.h"

typedef struct file_counts {
    uint64_t with_errors, with_warnings, without, uncounted;
    uint64_t *of_package; /* the count that has the last file or package; members do not change it */
} file_counts;

void file_counts_begin(file_counts *t);
void file_counts_add(file_counts *t, const al_result *result);

/* "14 files checked, 2 with errors, 1 with warnings, 11 without", then files that could not be checked and
 * suppressed findings. */
typedef struct file_counts_text {
    char text[336];
} file_counts_text;
file_counts_text file_counts_words(const file_counts *t, const report_totals *totals);

#endif
