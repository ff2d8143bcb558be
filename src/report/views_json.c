/* views_json.c: the bundle of a file: what can be drawn of it, and what to mark in that. Numbers are
 * little-endian, deflated, in base64; positions are 16-bit steps of their box, unless a finding is about
 * positions; normals are signed bytes, texture coordinates half floats. Each object is built by itself, since
 * all of them together may be large.
 */
#include "report/dump.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <zlib.h>

#include "core/number.h"
#include "report/json_object.h"

enum { AXES = 3, UV = 2, SKIN = 4, CHANNELS = 4 };

typedef struct bundle {
    FILE *out;
    bool failed;
} bundle;

static void write_object(bundle *b, json_object *object)
{
    b->failed = !json_write(object, b->out) || b->failed;
}

/* Leaves out the brace at the end. */
static void write_open(bundle *b, json_object *object)
{
    b->failed = !json_write_open(object, b->out) || b->failed;
}

static void write_comma(const bundle *b, size_t number)
{
    if (number > 0)
        fputc(',', b->out);
}

static void add_reals(json_object *object, const char *key, const float *reals, size_t count)
{
    const json_node list = json_array(object, JSON_ROOT, key);
    for (size_t i = 0; i < count; i++)
        json_real(object, list, NULL, (double)reals[i]);
}

static void add_signed(json_object *object, const char *key, int64_t number)
{
    json_raw(object, JSON_ROOT, key, al_show_signed(number).text);
}

/* A number that may be missing is -1 then. */
static void add_known(json_object *object, const char *key, int64_t number)
{
    if (number >= 0)
        json_number(object, JSON_ROOT, key, (uint64_t)number);
}

/* ---- Deflated numbers ---------------------------------------------------------------------------------- */

enum { DEFLATED_SIZE = 3 << 12, LEVEL = 6, RAW = -15, MEMORY = 8 };

/* Numbers on their way: as bytes, which are deflated (RFC 1951, without a header), and written in base64. */
typedef struct buffer {
    bundle *b;
    z_stream zlib;
    size_t filled, deflated;
    uint8_t bytes[4096];
    uint8_t chunk[DEFLATED_SIZE]; /* a multiple of three, so that base64 needs no filling before the end */
} buffer;

/* Four letters for up to three bytes. */
static void encode(char *letters, const uint8_t *bytes, size_t size)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = 0;
    for (size_t k = 0; k < 3; k++)
        word = word << 8 | (k < size ? bytes[k] : 0U);
    for (size_t k = 0; k < 4; k++)
        letters[k] = k <= size ? alphabet[word >> (18 - 6 * k) & 63U] : '=';
}

static void write_base64(FILE *out, const uint8_t *bytes, size_t size)
{
    char line[4 * 256];
    size_t filled = 0;
    for (size_t i = 0; i < size; i += 3) {
        encode(&line[filled], &bytes[i], size - i < 3 ? size - i : 3);
        filled += 4;
        if (filled == sizeof line || size - i <= 3) {
            (void)fwrite(line, 1, filled, out);
            filled = 0;
        }
    }
}

