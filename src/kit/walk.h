/* walk.h: the way through a file: records, counted arrays, texts and chunks that follow one another, in the
 * whole file or in a part of it.
 *
 *     al_walk w = al_walk_of(job, ABC_TRUNCATED, ABC_COUNT_RANGE);
 *     const al_path head = al_field(NULL, "header"), items = al_field(NULL, "items");
 *     if (!al_walk_record(&w, &abc_header_layout, &head, &f->header))
 *         return AL_READ;
 *     const al_counter counter = abc_header_counter(f->header, ABC_HEADER_AT_items, &head);
 *     if (al_walk_array(&w, &counter, &form, &items, "items", &f->items))
 *         al_walk_end(&w, ABC_TRAILING_BYTES, NULL, "the last item");
 *
 * A function that takes something returns true, moves on behind it, and gives it in `*out`, which lies in the
 * file: nothing is copied. False says that it is not all there. Then the walk has stopped and stays where the
 * thing begins, why it did is reported, and `*out` is what there is of it: maybe nothing, and always nothing
 * once the walk had stopped before. A stopped walk takes and reports nothing more, so that a parser may ask
 * once, at the end of several steps. The two reasons have one wording for all formats:
 *
 * - `truncated`: the file ends in a thing that may well have been whole;
 * - `count-range`: a count that can't be, since all that is walked could not hold so many.
 *
 * What is taken is announced to the job's listener, if there is one, under the path that findings about it
 * have: so dump and the fuzzer see a file through the same steps that read it. Of what is not all there the
 * part that is there is announced.
 *
 * Rules may go the same way again with the same functions, silently (al_walk_again).
 *
 * Paths, counters, forms and words for messages are looked at during the call alone, but for `up` and `name`,
 * which become part of the path of an al_string. Only what a comment says may be NULL.
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

/* A walk belongs to who declares it; al_walk_of makes it fit for a whole file without chunks. A format sets
 * the fields for a part of a file (`bytes`, `whole`, `end`) and for a chunk (`extent`, `list_count`) itself.
 */
typedef struct al_walk {
    al_job *job;
    al_span bytes;      /* what is walked */
    uint64_t at;        /* in `bytes`: what is next begins here */
    const char *whole;  /* what `bytes` are, for messages: "the file" */
    size_t truncated;   /* the format's rule for what goes beyond their end */
    size_t count_range; /* and for counts that can't be */

    /* Where the file says that `bytes` end: reported instead of what goes beyond. NULL: nowhere. */
    const al_claim *end;

    /* Bytes that a count may ask for where there is no extent: those of the file. */
    uint64_t max_bytes;

    /* Where a chunk says that it ends, counted as `at` is, maybe beyond `bytes`; or AL_NO_EXTENT. A count
     * can't be when its things are not all there and would leave the extent. What is there is taken, also
     * beyond it: whether a thing may leave its chunk is for the format to judge. */
    uint64_t extent;

    /* The count of the list that is walked: it is wrong when a thing of the list is not all there and would
     * leave the extent. NULL: the file was cut. */
    const al_counter *list_count;

    const al_listener *listener; /* NULL: nobody */
    bool nul_ended; /* texts with a length end at a NUL: neither it nor what is behind it is announced */
    bool silent;    /* nothing is reported */
    bool stopped;
    bool cut; /* stopped because `bytes` end, and not for a count */
} al_walk;

/* A walk through the whole file of a job, from its first byte. The two rules are numbers of the format's. */
al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range);

/* The same walk from `at` on, for a second look: it has not stopped, reports nothing, and nobody listens. */
al_walk al_walk_again(const al_walk *w, uint64_t at);

/* What is left behind the last thing. */
al_span al_walk_rest(const al_walk *w);

/* What was walked since `at` was `start`. */
al_span al_walk_since(const al_walk *w, uint64_t start);

/* ---- One thing ----------------------------------------------------------------------------------------- */

/* A record of that layout at `path`; NULL is the file itself. */
bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out) AL_MUST_USE;

/* The same of a record of which this file has the first `size` bytes; `what` names it in a message, with its
 * article: "a node". */
