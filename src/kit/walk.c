/* walk.c: reads the next thing, announces it, and reports what stops the walk. */
#include "kit/walk.h"

#include <inttypes.h>

static const uint32_t negative = UINT32_C(1) << 31; /* the sign of an i32 */

al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range)
{
    return (al_walk){.job = job,
                     .bytes = job->file,
                     .whole = "the file",
                     .truncated = truncated,
                     .count_range = count_range,
                     .max_bytes = job->file.len,
                     .extent = AL_NO_EXTENT,
                     .listener = job->listener};
}

al_walk al_walk_again(const al_walk *w, uint64_t at)
{
    al_walk again = *w;
    again.at = at;
    again.silent = true;
    again.stopped = again.cut = false;
    again.listener = NULL;
    return again;
}

al_span al_walk_rest(const al_walk *w)
{
    return al_slice_available(w->bytes, w->at, UINT64_MAX);
}

al_span al_walk_since(const al_walk *w, uint64_t start)
{
    return al_slice_available(w->bytes, start, w->at - start);
}

/* ---- Announcements ------------------------------------------------------------------------------------- */

void al_walk_announce_record(const al_walk *w, const al_layout *layout, const al_path *path, al_span record)
{
    if (w->listener != NULL && w->listener->record != NULL && record.len > 0)
        w->listener->record(w->listener->context, path, layout, record);
}

static bool announces_arrays(const al_walk *w)
{
    return w->listener != NULL && w->listener->array != NULL;
}

void al_walk_announce_array(const al_walk *w, const al_array *array)
{
    if (announces_arrays(w))
        w->listener->array(w->listener->context, array);
}

void al_walk_announce_list(const al_walk *w, const al_path *path, uint64_t count)
{
    if (w->listener != NULL && w->listener->list != NULL)
        w->listener->list(w->listener->context, path, count, w->bytes.base + w->at);
}

