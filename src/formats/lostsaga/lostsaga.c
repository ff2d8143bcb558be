/* lostsaga.c: what MSH, CMS, SKL and ANI have in common. */
#include "formats/lostsaga/lostsaga.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/reduce/extremes.h"
#include "core/reduce/finite.h"
#include "core/reduce/triangles.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

bool lsa_has_magic(const al_job *job, size_t rule, const char *magic)
{
    static const al_path header = {.name = "header", .index = -1};
    const al_span there = al_slice_available(job->file, 0, LSA_MAGIC_BYTES);
    const al_claim claim = {.rule = rule,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(&header, "magic"),
                            .expected = al_text_bytes(al_span_of(magic, LSA_MAGIC_BYTES)),
                            .actual = al_text_bytes(there)};
    if (al_starts_with(job->file, magic, LSA_MAGIC_BYTES))
        return true;
    al_report_magic(job->sink, &claim, there, LSA_MAGIC_BYTES, magic, " and a NUL");
    return false;
}

bool lsa_has_header(const lsa_file *f, uint32_t size)
{
    return f->header.len >= size;
}

al_claim lsa_header_claim(size_t rule, const lsa_file *f, uint32_t field)
{
    return al_field_claim(rule, f->format->header, f->header, field, &f->header_path);
}

static bool is_supported(const lsa_file *f)
{
    const lsa_format *format = f->format;
    if (f->version >= format->first_version && f->version <= format->last_version)
        return true;
    al_claim claim = lsa_header_claim(format->rules.unsupported_version, f, LSA_VERSION_AT);
    claim.expected = al_text(format->versions);
    al_report(f->job->sink, &claim, "version %" PRIu32 " is unknown, the game reads %s", f->version,
              format->versions);
    return false;
}

bool lsa_open(lsa_file *f, al_job *job, const lsa_format *format)
{
    *f = (lsa_file){.job = job,
                    .format = format,
                    .walk = al_walk_of(job, format->rules.truncated, format->rules.count_range),
                    .header = al_slice_available(job->file, 0, format->header->size),
                    .header_path = al_field(NULL, "header"),
                    .version = al_u32_at(job->file, LSA_VERSION_AT)};
    const bool has_version = lsa_has_header(f, LSA_START_BYTES);
    if (has_version)
        (void)snprintf(job->version, sizeof job->version, "%" PRIu32, f->version);
    if (has_version && !is_supported(f))
        return false;
    f->supported = true;
    return al_walk_record(&f->walk, format->header, &f->header_path, &f->header);
}

al_walk lsa_walk_at(const lsa_file *f, uint64_t at)
{
    al_walk w = f->walk;
    w.at = at;
    w.silent = true;
    w.stopped = false;
    return w;
}

/* ---- Rules of all -------------------------------------------------------------------------------------- */

void lsa_check_string(const lsa_file *f, const al_string *string)
{
    al_check_string(f->job, f->format->rules.string_control_char, string);
}

void lsa_check_trailing_bytes(const lsa_file *f)
{
    const al_span rest = al_walk_rest(&f->walk);
    const al_claim claim = {.rule = f->format->rules.trailing_bytes, .offset = rest.base, .length = rest.len};
    if (f->whole && rest.len > 0)
        al_report(f->job->sink, &claim, "unused bytes after the last thing in the file: %zu", rest.len);
}

void lsa_report_memory_limit(const lsa_file *f)
{
    al_report_memory_limit(f->job, f->format->rules.limit, (al_path){.name = NULL}, 0, f->job->file.len);
}

/* ---- Arrays -------------------------------------------------------------------------------------------- */

lsa_array lsa_array_of(al_span bytes, uint32_t stride, const al_path *path, const char *what)
{
    return (lsa_array){.bytes = al_slice_available(bytes, 0, bytes.len / stride * stride),
                       .stride = stride,
                       .path = path,
                       .what = what};
}

uint64_t lsa_count(const lsa_array *a)
{
    return a->bytes.len / a->stride;
}

al_span lsa_item(const lsa_array *a, uint64_t number)
{
    return al_slice_available(a->bytes, number * a->stride, a->stride);
}

al_claim lsa_array_claim(size_t rule, const lsa_array *a, const al_tally *tally)
{
    return (al_claim){
        .rule = rule, .offset = a->bytes.base, .length = a->bytes.len, .path = *a->path, .tally = tally};
}

