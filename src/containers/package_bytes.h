/* package_bytes.h: the bytes of a package: those of a file on disk are read in pieces, those from a pipe or
 * from another package are in memory.
 */
#ifndef AL_CONTAINERS_PACKAGE_BYTES_H
#define AL_CONTAINERS_PACKAGE_BYTES_H

#include "containers/members.h"
#include "core/span.h"
#include "platform/platform.h"

typedef struct al_package_bytes {
    al_span memory; /* the whole package; empty if it is on disk */
    al_file file;
    bool on_disk;
    uint64_t size;
    al_watch *watch; /* counts the bytes that are read of the file */
    int error;       /* of the last time the file was read; 0: none */
    int first_error; /* of all times; 0: none */
} al_package_bytes;

al_package_bytes al_package_bytes_of(const al_container_input *in);

/* Reads `size` bytes. False if there are fewer, or they can't be read. */
bool al_package_bytes_read(al_package_bytes *bytes, uint64_t offset, void *buffer, size_t size) AL_MUST_USE;

/* `size` bytes in memory, in `buffer` if they are on disk. False if there are fewer, or they can't be read.
 */
bool al_package_bytes_borrow(al_package_bytes *bytes, uint64_t offset, uint64_t size, uint8_t *buffer,
                             al_span *span) AL_MUST_USE;

/* `size` bytes in memory, in the arena if they are on disk. False if there are fewer, they can't be read, or
 * memory is short (then the arena's budget says so). */
bool al_package_bytes_span(al_package_bytes *bytes, uint64_t offset, uint64_t size, al_arena *arena,
                           al_span *span) AL_MUST_USE;

#endif
