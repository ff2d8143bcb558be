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
 * A function that reads something returns true, moves behind it, and sets `*out` to its bytes in the file:
 * nothing is copied. It returns false if the bytes end too early. Then it reports the reason, the walk has
 * stopped in front of the thing, and `*out` is the part of it before the end. A stopped walk reads and
 * reports nothing more and leaves `*out` empty, so that a parser may test once after several steps. The two
 * reasons have the same wording in all formats:
 *
 * - `truncated`: the file ends before the end of a thing whose size is plausible;
 * - `count-range`: a count is so high that the whole file, or chunk, could not hold the things.
 *
 * The walk announces what it reads to the job's listener, under the path that findings have: so dump and the
 * fuzzer see a file through the steps that read it. Of an incomplete thing it announces the part that exists.
 *
 * Rules may read the same bytes again with the same functions, silently (al_walk_again).
 *
 * Paths, counters, forms and words for messages are used during the call only, except for `up` and `name`,
 * which become part of the path of an al_string. A pointer may be NULL only where a comment says so.
 */
#ifndef AL_KIT_WALK_H
#define AL_KIT_WALK_H

#include "core/path.h"
#include "kit/job.h"
#include "kit/layout.h"
#include "kit/listener.h"

/* For al_walk.extent: the walked bytes are not in a chunk with a declared end, so that the size of the file
 * limits counts. */
#define AL_NO_EXTENT UINT64_MAX

/* The caller owns a walk. al_walk_of prepares it for a whole file without chunks. For a part of a file a
 * format sets `bytes`, `whole` and `end` itself, for a chunk `extent` and `list_count`. */
typedef struct al_walk {
    al_job *job;
    al_span bytes;      /* the bytes to read */
    uint64_t at;        /* offset of the next thing in `bytes` */
    const char *whole;  /* name of `bytes` for messages: "the file" */
    size_t truncated;   /* the format's rule for things that end beyond `bytes` */
    size_t count_range; /* the format's rule for counts that are too high */

    /* A claim about the field that says where `bytes` end: it is reported instead of a truncated thing. May
     * be NULL. */
    const al_claim *end;

    /* Most bytes that the things of a count may have without an extent: the size of the file. */
    uint64_t max_bytes;

    /* The declared end of the chunk, relative to `bytes` as `at` is, and maybe beyond them; or AL_NO_EXTENT.
     * A count is too high if its things are incomplete and would end behind it. Things that are complete are
     * read even there: whether they may leave the chunk is up to the format. */
    uint64_t extent;

    /* The count of the list that is read: it is reported if a thing of the list is incomplete and would end
     * behind the extent. NULL: the thing is reported as truncated. */
    const al_counter *list_count;

    const al_listener *listener; /* NULL: no listener */
    bool nul_ended;              /* texts with a length are announced only up to their first NUL */
    bool silent;                 /* nothing is reported */
    bool stopped;
    bool cut; /* stopped because `bytes` end, not because of a count */
} al_walk;

/*@ // The cursor is inside the bytes.
    predicate al_is_cursor(al_walk *w) = \valid(w) && al_is_span(w->bytes) && w->at <= w->bytes.len;

    // The next `size` bytes were taken: `out` has them, and the cursor is behind them.
    predicate al_took{Before, After}(al_walk *w, integer size, al_span *out) =
      \at(w->at, After) == \at(w->at, Before) + size && !\at(w->stopped, Before) &&
      al_is_part(\at(w->bytes, After), \at(w->at, Before), size, \at(*out, After));
*/

/* A walk through the whole file of a job. The two rules are the format's numbers of `truncated` and
 * `count-range`. */
/*@ requires \valid_read(job) && al_is_span(job->file);
    assigns \nothing;
    ensures \result.job == job && \result.bytes == job->file && \result.at == 0;
    ensures !\result.stopped && !\result.silent && \result.listener == job->listener;
*/
al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range);

/* A second walk over the same bytes, from `at` on: it has not stopped, reports nothing, and has no listener.
 */
/*@ requires \valid_read(w);
    assigns \nothing;
    ensures \result.bytes == w->bytes && \result.at == at && \result.job == w->job;
    ensures !\result.stopped && \result.silent && \result.listener == \null;
*/
al_walk al_walk_again(const al_walk *w, uint64_t at);

/* The bytes behind the last thing. */
/*@ requires \valid_read(w) && al_is_span(w->bytes) && w->at <= w->bytes.len;
    assigns \nothing;
    ensures al_is_part(w->bytes, w->at, w->bytes.len - w->at, \result) && al_is_span(\result);
*/
al_span al_walk_rest(const al_walk *w);

/* The bytes from `start` to `at`. */
/*@ requires \valid_read(w) && al_is_span(w->bytes) && start <= w->at <= w->bytes.len;
    assigns \nothing;
    ensures al_is_part(w->bytes, start, w->at - start, \result) && al_is_span(\result);
*/
al_span al_walk_since(const al_walk *w, uint64_t start);