static void announce_text(const al_walk *w, const al_string *string)
{
    al_string shown = *string;
    if (w->listener->text == NULL)
        return;
    if (w->nul_ended)
        shown.text = al_slice_available(string->text, 0, al_text_length(string->text));
    w->listener->text(w->listener->context, &shown);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

/* Whether the next `size` bytes end behind the declared end of the chunk. */
/*@ requires al_is_cursor(w);
    assigns \nothing;
    ensures \result <==> w->extent != AL_NO_EXTENT && w->at + size > w->extent;
*/
static bool leaves_extent(const al_walk *w, uint64_t size)
{
    uint64_t end;
    return w->extent != AL_NO_EXTENT && (!al_add(w->at, size, &end) || end > w->extent);
}

bool al_walk_could_hold(const al_walk *w, uint32_t count, uint64_t size)
{
    uint64_t bytes;
    if (!al_mul(count, size, &bytes))
        return false;
    if (w->extent == AL_NO_EXTENT)
        return count < negative && bytes <= w->max_bytes;
    return bytes <= w->bytes.len - w->at || !leaves_extent(w, bytes);
}

/* The end of a message about a count: the bytes that there are for its things, in words. */
typedef struct measure {
    const char *before;
    uint64_t bytes;
    const char *after;
} measure;

static measure measure_of(const al_walk *w)
{
    if (w->extent == AL_NO_EXTENT)
        return (measure){.before = " in a file of ",
                         .bytes = w->max_bytes,
                         .after = " bytes: it is cut off, or the number is wrong"};
    return (measure){.before = " where the chunk has ",
                     .bytes = w->extent > w->at ? w->extent - w->at : 0,
                     .after = " bytes left"};
}

static void report_truncated(const al_walk *w, const al_path *path, al_span there, uint64_t size,
                             const char *article, const char *what)
{
    const al_path whole = {.name = NULL};
    const al_claim claim = {.rule = w->truncated,
                            .offset = there.base,
                            .length = there.len,
                            .path = path != NULL ? *path : whole};
    const al_span file = w->job->file;
    const uint64_t end = al_sum(there.base, size);
    if (w->end == NULL && there.base + there.len == file.base + file.len)
        al_report(w->job->sink, &claim, "the file is cut off in %s%s: at least %s of %s %s missing", article,
                  what, al_show_size(end - file.len).text, al_show_size(end).text,
                  AL_BY_COUNT(end - file.len, "is", "are"));
    else
        al_report(w->job->sink, w->end != NULL ? w->end : &claim,
                  "%s ends in %s%s: %zu of its %" PRIu64 " byte%s there", w->whole, article, what, there.len,
                  size, AL_BY_COUNT(size, " is", "s are"));
}

static void report_count(const al_walk *w, const al_claim *claim, uint32_t count, uint64_t size,
                         const char *what)
{
    const measure m = measure_of(w);
    const al_value actual = claim->actual;
    const bool wide = actual.kind == AL_VALUE_UINT && actual.as.uint_value > UINT32_MAX;
    if (actual.kind == AL_VALUE_INT && actual.as.int_value < 0)
        al_report(w->job->sink, claim, "the number of %s is negative: %" PRId64, what, actual.as.int_value);
    else if (w->extent == AL_NO_EXTENT && count >= negative && !wide)
        al_report(w->job->sink, claim, "the number of %s is %" PRIu32 ", or %" PRId64 " with a sign", what,
                  count, (int64_t)count - ((int64_t)UINT32_MAX + 1));
    else
        al_report(w->job->sink, claim, "%s: %" PRIu64 " of at least %" PRIu64 " byte%s each,%s%" PRIu64 "%s",
                  what, wide ? actual.as.uint_value : count, size, AL_S(size), m.before, m.bytes, m.after);
}

/* A thing of a list ends behind its chunk: then the count of the list is wrong. */
static void report_blame(const al_walk *w, uint64_t size, const char *what)
{
    const al_claim claim = al_counter_claim(w->count_range, w->list_count);
    const measure m = measure_of(w);
    al_report(w->job->sink, &claim, "%s of %" PRIu64 " byte%s%s%" PRIu64 "%s", what, size, AL_S(size),
              m.before, m.bytes, m.after);
}

/* ---- One thing ----------------------------------------------------------------------------------------- */

bool al_walk_take_whole(al_walk *w, uint64_t size, al_span *out)
{
    if (w->stopped || !al_slice(w->bytes, w->at, size, out))
        return false;
    w->at += size;
    return true;
}

/* Stops in front of an incomplete thing. */
static void stop_at(al_walk *w, uint64_t size, const al_path *path, const char *article, const char *what,
                    al_span *out)
{
    const bool blamed = w->list_count != NULL && leaves_extent(w, size);
    *out = al_slice_available(w->bytes, w->at, w->stopped || blamed ? 0 : UINT64_MAX);
    if (w->stopped)
        return;
    w->stopped = true;
    w->cut = !blamed;
    if (!w->silent && blamed)
        report_blame(w, size, what);
    else if (!w->silent)
        report_truncated(w, path, *out, size, article, what);
}

bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out)
{
    const bool whole = al_walk_take_whole(w, size, out);
    if (!whole)
        stop_at(w, size, path, "", what, out);
    return whole;
}

bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out)
{
    const bool whole = al_walk_take_whole(w, layout->size, out);
    if (!whole)
        stop_at(w, layout->size, path, "the ", layout->title, out);
    al_walk_announce_record(w, layout, path, *out);
    return whole;
}

bool al_walk_part(al_walk *w, const al_layout *layout, uint32_t size, const al_path *path, const char *what,
                  al_span *out)
{
    const bool whole = al_walk_take(w, size, path, what, out);
    al_walk_announce_record(w, layout, path, *out);
    return whole;
}

