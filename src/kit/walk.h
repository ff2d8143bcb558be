/* walk.h: goes through a file of records, counted arrays and texts that follow one another, or through a
 * section of one. Chunks have a walk of their own (emotionfx/chunks.h).
 *
 * The first thing that is not all there stops the walk, and is told: as `count-range` where no complete file
 * of this size could hold it, otherwise as `truncated`. Whatever is taken after it is empty. Rules and dump
 * may go the same way again, silently, with the same readers; nothing of the file is copied.
 */
#ifndef AL_KIT_WALK_H
#define AL_KIT_WALK_H

#include "core/path.h"
#include "kit/job.h"
#include "kit/layout.h"
#include "kit/strings.h"

typedef struct al_walk {
    al_job *job;
    al_span bytes;       /* what is walked */
    const char *whole;   /* what it is, for messages: "the file" */
    size_t truncated;    /* the format's rule for what goes beyond the end */
    size_t count_range;  /* and for counts that can't be */
    const al_claim *end; /* where the file says that `bytes` end: told instead of what goes beyond; or NULL */
    uint64_t at;         /* in `bytes` */
    bool silent, stopped;
    bool cut; /* stopped because `bytes` end */
} al_walk;

/* A walk through the whole file of a job. */
al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range);

/* A field of a record that says how many of something follow. */
typedef struct al_counter {
    const al_layout *layout;
    al_span record;
    uint32_t field; /* its offset in the record: a u32 or i32 */
    const al_path *up;
} al_counter;

/* The count that it gives. */
uint32_t al_counted(const al_counter *counter);

/* Whether a file of this size could hold so many things of at least `smallest` bytes, 0 or more. If not, that
 * is told, and the walk stops. Before anything is allocated for them. `what` is a plural: "meshes". */
bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what) AL_MUST_USE;

/* The next `size` bytes: one thing of fixed size. `what` goes with an article: "a mesh". `*out` is what there
 * is of it. */
bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out) AL_MUST_USE;

/* A record of that layout; `what` is its title. */
bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out) AL_MUST_USE;

/* As many items of `size` bytes as the counter says. Where the file ends in them, `*out` is what there is,
 * maybe with a part of an item at its end. `what` is a plural. */
bool al_walk_array(al_walk *w, const al_counter *counter, uint64_t size, const al_path *path,
                   const char *what, al_span *out) AL_MUST_USE;

/* A text with its length, a u32, in front; a text with a NUL behind it. The path is `name` within `up`. */
bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;
bool al_walk_text_at(al_walk *w, const al_path *path,
                     al_string *out) AL_MUST_USE; /* with a path of its own */
bool al_walk_text_nul(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;

/* What is left behind the last thing. */
al_span al_walk_rest(const al_walk *w);

#endif