static void begin_buffer(buffer *f, bundle *b, const char *key, const char *type, size_t count)
{
    fprintf(b->out, ",\"%s\":{\"type\":\"%s\",\"count\":%zu,\"data\":\"", key, type, count);
    f->b = b;
    f->zlib = (z_stream){.zalloc = Z_NULL};
    f->filled = f->deflated = 0;
    b->failed =
        deflateInit2(&f->zlib, LEVEL, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK || b->failed;
}

/* Deflates all bytes, and writes each full chunk. */
static void deflate_bytes(buffer *f, int flush)
{
    int status = f->b->failed ? Z_STREAM_ERROR : Z_OK;
    f->zlib.next_in = f->bytes;
    f->zlib.avail_in = (uInt)f->filled;
    f->filled = 0;
    while (status == Z_OK && (flush == Z_FINISH || f->zlib.avail_in > 0)) {
        f->zlib.next_out = f->chunk + f->deflated;
        f->zlib.avail_out = (uInt)(DEFLATED_SIZE - f->deflated);
        status = deflate(&f->zlib, flush);
        f->deflated = DEFLATED_SIZE - f->zlib.avail_out;
        if (f->deflated == DEFLATED_SIZE) {
            write_base64(f->b->out, f->chunk, DEFLATED_SIZE);
            f->deflated = 0;
        }
    }
    f->b->failed = f->b->failed || (status != Z_OK && status != Z_STREAM_END);
}

/* Puts `size` little-endian bytes. */
static void put(buffer *f, uint32_t number, size_t size)
{
    for (size_t i = 0; i < size; i++)
        f->bytes[f->filled++] = (uint8_t)(number >> 8 * i & 0xFFU);
    if (f->filled == sizeof f->bytes)
        deflate_bytes(f, Z_NO_FLUSH);
}

static void end_buffer(buffer *f)
{
    deflate_bytes(f, Z_FINISH);
    write_base64(f->b->out, f->chunk, f->deflated);
    (void)deflateEnd(&f->zlib);
    fputs("\"}", f->b->out);
}

/* Writes integers of `size` bytes. */
static void write_integers(bundle *b, const char *key, const void *values, size_t size, size_t count)
{
    static const char *const types[] = {[1] = "u8", [2] = "u16", [4] = "u32"};
    const uint8_t *u8 = values;
    const uint16_t *u16 = values;
    const uint32_t *u32 = values;
    buffer f;
    begin_buffer(&f, b, key, types[size], count);
    for (size_t i = 0; i < count; i++)
        put(&f, size == 1 ? u8[i] : (size == 2 ? u16[i] : u32[i]), size);
    end_buffer(&f);
}

static void write_s8(bundle *b, const char *key, const int8_t *values, size_t count)
{
    buffer f;
    begin_buffer(&f, b, key, "s8", count);
    for (size_t i = 0; i < count; i++)
        put(&f, (uint8_t)values[i], 1);
    end_buffer(&f);
}

/* The sign and the payload of a NaN that was calculated differ between processors. */
static void write_f32(bundle *b, const char *key, const float *values, size_t count)
{
    buffer f;
    begin_buffer(&f, b, key, "f32", count);
    for (size_t i = 0; i < count; i++) {
        const float value = isnan(values[i]) ? NAN : values[i];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        put(&f, bits, 4);
    }
    end_buffer(&f);
}

/* The bits of the nearest half float (IEEE 754 binary16). */
static uint32_t half_of(float value)
{
    const uint32_t low_exponent = (127 - 15) << 23, sign = signbit(value) ? 0x8000U : 0;
    const float size = fabsf(value);
    uint32_t bits;
    if (isnan(value))
        return 0x7E00;
    if (size >= 65520)
        return sign | 0x7C00; /* infinite */
    if (size < 1.0F / 16384)
        return sign | (uint32_t)(size * 16777216 + 0.5F); /* in steps of 2^-24 */
    memcpy(&bits, &size, sizeof bits);
    return sign | (bits - low_exponent + 0x1000) >> 13;
}

static void write_f16(bundle *b, const char *key, const float *values, size_t count)
{
    buffer f;
    begin_buffer(&f, b, key, "f16", count);
    for (size_t i = 0; i < count; i++)
        put(&f, half_of(values[i]), 2);
    end_buffer(&f);
}

/* Positions in steps of the box. */
static void write_q16(bundle *b, const char *key, const al_view *v, size_t count)
{
    buffer f;
    begin_buffer(&f, b, key, "q16", count);
    for (size_t i = 0; i < count; i++) {
        const double low = (double)v->box[i % AXES], high = (double)v->box[i % AXES + AXES];
        const double part = high > low ? ((double)v->positions[i] - low) / (high - low) : 0;
        put(&f, (uint32_t)(part * UINT16_MAX + 0.5), 2);
    }
    end_buffer(&f);
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void write_ranges(bundle *b, const al_view *v)
{
    fputs(",\"ranges\":[", b->out);
    for (size_t i = 0; i < v->range_count; i++) {
        const al_view_range *r = &v->ranges[i];
        json_object o = json_begin();
        json_text(&o, JSON_ROOT, "name", r->name);
        json_text(&o, JSON_ROOT, "field", r->field);
        json_number(&o, JSON_ROOT, "first", r->first);
        json_number(&o, JSON_ROOT, "count", r->count);
        add_signed(&o, "material", r->material);
        if (r->texture[0] != '\0')
            json_text(&o, JSON_ROOT, "texture", r->texture);
        write_comma(b, i);
        write_object(b, &o);
    }
    fputc(']', b->out);
}

static bool has_flaws(const al_view *v)
{
    for (uint32_t i = 0; i < v->vertex_count; i++)
        if (v->skin_flaws[i] != AL_FLAW_NONE)
            return true;
    return false;
}

static void write_skin(bundle *b, const al_view *v)
{
    const size_t count = (size_t)v->vertex_count * SKIN;
    fputs(",\"skin\":{\"influences\":4", b->out);
    write_integers(b, "bones", v->skin_bones, sizeof *v->skin_bones, count);
    write_integers(b, "weights", v->skin_weights, sizeof *v->skin_weights, count);
    if (has_flaws(v))
        write_integers(b, "flaws", v->skin_flaws, sizeof *v->skin_flaws, v->vertex_count);
    if (v->skin_names != NULL) {
        fputs(",\"names\":[", b->out);
        for (size_t i = 0; i < v->skin_name_count; i++) {
            write_comma(b, i);
            b->failed = !json_write_text(b->out, v->skin_names[i]) || b->failed;
        }
        fputc(']', b->out);
    }
    fputc('}', b->out);
}

static void write_mesh(bundle *b, json_object *o, const al_view *v)
{
    const size_t coordinates = (size_t)v->vertex_count * AXES;
    json_number(o, JSON_ROOT, "vertices", v->vertices);
    json_number(o, JSON_ROOT, "triangles", v->triangles);
    json_number(o, JSON_ROOT, "notFinite", v->not_finite);
    json_number(o, JSON_ROOT, "beyond", v->beyond);
    json_bool(o, JSON_ROOT, "part", v->part);
    add_reals(o, "box", v->box, AXES + AXES);
    write_open(b, o);
    if (v->exact)
        write_f32(b, "positions", v->positions, coordinates);
    else
        write_q16(b, "positions", v, coordinates);
    write_integers(b, "indices", v->indices, sizeof *v->indices, (size_t)v->triangle_count * AXES);
    if (v->normals != NULL)
        write_s8(b, "normals", v->normals, coordinates);
    if (v->tangents != NULL)
        write_s8(b, "tangents", v->tangents, coordinates);
    for (size_t i = 0; i < v->uv_count; i++) {
        const char key[] = {'u', 'v', (char)('0' + i), '\0'};
        write_f16(b, key, v->uvs[i], (size_t)v->vertex_count * UV);
    }
    if (v->vertex_of != NULL)
        write_integers(b, "vertexOf", v->vertex_of, sizeof *v->vertex_of, v->vertex_count);
    if (v->triangle_of != NULL)
        write_integers(b, "triangleOf", v->triangle_of, sizeof *v->triangle_of, v->triangle_count);
    write_ranges(b, v);
    if (v->skin_bones != NULL)
        write_skin(b, v);
    if (v->skeleton >= 0)
        fprintf(b->out, ",\"skeleton\":%" PRId64, (int64_t)v->skeleton);
    if (v->bone >= 0)
        fprintf(b->out, ",\"bone\":%" PRId64, (int64_t)v->bone);
}

static void write_bone(bundle *b, const al_view_bone *bone)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "name", bone->name);
    json_text(&o, JSON_ROOT, "field", bone->field);
    add_signed(&o, "parent", bone->parent);
    add_known(&o, "number", bone->number);
    add_reals(&o, "position", bone->position, AXES);
    add_reals(&o, "rotation", bone->rotation, 4);
    add_reals(&o, "scale", bone->scale, AXES);
    if (bone->has_offset) {
        add_reals(&o, "offsetPosition", bone->offset_position, AXES);
        add_reals(&o, "offsetRotation", bone->offset_rotation, 4);
    }
    write_object(b, &o);
}

