/* pack.h: what the readers of zip, 7z and tar share: the frame of an open archive, its remarks, and what
 * follows from a container's own functions. */
#ifndef AL_CONTAINERS_PACK_H
#define AL_CONTAINERS_PACK_H

#include "containers/members.h"
#include "containers/pack_bytes.h"
#include "containers/pack_entry.h"
#include "containers/pack_names.h"
#include "containers/unpack.h"

typedef struct pack {
    al_members base; /* first: the engine has its address */
    al_container_input in;
    pack_bytes bytes;
    pack_remarks remarks;
    pack_names names; /* of all files so far */
    unpacker unpacker;
    uint64_t again; /* bytes that may be unpacked a second time, to get to what is read beside the row */
    bool complete;  /* all remarks are made */
} pack;

/* After the memory of all of it was had. */
void pack_start(pack *p, const al_container_input *in);

/* Remarks on an entry; "" is the archive. When memory is short, `end` says so. */
void pack_remark_on(pack *p, const char *member, uint64_t size, pack_remark kind, const char *text);

/* The unpacker has stopped in this entry: a remark, or in `end` what was short. */
void pack_stopped(pack *p, const unpacker *u, const char *member, uint64_t size);

/* Adds a file that was met. False when memory is short. */
bool pack_meet(pack *p, const char *name) AL_MUST_USE;

/* Nothing more is met. */
void pack_complete(pack *p);

void pack_close(pack *p);

/* The stream of one member, by the functions of its container. */
typedef struct pack_member_stream {
    const al_container *kind;
    al_members *members;
} pack_member_stream;

/* al_container.list, by the other functions of a container. */
bool pack_visit(const al_container *kind, const al_container_input *in, al_member_visit *visit,
                void *context);

/* al_container.show, of a list of all entries. */
void pack_show(const pack_list *list, const al_visitor *visitor);

/* Reports what was remarked on the archive itself. */
void pack_report_own(const pack *p, al_sink *sink);

/* Finds a file by its name, in letters of any size, among those of `names`, which are small. */
typedef struct pack_index {
    al_names names;
    bool made;
} pack_index;

/* The number of the first of that name; UINT64_MAX when there is none. False when memory is short. */
bool pack_find(pack_index *index, const pack_list *list, const char *name, al_arena *arena,
               uint64_t *number) AL_MUST_USE;

#endif
