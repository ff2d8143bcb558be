/* unpacked_copy.h: copies of what packages unpack to, for packages that can only be read from their
 * beginning. The survey across files reads such a package to list it, then perhaps some of its members, and
 * at last it is checked: with a copy it is unpacked once. All copies are in one temporary file.
 *
 * Reading a copy gives the same blocks of bytes as unpacking the package. If there is no copy, because a
 * limit is reached or the file can't be written, the package is unpacked again.
 */
#ifndef AL_CONTAINERS_UNPACKED_COPY_H
#define AL_CONTAINERS_UNPACKED_COPY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"

/* The temporary file. Copies are made one after another on one thread; later, several threads may read them.
 */
typedef struct al_copies al_copies;

/* `limit` bytes are the most that the file may have. NULL when the system refuses. */
al_copies *al_copies_new(uint64_t limit);
void al_copies_free(al_copies *copies); /* accepts NULL */

/* The copy of one package. */
typedef struct al_unpacked_copy {
    al_copies *in;
    uint64_t start, length; /* in the file */
    uint32_t sum;           /* the CRC-32 of all bytes */
    bool failed;
    bool complete; /* it may be read */
} al_unpacked_copy;

al_unpacked_copy al_copy_begin(al_copies *copies);

/* Adds a block. If that fails, the copy will not be complete. */
void al_copy_add(al_unpacked_copy *copy, const void *block, size_t size);

/* To be called when the package was unpacked to its end, and is whole. */
void al_copy_finish(al_unpacked_copy *copy, uint32_t sum);

/* Reads the next block, which begins `*at` bytes behind the start of a complete copy, and moves `*at` behind
 * it. At the end of the copy `*size` is 0. False if the file can't be read, or the block has more than `room`
 * bytes. */
bool al_copy_read(const al_unpacked_copy *copy, uint64_t *at, void *buffer, size_t room,
                  size_t *size) AL_MUST_USE;

#endif
