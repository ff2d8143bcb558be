/* rules_report.h: lists all rules, and explains one. */
#ifndef ASSETLINT_REPORT_RULES_REPORT_H
#define ASSETLINT_REPORT_RULES_REPORT_H

#include <assetlint/assetlint.h>
#include <stdio.h>

#include "report/report.h"

/* A form of the list. */
typedef struct catalogue_form {
    const char *name;
    report_status (*write)(FILE *out);
} catalogue_form;

/* The form with this number, or NULL after the last one. Number 0 is text. */
const catalogue_form *catalogue_form_at(size_t number);

/* Writes everything about a rule, in lines of at most 80 columns. */
void explain_rule(FILE *out, const al_rule *rule);

#endif
