/* family.c: how a BBMOD and a BBANIM start, counts of two widths, and dual quaternions. */
#include "formats/bbmod/family.h"

#include <math.h>

#include "kit/describe_content.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

static void report_magic(const bbm_file *f)
{
    const al_span there = f->header;
    const al_claim claim = {.rule = f->format->bad_magic,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(&f->header_path, "magic"),
                            .expected = al_text(f->format->magic->bytes),
                            .actual = al_text_bytes(there)};
    if (there.len < f->format->major_at)
        al_report(f->job->sink, &claim, "file of %zu byte%s is too short to begin with \"%s\" and a NUL",
                  there.len, AL_S(there.len), f->format->magic->bytes);
    else
        al_report(f->job->sink, &claim,
                  "file begins with %s, neither with \"%s\" nor with \"%s\" and a NUL%s",
                  al_show_bytes(there).text, f->format->magic->bytes, f->format->magic->other,
                  al_describe_content(f->job->file));
}

static bool is_supported(const bbm_file *f, uint32_t major)
{
    const bbm_format *format = f->format;
    const bool known = al_is_legal_at(format->header, f->header, format->major_at);
    const uint32_t wrong = known ? format->minor_at : format->major_at;
    if (known && al_is_legal_at(format->header, f->header, format->minor_at))
        return true;
    const al_row *row = al_row_at(format->header, wrong);
    al_claim claim =
        al_field_claim(format->unsupported_version, format->header, f->header, wrong, &f->header_path);
    claim.expected = known ? al_text(row->legal) : al_uint((uint64_t)row->min);
    al_report(f->job->sink, &claim, "version %u.%u can't be read: the current library reads 3.0 to 3.4",
              major, f->minor);
    return false;
}

bool bbm_open(bbm_file *f, al_job *job, const bbm_format *format)
{
    *f = (bbm_file){.job = job,
                    .format = format,
                    .walk = al_walk_of(job, format->truncated, format->count_range),
                    .header_path = al_field(NULL, "header"),
                    .header = al_slice_available(job->file, 0, format->major_at)};
    const bool upper = al_starts_with(job->file, format->magic->bytes, format->magic->size);
    if (!upper && !al_starts_with(job->file, format->magic->other, format->magic->size)) {
        report_magic(f);
        return false;
    }
    const uint32_t size = upper ? format->header->size : format->minor_at;
    if (!al_walk_part(&f->walk, format->header, size, &f->header_path, "the header", &f->header))
        return false;
    const uint8_t major = al_u8_at(f->header, format->major_at);
    f->minor = al_u8_at(f->header, format->minor_at); /* 0 if it is beyond the record */
    al_note_version(job, major, f->minor);
    return is_supported(f, major);
}

/* ---- Numbers of two widths ----------------------------------------------------------------------------- */

bool bbm_take_count(al_walk *w, bbm_field field, const al_path *up, al_counter *counter)
{
    al_span record;
    const bool whole = al_walk_fields(w, field.layout, up, &record);
    *counter = bbm_counter(field, record, up);
    return whole && bbm_is_count(w, field, record);
}

bool bbm_ends_well(const al_walk *w)
{
    return !w->stopped && w->at == w->bytes.len;
}

void bbm_report_wide(const bbm_file *f, const al_counter *counter)
{
    const al_claim claim = al_counter_claim(f->format->wide_counts, counter);
    al_report(f->job->sink, &claim,
              "counts have 8 bytes, as in files of converter builds of 2021: with 8 bytes the file is "
              "complete, with 4 it is not");
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

/* 2 * dual * conjugate of real. */
void bbm_translation(al_span bytes, float *out)
{
    enum { PARTS = 4 };
    float r[PARTS], d[PARTS];
    for (uint32_t i = 0; i < PARTS; i++) {
        r[i] = al_f32_at(bytes, 4 * (uint64_t)i);
        d[i] = al_f32_at(bytes, BBM_DUAL_BYTES / 2 + 4 * (uint64_t)i);
    }
    out[0] = 2 * (-d[3] * r[0] + d[0] * r[3] - d[1] * r[2] + d[2] * r[1]);
    out[1] = 2 * (-d[3] * r[1] + d[0] * r[2] + d[1] * r[3] - d[2] * r[0]);
    out[2] = 2 * (-d[3] * r[2] - d[0] * r[1] + d[1] * r[0] + d[2] * r[3]);
}
