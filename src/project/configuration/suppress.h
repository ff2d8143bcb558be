/* suppress.h: moves suppressed findings out of a result, and notes which suppressions did that. */
#ifndef AL_PROJECT_CONFIGURATION_SUPPRESS_H
#define AL_PROJECT_CONFIGURATION_SUPPRESS_H

#include "engine/result.h"
#include "project/configuration/file_settings.h"
#include "project/configuration/usage_log.h"
#include "project/survey.h"

/* What may suppress the findings of a file, and where that is noted. */
typedef struct al_suppressors {
    const al_file_settings *settings;
    al_sidecar *sidecar;     /* NULL: the file has none */
    const al_survey *survey; /* tells which rules across files ran; NULL: none did */
    al_usage_log *log;       /* or NULL */
} al_suppressors;

/* Moves the suppressed findings of a result, and of the members of a package, to its `suppressed`. Memory is
 * taken from `budget`. False when out of memory. */
bool al_suppress(const al_suppressors *by, al_result *result, al_budget *budget) AL_MUST_USE;

#endif
