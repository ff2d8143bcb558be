/* reports.h: the reports that were asked for, while results go into them; what was counted, and the exit
 * status that follows from it.
 */
#ifndef ASSETLINT_CLI_REPORTS_H
#define ASSETLINT_CLI_REPORTS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/report_options.h"

typedef struct reports {
    const report_options *options;
    report *items;
    size_t count; /* that were opened, or refused to be */
    report_totals totals;
    bool found; /* anything that is checked */
    int status; /* the highest exit status so far */
} reports;

/* False when out of memory; reports_end is due in any case. */
bool reports_begin(reports *r, const report_options *options);
void reports_end(reports *r);

/* Opens them. `common` is what the options of reports don't say. False when none could be opened. */
bool reports_open(reports *r, const report_settings *common);

/* Gives a result to all of them; false when none can take any more. */
bool reports_add(reports *r, const al_result *result);

/* Counts a result, for the totals and the exit status. */
void reports_count(reports *r, const al_result *result);

void reports_raise(reports *r, int status);

/* Closes them, once the status is known. */
void reports_close(reports *r);

#endif
