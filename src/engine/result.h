/* result.h: a result with the memory that it is in. */
#ifndef AL_ENGINE_RESULT_H
#define AL_ENGINE_RESULT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"
#include "engine/rule_set.h"

/* What a result made use of, for whoever counts what nothing made use of. */
typedef struct al_use {
    uint32_t suppression; /* its number in the configuration; it is about the file of the result */
    bool used, ran;       /* it took a finding out; a rule that it is about ran */
} al_use;

typedef struct al_uses {
    al_use *of;
    size_t count;
    uint32_t *known; /* the numbers of entries of the baseline */
    size_t known_count;
    bool listed;        /* `of` is complete */
    al_rule_set across; /* rules across files that were asked about the file */
} al_uses;

/* What the caller gets, with the arena that all of it is in. */
typedef struct al_result_block {
    al_result result; /* first: al_result_free gets its address */
    al_arena arena;
    al_uses uses;
    al_result *beside; /* of the lines beside the file that took nothing out; NULL: there are none */
} al_result_block;

/* Whether a file could not be checked, or not to its end. */
bool al_is_unchecked(const al_result *result);

/* Of what lies beside the file that the result is of: comes behind it, and is the caller's then. NULL where
 * nothing is to be said. */
al_result *al_result_take_beside(al_result *result);
const al_uses *al_result_uses(const al_result *result);

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
