/* pack_bytes.h: the bytes of a package, wherever they are: a file on disk is read in pieces, what came
 * through a pipe or out of another package is in memory. */
#ifndef AL_CONTAINERS_PACK_BYTES_H
#define AL_CONTAINERS_PACK_BYTES_H

#include "containers/members.h"
#include "core/span.h"
#include "platform/platform.h"

typedef struct pack_bytes {
    al_span memory; /* all of it; nothing where it is on disk */
    al_file file;
    bool on_disk;
    uint64_t size;
    al_watch *watch; /* of what is read of the file */
    int error;       /* of the file, the last there was */
} pack_bytes;

pack_bytes pack_bytes_of(const al_container_input *in);

/* Reads so many bytes. False when there are fewer, or they can't be read. */
bool pack_bytes_read(pack_bytes *bytes, uint64_t offset, void *buffer, size_t size) AL_MUST_USE;

/* So many bytes in memory: of the arena, where they aren't already. False when there are fewer, they can't be
 * read, or memory is short, which the arena's budget says. */
bool pack_bytes_span(pack_bytes *bytes, uint64_t offset, uint64_t size, al_arena *arena,
                     al_span *span) AL_MUST_USE;

#endif
