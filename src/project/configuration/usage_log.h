/* usage_log.h: which suppressions and which entries of the baseline a run has used, and which are unused: no
 * finding matches them, although a run would have found it, or their files no longer exist.
 */
#ifndef AL_PROJECT_CONFIGURATION_USAGE_LOG_H
#define AL_PROJECT_CONFIGURATION_USAGE_LOG_H

#include "core/compiler.h"
#include "project/configuration/policy.h"
#include "project/inputs/input.h"

typedef struct al_usage_log al_usage_log;

/* `inputs`: all files that are checked, also by other shards, sorted; `excluded`: those that were left out,
 * or NULL; `of_shard`: other shards check other files of the list: a suppression that may match in one of
 * those is not reported. NULL when out of memory. */
al_usage_log *al_usage_log_new(const al_policy *policy, const al_input_list *inputs,
                               const al_input_list *excluded, bool of_shard);
void al_usage_log_free(al_usage_log *log);

/* Notes the result of a check, for which the rules `across` files ran. Results may come in any order. */
void al_usage_log_note(al_usage_log *log, const al_result *result, const al_rule_set *across);

/* Notes that a suppression of the configuration suppressed a finding; that one of its rules ran for a file;
 * that an entry of the baseline, the first with its fingerprint, suppressed a finding. By their indices. */
void al_usage_log_note_used(al_usage_log *log, size_t suppression);
void al_usage_log_note_ran(al_usage_log *log, size_t suppression);
void al_usage_log_note_known(al_usage_log *log, size_t entry);

/* Notes a result about one of assetlint's own files. */
void al_usage_log_note_config_result(al_usage_log *log, const al_result *result);

/* Call it when a run ends before all files were checked: an unused suppression that may match in the other
 * files is not reported then. */
void al_usage_log_cut_short(al_usage_log *log);

/* Make the results about the configuration and about the baseline. Call them in this order, after all results
 * were noted. `*result` is NULL if there is nothing to report. False when out of memory. */
bool al_usage_log_configuration(al_usage_log *log, al_result **result) AL_MUST_USE;
bool al_usage_log_baseline(al_usage_log *log, al_result **result) AL_MUST_USE;

#endif
