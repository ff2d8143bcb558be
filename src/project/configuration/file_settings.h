/* file_settings.h: the settings of one file: levels of the rules, budgets, and the lines of its
 * .assetlintignore. */
#ifndef AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H
#define AL_PROJECT_CONFIGURATION_FILE_SETTINGS_H

#include "engine/budgets.h"
#include "project/configuration/policy.h"
#include "project/configuration/sidecar.h"

/* Each worker has one, for the file that it checks. Zero-initialised before the first file. */
typedef struct al_file_settings {
    const al_policy *policy;
    char *path;      /* relative to the folder of the configuration; NULL: no configuration */
    char *base_path; /* the path from its base, for fingerprints */
    al_base_finder base_finder;
    const al_setting *rules;    /* of each rule, for the file */
    al_setting *resolved;       /* `rules` if there are overrides; kept for the next file */
    bool *matched;              /* the overrides that `resolved` was made from */
    bool is_resolved;           /* `resolved` and `matched` are set */
    const uint64_t *budgets;    /* `most`; NULL: the file has no budget */
    uint64_t most[AL_MEASURES]; /* UINT64_MAX: no budget */
    al_sidecar sidecar;
} al_file_settings;

/* Sets what the options and the configuration say about a file: its path, rules and budgets. False when out
 * of memory. */
bool al_file_settings_begin(al_file_settings *settings, const al_policy *policy,
                            const char *path) AL_MUST_USE;

/* Sets all settings for a file, or for a package and its members. `may_have_sidecar`: it is a real file, so
 * an .assetlintignore may lie next to it. False when out of memory. */
bool al_file_settings_open(al_file_settings *settings, const al_policy *policy, const char *path,
                           bool may_have_sidecar) AL_MUST_USE;
void al_file_settings_free(al_file_settings *settings);

#endif
