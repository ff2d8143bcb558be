/* sidecar.h: NAME.assetlintignore beside NAME: findings of NAME that don't count. */
#ifndef AL_PROJECT_CONFIGURATION_SIDECAR_H
#define AL_PROJECT_CONFIGURATION_SIDECAR_H

#include "core/arena.h"
#include "core/span.h"
#include "engine/rule_set.h"
#include "project/configuration/policy.h"

/* RULE-OR-GLOB [FIELD] [# COMMENT] */
typedef struct al_sidecar_line {
    al_rule_set rules;                  /* none: the pattern names no rule */
    const char *rule, *field, *comment; /* NULL: not given; the comment is fit to print */
    uint64_t at, end;
    bool used, ran; /* a finding was taken out; the rule ran */
} al_sidecar_line;

typedef struct al_sidecar {
    char *path; /* NULL: there is none */
    al_span text;
    bool too_large; /* then no line was read */
    al_sidecar_line *lines;
    uint64_t count, capacity;
    al_buffer buffer;
    al_budget budget;
    al_arena arena;
} al_sidecar;

/* Reads what is beside that path, if anything is; what can't be read is as if it weren't there. False when
 * out of memory. */
bool al_sidecar_open(al_sidecar *sidecar, const char *path) AL_MUST_USE;

/* The same of a text that is there already, for tests; the span is kept. */
bool al_sidecar_parse(al_sidecar *sidecar, const char *path, al_span text) AL_MUST_USE;
void al_sidecar_close(al_sidecar *sidecar);

/* The lines that took nothing out, as a result of their own; NULL in `*result` when there are none. False
 * when out of memory. */
bool al_sidecar_report(const al_sidecar *sidecar, const al_policy *policy, const al_setting *rules,
                       al_result **result) AL_MUST_USE;

#endif
