/* members.h: a container as a source of members: named bytes that come one member after another. Whoever
 * reads them doesn't know where they came from, and a container knows nothing of formats.
 *
 *     al_members *m = kind->open(&input);
 *     while (kind->next(m, &member)) {
 *         while ((got = kind->read(m, buffer, sizeof buffer)) > 0)
 *             ...
 *         if (!kind->finish(m))
 *             what was read is none of the member's bytes
 *     }
 *     kind->close(m);
 *
 * What is wrong with the container itself is reported to its sink on the way, under the numbers of its own
 * rules; the engine reports in its own words what ended the reading (al_members_end).
 */
#ifndef AL_CONTAINERS_MEMBERS_H
#define AL_CONTAINERS_MEMBERS_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "core/findings.h"
#include "core/span.h"
#include "platform/platform.h"

/* The package that a package is a member of. */
typedef struct al_outer {
    const struct al_container *kind;
    struct al_members *members; /* NULL: it is no member */
} al_outer;

/* Where a container's bytes are, and what reading it may take. All of it must last until `close`. */
typedef struct al_container_input {
    const char *path; /* for what lies beside it; NULL: nothing does, as of a pipe */
    al_outer outer;   /* what `path` is a path in, if it isn't one on disk */
    al_span file;     /* all of it; but of what is `on_disk` and `by_parts` nothing */
    bool on_disk;     /* where this is a file of `size` bytes: */
    al_file disk;
    uint64_t size;
    uint64_t *unpacked; /* bytes that it may still give, with all that is in it */
    bool sparing;       /* few of its members will be read */
    al_arena *arena;    /* for what must last until `close`; the limit of memory is that of its budget */
    al_sink *sink;      /* of the container's own findings */
} al_container_input;

typedef struct al_member {
    const char *name; /* bytes of it, with `/`, without "./" in front; lasts as long as the arena */
    uint64_t size;    /* bytes that it gives, if all goes well */
    const al_stream
        *stream; /* of `list`: gives its bytes, until the visit ends; NULL: only open_other does */
} al_member;

/* What kept the rest of a container from being read, if anything did. */
typedef struct al_members_end {
    bool no_memory;     /* whether it was the limit or the system, the budget says */
    bool too_much;      /* it gives more bytes than it may */
    const char *unread; /* why it can't be read on, for a message; valid until the next call */
} al_members_end;

/* What is wrong with an entry of a container, whatever is in it. */
typedef struct al_remark {
    const char *member; /* as al_member.name; "": the container itself */
    uint64_t size;      /* of the entry */
    unsigned kind;      /* what it is, the container knows */
    bool unread;        /* so it could not be checked, */
    bool follows;       /* as was to be expected after another remark */
    const char *text;   /* what a message says of it: a reason, another name */
} al_remark;

/* An open container. Each kind has more behind it. */
typedef struct al_members {
    al_members_end end;
    const al_remark *remarks; /* complete when `next` has returned false, or nothing more will be read */
    uint64_t remark_count;
} al_members;

typedef void al_member_visit(void *context, const al_member *member);

typedef enum al_found {
    AL_FOUND,
    AL_FOUND_NONE,   /* the container has no such member */
    AL_FOUND_UNKNOWN /* what is wrong with the container hides it, or has put other bytes in its place */
} al_found;

typedef struct al_container {
    al_format_info info; /* its extensions are what it is known by */
    const char *rules;   /* the prefix of its rules */
    const char *data;    /* the extension of what is read through it alone; NULL: there is nothing */
    bool direct;         /* open_other of a file goes straight to a member, not through all before it */
    bool by_parts;       /* it reads what it needs of a file on disk, and counts what it unpacks */

    /* NULL when memory is short. */
    al_members *(*open)(const al_container_input *in);

    /* Goes to the next member. False at the end, or where it can't be read on. */
    bool (*next)(al_members *m, al_member *member);

    /* The next bytes of the member, up to `size`, which is above 0; 0 at its end, -1 where they can't be
     * read. */
    int64_t (*read)(al_members *m, void *buffer, size_t size);

    /* Ends the member; what is left of it is passed over, without a look where nothing of it was read, if
     * that is faster. False when its bytes are not its own, so that
     * nothing that was read of them counts: that is reported, or follows from what is. */
    bool (*finish)(al_members *m);
    void (*close)(al_members *m);

    /* Reports a remark, to the sink of the entry. NULL where there are none. */
    void (*report)(const al_remark *remark, al_sink *sink);

    /* Opens a member by its name, in letters of any size, for a reading of its own: of a package in the
     * package, or of what belongs to one. `next` and `read` don't notice. When it was found, `stream` is to
     * be closed; what `arena` has no memory for is AL_FOUND_UNKNOWN, and its budget says so. */
    al_found (*open_other)(al_members *m, const char *name, al_arena *arena, al_stream *stream);
    void (*close_other)(al_stream *stream);

    /* Visits the members that there should be, without reading them: for those who ask what there is. Reports
     * nothing. False when memory is short. */
    bool (*list)(const al_container_input *in, al_member_visit *visit, void *context);

    /* Shows what it says of its members, and reports what is wrong with that. False when memory is short. */
    bool (*show)(const al_container_input *in, const al_visitor *visitor);
} al_container;

/* The kinds of containers, in the order in which they are listed; NULL beyond the last. */
const al_container *al_container_at(size_t number);

/* The kind that a file of that name is of; NULL when it is none. */
const al_container *al_container_of(const char *name);

/* `inner!/member`: the path, in the outer package, of a member of a package in it. In the arena's memory;
 * NULL when that is short. */
const char *al_member_within(al_arena *arena, const char *inner, const char *member);

/* Whether a name is that of data which is read through a container alone. */
bool al_is_container_data(const char *name);

#endif
