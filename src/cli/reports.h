/* reports.h: the reports of a run: where they are written, what they get, the totals and the exit status. */
#ifndef ASSETLINT_CLI_REPORTS_H
#define ASSETLINT_CLI_REPORTS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/check_options.h"

typedef struct reports {
    const check_options *options;
    report *items;
    size_t count; /* opened, or failed to open */
    report_totals totals;
    bool found;       /* a result counts as checked */
    bool unsupported; /* a result is about an archive that can't be read */
    int status;       /* the highest exit status so far */
} reports;

/* False when out of memory. Call reports_end in any case. */
bool reports_begin(reports *r, const check_options *options);
void reports_end(reports *r);

/* Refuses two reports for one file, by whatever name or link, and a report over an asset or over the list of
 * files. To be called before any report is opened. Returns EXIT_FINE, or prints an error and returns another
 * exit status. */
int validate_outputs(const check_options *options);

/* Refuses to write a report over a file that the run reads or looks for, unless that is an earlier report of
 * the same form. To be called once the files of the project are listed. Returns as validate_outputs. */
int validate_unread(const check_options *options, al_project *project);

/* Opens all reports. `common`: the settings that aren't options. False if none could be opened. */
bool reports_open(reports *r, const report_settings *common);

/* Adds a result to all reports. False if all reports have failed. */
bool reports_add(reports *r, const al_result *result);

/* Counts a result, for the totals and the exit status. */
void reports_count(reports *r, const al_result *result);

/* Raises the exit status to `status` if that is higher. */
void reports_raise(reports *r, int status);

/* Closes all reports. Call it when the exit status is final. */
void reports_close(reports *r);

#endif
