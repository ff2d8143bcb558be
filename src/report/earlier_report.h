/* earlier_report.h: tells whether a file holds an earlier report, which a new one may replace, or an asset.
 */
#ifndef ASSETLINT_REPORT_EARLIER_REPORT_H
#define ASSETLINT_REPORT_EARLIER_REPORT_H

#include <stdbool.h>

#include "report/report.h"

/* Whether a file is empty, or begins as a report of that form does. False if it can't be read. */
bool holds_earlier_report(const char *path, const report_form *form);

/* Whether a file, which is no package, is of a known format by its first bytes and its name: nothing else of
 * it is read. False with `*error` set if it can't be read. */
bool holds_asset(const char *path, int *error);

/* The path of the file that a run reads or looks for and that has this id; NULL: none. To be called once the
 * files of the project are listed. */
const char *find_file_that_is_read(al_project *project, const al_file_id *id);

#endif
