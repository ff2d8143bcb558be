/* pack_names.h: what is wrong with the names of entries of an archive. */
#ifndef AL_CONTAINERS_PACK_NAMES_H
#define AL_CONTAINERS_PACK_NAMES_H

#include "containers/members.h"
#include "kit/names.h"

/* What remarks about archives say: the kinds of al_remark. */
typedef enum pack_remark {
    PACK_UNREADABLE, /* the text says why */
    PACK_ENCRYPTED,
    PACK_LIST_ENCRYPTED,
    PACK_PATH,      /* the text says how it leads out */
    PACK_DUPLICATE, /* the text is the name, as it was first */
    PACK_COLLISION  /* the same */
} pack_remark;

typedef struct pack_remarks {
    al_arena *arena;
    al_remark *items;
    uint64_t count, capacity;
} pack_remarks;

/* False when memory is short. */
bool pack_remark_add(pack_remarks *remarks, al_remark remark) AL_MUST_USE;

/* The names of all files of an archive. */
typedef struct pack_names {
    al_names names; /* in small letters, with the number of the file */
    const char **files;
    uint64_t count, capacity;
} pack_names;

/* Adds a file, and remarks on its path. False when memory is short. */
bool pack_names_add(pack_names *names, pack_remarks *remarks, const char *name) AL_MUST_USE;

/* Remarks on those that are there twice, or differ in case alone: on the last. False when memory is short. */
bool pack_names_judge(pack_names *names, pack_remarks *remarks) AL_MUST_USE;

/* Reports a remark of these kinds. */
void pack_report(const al_remark *remark, al_sink *sink);

#endif
