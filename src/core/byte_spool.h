/* byte_spool.h: keeps bytes until they are read back: the first MiB in memory, more in a temporary file. */
#ifndef AL_CORE_BYTE_SPOOL_H
#define AL_CORE_BYTE_SPOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/arena.h"

/* Empty when it is all zero. The first failure is kept, and every later call fails. */
typedef struct al_byte_spool {
    al_budget budget;
    al_buffer buffer; /* the bytes that are not in the file, */
    size_t length;
    size_t at;  /* and how many of them were read back */
    FILE *file; /* NULL until the buffer is full */
    bool no_memory;
    bool file_failed; /* the temporary file; `error` is why, see al_error_text */
    int error;
} al_byte_spool;

bool al_byte_spool_failed(const al_byte_spool *spool);

/* Adds bytes at the end. False on failure. */
bool al_byte_spool_add(al_byte_spool *spool, const void *bytes, size_t size);

/* Starts reading at the first byte; nothing may be added from now on. False on failure. */
bool al_byte_spool_rewind(al_byte_spool *spool);

/* Reads up to `size` bytes. Returns how many: fewer at the end, and on failure. */
size_t al_byte_spool_read(al_byte_spool *spool, void *bytes, size_t size);

/* Frees memory and file; the spool is empty again. */
void al_byte_spool_end(al_byte_spool *spool);

#endif
