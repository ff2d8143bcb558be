/* zip_list.h: reads the list of members at the end of a zip, and writes a zip of one of them. */
#ifndef AL_CONTAINERS_ZIP_LIST_H
#define AL_CONTAINERS_ZIP_LIST_H

#include "containers/archive.h"
#include "containers/unpack.h"

/* If the list was cut off, reads the local headers instead. False if memory is short. */
bool zip_list_read(al_archive_list *list, al_package_bytes *bytes, al_arena *arena) AL_MUST_USE;

/* The bytes around the member of a zip that has one. They must last while it is unpacked. */
typedef struct zip_frame {
    uint8_t front[64], back[176];
} zip_frame;

/* Makes a zip of one entry. NULL, or why the entry can't be unpacked. */
const char *zip_job(const al_archive_entry *entry, al_package_bytes *bytes, zip_frame *frame,
                    unpack_job *job);

#endif
