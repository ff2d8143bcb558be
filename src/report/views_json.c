/* views_json.c: the bundle of a file. Numbers are little-endian; positions are 16-bit steps of their box,
 * unless a finding is about positions.
 */
#include "report/views_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/number.h"
#include "report/deflated.h"
#include "report/dump.h"
#include "report/json.h"

enum { AXES = 3, SKIN = 4 };

typedef struct bundle {
    FILE *out;
    bool failed;
} bundle;

/* ---- Members ------------------------------------------------------------------------------------------- */

enum { MOST_OF_KEY = 24 };

/* A view has many keys: so each is one call of the C library, with what is in front of it and behind it.
 * `before` is a brace or a comma. */
static void write_key(const bundle *b, char before, const char *key, const char *behind)
{
    char text[MOST_OF_KEY + 4 + sizeof(al_number_text)] = {before, '"'};
    const size_t length = strlen(key), more = strlen(behind);
    memcpy(text + 2, key, length);
    memcpy(text + 2 + length, "\":", 2);
    memcpy(text + 4 + length, behind, more);
    (void)fwrite(text, 1, 4 + length + more, b->out);
}

/* Every object begins with a text. */
static void begin_object(const bundle *b, const char *key, const char *text)
{
    write_key(b, '{', key, "");
    json_write_text(b->out, text);
}

/* The same for an item of a list. */
static void begin_item(const bundle *b, size_t number, const char *key, const char *text)
{
    if (number > 0)
        fputc(',', b->out);
    begin_object(b, key, text);
}

static void write_text(const bundle *b, const char *key, const char *text)
{
    write_key(b, ',', key, "");
    json_write_text(b->out, text);
}

static void write_number(const bundle *b, const char *key, uint64_t number)
{
    write_key(b, ',', key, al_show_unsigned(number).text);
}

static void write_reals(const bundle *b, const char *key, const float *numbers, size_t count)
{
    fprintf(b->out, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputc(',', b->out);
        dump_real(b->out, (double)numbers[i], "\"");
    }
    fputc(']', b->out);
}

static void write_numbers(const bundle *b, const char *key, const uint32_t *numbers, size_t count)
{
    if (count == 0)
        return;
    fprintf(b->out, ",\"%s\":[", key);
    for (size_t i = 0; i < count; i++)
        fprintf(b->out, "%s%" PRIu32, i > 0 ? "," : "", numbers[i]);
    fputc(']', b->out);
}

/* ---- Buffers ------------------------------------------------------------------------------------------- */

/* Puts a number as `size` little-endian bytes into `out`. */
static void put(uint8_t *out, uint32_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        out[i] = (uint8_t)(number >> 8 * i & 0xFFU);
}

/* Where the numbers of a buffer come from. */
typedef struct numbers {
    const uint8_t *u8;
    const uint16_t *u16;
    const uint32_t *u32;
    const float *f32;
    const al_view *q16; /* its positions */
} numbers;

typedef uint32_t number_at(const numbers *n, size_t index);

static uint32_t u8_at(const numbers *n, size_t index)
{
    return n->u8[index];
}

static uint32_t u16_at(const numbers *n, size_t index)
{
    return n->u16[index];
}

static uint32_t u32_at(const numbers *n, size_t index)
{
    return n->u32[index];
}

/* The sign and the payload of a NaN that was calculated differ between processors. */
static uint32_t f32_at(const numbers *n, size_t index)
{
    const float value = isnan(n->f32[index]) ? NAN : n->f32[index];
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A coordinate in steps of the box. */
static uint32_t q16_at(const numbers *n, size_t index)
{
    const al_view *v = n->q16;
    const double low = (double)v->box[index % AXES], high = (double)v->box[index % AXES + AXES];
    const double part = high > low ? ((double)v->positions[index] - low) / (high - low) : 0;
    return (uint32_t)(part * UINT16_MAX + 0.5);
}

typedef struct buffer_type {
    const char *name;
    size_t size;
    number_at *at;
} buffer_type;

static const buffer_type u8_buffer = {"u8", 1, u8_at}, u16_buffer = {"u16", 2, u16_at},
                         u32_buffer = {"u32", 4, u32_at}, f32_buffer = {"f32", 4, f32_at},
                         q16_buffer = {"q16", 2, q16_at};

static void write_buffer(bundle *b, const char *key, const buffer_type *type, const numbers *n, size_t count)
{
    enum { CHUNK = 4096 };
    uint8_t bytes[CHUNK];
    size_t filled = 0;
    fprintf(b->out, ",\"%s\":{\"type\":\"%s\",\"count\":%zu,\"data\":\"", key, type->name, count);
    deflated *d = deflated_begin(b->out);
    b->failed = b->failed || d == NULL;
    for (size_t i = 0; i < count && d != NULL; i++) {
        put(bytes + filled, type->at(n, i), type->size);
        filled += type->size;
        if (filled == CHUNK || i + 1 == count) {
            deflated_add(d, bytes, filled);
            filled = 0;
        }
    }
    b->failed = d == NULL || !deflated_end(d) || b->failed;
    fputs("\"}", b->out);
}

static void write_u32(bundle *b, const char *key, const uint32_t *values, size_t count)
{
    const numbers n = {.u32 = values};
    write_buffer(b, key, &u32_buffer, &n, count);
}

static void write_f32(bundle *b, const char *key, const float *values, size_t count)
{
    const numbers n = {.f32 = values};
    write_buffer(b, key, &f32_buffer, &n, count);
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void write_ranges(const bundle *b, const al_view *v)
{
    fputs(",\"ranges\":[", b->out);
    for (size_t i = 0; i < v->range_count; i++) {
        const al_view_range *r = &v->ranges[i];
        begin_item(b, i, "name", r->name);
        write_text(b, "field", r->field);
        write_number(b, "first", r->first);
        write_number(b, "count", r->count);
        fprintf(b->out, ",\"material\":%" PRId64 "}", r->material);
    }
    fputc(']', b->out);
}

static void write_names(const bundle *b, const char *const *names, size_t count)
{
    fputs(",\"names\":[", b->out);
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 ? "," : "", b->out);
        json_write_text(b->out, names[i]);
    }
    fputc(']', b->out);
}

