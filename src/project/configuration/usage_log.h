/* usage_log.h: which suppressions, and which entries of the baseline, a whole run has used. */
#ifndef AL_PROJECT_CONFIGURATION_USAGE_LOG_H
#define AL_PROJECT_CONFIGURATION_USAGE_LOG_H

#include "core/compiler.h"
#include "project/configuration/policy.h"
#include "project/inputs/input.h"

typedef struct al_usage_log al_usage_log;

/* The inputs are all that is checked, sorted. NULL when out of memory. */
al_usage_log *al_usage_log_new(const al_policy *policy, const al_input_list *inputs);
void al_usage_log_free(al_usage_log *log);

/* Notes the result of a check, in any order. */
void al_usage_log_note(al_usage_log *log, const al_result *result);

/* Notes a result about one of assetlint's own files. */
void al_usage_log_note_config_result(al_usage_log *log, const al_result *result);

/* Whether a suppression was used, by its index. */
bool al_usage_log_has_used(const al_usage_log *log, size_t suppression);

/* The run ends before all files were checked: a suppression that was not used so far may match in the others.
 */
void al_usage_log_cut_short(al_usage_log *log);

/* The results about the configuration, and then about the baseline, once all results were noted; NULL in
 * `*result` when there is nothing to report. False when out of memory. */
bool al_usage_log_configuration(al_usage_log *log, al_result **result) AL_MUST_USE;
bool al_usage_log_baseline(const al_usage_log *log, al_result **result) AL_MUST_USE;

#endif
