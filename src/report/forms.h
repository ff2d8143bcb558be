/* forms.h: the forms of report that src/report offers, for the table in report.c. */
#ifndef ASSETLINT_REPORT_FORMS_H
#define ASSETLINT_REPORT_FORMS_H

#include "report/report.h"

extern const report_form text_form;
extern const report_form lines_form;
extern const report_form json_form;
extern const report_form ndjson_form;
extern const report_form sarif_form;

/* What --write-baseline writes: no form that anybody asks for by its name. */
extern const report_form baseline_form;

#endif
