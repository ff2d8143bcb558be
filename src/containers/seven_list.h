/* seven_list.h: reads the list of members at the end of a 7z, and writes a 7z of one folder (a stream that
 * members are packed in).
 */
#ifndef AL_CONTAINERS_SEVEN_LIST_H
#define AL_CONTAINERS_SEVEN_LIST_H

#include "containers/archive.h"
#include "containers/unpack.h"

enum { SEVEN_MOST_STREAMS = 8 };

/* Members that are packed as one stream. */
typedef struct seven_folder {
    al_span coders;                     /* the compression, as the list describes it */
    uint64_t place, packed;             /* offset and bytes of the packed streams, one behind the other */
    uint64_t sizes[SEVEN_MOST_STREAMS]; /* bytes that each coder unpacks */
    uint64_t packs[SEVEN_MOST_STREAMS]; /* bytes of each packed stream */
    uint32_t size_count, pack_count;
    uint64_t size;       /* of all members */
    uint64_t memory;     /* bytes that unpacking it takes */
    uint64_t side_bytes; /* bytes of side streams, unpacked before its first own byte */
    uint64_t members;    /* number of members */
    uint32_t sum;        /* CRC-32 of the folder, if it has one */
    bool has_sum, encrypted;
} seven_folder;

typedef struct seven_list {
    al_archive_list members;
    seven_folder *folders;
    uint64_t folder_count, folder_capacity;
} seven_list;

/* False if memory is short, or the list, which is usually packed itself, unpacks to more than `*unpacked`. */
bool seven_list_read(seven_list *list, al_package_bytes *bytes, al_arena *arena,
                     uint64_t *unpacked) AL_MUST_USE;

/* Makes a 7z with the folder as its only member; its headers are in the arena. False if memory is short. */
bool seven_job(const seven_folder *folder, al_arena *arena, unpack_job *job) AL_MUST_USE;

#endif
