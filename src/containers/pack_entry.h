/* pack_entry.h: the entries of a zip or a 7z, as its own list has them. */
#ifndef AL_CONTAINERS_PACK_ENTRY_H
#define AL_CONTAINERS_PACK_ENTRY_H

#include "core/arena.h"
#include "core/span.h"

typedef struct pack_entry {
    const char *name; /* as it is stored, of a 7z in UTF-8, but with `/`, without "./" in front */
    uint64_t size;    /* of its bytes, */
    uint64_t packed;  /* and of what they are packed as; of a 7z, where they begin in its folder */
    uint64_t place;   /* of the head in front of it, in a zip; the number of its folder, in a 7z */
    uint32_t sum;     /* CRC-32 of its bytes */
    uint16_t method;  /* of a zip */
    bool regular;     /* a file, no folder, link or device */
    bool encrypted;
    bool has_sum;
} pack_entry;

typedef struct pack_list {
    pack_entry *entries;
    uint64_t count, capacity;
    const char *broken; /* why there may be more; NULL: there aren't. A literal */
    bool encrypted;     /* the list itself is, so there may be more */
} pack_list;

/* NULL when memory is short. */
pack_entry *pack_list_add(pack_list *list, al_arena *arena) AL_MUST_USE;

/* `length` bytes as a member's name: with `/`, without "./" in front, up to a NUL. NULL when memory is short.
 */
const char *pack_name(al_span name, al_arena *arena) AL_MUST_USE;

#endif
