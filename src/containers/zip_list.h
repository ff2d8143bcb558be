/* zip_list.h: reads the list of members at the end of a zip, unpacks one of them, and writes a zip of one of
 * them. */
#ifndef AL_CONTAINERS_ZIP_LIST_H
#define AL_CONTAINERS_ZIP_LIST_H

#include "containers/archive.h"
#include "containers/unpack.h"
#include "core/inflate.h"

/* If the list was cut off, reads the local headers instead. False if memory is short. */
bool zip_list_read(al_archive_list *list, al_package_bytes *bytes, al_arena *arena) AL_MUST_USE;

/* Whether the entry is stored or deflated, as nearly all are. */
bool zip_is_plain(const al_archive_entry *entry);

/* Bytes of memory that zip_unpack needs for packed bytes. */
uint64_t zip_packed_memory(const al_archive_entry *entry, const al_package_bytes *bytes);

/* Unpacks such an entry into the `entry->size` bytes of `out`. `packed` has room for its packed bytes if the
 * zip is on disk. False if they can't be read, or the bytes or their checksum are wrong; `out` may have
 * changed then. */
bool zip_unpack(const al_archive_entry *entry, al_package_bytes *bytes, uint8_t *packed,
                al_inflater *inflater, uint8_t *out) AL_MUST_USE;

/* The bytes around the member of a zip that has one. They must last while it is unpacked. */
typedef struct zip_frame {
    uint8_t front[64], back[176];
} zip_frame;

/* Makes a zip of one entry. NULL, or why the entry can't be unpacked. */
const char *zip_job(const al_archive_entry *entry, al_package_bytes *bytes, zip_frame *frame,
                    unpack_job *job);

#endif
