/* forms.h: the forms of report that src/report offers, for the table in report.c. */
#ifndef ASSETLINT_REPORT_FORMS_H
#define ASSETLINT_REPORT_FORMS_H

#include "report/report.h"

extern const report_form text_form;
extern const report_form lines_form;
extern const report_form json_form;
extern const report_form ndjson_form;
extern const report_form sarif_form;
extern const report_form github_form;
extern const report_form junit_form;

/* What --write-baseline writes: no form that anybody asks for by its name. */
extern const report_form baseline_form;

/* What goes to the file that GITHUB_STEP_SUMMARY names, together with `github`. */
extern const report_form step_summary_form;

#endif
