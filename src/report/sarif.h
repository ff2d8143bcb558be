/* sarif.h: what the files of the SARIF report share. */
#ifndef ASSETLINT_REPORT_SARIF_H
#define ASSETLINT_REPORT_SARIF_H

#include "report/json.h"
#include "report/report.h"

enum { SARIF_NO_RULE = -1 };

/* Fills `index` (one place for each rule of the catalogue) with the place of each rule that is on in the
 * array that sarif_write_rules writes; SARIF_NO_RULE for those that are off. */
void sarif_index_rules(int *index, const al_options *options);

/* Writes the array of the rules that are on; false when out of memory. */
bool sarif_write_rules(FILE *out, const al_options *options, const char *homepage);

#endif
