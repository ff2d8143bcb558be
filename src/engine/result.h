/* result.h: a result with the memory that it is in. */
#ifndef AL_ENGINE_RESULT_H
#define AL_ENGINE_RESULT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"
#include "kit/job.h"

/* A result with the arena that holds all of it. */
typedef struct al_result_block {
    al_result result; /* first: al_result_free gets its address */
    al_arena arena;
    const char *raw_base_path; /* base_path, not escaped */
    const char *raw_member;    /* member, not escaped */
    uint64_t number;           /* of a member in the order of its package */
    al_unseen unseen;
    al_mesh_bounds
        bounds; /* around the vertices of the file's mesh, if rules want it; without vertices: unknown */
} al_result_block;

/* Whether a file was not checked, or not completely. */
bool al_is_unchecked(const al_result *result);

/* An empty result. Its memory is charged to the budget, but the budget's limit never refuses it. NULL if the
 * system has no memory. */
al_result_block *al_result_block_new(al_budget *budget);

/* Sets the paths of a result; they are not escaped. NULL for `base_path`: it is the same as `path`. False
 * when memory is short. */
bool al_result_set_paths(al_result_block *block, const char *path, const char *base_path,
                         const char *member) AL_MUST_USE;

/* A result about a member of a package, without findings. NULL when memory is short. */
al_result *al_result_new(al_budget *budget, const al_result *package, const char *member);

/* Adds findings to a result that is finished. */
typedef struct al_amendment {
    al_result *result;
    al_sink sink; /* to be reported to */
} al_amendment;

/* `member` is not escaped. It and the budget must last until al_amend_end. */
void al_amend_begin(al_amendment *a, al_result *result, al_budget *budget, const al_setting *settings,
                    const char *member);

/* False when out of memory: then the result is unchanged. */
bool al_amend_end(al_amendment *a) AL_MUST_USE;

/* Counts the findings by their levels. */
void al_result_count(al_result *result);

/* Bytes of memory that a result holds: without the results of its members, and with them. */
uint64_t al_result_memory(const al_result *result);
uint64_t al_result_memory_of_all(const al_result *result);

#endif
