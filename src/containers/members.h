/* members.h: a container as a source of members: named bytes that come one member after another. A reader of
 * members doesn't know where they come from, and a container knows nothing of formats.
 *
 *     al_members *m = kind->open(&input);
 *     while (kind->next(m, &member)) {
 *         while ((got = kind->read(m, buffer, sizeof buffer)) > 0)
 *             ...
 *         if (!kind->finish(m))
 *             the bytes that were read are not the member's
 *     }
 *     kind->close(m);
 *
 * While it is read, a container reports its own faults to its sink, with the numbers of its own rules. What
 * ended the reading (al_members_end) is reported by the engine.
 */
#ifndef AL_CONTAINERS_MEMBERS_H
#define AL_CONTAINERS_MEMBERS_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"
#include "core/span.h"
#include "platform/platform.h"

/* A package. */
typedef struct al_package {
    const struct al_container *kind;
    struct al_members *members; /* NULL: it is not open, or there is none */
} al_package;

/* Where the bytes of a container are, and the limits of reading it. All of it must last until `close`. */
typedef struct al_container_input {
    const char *path; /* of the container, to find files beside it; NULL: it has none, like a pipe */
    al_package outer; /* the open package that `path` is a path in; none: `path` is on disk */
    al_span file;     /* the whole container; empty if it is `on_disk` and the kind `reads_from_disk` */
    bool on_disk;     /* the container is a file of `size` bytes: */
    al_file disk;
    uint64_t size;
    uint64_t *unpacked; /* bytes that it may still unpack, with all packages in it */
    bool on_demand;     /* few members will be read: each is opened when its first byte is read */
    al_arena *arena;    /* for what must last until `close`; its budget has the limit of memory */
    al_sink *sink;      /* for the findings of the container itself */
} al_container_input;

/* Whether all members were listed. */
typedef struct al_listed {
    bool partly;     /* there may be members that it has not visited */
    const char *why; /* the system couldn't read the container: the reason, in the arena; or NULL */
} al_listed;

typedef struct al_member {
    const char *name;        /* as stored, with `/`, without "./" in front; lasts as long as the arena */
    uint64_t size;           /* bytes that the container declares */
    const al_stream *stream; /* in a visit: reads the bytes; NULL: use open_member */
} al_member;

/* Why the rest of a container could not be read: nothing is set if all of it was. */
typedef struct al_members_end {
    bool no_memory;      /* the budget tells whether of the limit or of the system */
    bool over_limit;     /* more bytes than *unpacked */
    const char *failure; /* the reason, for a message; valid until the next call */
} al_members_end;

/* A fault of one entry of a container, whatever the entry holds. */
typedef struct al_remark {
    const char *member;  /* as al_member.name; "": the container itself */
    uint64_t size;       /* of the entry */
    unsigned kind;       /* a number of the container's own */
    bool not_checked;    /* the fault kept the entry from being checked */
    bool is_consequence; /* of another remark */
    const char *text;    /* part of the message: a reason, or another name */
} al_remark;

/* An open container. Each kind has more members behind these. */
typedef struct al_members {
    al_members_end end;
    const al_remark *remarks; /* complete when `next` has returned false, or nothing more will be read */
    uint64_t remark_count;
    const int *disk_error; /* why its file couldn't be read, the first time; 0: it could. NULL: not known */
} al_members;

typedef void al_member_visit(void *context, const al_member *member);

typedef enum al_found {
    AL_FOUND,
    AL_NOT_FOUND,   /* the container has no such member */
    AL_NOT_READABLE /* a fault of the container hides the member, or has replaced its bytes */
} al_found;

typedef struct al_container {
    al_format_info info;  /* containers are recognised by its extensions */
    const char *rules;    /* the prefix of its rules */
    const char *data;     /* extension of a second file that is only read through the container; NULL: none */
    bool random_access;   /* open_member doesn't read the members in front of the one it opens */
    bool reads_from_disk; /* it reads what it needs of a file on disk, and pays for what it unpacks */

    /* NULL if memory is short. */
    al_members *(*open)(const al_container_input *in);

    /* Goes to the next member. False at the end, or if the rest can't be read. */
    bool (*next)(al_members *m, al_member *member);

    /* Reads up to `size` bytes of the member, at least 1. Returns how many; 0 at its end, -1 if they can't be
     * read. */
    int64_t (*read)(al_members *m, void *buffer, size_t size);

    /* Ends the member and skips the rest of it; a member of which nothing was read may be skipped unchecked,
     * if that is faster. False if the bytes are not the member's, so that nothing that was read of it counts:
     * this has been reported, or is the consequence of something that has. */
    bool (*finish)(al_members *m);
    void (*close)(al_members *m);

    /* Reports a remark to the sink of its entry. NULL: the kind makes no remarks. */
    void (*report)(const al_remark *remark, al_sink *sink);

    /* Opens a member by its name, in any case, beside the one that `next` and `read` are at: a package, or
     * the data of one. If it is found, `stream` must be closed. If `arena` has no memory, the result is
     * AL_NOT_READABLE, and its budget says so. */
    al_found (*open_member)(al_members *m, const char *name, al_arena *arena, al_stream *stream);
    void (*close_member)(al_stream *stream);

    /* Visits all members that the container declares, where that needs less than `next`; NULL: it doesn't. To
     * be called by al_list_members. */
    bool (*list)(const al_container_input *in, al_member_visit *visit, void *context, al_listed *listed);

    /* Shows what the container says of its members, and reports faults of that. False if memory is short. */
    bool (*show)(const al_container_input *in, const al_visitor *visitor);
} al_container;

/* The kind of container with that index; NULL if there is none. */
const al_container *al_container_at(size_t index);

/* The kind that a file of that name is of; NULL if it is no container. */
const al_container *al_container_of(const char *name);

/* Whether a name is that of a file that is only read through its container. */
bool al_is_container_data(const char *name);

/* The kinds, and their extensions as al_has_extension_of takes them. */
#define ZIP_EXTENSIONS   "zip"
#define SEVEN_EXTENSIONS "7z"
#define TAR_EXTENSIONS   "tar tar.gz tgz tar.xz tar.bz2"
#define CAT_EXTENSIONS   "cat" /* X Rebirth and X4, with its .dat */
extern const al_container al_zip_container, al_seven_container, al_tar_container, al_cat_container;

/* ---- Paths of packages, and of the members in them ----------------------------------------------------- */

/* A stored name, up to a NUL, as al_member.name. NULL if memory is short. */
const char *al_member_name(al_span stored, al_arena *arena) AL_MUST_USE;

/* `inner!/member`: the path of a member of a package, in the package that holds that package. NULL if memory
 * is short. */
const char *al_member_within(al_arena *arena, const char *inner, const char *member);

/* How a path leaves the folder that its package is unpacked into, as the end of a sentence; NULL: it doesn't.
 */
const char *al_path_leads_out(al_span path);

/* Replaces the extension of a package's path by that of its data, letter by letter, keeping the case of each.
 * `extension` has as many letters as the one it replaces. */
void al_name_container_data(char *path, const char *extension);

#endif