/* ---- One thing ----------------------------------------------------------------------------------------- */

/* Reads a record. A `path` of NULL is the file. */
bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out) AL_MUST_USE;

/* Reads the first `size` bytes of a record, where the file has no more of it. `what` names it for messages:
 * "a node". */
bool al_walk_part(al_walk *w, const al_layout *layout, uint32_t size, const al_path *path, const char *what,
                  al_span *out) AL_MUST_USE;

/* Reads a record whose fields belong to the object `up`; NULL is the file. If it is incomplete, the finding
 * is about its first field. */
bool al_walk_fields(al_walk *w, const al_layout *layout, const al_path *up, al_span *out) AL_MUST_USE;

/* Reads the next `size` bytes without announcing them. A `path` of NULL is the file. */
bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out) AL_MUST_USE;

/* A fast al_walk_take for complete bytes. If it returns false, the walk has not stopped, nothing is reported,
 * `*out` is undefined, and the caller has to call al_walk_take. */
/*@ requires al_is_cursor(w) && \valid(out) && \separated(out, w);
    assigns w->at, *out;
    ensures al_is_cursor(w);
    ensures \result <==> !w->stopped && al_is_inside(w->bytes, \old(w->at), size);
    ensures \result ==> al_took{Pre, Here}(w, size, out);
    ensures !\result ==> w->at == \old(w->at);
*/
bool al_walk_take_whole(al_walk *w, uint64_t size, al_span *out) AL_MUST_USE;

/* ---- Counts and arrays --------------------------------------------------------------------------------- */

/* Whether the complete file, or chunk, could hold `count` things of `size` bytes. Without an extent a count
 * that is negative as an i32 is always too high. Nothing is reported. */
/*@ requires al_is_cursor(w);
    assigns \nothing;
    ensures w->extent == AL_NO_EXTENT ==> (\result <==> count <= INT32_MAX && count * size <= w->max_bytes);
*/
bool al_walk_could_hold(const al_walk *w, uint32_t count, uint64_t size);

/* Checks a count of things of at least `smallest` bytes, 0 or more, before memory is allocated for them. If
 * it is too high, that is reported, and the walk stops. `what` is a plural: "meshes". Nothing is read. */
bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what) AL_MUST_USE;

/* The same for a count that comes from item `item` of an array of counts, alone or together with others.
 * `table` is the field with the array. */
bool al_walk_count_item(al_walk *w, const al_counter *table, uint32_t item, uint32_t count, uint64_t smallest,
                        const char *what) AL_MUST_USE;

/* al_walk_count for things with the paths `path`[0], `path`[1], ...: also announces the list of them. */
bool al_walk_list(al_walk *w, const al_counter *counter, uint64_t smallest, const al_path *path,
                  const char *what) AL_MUST_USE;

/* Reads as many items as the counter says. If the file ends among them, `*out` may end with a part of an
 * item; if the count is too high, `*out` is empty. */
bool al_walk_array(al_walk *w, const al_counter *counter, const al_form *form, const al_path *path,
                   const char *what, al_span *out) AL_MUST_USE;

/* The same for `count` items; the caller has checked the count. */
bool al_walk_items(al_walk *w, uint64_t count, const al_form *form, const al_path *path, const char *what,
                   al_span *out) AL_MUST_USE;

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Reads a text with its length, a u32, in front. Its path is `path`, or `name` in `up`, where NULL is the
 * file. `text` is empty if the text is incomplete. */
bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;
bool al_walk_text_at(al_walk *w, const al_path *path, al_string *out) AL_MUST_USE;

/* Reads a text that ends with a NUL. If there is no NUL, `text` is the rest of the bytes. */
bool al_walk_text_nul(al_walk *w, const al_path *up, const char *name, al_string *out) AL_MUST_USE;

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Reports bytes behind the last thing under `rule`, unless the walk has stopped. `last` names that thing:
 * "the last key". `path` is that of the walked object; NULL is the file. */
void al_walk_end(const al_walk *w, size_t rule, const al_path *path, const char *last);

/* The same at another level, at most the rule's. AL_OFF stands for the level of the rule. */
void al_walk_end_at(const al_walk *w, size_t rule, al_level level, const al_path *path, const char *last);

/* The same for the bytes of `whole` behind offset `at`, without a walk. Reports nothing if there are none. */
void al_report_trailing(al_sink *s, size_t rule, const al_path *path, al_span whole, uint64_t at,
                        const char *last);

/* Whether a second file of the same kind begins at offset `at`: some tools append one to another. */
bool al_begins_again(al_span whole, uint64_t at);

/* ---- Announcements ------------------------------------------------------------------------------------- */

/* Announces what was found without the walk: a record, unless it is empty; an array; a list of `count` things
 * that begins at the walk's offset. */
void al_walk_announce_record(const al_walk *w, const al_layout *layout, const al_path *path, al_span record);
void al_walk_announce_array(const al_walk *w, const al_array *array);
void al_walk_announce_list(const al_walk *w, const al_path *path, uint64_t count);

#endif
