/* forms.h: all forms of reports, for the table in report.c. */
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
extern const report_form html_form;

/* Written by --write-baseline; users cannot choose it by name. */
extern const report_form baseline_form;

/* Written to the file in GITHUB_STEP_SUMMARY, together with `github`. */
extern const report_form step_summary_form;

#endif