bool al_walk_part(al_walk *w, const al_layout *layout, uint32_t size, const al_path *path, const char *what,
                  al_span *out) AL_MUST_USE;

/* The fields of a small record that belong to the object `up`, NULL being the file; the first of them is
 * blamed when they are not all there. */
bool al_walk_fields(al_walk *w, const al_layout *layout, const al_path *up, al_span *out) AL_MUST_USE;

/* The next `size` bytes, which are not announced. A `path` of NULL is the file. */
bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out) AL_MUST_USE;

/* The same in a few steps if all of it is there. Otherwise false says no more than that: nothing has stopped
 * or is reported, `*out` is not to be used, and al_walk_take has to follow. */
bool al_walk_take_whole(al_walk *w, uint64_t size, al_span *out) AL_MUST_USE;

/* ---- Counts and arrays --------------------------------------------------------------------------------- */

/* Whether what is walked could hold so many things of `size` bytes, were it whole. Without an extent a number
 * that has a sign as an i32 never can be. Nothing is reported. */
bool al_walk_could_hold(const al_walk *w, uint32_t count, uint64_t size);

/* Whether there may be so many things of at least `smallest` bytes, 0 or more; to be asked before anything is
 * allocated for them. If not, that is reported, and the walk stops. `what` is a plural: "meshes". Nothing is
 * taken. */
bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what) AL_MUST_USE;

/* The same of `count` things, which one item of an array says, alone or with others: `table` has the array.
 */
bool al_walk_count_item(al_walk *w, const al_counter *table, uint32_t item, uint32_t count, uint64_t smallest,
                        const char *what) AL_MUST_USE;

/* al_walk_count where things that have `path`[0], `path`[1], ... follow one by one: announces their list. */
bool al_walk_list(al_walk *w, const al_counter *counter, uint64_t smallest, const al_path *path,
                  const char *what) AL_MUST_USE;

/* As many items as the counter says, all of the form. Where the file ends in them, `*out` may end in a part
 * of an item; where there can't be so many, it is empty. */
bool al_walk_array(al_walk *w, const al_counter *counter, const al_form *form, const al_path *path,
                   const char *what, al_span *out) AL_MUST_USE;

/* The same of `count` items, a number that somebody has judged. */
bool al_walk_items(al_walk *w, uint64_t count, const al_form *form, const al_path *path, const char *what,
                   al_span *out) AL_MUST_USE;

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* A text with its length, a u32, in front. Its path is `name` within `up`, NULL being the file; or `path`. Of
 * one that is not all there `text` is empty. */
bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;
bool al_walk_text_at(al_walk *w, const al_path *path, al_string *out) AL_MUST_USE;

/* A text with a NUL behind it. Without one, `text` is all that is there. */
bool al_walk_text_nul(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Reports what lies behind the last thing of a walk that nothing stopped, as `rule`. `last` is that thing:
 * "the last key"; `path` is that of what is walked, NULL being the file. */
void al_walk_end(const al_walk *w, size_t rule, const al_path *path, const char *last);

/* The same at a level that may be below the rule's: AL_OFF is the rule's. */
void al_walk_end_at(const al_walk *w, size_t rule, al_level level, const al_path *path, const char *last);

/* The same of what lies behind offset `at` of `whole`, where that was found in another way; nothing is no
 * rest. */
void al_report_trailing(al_sink *s, size_t rule, const al_path *path, al_span whole, uint64_t at,
                        const char *last);

/* Whether the file begins a second time there: a tool wrote another one of its kind behind it. */
bool al_begins_again(al_span whole, uint64_t at);

/* ---- Announcements ------------------------------------------------------------------------------------- */

/* Announces what was found in another way than by walking: a record, of which nothing is announced when it is
 * empty; an array; the list of `count` things that follow at the walk's place. */
void al_walk_announce_record(const al_walk *w, const al_layout *layout, const al_path *path, al_span record);
void al_walk_announce_array(const al_walk *w, const al_array *array);
void al_walk_announce_list(const al_walk *w, const al_path *path, uint64_t count);

#endif
