/* sarif.h: the rules in a SARIF report. */
#ifndef ASSETLINT_REPORT_SARIF_H
#define ASSETLINT_REPORT_SARIF_H

#include "report/json.h"
#include "report/report.h"

enum { SARIF_NO_RULE = -1 };

/* Sets index[i] to the index of rule i in the array that sarif_write_rules writes, or to SARIF_NO_RULE if the
 * rule is off. `index` has room for all rules of the catalogue. */
void sarif_index_rules(int *index, const al_options *options);

/* Writes the array of all rules that are on; false when out of memory. */
bool sarif_write_rules(FILE *out, const al_options *options, const char *homepage);

#endif
