/* archive.h: what the readers of zip, 7z and tar share: the entries of an archive, remarks on it and on the
 * names of its entries, and those functions of a container that are the same for all.
 */
#ifndef AL_CONTAINERS_ARCHIVE_H
#define AL_CONTAINERS_ARCHIVE_H

#include "containers/members.h"
#include "containers/unpack.h"
#include "core/arena.h"
#include "core/span.h"
#include "kit/names.h"

/* ---- Entries ------------------------------------------------------------------------------------------- */

typedef struct al_archive_entry {
    const char *name; /* as it is stored, of a 7z in UTF-8, but with `/`, without "./" in front */
    uint64_t size;    /* bytes of the file */
    uint64_t packed;  /* zip: compressed bytes; 7z: where the file begins in its folder */
    uint64_t place;   /* zip: offset of its local header; 7z: index of its folder */
    uint32_t sum;     /* CRC-32 of the file */
    uint16_t method;  /* zip: of compression */
    bool regular;     /* a file; not a folder, link or device */
    bool encrypted;
    bool has_sum;
} al_archive_entry;

typedef struct al_archive_list {
    al_archive_entry *entries;
    uint64_t count, capacity;
    const char *broken;   /* why the list may be incomplete, a literal; NULL: it is complete */
    uint64_t backslashes; /* zip: number of names with `\`, where a zip has `/` */
    bool encrypted;       /* the list itself is encrypted, and may be incomplete */
} al_archive_list;

/* Adds an entry. NULL if memory is short. */
al_archive_entry *al_archive_list_add(al_archive_list *list, al_arena *arena) AL_MUST_USE;

/* ---- Remarks ------------------------------------------------------------------------------------------- */

/* The kinds of remarks on archives. */
typedef enum al_archive_fault {
    AL_FAULT_UNREADABLE, /* the text says why */
    AL_FAULT_ENCRYPTED,
    AL_FAULT_LIST_ENCRYPTED,
    AL_FAULT_PATH,      /* the text says how the path leaves the folder */
    AL_FAULT_DUPLICATE, /* the text is the first name */
    AL_FAULT_COLLISION, /* the text is the other name */
    AL_FAULT_BACKSLASH  /* the text is how many names have one */
} al_archive_fault;

typedef struct al_archive_remarks {
    al_arena *arena;
    al_remark *items;
    uint64_t count, capacity;
} al_archive_remarks;

/* The names of all files of an archive. */
typedef struct al_archive_names {
    al_names names; /* with the index of the file; in small letters to find collisions */
    const char **files;
    uint64_t count, capacity;
} al_archive_names;

/* al_container.report. */
void al_archive_report(const al_remark *remark, al_sink *sink);

/* ---- Open archives ------------------------------------------------------------------------------------- */

typedef struct al_archive {
    al_members base; /* first: the engine has its address */
    al_container_input in;
    al_package_bytes bytes;
    al_archive_remarks remarks;
    al_archive_names names; /* of all files so far */
    unpacker unpacker;
    uint64_t reread_left; /* bytes that open_member may still unpack a second time */
    bool complete;        /* all remarks are made */
} al_archive;

/* Starts an archive whose memory is zero. */
void al_archive_start(al_archive *p, const al_container_input *in);

/* Adds a remark on an entry; "" is the archive. If memory is short, `end` says so. */
void al_archive_remark(al_archive *p, const char *member, uint64_t size, al_archive_fault kind,
                       const char *text);

/* Notes why the unpacker has stopped in an entry: as a remark, or in `end` for a limit or for memory. */
void al_archive_remark_stop(al_archive *p, const unpacker *u, const char *member, uint64_t size);

/* Adds the name of a file. False if memory is short. */
bool al_archive_add_file(al_archive *p, const char *name) AL_MUST_USE;

/* Makes the remarks on all names, after the last file. */
void al_archive_complete(al_archive *p);

void al_archive_close(al_archive *p);

/* al_container.show, for a list of all entries. */
void al_archive_show(const al_archive_list *list, const al_visitor *visitor);

/* Reports the remarks on the archive itself. */
void al_archive_report_own(const al_archive *p, al_sink *sink);

/* Files of an archive by their names in small letters. */
typedef struct al_archive_index {
    al_names names;
    bool made;
} al_archive_index;

/* Finds the number of the first entry of that name, in any case; UINT64_MAX if there is none. False if memory
 * is short. */
bool al_archive_find(al_archive_index *index, const al_archive_list *list, const char *name, al_arena *arena,
                     uint64_t *number) AL_MUST_USE;

/* Bytes of the largest dictionary of a block of an .xz. In a damaged file only blocks before the damage
 * count. */
uint64_t xz_memory(al_package_bytes *bytes);

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* Writes numbers, lowest byte first, into the small archives that libarchive reads instead of the real one.
 * The caller has made room for all bytes. */
typedef struct al_byte_writer {
    uint8_t *at;
    size_t size; /* bytes so far */
} al_byte_writer;

static inline void al_put_number(al_byte_writer *w, uint64_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        w->at[w->size++] = (uint8_t)(number >> (8 * i));
}

#endif
