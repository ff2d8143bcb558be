/* walk.c: goes through records, counted arrays and texts. */
#include "kit/walk.h"

#include <inttypes.h>

static const uint32_t negative = UINT32_C(1) << 31; /* the sign of an i32 */

al_walk al_walk_of(al_job *job, size_t truncated, size_t count_range)
{
    return (al_walk){.job = job,
                     .bytes = job->file,
                     .whole = "the file",
                     .truncated = truncated,
                     .count_range = count_range};
}

uint32_t al_counted(const al_counter *counter)
{
    return al_u32_at(counter->record, counter->field);
}

al_span al_walk_rest(const al_walk *w)
{
    return al_slice_available(w->bytes, w->at, UINT64_MAX);
}

/* ---- What stops it ------------------------------------------------------------------------------------- */

static void report_truncated(const al_walk *w, const al_path *path, al_span there, uint64_t size,
                             const char *article, const char *what)
{
    const al_claim claim = {.rule = w->truncated, .offset = there.base, .length = there.len, .path = *path};
    al_report(w->job->sink, w->end != NULL ? w->end : &claim,
              "%s ends in %s%s: %zu of its %" PRIu64 " bytes are there", w->whole, article, what, there.len,
              size);
}

static void report_count(const al_walk *w, const al_claim *claim, uint32_t count, uint64_t size,
                         const char *what)
{
    if (count >= negative)
        al_report(w->job->sink, claim, "the number of %s is %" PRIu32 ", or %" PRId64 " with a sign", what,
                  count, (int64_t)count - ((int64_t)UINT32_MAX + 1));
    else
        al_report(w->job->sink, claim,
                  "%s: %" PRIu32 " of at least %" PRIu64 " bytes each, in a file of %zu bytes", what, count,
                  size, w->job->file.len);
}

static void stop_at_count(al_walk *w, const al_counter *counter, uint64_t size, const char *what)
{
    const al_claim claim =
        al_field_claim(w->count_range, counter->layout, counter->record, counter->field, counter->up);
    w->stopped = true;
    if (!w->silent)
        report_count(w, &claim, al_counted(counter), size, what);
}

/* ---- What it takes ------------------------------------------------------------------------------------- */

/* Whether a whole file of this size could hold it. */
static bool is_possible(const al_walk *w, uint32_t count, uint64_t size)
{
    uint64_t bytes;
    return count < negative && al_mul(count, size, &bytes) && bytes <= w->job->file.len;
}

bool al_walk_count(al_walk *w, const al_counter *counter, uint64_t smallest, const char *what)
{
    if (w->stopped)
        return false;
    if (is_possible(w, al_counted(counter), smallest))
        return true;
    stop_at_count(w, counter, smallest, what);
    return false;
}

static bool take(al_walk *w, uint64_t size, const al_path *path, const char *article, const char *what,
                 al_span *out)
{
    if (w->stopped) {
        *out = al_slice_available(w->bytes, w->at, 0);
        return false;
    }
    if (al_slice(w->bytes, w->at, size, out)) {
        w->at += size;
        return true;
    }
    *out = al_walk_rest(w);
    w->stopped = w->cut = true;
    if (!w->silent)
        report_truncated(w, path, *out, size, article, what);
    return false;
}

bool al_walk_take(al_walk *w, uint64_t size, const al_path *path, const char *what, al_span *out)
{
    return take(w, size, path, "", what, out);
}

bool al_walk_record(al_walk *w, const al_layout *layout, const al_path *path, al_span *out)
{
    return take(w, layout->size, path, "the ", layout->title, out);
}

bool al_walk_array(al_walk *w, const al_counter *counter, uint64_t size, const al_path *path,
                   const char *what, al_span *out)
{
    *out = al_slice_available(w->bytes, w->at, 0);
    if (!al_walk_count(w, counter, size, what))
        return false;
    return al_walk_take(w, al_counted(counter) * size, path, what, out);
}

/* The length in front of a text, where it can't be. */
static void report_length(const al_walk *w, const al_string *string, uint32_t length)
{
    const al_claim claim = {.rule = w->count_range,
                            .offset = string->field.base,
                            .length = 4,
                            .path = string->path,
                            .actual = al_uint(length)};
    al_report(w->job->sink, &claim, "a text of %" PRIu32 " bytes in a file of %zu bytes", length,
              w->job->file.len);
}

bool al_walk_text(al_walk *w, const al_path *up, const char *name, al_string *out)
{
    const al_path path = al_field(up, name);
    return al_walk_text_at(w, &path, out);
}

bool al_walk_text_at(al_walk *w, const al_path *path, al_string *out)
{
    *out = (al_string){.path = *path};
    if (!al_walk_take(w, 4, &out->path, "the length of a text", &out->field))
        return false;
    const uint32_t length = al_u32_at(out->field, 0);
    const uint64_t start = w->at - 4, size = 4 + (uint64_t)length;
    if (al_slice(w->bytes, start, size, &out->field)) {
        w->at = start + size;
        out->text = al_slice_available(out->field, 4, length);
        return true;
    }
    out->field = al_slice_available(w->bytes, start, size);
    w->stopped = true;
    w->at = start;
    w->cut = is_possible(w, length, 1);
    if (!w->silent && !w->cut)
        report_length(w, out, length);
    else if (!w->silent)
        report_truncated(w, &out->path, out->field, size, "", "a text");
    return false;
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
        return true;
    }
    out->field = out->text = rest;
    w->stopped = w->cut = true;
    if (w->silent)
        return false;
    const al_claim claim = {.rule = w->truncated, .offset = rest.base, .length = rest.len, .path = out->path};
    al_report(w->job->sink, &claim, "%s ends in a text: %zu bytes are there, and no NUL", w->whole, rest.len);
    return false;
}