bool al_walk_fields(al_walk *w, const al_layout *layout, const al_path *up, al_span *out)
{
    const bool whole = al_walk_take_whole(w, layout->size, out);
    if (!whole) {
        const al_path path = al_field(up, layout->rows[0].name);
        stop_at(w, layout->size, &path, "the ", layout->title, out);
    }
    al_walk_announce_record(w, layout, up, *out);
    return whole;
}

/* ---- Counts and arrays --------------------------------------------------------------------------------- */

/* For accept_count: the counter's field is the count, not an array of counts. */
enum { NO_ITEM = -1 };

/* Checks `count`, which is the counter's, or comes from item `item` of its field. */
static bool accept_count(al_walk *w, const al_counter *counter, int64_t item, uint32_t count,
                         uint64_t smallest, const char *what)
{
    if (w->stopped)
        return false;
    if (al_walk_could_hold(w, count, smallest))
        return true;
    w->stopped = true;
    if (w->silent)
        return false;
    const al_claim claim = item == NO_ITEM ? al_counter_claim(w->count_range, counter)
                                           : al_item_claim(w->count_range, counter->layout, counter->record,
                                                           counter->field, (uint32_t)item, counter->up);
    report_count(w, &claim, count, smallest, what);
    return false;
}

bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what)
{
    return accept_count(w, counter, NO_ITEM, al_counted(counter), smallest, what);
}

bool al_walk_count_item(al_walk *w, const al_counter *table, uint32_t item, uint32_t count, uint64_t smallest,
                        const char *what)
{
    return accept_count(w, table, item, count, smallest, what);
}

bool al_walk_list(al_walk *w, const al_counter *counter, uint64_t smallest, const al_path *path,
                  const char *what)
{
    if (!al_walk_count(w, counter, smallest, what))
        return false;
    if (w->listener != NULL)
        al_walk_announce_list(w, path, al_counted(counter));
    return true;
}

bool al_walk_items(al_walk *w, uint64_t count, const al_form *form, const al_path *path, const char *what,
                   al_span *out)
{
    uint64_t size;
    const bool fits = al_mul(count, form->stride, &size);
    const bool whole = al_walk_take(w, fits ? size : UINT64_MAX, path, what, out);
    if (!announces_arrays(w) || (!whole && out->len == 0))
        return whole;
    const al_array array = {.path = path, .bytes = *out, .size = out->len, .form = form};
    al_walk_announce_array(w, &array);
    return whole;
}

bool al_walk_array(al_walk *w, const al_counter *counter, const al_form *form, const al_path *path,
                   const char *what, al_span *out)
{
    const uint32_t count = al_counted(counter);
    /* A count whose items are all there needs no check, unless it is negative as an i32. */
    if (count < negative && !announces_arrays(w) &&
        al_walk_take_whole(w, (uint64_t)count * form->stride, out))
        return true;
    *out = al_slice_available(w->bytes, w->at, 0);
    return accept_count(w, counter, NO_ITEM, count, form->stride, what) &&
           al_walk_items(w, count, form, path, what, out);
}

/* ---- Texts --------------------------------------------------------------------------------------------- */

/* Reports the length of a text that is too high. */
static void report_length(const al_walk *w, const al_string *string, uint32_t length)
{
    const al_claim claim = {.rule = w->count_range,
                            .offset = string->field.base,
                            .length = 4,
                            .path = string->path,
                            .actual = al_uint(length)};
    const measure m = measure_of(w);
    al_report(w->job->sink, &claim, "a text of %" PRIu32 " byte%s%s%" PRIu64 "%s", length, AL_S(length),
              m.before, m.bytes, m.after);
}

/* Stops in front of an incomplete text. `out` gets the part that exists. */
static void stop_at_text(al_walk *w, al_string *out)
{
    if (!al_walk_take(w, 4, &out->path, "the length of a text", &out->field))
        return;
    const uint32_t length = al_u32_at(out->field, 0);
    const uint64_t size = 4 + (uint64_t)length;
    w->at -= 4;
    out->field = al_slice_available(w->bytes, w->at, size);
    w->stopped = true;
    w->cut = w->extent == AL_NO_EXTENT ? al_walk_could_hold(w, length, 1) : !leaves_extent(w, size);
    if (!w->silent && !w->cut)
        report_length(w, out, length);
    else if (!w->silent)
        report_truncated(w, &out->path, out->field, size, "", "a text");
}

