/* record.h: the records of json and ndjson: findings, files and the summary. Each function returns an object
 * without blanks and line ends, to be freed; NULL when out of memory. As a `line` of ndjson it has a "kind".
 */
#ifndef ASSETLINT_REPORT_RECORD_H
#define ASSETLINT_REPORT_RECORD_H

#include <assetlint/assetlint.h>

#include "report/report.h"

char *record_finding(const al_result *result, const al_finding *finding, bool line);
char *record_file(const al_result *result, bool line);
char *record_summary(const report_totals *totals, const report_shard *shard, bool line);

#endif
