/* own.h: findings in files of ours: the configuration, what lies beside files, baselines. */
#ifndef AL_PROJECT_CONFIGURATION_OWN_H
#define AL_PROJECT_CONFIGURATION_OWN_H

#include "core/findings.h"
#include "core/lines.h"
#include "engine/options.h"
#include "engine/result.h"

/* A result that is being made. */
typedef struct al_own {
    al_result_block *block;
    al_budget budget;
    al_lines lines;
    al_sink sink;
    const struct al_baseline *baseline; /* its findings don't count; NULL: there is none */
} al_own;

/* `prefix` is that of its rules, and its format. False when out of memory. */
bool al_own_begin(al_own *own, const char *prefix, const al_options *options, const al_setting *settings,
                  const char *path, al_span text) AL_MUST_USE;

/* The claim of a rule about the bytes from `at` to `end`, which lie behind those of the last one. */
al_claim al_own_claim(al_own *own, size_t rule, uint64_t at, uint64_t end);

/* False when out of memory. NULL in `*result` when nothing was found. */
bool al_own_end(al_own *own, al_result **result) AL_MUST_USE;

#endif
