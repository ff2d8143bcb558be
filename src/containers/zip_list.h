/* zip_list.h: the list of a zip, which is behind its members, and a zip of one of them. */
#ifndef AL_CONTAINERS_ZIP_LIST_H
#define AL_CONTAINERS_ZIP_LIST_H

#include "containers/pack_bytes.h"
#include "containers/pack_entry.h"
#include "containers/unpack.h"

/* Where it has been cut off, the entries are those whose heads are there. False when memory is short. */
bool zip_list_read(pack_list *list, pack_bytes *bytes, al_arena *arena) AL_MUST_USE;

/* The heads of a zip of one member, which are to last as long as it is unpacked. */
typedef struct zip_heads {
    uint8_t front[64], back[176];
} zip_heads;

/* NULL, or why it can't be unpacked. */
const char *zip_job(const pack_entry *entry, pack_bytes *bytes, zip_heads *heads, unpack_job *job);

#endif
