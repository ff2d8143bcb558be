/* unpacked_copy.h: copies of what packages unpack to, for packages that can only be read from their
 * beginning. The survey across files reads such a package to list it, then perhaps some of its members, and
 * at last it is checked: with a copy it is unpacked once. The first copies are in memory, since a temporary
 * file costs nearly as much CPU time as unpacking; all others are in one temporary file.
 *
 * Reading a copy gives the same blocks of bytes as unpacking the package. If there is no copy, because a
 * limit is reached or the file can't be written, the package is unpacked again.
 */
#ifndef AL_CONTAINERS_UNPACKED_COPY_H
#define AL_CONTAINERS_UNPACKED_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/compiler.h"
#include "core/limits.h"
#include "core/span.h"

/* The memory and the temporary file. Copies are made one after another on one thread; later, several threads
 * may read them. */
typedef struct al_copies al_copies;

/* All copies together have at most `limit` bytes. One in AL_PART_IN_MEMORY of them may be in memory, as long
 * as `budget`, which must live longer, has room for it; NULL: none is in memory. NULL when the system
 * refuses. */
al_copies *al_copies_new(uint64_t limit, al_budget *budget);
void al_copies_free(al_copies *copies); /* accepts NULL */

/* The copy of one package. */
typedef struct al_unpacked_copy {
    al_copies *in;
    uint64_t start, length; /* bytes; `start` is behind the copies before */
    uint32_t sum;           /* the CRC-32 of all bytes */
    bool failed;
    bool complete; /* it may be read */
} al_unpacked_copy;

al_unpacked_copy al_copy_begin(al_copies *copies);

/* Adds a block. If that fails, the copy will not be complete. */
void al_copy_add(al_unpacked_copy *copy, const void *block, size_t size);

/* To be called when the package was unpacked to its end, and is whole. */
void al_copy_finish(al_unpacked_copy *copy, uint32_t sum);

/* Gets the next block, which begins `*at` bytes behind the start of a complete copy, and moves `*at` behind
 * it. The block is in the memory of the copies or, if it comes from the file, in `buffer`. At the end of the
 * copy it is empty. False if the file can't be read, or the block has more than `room` bytes. */
bool al_copy_read(const al_unpacked_copy *copy, uint64_t *at, uint8_t *buffer, size_t room,
                  al_span *block) AL_MUST_USE;

#endif
