/* pack_entry.h: the entries of a zip or 7z, as its list declares them. */
#ifndef AL_CONTAINERS_PACK_ENTRY_H
#define AL_CONTAINERS_PACK_ENTRY_H

#include "core/arena.h"
#include "core/span.h"

typedef struct pack_entry {
    const char *name; /* as it is stored, of a 7z in UTF-8, but with `/`, without "./" in front */
    uint64_t size;    /* bytes of the file */
    uint64_t packed;  /* zip: compressed bytes; 7z: where the file begins in its folder */
    uint64_t place;   /* zip: offset of its local header; 7z: index of its folder */
    uint32_t sum;     /* CRC-32 of the file */
    uint16_t method;  /* zip: of compression */
    bool regular;     /* a file; not a folder, link or device */
    bool encrypted;
    bool has_sum;
} pack_entry;

typedef struct pack_list {
    pack_entry *entries;
    uint64_t count, capacity;
    const char *broken; /* why the list may be incomplete, a literal; NULL: it is complete */
    bool encrypted;     /* the list itself is encrypted, and may be incomplete */
} pack_list;

/* Adds an entry. NULL if memory is short. */
pack_entry *pack_list_add(pack_list *list, al_arena *arena) AL_MUST_USE;

/* A stored name, up to a NUL, as al_member.name. NULL if memory is short. */
const char *pack_name(al_span name, al_arena *arena) AL_MUST_USE;

#endif
