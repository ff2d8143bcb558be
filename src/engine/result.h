/* result.h: a result with the memory that it is in. */
#ifndef AL_ENGINE_RESULT_H
#define AL_ENGINE_RESULT_H

#include <assetlint/assetlint.h>

#include "core/arena.h"

/* What the caller gets, with the arena that all of it is in. */
typedef struct al_result_block {
    al_result result; /* first: al_result_free gets its address */
    al_arena arena;
} al_result_block;

/* An empty result, whose memory counts against the budget but is never refused for its limit. NULL where the
 * system or the budget's share has none. */
al_result_block *al_result_block_new(al_budget *budget);

/* What a result takes until it is freed, without those of its members; and with them. */
uint64_t al_result_memory(const al_result *result);
uint64_t al_result_memory_of_all(const al_result *result);

/* The share that the result came from counts it no longer, nor those of its members. */
void al_result_part(al_result *result);

#endif
