/* sidecar.h: the file NAME.assetlintignore next to NAME, which suppresses findings in NAME. */
#ifndef AL_PROJECT_CONFIGURATION_SIDECAR_H
#define AL_PROJECT_CONFIGURATION_SIDECAR_H

#include "core/arena.h"
#include "core/span.h"
#include "engine/options.h"
#include "project/configuration/policy.h"

/* RULE-OR-GLOB [FIELD] [# COMMENT] */
typedef struct al_sidecar_line {
    al_rule_set rules;                  /* empty: the pattern matches no rule */
    const char *rule, *field, *comment; /* NULL: not given; the comment is escaped */
    uint64_t at, end;
    bool used, ran; /* it suppressed a finding; one of its rules ran */
} al_sidecar_line;

typedef struct al_sidecar {
    char *path; /* NULL: there is none */
    al_span text;
    bool too_large;         /* then `lines` is empty */
    const char *unreadable; /* why the file that is there can't be read, or isn't; NULL: it was */
    al_sidecar_line *lines;
    uint64_t count, capacity;
    al_buffer buffer;
    al_budget budget;
    al_arena arena;
} al_sidecar;

/* The path of the .assetlintignore file next to a path; to be freed. NULL when out of memory. */
char *al_sidecar_path(const char *path);

/* Reads the .assetlintignore file next to a path, if there is one. False when out of memory. */
bool al_sidecar_open(al_sidecar *sidecar, const char *path) AL_MUST_USE;

/* The same for a text in memory, for tests. The sidecar refers to the text. */
bool al_sidecar_parse(al_sidecar *sidecar, const char *path, al_span text) AL_MUST_USE;
void al_sidecar_close(al_sidecar *sidecar);

/* Moves it into a block of its own, which the caller closes and frees. NULL when out of memory: then it stays
 * where it is. */
al_sidecar *al_sidecar_move(al_sidecar *sidecar) AL_MUST_USE;

/* Bytes of memory that it holds. */
uint64_t al_sidecar_memory(const al_sidecar *sidecar);

/* Makes a result about the lines that suppressed nothing. `*result` is NULL if there are none. False when out
 * of memory. */
bool al_sidecar_report(const al_sidecar *sidecar, const al_policy *policy, const al_setting *rules,
                       al_result **result) AL_MUST_USE;

#endif
