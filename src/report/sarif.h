/* sarif.h: the rules in a SARIF report. */
#ifndef ASSETLINT_REPORT_SARIF_H
#define ASSETLINT_REPORT_SARIF_H

#include "report/json_object.h"
#include "report/report.h"

enum { SARIF_NO_RULE = -1 };

/* Writes the array of the rules whose index is not SARIF_NO_RULE, in the order of the catalogue; `index` has
 * one for each rule. False when out of memory. */
bool sarif_write_rules(FILE *out, const al_options *options, const int *index, const char *homepage);

#endif
