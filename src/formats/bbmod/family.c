/* family.c: how a BBMOD and a BBANIM begin, the width of their counts, and dual quaternions. */
#include "formats/bbmod/family.h"

#include <math.h>
#include <stdio.h>

/* ---- The header ---------------------------------------------------------------------------------------- */

/* The number of the spelling that the file has; BBM_SPELLINGS: none. */
static uint32_t spelling_of(const bbm_file *f)
{
    uint32_t i = 0;
    while (i < BBM_SPELLINGS && !al_starts_with(f->job->file, f->format->magic[i], f->format->magic_length))
        i++;
    return i;
}

static void report_magic(const bbm_file *f)
{
    const al_span there = f->header_record;
    const al_claim claim = {.rule = f->format->bad_magic,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(&f->header_path, "magic"),
                            .expected = al_text(f->format->magic[0]),
                            .actual = al_text_bytes(there)};
    if (there.len < f->format->magic_length)
        al_report(f->job->sink, &claim, "file of %zu byte%s is too short to begin with \"%s\" and a NUL",
                  there.len, AL_S(there.len), f->format->magic[0]);
    else
        al_report(f->job->sink, &claim, "file begins with %s, neither with \"%s\" nor with \"%s\" and a NUL",
                  al_show_bytes(there).text, f->format->magic[0], f->format->magic[1]);
}

static bool is_supported(const bbm_file *f, uint32_t major)
{
    const uint32_t major_at = f->format->magic_length;
    const bool known = major == BBM_MAJOR;
    if (known && f->minor <= BBM_LAST_MINOR)
        return true;
    al_claim claim = al_field_claim(f->format->unsupported_version, f->format->header, f->header_record,
                                    known ? major_at + 1 : major_at, &f->header_path);
    claim.expected = known ? al_text("0 to 4") : al_uint(BBM_MAJOR);
    al_report(f->job->sink, &claim, "version %u.%u is not read: the library of today takes 3.0 to 3.4", major,
              f->minor);
    return false;
}

bbm_file bbm_file_of(al_job *job, const bbm_format *format)
{
    bbm_file f = {.job = job, .format = format, .header_path = al_field(NULL, "header")};
    al_walk w = al_walk_of(job, format->truncated, format->count_range);
    f.header_record = al_slice_available(job->file, 0, format->magic_length);
    const uint32_t spelling = spelling_of(&f);
    if (spelling == BBM_SPELLINGS) {
        report_magic(&f);
        return f;
    }
    const uint32_t versions = spelling == 0 ? 2 : 1;
    if (!al_walk_take(&w, (uint64_t)format->magic_length + versions, &f.header_path, "the header",
                      &f.header_record))
        return f;
    const uint32_t major = al_u8_at(f.header_record, format->magic_length);
    f.minor = al_u8_at(f.header_record, (uint64_t)format->magic_length + 1); /* or 0, beyond the record */
    f.start = w.at;
    (void)snprintf(job->version, sizeof job->version, "%u.%u", major, f.minor);
    f.readable = is_supported(&f, major);
    return f;
}

al_walk bbm_walk_from(const bbm_file *f, uint64_t at, bool silent)
{
    al_walk w = al_walk_of(f->job, f->format->truncated, f->format->count_range);
    w.at = at;
    w.silent = silent;
    return w;
}

/* ---- Wide counts --------------------------------------------------------------------------------------- */

void bbm_find_width(bbm_file *f, bbm_end *end, void *document)
{
    const uint64_t size = f->job->file.len;
    if (f->minor > 0 || end(document) == size)
        return;
    f->wide = true;
    f->wide = end(document) == size;
}

void bbm_report_wide(const bbm_file *f, const al_counter *counter)
{
    al_claim claim =
        al_field_claim(f->format->wide_counts, counter->layout, counter->record, counter->field, counter->up);
    if (!f->wide)
        return;
    claim = bbm_widened(f, claim);
    al_report(
        f->job->sink, &claim,
        "counts have 8 bytes, as builds of the converter of 2021 wrote them: read so, the file is whole, and "
        "with 4 bytes it is not");
}

bool bbm_take_upper(const bbm_file *f, al_walk *w, const al_path *path, al_span *upper)
{
    return al_walk_take(w, f->wide ? 4 : 0, path, "a count", upper);
}

bool bbm_take_count(const bbm_file *f, al_walk *w, const al_layout *layout, const al_path *up,
                    const char *what, al_span *record)
{
    const al_path path = al_field(up, layout->rows[0].name);
    al_span upper;
    if (!al_walk_take(w, layout->size, &path, what, record) || !bbm_take_upper(f, w, &path, &upper))
        return false;
    w->stopped = al_u32_at(upper, 0) > 0; /* only while the width is not known: a wide file has no such */
    return !w->stopped;
}

uint32_t bbm_number_size(const bbm_file *f)
{
    return f->wide ? 8 : 4;
}

al_claim bbm_widened(const bbm_file *f, al_claim claim)
{
    claim.length += f->wide ? 4 : 0;
    return claim;
}

/* ---- Dual quaternions ---------------------------------------------------------------------------------- */

bbm_dual bbm_dual_of(al_span bytes)
{
    double square = 0, dot = 0, all = 0;
    for (uint64_t i = 0; i < 4; i++) {
        const double real = (double)al_f32_at(bytes, 4 * i), dual = (double)al_f32_at(bytes, 16 + 4 * i);
        square += real * real;
        dot += real * dual;
        all += real + dual;
    }
    return (bbm_dual){.finite = isfinite(all), .length = sqrt(square), .dot = dot};
}

bool bbm_is_unit(const bbm_dual *q, double tolerance)
{
    return q->finite && fabs(q->length - 1) <= tolerance && fabs(q->dot) <= tolerance;
}