static void write_bones(bundle *b, json_object *o, const al_view *v)
{
    write_open(b, o);
    fputs(",\"bones\":[", b->out);
    for (size_t i = 0; i < v->bone_count; i++) {
        write_comma(b, i);
        write_bone(b, &v->bones[i]);
    }
    fputc(']', b->out);
}

static void write_track(bundle *b, const al_view_track *t)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "name", t->name);
    json_text(&o, JSON_ROOT, "field", t->field);
    json_text(&o, JSON_ROOT, "bone", t->bone);
    json_text(&o, JSON_ROOT, "channel", t->channel);
    add_known(&o, "number", t->number);
    json_number(&o, JSON_ROOT, "keys", t->keys);
    json_number(&o, JSON_ROOT, "components", t->components);
    write_open(b, &o);
    write_f32(b, "times", t->times, t->keys);
    write_f32(b, "values", t->values, (size_t)t->keys * t->components);
    fputc('}', b->out);
}

static void write_tracks(bundle *b, json_object *o, const al_view *v)
{
    json_text(o, JSON_ROOT, "unit", v->unit);
    json_real(o, JSON_ROOT, "perSecond", v->per_second);
    json_text(o, JSON_ROOT, "space", v->space);
    write_open(b, o);
    fputs(",\"tracks\":[", b->out);
    for (size_t i = 0; i < v->track_count; i++) {
        write_comma(b, i);
        write_track(b, &v->tracks[i]);
    }
    fputc(']', b->out);
}

