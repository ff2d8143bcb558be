/* policy.h: everything that decides which findings of a run count: the options, the configuration, a
 * baseline, and .assetlintignore files. */
#ifndef AL_PROJECT_CONFIGURATION_POLICY_H
#define AL_PROJECT_CONFIGURATION_POLICY_H

#include "engine/options.h"
#include "project/configuration/baseline.h"
#include "project/configuration/configuration.h"

typedef struct al_policy {
    al_options options; /* with what the configuration adds; `settings` are those for any file: a
                           rule that is on for some file is on */
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    bool sidecars;                         /* NAME.assetlintignore files count */
} al_policy;

/* Adds to the options what they don't say themselves and the configuration says. The configuration must
 * outlive the policy. */
void al_policy_configure(al_policy *policy, const al_configuration *configuration);

#endif
