/* file_settings.h: what the policy says of one file: the levels of the rules, budgets, and the lines of its
 * .assetlintignore. */
#ifndef AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H
#define AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H

#include "engine/budgets.h"
#include "project/configuration/policy.h"
#include "project/configuration/sidecar.h"

/* Each worker has one, for the file that it checks. All zero at first. */
typedef struct al_file_settings {
    const al_policy *policy;
    char *path;                 /* from the folder of the configuration; NULL: there is no configuration */
    const al_setting *rules;    /* how each rule reports for the file */
    al_setting *resolved;       /* room for `rules` where overrides matter, */
    bool *matched;              /* the overrides that `resolved` follows from, */
    bool is_resolved;           /* once it follows from any */
    const uint64_t *budgets;    /* `most`; NULL: the file has no budget */
    uint64_t most[AL_MEASURES]; /* UINT64_MAX: no budget */
    al_sidecar sidecar;
} al_file_settings;

/* Begins with a file, or with a package and its members. `on_disk`: the path leads to the file, so that an
 * .assetlintignore may lie beside it. False when out of memory. */
bool al_file_settings_open(al_file_settings *settings, const al_policy *policy, const char *path,
                           bool on_disk) AL_MUST_USE;
void al_file_settings_free(al_file_settings *settings);

#endif
