/* made_results.h: results with any findings, and a policy made of texts, for tests of what suppresses
 * findings. */
#ifndef ASSETLINT_TESTS_MADE_RESULTS_H
#define ASSETLINT_TESTS_MADE_RESULTS_H

#include "engine/result.h"
#include "project/configuration/policy.h"

enum { MADE_MOST = 8, MADE_SHOWN = 4096 };

/* An entry of a baseline. Its fingerprint is zeros and this digit, its field is "". `member` may be "". */
typedef struct made_entry {
    char digit;
    const char *rule, *path, *member;
} made_entry;

/* The text of a baseline, with a line for each entry. Valid until the next call. */
const char *made_baseline(const made_entry *entries, size_t count);

/* Options, a configuration and a baseline. */
typedef struct made_policy {
    al_policy policy;
    al_configuration *configuration;
    al_baseline *baseline;
} made_policy;

/* `configuration`, in assetlint.json of the current folder, and `baseline`, in known.json, may be NULL; today
 * is 2026-05-17. */
void made_policy_begin(made_policy *made, const char *configuration, const char *baseline);
void made_policy_end(made_policy *made);

/* A result about a file. The fixture must outlive it. */
typedef struct made_result {
    al_budget budget;
    al_result *result;
    al_finding findings[MADE_MOST], consequences[MADE_MOST];
} made_result;

void made_result_begin(made_result *made, const char *path, const char *member, const char *format);
void made_result_end(made_result *made);

/* Adds a finding, or a consequence. All digits of its fingerprint are zeros, but for the last one. */
al_finding *made_finding(made_result *made, const char *rule, const char *field, char digit);
al_finding *made_consequence(made_result *made, const char *rule, const char *field, char digit);

/* The findings, consequences and suppressed findings of a result: "RULE FIELD; > RULE FIELD; (RULE FIELD:
 * WHY); ", with * before WHY if the baseline has it. Valid until the next call. */
const char *made_result_text(const al_result *result);

/* The findings of a result as "RULE LINE:COLUMN+LENGTH FIELD: MESSAGE\n"; "" for NULL. Valid until the next
 * call. */
const char *findings_text(const al_result *result);

#endif
