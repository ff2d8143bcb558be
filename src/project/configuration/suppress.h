/* suppress.h: moves suppressed findings out of a result, and notes which suppressions did that. */
#ifndef AL_PROJECT_CONFIGURATION_SUPPRESS_H
#define AL_PROJECT_CONFIGURATION_SUPPRESS_H

#include "engine/result.h"
#include "project/configuration/file_settings.h"
#include "project/survey.h"

/* How one result used one suppression that applies to its file. */
typedef struct al_suppression_use {
    uint32_t suppression; /* index in the configuration */
    bool used;            /* it suppressed a finding */
    bool ran;             /* one of its rules ran for the file */
} al_suppression_use;

/* The suppressions and the entries of the baseline that a result used. */
typedef struct al_usage {
    al_suppression_use *suppressions;
    size_t suppression_count;
    uint32_t *entries; /* indices of the baseline's entries that suppressed findings */
    size_t entry_count;
    al_rule_set across; /* rules across files that ran for the file */
} al_usage;

/* Moves the suppressed findings of a result, and of the members of a package, to its `suppressed`, and
 * attaches an al_usage to it, unless nothing can suppress findings. If there is something to report about the
 * file's .assetlintignore, attaches a result about that, too. Memory is taken from `budget`. False when out
 * of memory. */
bool al_suppress(al_file_settings *settings, const al_survey *survey, al_result *result,
                 al_budget *budget) AL_MUST_USE;

/* Whether a suppression applies to a file with that path, which is relative to the folder of the
 * configuration. */
bool al_suppression_names_file(const al_suppression *suppression, const char *path);

/* The al_usage of a result; NULL: nothing could suppress its findings. */
const al_usage *al_usage_of(const al_result *result);

/* Detaches the result about the .assetlintignore file from a result. The caller owns it then. NULL: there is
 * none. */
al_result *al_take_sidecar_result(al_result *result);

#endif
