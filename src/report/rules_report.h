/* rules_report.h: the rules, as lists and one at a time. */
#ifndef ASSETLINT_REPORT_RULES_REPORT_H
#define ASSETLINT_REPORT_RULES_REPORT_H

#include <assetlint/assetlint.h>
#include <stdio.h>

#include "report/report.h"

/* A form that the catalogue can be printed in. */
typedef struct catalogue_form {
    const char *name;
    report_status (*write)(FILE *out);
} catalogue_form;

/* The form of that number, NULL beyond the last; text is the first. */
const catalogue_form *catalogue_form_at(size_t number);

/* All that is known of a rule, in lines of at most 80 columns. */
void explain_rule(FILE *out, const al_rule *rule);

#endif
