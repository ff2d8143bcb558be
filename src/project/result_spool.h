/* result_spool.h: keeps results until their turn comes: the first in memory, more in a temporary file. */
#ifndef AL_PROJECT_RESULT_SPOOL_H
#define AL_PROJECT_RESULT_SPOOL_H

#include <assetlint/assetlint.h>
#include <stdio.h>

#include "core/arena.h"

/* All zero at first. */
typedef struct result_spool {
    char *bytes; /* that are not in the file, */
    size_t length;
    size_t at;  /* and how many of them were read back */
    FILE *file; /* NULL until the memory is full */
    uint64_t count;
    al_result result; /* the one that was read back last, */
    al_budget budget;
    al_arena arena;   /* and its memory */
    bool no_memory;   /* the first failure ends the spool: memory was short, */
    bool file_failed; /* or the temporary file failed */
    int error;        /* why it did, see al_error_text */
} result_spool;

/* Whether anything has failed so far. */
bool result_spool_failed(const result_spool *spool);

/* Keeps a copy of a result without its members. False when that fails. */
bool result_spool_add(result_spool *spool, const al_result *result);

/* Ends adding: from now on results come back in their order. False when anything has failed. */
bool result_spool_rewind(result_spool *spool);

/* The next result, which is valid until the one behind it is read. NULL at the end, and on failure. */
const al_result *result_spool_next(result_spool *spool);

void result_spool_end(result_spool *spool);

#endif
