/* pack.h: what the readers of zip, 7z and tar share: an open archive, its remarks, and those functions of a
 * container that are the same for all.
 */
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
    uint64_t reread_left; /* bytes that open_member may still unpack a second time */
    bool complete;        /* all remarks are made */
} pack;

/* Starts an archive whose memory is zero. */
void pack_start(pack *p, const al_container_input *in);

/* Adds a remark on an entry; "" is the archive. If memory is short, `end` says so. */
void pack_remark_on(pack *p, const char *member, uint64_t size, pack_remark kind, const char *text);

/* Notes why the unpacker has stopped in an entry: as a remark, or in `end` for a limit or for memory. */
void pack_remark_on_stop(pack *p, const unpacker *u, const char *member, uint64_t size);

/* Adds the name of a file. False if memory is short. */
bool pack_add_file(pack *p, const char *name) AL_MUST_USE;

/* Makes the remarks on all names, after the last file. */
void pack_complete(pack *p);

void pack_close(pack *p);

/* al_container.show, for a list of all entries. */
void pack_show(const pack_list *list, const al_visitor *visitor);

/* Reports the remarks on the archive itself. */
void pack_report_own(const pack *p, al_sink *sink);

/* Files of an archive by their names in small letters. */
typedef struct pack_index {
    al_names names;
    bool made;
} pack_index;

/* Finds the number of the first entry of that name, in any case; UINT64_MAX if there is none. False if memory
 * is short. */
bool pack_find(pack_index *index, const pack_list *list, const char *name, al_arena *arena,
               uint64_t *number) AL_MUST_USE;

#endif
