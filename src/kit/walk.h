/* walk.h: the way through a file: records, counted arrays, texts and chunks that follow one another, in the
 * whole file or in a part of it.
 *
 * The walk knows where it is. The first thing that is not all there stops it, and is reported: as
 * `count-range` where what is walked could not hold so many, otherwise as `truncated`. Whatever is taken
 * after it is empty. All that is taken is announced to the job's listener, if there is one, under the path
 * that findings about it have: dump and the fuzzer see a file through the same steps that read it. Rules may
 * go the same way again, silently, with the same functions; nothing of the file is copied.
 */
#ifndef AL_KIT_WALK_H
#define AL_KIT_WALK_H

#include "core/path.h"
#include "kit/job.h"
#include "kit/layout.h"
#include "kit/listener.h"
#include "kit/strings.h"

/* For al_walk.extent: what is walked doesn't say where it ends, so that the size of the file is the measure
 * of what counts can be. */
#define AL_NO_EXTENT UINT64_MAX

typedef struct al_walk {
    al_job *job;
    al_span bytes;      /* what is walked */
    const char *whole;  /* what it is, for messages: "the file" */
    size_t truncated;   /* the format's rule for what goes beyond the end */
    size_t count_range; /* and for counts that can't be */
    const al_claim
        *end;        /* where the file says that `bytes` end: reported instead of what goes beyond; or NULL */
    uint64_t room;   /* bytes that a count may ask for where there is no extent: those of the file */
    uint64_t extent; /* where a chunk says that it ends, in `bytes` or beyond, or AL_NO_EXTENT */
    uint64_t at;     /* in `bytes` */
    const al_counter
        *blame; /* the count that is wrong when a thing goes beyond the extent; NULL: none is known */
    const al_listener *listener; /* NULL: nobody */
    bool nul_ended; /* the length of a text counts a NUL: neither it nor what is behind it is shown */
    bool silent, stopped;
    bool cut; /* stopped because `bytes` end */
} al_walk;

/* A walk through the whole file of a job. */
al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range);

/* The same walk from `at` on, for a second look: it reports nothing, and nobody listens. */
al_walk al_walk_again(const al_walk *w, uint64_t at);

/* What is left behind the last thing. */
al_span al_walk_rest(const al_walk *w);

/* What was walked since `start`. */
al_span al_walk_since(const al_walk *w, uint64_t start);

/* ---- One thing ----------------------------------------------------------------------------------------- */

/* A record of that layout at `path`. `*out` is what there is of it. */
bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out) AL_MUST_USE;

/* The same of a record of which this file has the first `size` bytes; `what` names it in a message, with its
 * article: "a node". */
bool al_walk_part(al_walk *w, const al_layout *layout, uint32_t size, const al_path *path, const char *what,
                  al_span *out) AL_MUST_USE;

/* The fields of a small record that belong to the object `up`, NULL being the file; the first of them is
 * blamed when they are not all there. */
bool al_walk_fields(al_walk *w, const al_layout *layout, const al_path *up, al_span *out) AL_MUST_USE;

/* Bytes that nobody is to see: the next `size` of them. */
bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out) AL_MUST_USE;

/* The same in a few steps, if all of it is there; otherwise nothing happens, and al_walk_take has to say why.
 */
bool al_walk_take_whole(al_walk *w, uint64_t size, al_span *out) AL_MUST_USE;

/* ---- Counts and arrays --------------------------------------------------------------------------------- */

/* Whether what is walked could hold so many things of `size` bytes, were it whole. Nothing is reported. */
bool al_walk_could_hold(const al_walk *w, uint32_t count, uint64_t size);

/* Whether there is room for so many things of at least `smallest` bytes, 0 or more. If not, that is reported,
 * and the walk stops. Before anything is allocated for them. `what` is a plural: "meshes". */
bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what) AL_MUST_USE;

/* The same of `count` things, which one item of an array says, alone or with others: `table` has the array.
 */
bool al_walk_fits(al_walk *w, const al_counter *table, uint32_t item, uint32_t count, uint64_t smallest,
                  const char *what) AL_MUST_USE;

/* The same, where things that have `path`[0], `path`[1], ... follow one by one. */
bool al_walk_list(al_walk *w, const al_counter *counter, uint64_t smallest, const al_path *path,
                  const char *what) AL_MUST_USE;

/* Announces a list that has `count` things, however that is known. */
void al_walk_open_list(const al_walk *w, const al_path *path, uint64_t count);

/* As many items as the counter says. Where the file ends in them, `*out` is what there is, maybe with a part
 * of an item; where there can't be so many, it is empty. */
bool al_walk_array(al_walk *w, const al_counter *counter, const al_form *form, const al_path *path,
                   const char *what, al_span *out) AL_MUST_USE;

/* The same of `count` items, a number that somebody has judged. */
bool al_walk_items(al_walk *w, uint64_t count, const al_form *form, const al_path *path, const char *what,
                   al_span *out) AL_MUST_USE;

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* A text with its length, a u32, in front; a text with a NUL behind it. The path is `name` within `up`. */
bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;
bool al_walk_text_at(al_walk *w, const al_path *path,
                     al_string *out) AL_MUST_USE; /* with a path of its own */
bool al_walk_text_nul(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Reports what lies behind the last thing of a walk that nothing stopped, as `rule`. `last` is that thing:
 * "the last key"; `path` is the file's or that of what is walked. */
void al_walk_end(const al_walk *w, size_t rule, const al_path *path, const char *last);

/* The same at a level that may be below the rule's: AL_OFF is the rule's. */
void al_walk_end_at(const al_walk *w, size_t rule, al_level level, const al_path *path, const char *last);

/* The same of a rest that was found in another way; an empty one is none. */
void al_report_trailing(al_sink *s, size_t rule, const al_path *path, al_span rest, const char *last);

/* Announces a record, or an array, that was found in another way than by walking. */
void al_walk_show_record(const al_walk *w, const al_layout *layout, const al_path *path, al_span record);
void al_walk_show_array(const al_walk *w, const al_array *array);

#endif
