/* pack_names.h: remarks on archives and on the names of their entries. */
#ifndef AL_CONTAINERS_PACK_NAMES_H
#define AL_CONTAINERS_PACK_NAMES_H

#include "containers/members.h"
#include "kit/names.h"

/* The kinds of remarks on archives. */
typedef enum pack_remark {
    PACK_UNREADABLE, /* the text says why */
    PACK_ENCRYPTED,
    PACK_LIST_ENCRYPTED,
    PACK_PATH,      /* the text says how the path leaves the folder */
    PACK_DUPLICATE, /* the text is the first name */
    PACK_COLLISION  /* the text is the other name */
} pack_remark;

typedef struct pack_remarks {
    al_arena *arena;
    al_remark *items;
    uint64_t count, capacity;
} pack_remarks;

/* False if memory is short. */
bool pack_remark_add(pack_remarks *remarks, al_remark remark) AL_MUST_USE;

/* The names of all files of an archive. */
typedef struct pack_names {
    al_names names; /* with the index of the file; in small letters to find collisions */
    const char **files;
    uint64_t count, capacity;
} pack_names;

/* Adds a file, with a remark if its path leads out. False if memory is short. */
bool pack_names_add(pack_names *names, pack_remarks *remarks, const char *name) AL_MUST_USE;

/* Makes a remark on the last of the files with one name, and of those that differ only in case. False if
 * memory is short. */
bool pack_names_judge(pack_names *names, pack_remarks *remarks) AL_MUST_USE;

/* al_container.report. */
void pack_report(const al_remark *remark, al_sink *sink);

#endif
