/* file_counts.h: counts each file once, by its most severe finding or as unchecked, for reports for people.
 */
#ifndef ASSETLINT_REPORT_FILE_COUNTS_H
#define ASSETLINT_REPORT_FILE_COUNTS_H

#include "report/report.h"

/* A file that could not be checked is that alone, whatever was found in it. The later ones win. */
typedef enum file_group { FILES_WITHOUT, FILES_WITH_WARNINGS, FILES_WITH_ERRORS, FILES_UNCHECKED } file_group;

typedef struct file_counts {
    uint64_t of[FILES_UNCHECKED + 1]; /* by group */
    file_group package;               /* of the last file or package; members do not change it */
} file_counts;

void file_counts_begin(file_counts *t);
void file_counts_add(file_counts *t, const al_result *result);

/* "14 files checked: 2 with errors, 1 with warnings, 10 without, 1 could not be checked", then suppressed
 * findings. */
typedef struct file_counts_text {
    char text[336];
} file_counts_text;
file_counts_text file_counts_words(const file_counts *t, const report_totals *totals);

#endif
