/* result.h: a result with the memory that it is in. */
#ifndef AL_ENGINE_RESULT_H
#define AL_ENGINE_RESULT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"

#define AL_NOT_SURVEYED SIZE_MAX

/* What the caller gets, with the arena that holds all of it. The last two belong to the code that runs many
 * checks, which attaches them (project/configuration/suppress.h). */
typedef struct al_result_block {
    al_result result; /* first: al_result_free gets its address */
    al_arena arena;
    size_t surveyed;        /* the file's index in the survey; AL_NOT_SURVEYED: it has none */
    struct al_usage *usage; /* in the arena; or NULL */
    al_result *sidecar;     /* findings about the file's .assetlintignore; freed with the block; or NULL */
} al_result_block;

/* Whether a file could not be checked, or not to its end. */
bool al_is_unchecked(const al_result *result);

/* An empty result, whose memory counts against the budget but is never refused for its limit. NULL where the
 * system or the budget's share has none. */
al_result_block *al_result_block_new(al_budget *budget);

/* A result without findings. NULL when memory is short. */
al_result *al_result_new(al_budget *budget, const char *path, const char *member);

/* Findings that are added to a result when it is finished. */
typedef struct al_amendment {
    al_result *result;
    al_sink sink; /* they are reported to this */
} al_amendment;

/* `member` as it is; it and the budget are to last until the end. */
void al_amend_begin(al_amendment *a, al_result *result, al_budget *budget, const al_setting *settings,
                    const char *member);

/* False when memory is short: then the result is as it was. */
bool al_amend_end(al_amendment *a) AL_MUST_USE;

/* Counts the findings by their levels. */
void al_result_count(al_result *result);

/* What a result takes until it is freed, without those of its members; and with them. */
uint64_t al_result_memory(const al_result *result);
uint64_t al_result_memory_of_all(const al_result *result);

/* The share that the result came from counts it no longer, nor those of its members. */
void al_result_part(al_result *result);

#endif
