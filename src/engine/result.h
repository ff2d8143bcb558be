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

/* What a result takes until it is freed. */
uint64_t al_result_memory(const al_result *result);

#endif
