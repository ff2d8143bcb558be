/* policy.h: everything that decides which findings of a run count: the options, the configuration, a
 * baseline, and .assetlintignore files. */
#ifndef AL_PROJECT_CONFIGURATION_POLICY_H
#define AL_PROJECT_CONFIGURATION_POLICY_H

#include "engine/options.h"
#include "project/configuration/baseline.h"
#include "project/configuration/configuration.h"
#include "project/paths.h"

typedef struct al_policy {
    /* With the settings of the configuration. In `settings`, a rule is on if it is on for any file. */
    al_options options;
    const al_configuration *configuration; /* or NULL */
    const al_baseline *baseline;           /* or NULL */
    const al_path_base *base;              /* of paths in fingerprints; NULL: they stay as they are */
    bool sidecars;                         /* NAME.assetlintignore files are read */
} al_policy;

/* Adds the settings of the configuration that the options don't set themselves. The configuration must
 * outlive the policy. */
void al_policy_configure(al_policy *policy, const al_configuration *configuration);

#endif