static void write_skin(bundle *b, const al_view *v)
{
    const numbers n = {.u8 = v->skin_weights, .u16 = v->skin_bones};
    const size_t count = (size_t)v->vertex_count * SKIN;
    fputs(",\"skin\":{\"influences\":4", b->out);
    write_buffer(b, "bones", &u16_buffer, &n, count);
    write_buffer(b, "weights", &u8_buffer, &n, count);
    if (v->skin_names != NULL)
        write_names(b, v->skin_names, v->skin_name_count);
    fputc('}', b->out);
}

static void write_mesh(bundle *b, const al_view *v)
{
    const numbers n = {.q16 = v};
    const size_t coordinates = (size_t)v->vertex_count * AXES;
    write_number(b, "vertices", v->vertices);
    write_number(b, "triangles", v->triangles);
    write_number(b, "notFinite", v->not_finite);
    write_number(b, "beyond", v->beyond);
    fprintf(b->out, ",\"part\":%s", v->part ? "true" : "false");
    write_reals(b, "box", v->box, AXES + AXES);
    if (v->exact)
        write_f32(b, "positions", v->positions, coordinates);
    else
        write_buffer(b, "positions", &q16_buffer, &n, coordinates);
    write_u32(b, "indices", v->indices, (size_t)v->triangle_count * AXES);
    if (v->normals != NULL)
        write_f32(b, "normals", v->normals, coordinates);
    if (v->vertex_of != NULL)
        write_u32(b, "vertexOf", v->vertex_of, v->vertex_count);
    if (v->triangle_of != NULL)
        write_u32(b, "triangleOf", v->triangle_of, v->triangle_count);
    write_ranges(b, v);
    if (v->skin_bones != NULL)
        write_skin(b, v);
    if (v->skeleton >= 0)
        write_number(b, "skeleton", (uint64_t)v->skeleton);
    if (v->bone >= 0)
        write_number(b, "bone", (uint64_t)v->bone);
}

static void write_bones(const bundle *b, const al_view *v)
{
    fputs(",\"bones\":[", b->out);
    for (size_t i = 0; i < v->bone_count; i++) {
        const al_view_bone *bone = &v->bones[i];
        begin_item(b, i, "name", bone->name);
        write_text(b, "field", bone->field);
        fprintf(b->out, ",\"parent\":%" PRId64, bone->parent);
        if (bone->number >= 0)
            write_number(b, "number", (uint64_t)bone->number);
        write_reals(b, "position", bone->position, AXES);
        write_reals(b, "rotation", bone->rotation, 4);
        write_reals(b, "scale", bone->scale, AXES);
        if (bone->has_offset) {
            write_reals(b, "offsetPosition", bone->offset_position, AXES);
            write_reals(b, "offsetRotation", bone->offset_rotation, 4);
        }
        fputc('}', b->out);
    }
    fputc(']', b->out);
}

static void write_tracks(bundle *b, const al_view *v)
{
    write_text(b, "unit", v->unit);
    fputs(",\"perSecond\":", b->out);
    dump_real(b->out, v->per_second, "\"");
    write_text(b, "space", v->space);
    fputs(",\"tracks\":[", b->out);
    for (size_t i = 0; i < v->track_count; i++) {
        const al_view_track *t = &v->tracks[i];
        begin_item(b, i, "name", t->name);
        write_text(b, "field", t->field);
        write_text(b, "bone", t->bone);
        write_text(b, "channel", t->channel);
        if (t->number >= 0)
            write_number(b, "number", (uint64_t)t->number);
        write_number(b, "keys", t->keys);
        write_number(b, "components", t->components);
        write_f32(b, "times", t->times, t->keys);
        write_f32(b, "values", t->values, (size_t)t->keys * t->components);
        fputc('}', b->out);
    }
    fputc(']', b->out);
}