bool al_walk_text_at(al_walk *w, const al_path *path, al_string *out)
{
    const uint64_t length = al_u32_at(w->bytes, w->at);
    out->path = *path;
    if (w->stopped || w->bytes.len - w->at < 4 || !al_slice(w->bytes, w->at, 4 + length, &out->field)) {
        out->text = (al_span){.len = 0};
        stop_at_text(w, out);
        return false;
    }
    out->text = al_slice_available(out->field, 4, length);
    w->at += 4 + length;
    if (w->listener != NULL)
        announce_text(w, out);
    return true;
}

bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out)
{
    const al_path path = al_field(up, name);
    return al_walk_text_at(w, &path, out);
}

bool al_walk_text_nul(al_walk *w, const al_path *up, const char *name, al_string *out)
{
    *out = (al_string){.path = al_field(up, name)};
    if (w->stopped)
        return false;
    const al_span rest = al_walk_rest(w);
    const uint64_t length = al_text_length(rest);
    if (length < rest.len) {
        out->field = al_slice_available(rest, 0, length + 1);
        out->text = al_slice_available(rest, 0, length);
        w->at += length + 1;
        if (w->listener != NULL)
            announce_text(w, out);
        return true;
    }
    out->field = out->text = rest;
    w->stopped = w->cut = true;
    if (w->silent)
        return false;
    const al_claim claim = {.rule = w->truncated, .offset = rest.base, .length = rest.len, .path = out->path};
    al_report(w->job->sink, &claim, "%s is cut off in a text: %zu byte%s there, and no NUL", w->whole,
              rest.len, AL_BY_COUNT(rest.len, " is", "s are"));
    return false;
}

/* ---- The end ------------------------------------------------------------------------------------------- */

bool al_begins_again(al_span whole, uint64_t at)
{
    enum { LIKENESS = 8 }; /* bytes of a magic and a version, or a magic and a count */
    if (al_u32_at(whole, at) != al_u32_at(whole, 0))
        return false; /* nearly always */
    const al_span again = al_slice_available(whole, at, LIKENESS);
    return at > 0 && again.len == LIKENESS && al_u64_at(again, 0) != 0 &&
           al_u64_at(again, 0) == al_u64_at(whole, 0);
}

static void report_trailing(al_sink *s, size_t rule, al_level level, const al_path *path, al_span whole,
                            uint64_t at, const char *last)
{
    const al_path file = {.name = NULL};
    const al_span rest = al_slice_available(whole, at, UINT64_MAX);
    const al_claim claim = {.rule = rule,
                            .level = level,
                            .offset = rest.base,
                            .length = rest.len,
                            .path = path != NULL ? *path : file};
    if (rest.len == 0)
        return;
    if (al_begins_again(whole, at))
        al_report(s, &claim, "%zu byte%s after %s: a second file begins there, written behind the first",
                  rest.len, AL_S(rest.len), last);
    else
        al_report(s, &claim, "%zu byte%s after %s", rest.len, AL_S(rest.len), last);
}

void al_report_trailing(al_sink *s, size_t rule, const al_path *path, al_span whole, uint64_t at,
                        const char *last)
{
    report_trailing(s, rule, AL_OFF, path, whole, at, last);
}

void al_walk_end_at(const al_walk *w, size_t rule, al_level level, const al_path *path, const char *last)
{
    if (!w->stopped && !w->silent)
        report_trailing(w->job->sink, rule, level, path, w->bytes, w->at, last);
}

void al_walk_end(const al_walk *w, size_t rule, const al_path *path, const char *last)
{
    al_walk_end_at(w, rule, AL_OFF, path, last);
}
