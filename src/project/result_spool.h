/* result_spool.h: keeps results until their turn comes: the first in memory, more in a temporary file. */
#ifndef AL_PROJECT_RESULT_SPOOL_H
#define AL_PROJECT_RESULT_SPOOL_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/byte_spool.h"

/* All zero at first. The first failure ends the spool, and `bytes` says why. */
typedef struct result_spool {
    al_byte_spool bytes;
    uint64_t count;   /* results that were added and not read back */
    al_result result; /* the one that was read back last, */
    al_budget budget;
    al_arena arena; /* and its memory */
} result_spool;

/* Keeps a copy of a result without its members. False on failure. */
bool result_spool_add(result_spool *spool, const al_result *result);

/* Ends adding: from now on results come back in their order. False on failure. */
bool result_spool_rewind(result_spool *spool);

/* The next result, which is valid until the one behind it is read. NULL at the end, and on failure. */
const al_result *result_spool_next(result_spool *spool);

void result_spool_end(result_spool *spool);

#endif
