/* suppress.h: takes those findings out of a result that don't count, and notes what took them out. */
#ifndef AL_PROJECT_CONFIGURATION_SUPPRESS_H
#define AL_PROJECT_CONFIGURATION_SUPPRESS_H

#include "engine/result.h"
#include "project/configuration/file_settings.h"
#include "project/survey.h"

/* How one result used one suppression that is about its file. */
typedef struct al_suppression_use {
    uint32_t suppression; /* index in the configuration */
    bool used;            /* it took a finding out */
    bool ran;             /* a rule that it names ran for the file */
} al_suppression_use;

/* What a result used of the configuration and the baseline. */
typedef struct al_usage {
    al_suppression_use *suppressions;
    size_t suppression_count;
    uint32_t *entries; /* indices of the baseline's entries that took findings out */
    size_t entry_count;
    al_rule_set across; /* rules across files that have judged the file */
} al_usage;

/* Moves the findings of a result, and of the members of a package, that don't count to its suppressed ones,
 * and attaches what it used: NULL where nothing can suppress. `budget` pays for it. The result about the
 * file's .assetlintignore, if there is something to report, is attached to it. False when out of memory. */
bool al_suppress(al_file_settings *settings, const al_survey *survey, al_result *result,
                 al_budget *budget) AL_MUST_USE;

/* What a result used; NULL: nothing. */
const al_usage *al_usage_of(const al_result *result);

/* Takes the result about the .assetlintignore file out of a result: it is the caller's then. NULL: there is
 * none. */
al_result *al_take_sidecar_result(al_result *result);

#endif
