/* xsm_rules.c: the check of an XSM from end to end, and its rules. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "core/reduce/unit.h"
#include "formats/emotionfx/xsm/xsm.h"

static const float unit_tolerance = 0.01f;

static void check_frame_rate(const efx_file *f, const al_layout *layout, al_span record, const al_path *path)
{
    const bool first = layout == &xsm_info1_layout;
    const uint32_t field = first ? XSM_INFO1_AT_fps : XSM_INFO2_AT_fps; /* version 3 has it there, too */
    const uint32_t fps = al_u32_at(record, field);
    if (fps >= 1 && fps <= 1000)
        return;
    al_claim claim = al_field_claim(XSM_FRAME_RATE, layout, record, field, path);
    claim.expected = al_text("1 to 1000");
    al_report(f->job->sink, &claim, "motion has %u frames per second", fps);
}

void xsm_judge_info(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const al_layout *layout = xsm_info_layout(chunk);
    al_span record;
    (void)document;
    if (!efx_take_fixed(c, layout->size, &record))
        return;
    check_frame_rate(c->file, layout, record, &c->path);
    (void)efx_take_texts(c, xsm_info_texts, XSM_INFO_TEXTS, efx_judge_text, c->file);
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

static bool all_finite(al_span floats)
{
    for (uint64_t at = 0; at + 4 <= floats.len; at += 4)
        if (!isfinite(al_f32_at(floats, at)))
            return false;
    return true;
}

/* The four numbers of a rotation. */
static void rotation_of(al_span bytes, bool wide, double q[4])
{
    for (uint64_t i = 0; i < 4; i++)
        q[i] = wide ? (double)al_f32_at(bytes, 4 * i) : (double)al_i16_at(bytes, 2 * i) / 32767;
}

static double length_of(const double q[4])
{
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

static bool is_unit(const double q[4])
{
    return fabs(length_of(q) - 1) <= (double)unit_tolerance;
}

/* A pose or bind value of the record. */
static void check_pose_finite(const efx_file *f, const xsm_submotion *s, const al_row *row, al_span bytes)
{
    if (all_finite(bytes))
        return;
    const al_claim claim =
        al_field_claim(XSM_KEY_NOT_FINITE, s->form->layout, s->record, row->offset, s->path);
    al_report(f->job->sink, &claim, "%s of the submotion \"%.*s\" is not finite: %s, %s, %s", row->name,
              AL_SHOW(s->name.text), al_show_number((double)al_f32_at(bytes, 0)).text,
              al_show_number((double)al_f32_at(bytes, 4)).text,
              al_show_number((double)al_f32_at(bytes, 8)).text);
}

static void check_pose_norm(const efx_file *f, const xsm_submotion *s, const al_row *row, al_span bytes)
{
    double q[4];
    rotation_of(bytes, s->form->wide, q);
    if (is_unit(q) || !isfinite(q[0] + q[1] + q[2] + q[3]))
        return;
    const al_claim claim =
        al_field_claim(XSM_ROTATION_NORM, s->form->layout, s->record, row->offset, s->path);
    al_report(f->job->sink, &claim, "%s of the submotion \"%.*s\" has the length %.6g, not 1", row->name,
              AL_SHOW(s->name.text), length_of(q));
}

/* Four rotations and four vectors: all at a glance, one by one only when that says so. */
static void check_pose(const xsm_file *x, const xsm_submotion *s)
{
    enum { ROTATIONS = 4, VECTORS = 4, VECTOR_BYTES = 12 };
    const uint32_t rotation_bytes = s->form->wide ? 16 : 8;
    const al_span rotations = al_slice_available(s->record, 0, (uint64_t)ROTATIONS * rotation_bytes);
    const al_span vectors =
        al_slice_available(s->record, s->form->vectors_at, (uint64_t)VECTORS * VECTOR_BYTES);
    const bool off = s->form->wide ? al_any_off_unit_f32(rotations, rotation_bytes, unit_tolerance)
                                   : al_any_off_unit_i16(rotations, rotation_bytes, unit_tolerance);
    if (!off && !al_any_f32_not_finite(vectors))
        return;
    for (size_t i = 0; i < ROTATIONS + VECTORS; i++) {
        const al_row *row = &s->form->layout->rows[i];
        const al_span bytes =
            al_slice_available(s->record, row->offset, (uint64_t)row->count * al_scalar_size(row->type));
        if (i >= ROTATIONS || s->form->wide)
            check_pose_finite(&x->file, s, row, bytes);
        if (i < ROTATIONS)
            check_pose_norm(&x->file, s, row, bytes);
    }
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

static bool key_is_finite(al_span key, const al_layout *layout)
{
    const bool narrow = layout == &xsm_narrow_key_layout;
    return all_finite(al_slice_available(key, narrow ? XSM_NARROW_KEY_AT_time : 0, layout->size));
}

static void check_keys_finite(const xsm_file *x, const xsm_submotion *s, const efx_keys *keys,
                              const al_layout *layout)
{
    const bool narrow = layout == &xsm_narrow_key_layout;
    al_tally bad = {.count = 0};
    if (!(narrow ? al_any_not_finite_at(keys->bytes, XSM_NARROW_KEY_BYTES, XSM_NARROW_KEY_AT_time)
                 : al_any_f32_not_finite(keys->bytes)))
        return;
    for (uint64_t i = 0; i < keys->bytes.len / keys->stride; i++)
        if (!key_is_finite(al_slice_available(keys->bytes, i * keys->stride, keys->stride), layout))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = efx_keys_claim(XSM_KEY_NOT_FINITE, keys, &bad);
    al_report(x->file.job->sink, &claim,
              "keys of \"%.*s\" with a value or time that is not finite: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64,
              AL_SHOW(s->name.text), bad.count, efx_key_count(keys), bad.first[0]);
}

static void check_keys_norm(const xsm_file *x, const xsm_submotion *s, const efx_keys *keys)
{
    const bool wide = s->form->wide;
    al_tally off = {.count = 0};
    double first = 1;
    if (!(wide ? al_any_off_unit_f32(keys->bytes, keys->stride, unit_tolerance)
               : al_any_off_unit_i16(keys->bytes, keys->stride, unit_tolerance)))
        return;
    for (uint64_t i = 0; i < keys->bytes.len / keys->stride; i++) {
        double q[4];
        rotation_of(al_slice_available(keys->bytes, i * keys->stride, keys->stride), wide, q);
        if (is_unit(q) || !isfinite(q[0] + q[1] + q[2] + q[3]))
            continue;
        first = off.count == 0 ? length_of(q) : first;
        al_tally_add(&off, i);
    }
    if (off.count == 0)
        return;
    const al_claim claim = efx_keys_claim(XSM_ROTATION_NORM, keys, &off);
    al_report(x->file.job->sink, &claim,
              "rotations of \"%.*s\" that do not have the length 1: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64 " with %.6g",
              AL_SHOW(s->name.text), off.count, efx_key_count(keys), off.first[0], first);
}

static void check_keys(const xsm_file *x, const xsm_submotion *s, uint32_t array)
{
    static const efx_key_rules rules = {XSM_FIRST_KEY_TIME, XSM_KEY_ORDER, XSM_KEY_DUPLICATE};
    const al_layout *layout = xsm_key_layout(s->form, array);
    const al_path path = al_field(s->path, xsm_array_kinds[array].name);
    const efx_keys keys = efx_keys_of(s->keys[array], layout->size, layout->size - 4, &path);
    if (keys.bytes.len == 0)
        return;
    check_keys_finite(x, s, &keys, layout);
    efx_check_times(&x->file, &keys, &rules);
    if (xsm_array_kinds[array].rotates)
        check_keys_norm(x, s, &keys);
}

/* ---- Submotions ---------------------------------------------------------------------------------------- */

static void check_empty_name(const efx_file *f, const xsm_submotion *s)
{
    if (s->name.text.len > 0)
        return;
    const al_claim claim = {.rule = XSM_EMPTY_NAME,
                            .offset = s->name.field.base,
                            .length = s->name.field.len,
                            .path = s->name.path};
    al_report(f->job->sink, &claim, "submotion has no name");
}

static void judge_submotion(void *context, const xsm_submotion *s)
{
    xsm_file *x = context;
    check_pose(x, s);
    if (!s->named)
        return;
    efx_check_text(&x->file, &s->name);
    check_empty_name(&x->file, s);
    if (s->name.text.len > 0)
        al_names_add(&x->names, x->file.job->arena, s->name.text, s->chunk, s->number);
    for (uint32_t i = 0; i < s->array_count; i++)
        if (s->keys[i].len > 0)
            check_keys(x, s, i);
}

void xsm_check(al_job *job)
{
    xsm_file x;
    if (!xsm_parse(job, judge_submotion, &x)) {
        efx_report_memory_limit(&x.file);
        return;
    }
    efx_check(&x.file);
    efx_check_names(&x.names, &x.file, XSM_DUPLICATE_SUBMOTION, "submotions", "submotion");
}

const al_hooks xsm_hooks = {.limit_rule = XSM_LIMIT, .layouts = xsm_layouts, .check = xsm_check};