static void write_level(bundle *b, const al_view_level *level)
{
    json_object o = json_begin();
    json_number(&o, JSON_ROOT, "number", level->number);
    json_number(&o, JSON_ROOT, "width", level->width);
    json_number(&o, JSON_ROOT, "height", level->height);
    json_number(&o, JSON_ROOT, "step", level->step);
    json_number(&o, JSON_ROOT, "shownWidth", level->shown_width);
    json_number(&o, JSON_ROOT, "shownHeight", level->shown_height);
    json_number(&o, JSON_ROOT, "firstMissing", level->first_missing);
    json_number(&o, JSON_ROOT, "missing", level->missing);
    write_open(b, &o);
    write_integers(b, "pixels", level->pixels, 1,
                   (size_t)level->shown_width * level->shown_height * CHANNELS);
    fputc('}', b->out);
}

static void write_levels(bundle *b, json_object *o, const al_view *v)
{
    json_text(o, JSON_ROOT, "coding", v->coding);
    json_number(o, JSON_ROOT, "width", v->width);
    json_number(o, JSON_ROOT, "height", v->height);
    json_number(o, JSON_ROOT, "allLevels", v->all_levels);
    write_open(b, o);
    fputs(",\"levels\":[", b->out);
    for (size_t i = 0; i < v->level_count; i++) {
        write_comma(b, i);
        write_level(b, &v->levels[i]);
    }
    fputc(']', b->out);
}

static void write_view(bundle *b, const al_view *v)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "kind", al_view_kind_name(v->kind));
    json_text(&o, JSON_ROOT, "name", v->name);
    json_text(&o, JSON_ROOT, "field", v->field);
    switch (v->kind) {
    case AL_VIEW_MESH: write_mesh(b, &o, v); break;
    case AL_VIEW_SKELETON: write_bones(b, &o, v); break;
    case AL_VIEW_CURVES: write_tracks(b, &o, v); break;
    case AL_VIEW_PICTURE: write_levels(b, &o, v); break;
    }
    fputc('}', b->out);
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static void add_numbers(json_object *o, const char *key, const uint32_t *values, size_t count)
{
    if (count == 0)
        return;
    const json_node list = json_array(o, JSON_ROOT, key);
    for (size_t i = 0; i < count; i++)
        json_number(o, list, NULL, values[i]);
}

static void add_flag(json_object *o, const char *key, bool value)
{
    if (value)
        json_bool(o, JSON_ROOT, key, true);
}