bool lsa_all_finite(al_span floats)
{
    for (uint64_t at = 0; at + 4 <= floats.len; at += 4)
        if (!isfinite(al_f32_at(floats, at)))
            return false;
    return true;
}

void lsa_check_finite(const lsa_file *f, const lsa_array *a, size_t rule, al_level level)
{
    al_tally bad = {.count = 0};
    if (!al_any_f32_not_finite(a->bytes))
        return;
    for (uint64_t i = 0; i < lsa_count(a); i++)
        if (!lsa_all_finite(lsa_item(a, i)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    al_claim claim = lsa_array_claim(rule, a, &bad);
    claim.level = level;
    al_report(f->job->sink, &claim,
              "%s that are not finite: %" PRIu64 " of %" PRIu64 ", the first is number %" PRIu64, a->what,
              bad.count, lsa_count(a), bad.first[0]);
}

/* ---- Faces --------------------------------------------------------------------------------------------- */

static void check_index_range(const lsa_file *f, const lsa_array *faces, uint32_t vertices, size_t rule)
{
    const uint32_t highest = al_max_u16(faces->bytes);
    al_tally bad = {.count = 0};
    if (faces->bytes.len == 0 || highest < vertices)
        return;
    for (uint64_t i = 0; i < lsa_count(faces); i++)
        if (al_max_u16(lsa_item(faces, i)) >= vertices)
            al_tally_add(&bad, i);
    const al_claim claim = lsa_array_claim(rule, faces, &bad);
    al_report(f->job->sink, &claim,
              "faces with an index beyond the %" PRIu32 " vertices: %" PRIu64 " of %" PRIu64
              ", the first is face %" PRIu64 ", the highest index is %" PRIu32,
              vertices, bad.count, lsa_count(faces), bad.first[0], highest);
}

static bool is_degenerate(al_span face)
{
    const uint16_t a = al_u16_at(face, 0), b = al_u16_at(face, 2), c = al_u16_at(face, 4);
    return a == b || b == c || c == a;
}

static void check_degenerate(const lsa_file *f, const lsa_array *faces, size_t rule)
{
    al_tally bad = {.count = 0};
    if (!al_any_degenerate_u16(faces->bytes))
        return;
    for (uint64_t i = 0; i < lsa_count(faces); i++)
        if (is_degenerate(lsa_item(faces, i)))
            al_tally_add(&bad, i);
    const al_claim claim = lsa_array_claim(rule, faces, &bad);
    al_report(f->job->sink, &claim,
              "faces that use a vertex twice: %" PRIu64 " of %" PRIu64 ", the first is face %" PRIu64,
              bad.count, lsa_count(faces), bad.first[0]);
}

void lsa_check_faces(const lsa_file *f, const lsa_array *faces, uint32_t vertices, size_t index_range,
                     size_t degenerate)
{
    check_index_range(f, faces, vertices, index_range);
    check_degenerate(f, faces, degenerate);
}

/* ---- Dump ---------------------------------------------------------------------------------------------- */

void lsa_dump_array(const al_visitor *v, const char *name, const lsa_array *a, uint32_t at, al_scalar type,
                    unsigned components)
{
    static const char *const types[] = {[AL_TYPE_u16] = "u16", [AL_TYPE_u32] = "u32", [AL_TYPE_f32] = "f32"};
    al_series series = al_series_of(types[type], components);
    const uint64_t count = lsa_count(a);
    if (v->full)
        v->list(v->context, name, count, al_extent_of(a->bytes));
    for (uint64_t i = 0; i < count; i++) {
        const al_span item = lsa_item(a, i);
        double numbers[AL_SERIES_COMPONENTS] = {0};
        for (uint64_t k = 0; k < components && k < AL_SERIES_COMPONENTS; k++) {
            const al_value value = al_value_at(item, at + k * al_scalar_size(type), type);
            numbers[k] = value.kind == AL_VALUE_REAL ? value.as.real_value : (double)value.as.uint_value;
        }
        if (v->full)
            v->item(v->context, numbers, components, al_extent_of(item));
        al_series_add(&series, numbers);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, name, &series, al_extent_of(a->bytes));
}

void lsa_dump_header(const lsa_file *f, const al_visitor *v, al_meaning *meaning)
{
    v->object(v->context, "header", -1, al_extent_of(f->header));
    al_visit_record(v, f->format->header, f->header, meaning);
    v->object_end(v->context);
}
