/* config_result.h: results about assetlint's own files: assetlint.json, .assetlintignore, baselines. */
#ifndef AL_PROJECT_CONFIGURATION_CONFIG_RESULT_H
#define AL_PROJECT_CONFIGURATION_CONFIG_RESULT_H

#include "core/findings.h"
#include "core/lines.h"
#include "engine/result.h"
#include "project/configuration/policy.h"

/* A result under construction. */
typedef struct al_config_result {
    al_result_block *block;
    al_budget budget;
    al_lines lines;
    al_sink sink;
    const al_baseline *baseline; /* suppresses its findings; or NULL */
} al_config_result;

/* Begins a result about the file `path` with the content `text`. `prefix`: the prefix of its rules, which is
 * also its format. False when out of memory. */
bool al_config_result_begin(al_config_result *made, const char *prefix, const al_policy *policy,
                            const al_setting *rules, const char *path, al_span text) AL_MUST_USE;

/* A claim of a rule about the bytes from `at` to `end`. `rule`: its index among the rules of the prefix.
 * Claims must be made in the order of these bytes. */
al_claim al_config_result_claim(al_config_result *made, size_t rule, uint64_t at, uint64_t end);

/* Ends the result. `*result` is NULL if nothing was reported. False when out of memory. */
bool al_config_result_end(al_config_result *made, al_result **result) AL_MUST_USE;

#endif
