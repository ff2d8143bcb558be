/* seven_list.h: the list of a 7z, which is behind its folders (streams of members packed as one), and a 7z of
 * one of these. */
#ifndef AL_CONTAINERS_SEVEN_LIST_H
#define AL_CONTAINERS_SEVEN_LIST_H

#include "containers/pack_bytes.h"
#include "containers/pack_entry.h"
#include "containers/unpack.h"

enum { SEVEN_MOST_STREAMS = 8 };

/* Members that were packed as one stream. */
typedef struct seven_folder {
    al_span coders;                     /* how, as the list says it */
    uint64_t place, packed;             /* of the packed streams, one behind the other */
    uint64_t sizes[SEVEN_MOST_STREAMS]; /* of what its coders give; */
    uint64_t packs[SEVEN_MOST_STREAMS]; /* of the packed streams */
    uint32_t size_count, pack_count;
    uint64_t size;    /* of all members */
    uint64_t memory;  /* that unpacking it takes */
    uint64_t aside;   /* bytes that are unpacked before the first of its own comes */
    uint64_t members; /* how many */
    uint32_t sum;     /* CRC-32 of all, where it has one */
    bool has_sum, encrypted;
} seven_folder;

typedef struct seven_list {
    pack_list members;
    seven_folder *folders;
    uint64_t folder_count, folder_capacity;
} seven_list;

/* False when memory is short, or the list gives more than `*unpacked`: that it is packed itself is usual. */
bool seven_list_read(seven_list *list, pack_bytes *bytes, al_arena *arena, uint64_t *unpacked) AL_MUST_USE;

/* A 7z with the folder as its only member; its head is in the arena. False when memory is short. */
bool seven_job(const seven_folder *folder, al_arena *arena, unpack_job *job) AL_MUST_USE;

#endif