static void write_mark(bundle *b, const al_view_mark *m)
{
    json_object o = json_begin();
    json_number(&o, JSON_ROOT, "view", m->view);
    if (m->triangle_count > 0) {
        const json_node list = json_array(&o, JSON_ROOT, "triangles");
        for (size_t i = 0; i < m->triangle_count; i++) {
            const json_node pair = json_array(&o, list, NULL);
            json_number(&o, pair, NULL, m->triangles[i].first);
            json_number(&o, pair, NULL, m->triangles[i].count);
        }
    }
    add_numbers(&o, "vertices", m->vertices, m->vertex_count);
    add_numbers(&o, "bones", m->bones, m->bone_count);
    add_numbers(&o, "ranges", m->ranges, m->range_count);
    add_known(&o, "track", m->track);
    add_numbers(&o, "keys", m->keys, m->key_count);
    if (m->row_count > 0) {
        const json_node list = json_array(&o, JSON_ROOT, "rows");
        for (size_t i = 0; i < m->row_count; i++) {
            const json_node rows = json_array(&o, list, NULL);
            json_number(&o, rows, NULL, m->rows[i].level);
            json_number(&o, rows, NULL, m->rows[i].first);
            json_number(&o, rows, NULL, m->rows[i].count);
        }
    }
    json_number(&o, JSON_ROOT, "total", m->total);
    add_flag(&o, "whole", m->whole);
    add_flag(&o, "corners", m->corners);
    write_object(b, &o);
}

static void write_record(bundle *b, const al_view_record *r)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "field", r->field);
    json_number(&o, JSON_ROOT, "offset", r->offset);
    json_number(&o, JSON_ROOT, "length", r->length);
    const json_node fields = json_array(&o, JSON_ROOT, "fields");
    for (size_t i = 0; i < r->field_count; i++) {
        const al_view_field *f = &r->fields[i];
        const json_node field = json_child(&o, fields, NULL);
        json_text(&o, field, "name", f->name);
        json_number(&o, field, "offset", f->offset);
        json_number(&o, field, "length", f->length);
        json_text(&o, field, "type", f->type);
        json_value(&o, field, "value", f->value);
        if (f->words != NULL)
            json_text(&o, field, "words", f->words);
    }
    write_object(b, &o);
}

static void write_bytes(bundle *b, const al_view_place *p)
{
    json_object o = json_begin();
    json_number(&o, JSON_ROOT, "offset", p->offset);
    json_number(&o, JSON_ROOT, "length", p->length);
    if (p->inflated_of != NULL)
        json_text(&o, JSON_ROOT, "inflatedOf", p->inflated_of);
    json_number(&o, JSON_ROOT, "from", p->from);
    fputs(",\"bytes\":", b->out);
    write_open(b, &o);
    fputs(",\"data\":\"", b->out);
    write_base64(b->out, p->bytes, p->size);
    fputs("\",\"records\":[", b->out);
    for (size_t i = 0; i < p->record_count; i++) {
        write_comma(b, i);
        write_record(b, &p->records[i]);
    }
    fputs("]}", b->out);
}

static void write_finding(bundle *b, const al_finding *f, const al_view_place *p)
{
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "rule", f->rule->id);
    json_text(&o, JSON_ROOT, "field", f->field);
    write_open(b, &o);
    fputs(",\"marks\":[", b->out);
    for (size_t i = 0; p != NULL && i < p->mark_count; i++) {
        write_comma(b, i);
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
    json_object o = json_begin();
    json_text(&o, JSON_ROOT, "path", r->path);
    if (r->member[0] != '\0')
        json_text(&o, JSON_ROOT, "member", r->member);
    json_text(&o, JSON_ROOT, "format", r->format);
    json_text(&o, JSON_ROOT, "version", r->version);
    json_number(&o, JSON_ROOT, "size", r->size);
    if (!al_views_are_whole(views))
        json_bool(&o, JSON_ROOT, "limited", true);
    write_open(&b, &o);
    fputs(",\"views\":[", out);
    for (size_t i = 0; i < al_views_count(views); i++) {
        write_comma(&b, i);
        write_view(&b, al_views_at(views, i));
    }
    fputs("],\"findings\":[", out);
    for (size_t i = 0; i < r->finding_count; i++) {
        write_comma(&b, i);
        write_finding(&b, &r->findings[i], al_views_place(views, i));
    }
    fputs("]}", out);
    return !b.failed;
}