static void write_view(bundle *b, size_t number, const al_view *v)
{
    begin_item(b, number, "kind", al_view_kind_name(v->kind));
    write_text(b, "name", v->name);
    write_text(b, "field", v->field);
    switch (v->kind) {
    case AL_VIEW_MESH: write_mesh(b, v); break;
    case AL_VIEW_SKELETON: write_bones(b, v); break;
    case AL_VIEW_CURVES: write_tracks(b, v); break;
    }
    fputc('}', b->out);
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static void write_mark(const bundle *b, const al_view_mark *m)
{
    fprintf(b->out, "{\"view\":%zu", m->view);
    if (m->triangle_count > 0) {
        fputs(",\"triangles\":[", b->out);
        for (size_t i = 0; i < m->triangle_count; i++)
            fprintf(b->out, "%s[%" PRIu32 ",%" PRIu32 "]", i > 0 ? "," : "", m->triangles[i].first,
                    m->triangles[i].count);
        fputc(']', b->out);
    }
    write_numbers(b, "vertices", m->vertices, m->vertex_count);
    write_numbers(b, "bones", m->bones, m->bone_count);
    write_numbers(b, "ranges", m->ranges, m->range_count);
    if (m->track >= 0)
        write_number(b, "track", (uint64_t)m->track);
    write_numbers(b, "keys", m->keys, m->key_count);
    write_number(b, "total", m->total);
    fputc('}', b->out);
}

static void write_value(const bundle *b, al_value value)
{
    if (!dump_json_scalar(b->out, value))
        json_write_text(b->out, value.as.text.bytes);
}

static void write_record(const bundle *b, size_t number, const al_view_record *r)
{
    begin_item(b, number, "field", r->field);
    write_number(b, "offset", r->offset);
    write_number(b, "length", r->length);
    fputs(",\"fields\":[", b->out);
    for (size_t i = 0; i < r->field_count; i++) {
        const al_view_field *f = &r->fields[i];
        begin_item(b, i, "name", f->name);
        write_number(b, "offset", f->offset);
        write_number(b, "length", f->length);
        write_text(b, "type", f->type);
        fputs(",\"value\":", b->out);
        write_value(b, f->value);
        if (f->words != NULL)
            write_text(b, "words", f->words);
        fputc('}', b->out);
    }
    fputs("]}", b->out);
}

static void write_bytes(const bundle *b, const al_view_place *p)
{
    fprintf(b->out, ",\"bytes\":{\"offset\":%" PRIu64 ",\"length\":%" PRIu64, p->offset, p->length);
    if (p->inflated_of != NULL)
        write_text(b, "inflatedOf", p->inflated_of);
    write_number(b, "from", p->from);
    fputs(",\"data\":\"", b->out);
    write_base64(b->out, p->bytes, p->size);
    fputs("\",\"records\":[", b->out);
    for (size_t i = 0; i < p->record_count; i++)
        write_record(b, i, &p->records[i]);
    fputs("]}", b->out);
}

static void write_finding(const bundle *b, size_t number, const al_finding *f, const al_view_place *p)
{
    begin_item(b, number, "rule", f->rule->id);
    write_text(b, "field", f->field);
    fputs(",\"marks\":[", b->out);
    for (size_t i = 0; p != NULL && i < p->mark_count; i++) {
        if (i > 0)
            fputc(',', b->out);
        write_mark(b, &p->marks[i]);
    }
    fputc(']', b->out);
    if (p != NULL && p->bytes != NULL)
        write_bytes(b, p);
    fputc('}', b->out);
}

/* ---- The bundle ---------------------------------------------------------------------------------------- */

bool write_views_json(FILE *out, const al_views *views)
{
    bundle b = {.out = out};
    const al_result *r = al_views_result(views);
    if (r == NULL)
        return true;
    begin_object(&b, "path", r->path);
    if (r->member[0] != '\0')
        write_text(&b, "member", r->member);
    write_text(&b, "format", r->format);
    write_text(&b, "version", r->version);
    write_number(&b, "size", r->size);
    if (!al_views_are_whole(views))
        fputs(",\"limited\":true", out);
    fputs(",\"views\":[", out);
    for (size_t i = 0; i < al_views_count(views); i++)
        write_view(&b, i, al_views_at(views, i));
    fputs("],\"findings\":[", out);
    for (size_t i = 0; i < r->finding_count; i++)
        write_finding(&b, i, &r->findings[i], al_views_place(views, i));
    fputs("]}", out);
    return !b.failed;
}
