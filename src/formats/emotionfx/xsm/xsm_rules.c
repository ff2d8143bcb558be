/* xsm_rules.c: the rules of an XSM. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "core/reduce/vectors.h"
#include "formats/emotionfx/xsm/xsm.h"
#include "kit/arrays.h"

/* The context of the rules. */
typedef struct xsm_judging {
    efx_judging efx;
    al_names names; /* of all submotions */
} xsm_judging;

static void judge_info(void *judging, efx_reading *r)
{
    const xsm_judging *j = judging;
    xsm_info info;
    (void)xsm_read_info(r, &info);
    if (info.record.len < info.layout->size)
        return;
    if (al_is_legal_at(info.layout, info.record, info.fps_at))
        return;
    al_claim claim = al_field_claim(XSM_FRAME_RATE, info.layout, info.record, info.fps_at, &r->path);
    claim.expected = al_text("1 to 1000");
    al_report(j->efx.job->sink, &claim, "motion has %u frames per second",
              al_u32_at(info.record, info.fps_at));
}

/* ---- Poses --------------------------------------------------------------------------------------------- */

/* The four numbers of a rotation. */
static void rotation_of(al_span bytes, bool wide, double q[4])
{
    for (uint64_t i = 0; i < 4; i++)
        q[i] = wide ? (double)al_f32_at(bytes, 4 * i) : (double)al_i16_at(bytes, 2 * i) / XSM_NARROW_UNIT;
}

static double length_of(const double q[4])
{
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

static bool is_unit(const double q[4])
{
    return fabs(length_of(q) - 1) <= (double)xsm_unit_tolerance;
}

/* A pose or bind value of the record. */
static void check_pose_finite(al_sink *sink, const xsm_submotion *s, const al_row *row, al_span bytes)
{
    if (al_all_finite(bytes))
        return;
    const al_claim claim =
        al_field_claim(XSM_KEY_NOT_FINITE, s->form->layout, s->record, row->offset, s->path);
    al_report(sink, &claim, "%s of the submotion \"%.*s\" is not finite: %s, %s, %s", row->name,
              AL_SHOW(s->name.text), al_show_number((double)al_f32_at(bytes, 0)).text,
              al_show_number((double)al_f32_at(bytes, 4)).text,
              al_show_number((double)al_f32_at(bytes, 8)).text);
}

static void check_pose_norm(al_sink *sink, const xsm_submotion *s, const al_row *row, al_span bytes)
{
    double q[4];
    rotation_of(bytes, s->form->wide, q);
    if (is_unit(q) || !isfinite(q[0] + q[1] + q[2] + q[3]))
        return;
    const al_claim claim =
        al_field_claim(XSM_ROTATION_NORM, s->form->layout, s->record, row->offset, s->path);
    al_report(sink, &claim, "%s of the submotion \"%.*s\" has the length %s, not 1", row->name,
              AL_SHOW(s->name.text), al_show_real(length_of(q), 6).text);
}

/* Looks at all rotations and vectors with one fast test first, and at each only if that finds something. */
static void check_pose(al_sink *sink, const xsm_submotion *s)
{
    if (xsm_is_pose_right(s->form, s->record))
        return;
    for (size_t i = 0; i < XSM_POSE_ROTATIONS + XSM_POSE_VECTORS; i++) {
        const al_row *row = &s->form->layout->rows[i];
        const al_span bytes =
            al_slice_available(s->record, row->offset, (uint64_t)row->count * al_scalar_size(row->type));
        if (i >= XSM_POSE_ROTATIONS || s->form->wide)
            check_pose_finite(sink, s, row, bytes);
        if (i < XSM_POSE_ROTATIONS)
            check_pose_norm(sink, s, row, bytes);
    }
}

/* ---- Keys ---------------------------------------------------------------------------------------------- */

/* The time is the only float of a key with 16-bit rotations. */
static bool may_be_not_finite(al_span keys, const al_form *form)
{
    return form == &xsm_narrow_keys ? al_any_not_finite_at(keys, XSM_NARROW_KEY_BYTES, XSM_NARROW_KEY_AT_time)
                                    : al_any_f32_not_finite(keys);
}

static void check_keys_norm(al_sink *sink, const xsm_submotion *s, const al_items *keys)
{
    const bool wide = s->form->wide;
    al_tally off = {.count = 0};
    double first = 1;
    if (!(wide ? al_any_off_unit_f32(keys->bytes, keys->stride, xsm_unit_tolerance)
               : al_any_off_unit_i16(keys->bytes, keys->stride, xsm_unit_tolerance)))
        return;
    for (uint64_t i = 0; i < al_items_count(keys); i++) {
        double q[4];
        rotation_of(al_items_at(keys, i), wide, q);
        if (is_unit(q) || !isfinite(q[0] + q[1] + q[2] + q[3]))
            continue;
        first = off.count == 0 ? length_of(q) : first;
        al_tally_add(&off, i);
    }
    if (off.count == 0)
        return;
    const al_claim claim = al_items_claim(XSM_ROTATION_NORM, keys, &off);
    al_report(sink, &claim,
              "rotations of \"%.*s\" that do not have the length 1: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64 " with %s",
              AL_SHOW(s->name.text), off.count, al_items_count(keys), off.first[0],
              al_show_real(first, 6).text);
}

static void check_keys(al_sink *sink, const xsm_submotion *s, uint32_t array)
{
    const xsm_key_kind *kind = &s->form->keys[array];
    const al_path path = al_field(s->path, kind->name);
    const al_items items = al_items_of(s->keys[array], kind->form->stride, &path, kind->what);
    const al_keys keys = {.items = &items, .kind = "", .name = s->name.text, .time_at = kind->time_at};
    if (may_be_not_finite(items.bytes, kind->form))
        al_check_keys_finite(sink, &keys, XSM_KEY_NOT_FINITE, kind->form->layout, "value or time");
    al_check_first_key(sink, &keys, XSM_FIRST_KEY_TIME);
    al_check_key_order(sink, &keys, XSM_KEY_ORDER, XSM_KEY_DUPLICATE);
    if (kind->form != &xsm_vector_keys)
        check_keys_norm(sink, s, &items);
}

/* ---- Submotions ---------------------------------------------------------------------------------------- */

static void check_empty_name(al_sink *sink, const xsm_submotion *s)
{
    if (s->name.text.len > 0)
        return;
    const al_claim claim = al_string_claim(XSM_EMPTY_NAME, &s->name);
    if (s->number == UINT32_MAX)
        al_report(sink, &claim, "submotion in chunks[%u] has no name", s->chunk);
    else
        al_report(sink, &claim, "submotion %u has no name", s->number);
}

static void judge_submotion(void *context, const xsm_submotion *s)
{
    xsm_judging *j = context;
    al_sink *sink = j->efx.job->sink;
    check_pose(sink, s);
    if (!s->named)
        return;
    efx_check_text(&j->efx, &s->name);
    check_empty_name(sink, s);
    if (s->name.text.len > 0)
        al_names_add(&j->names, j->efx.job->arena, s->name.text, s->chunk, s->number);
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++)
        if (s->keys[i].len > 0)
            check_keys(sink, s, i);
}

static void check_no_submotions(const xsm_judging *j, const efx_reading *r)
{
    const efx_file *f = j->efx.file;
    const al_span record = efx_payload(f, r->number, XSM_LIST_BYTES);
    if (r->header.id != XSM_LIST_CHUNK || record.len < XSM_LIST_BYTES || !f->complete ||
        al_u32_at(record, XSM_LIST_AT_num_submotions) > 0)
        return;
    for (uint32_t i = 0; i < f->chunk_count; i++)
        if (efx_known_id(f, i) == XSM_SUBMOTION_CHUNK)
            return;
    const al_claim claim = xsm_list_claim_at(XSM_NO_SUBMOTIONS, record, XSM_LIST_AT_num_submotions, &r->path);
    al_report(j->efx.job->sink, &claim, "motion has 0 submotions: it moves nothing");
}

static void judge_submotions(void *judging, efx_reading *r)
{
    check_no_submotions(judging, r);
    (void)xsm_each_submotion(r, judge_submotion, judging);
}

/* In the order of the kinds of chunks. */
static const efx_chunk_rules chunk_rules[] = {
    {.id = XSM_INFO_CHUNK, .judge = judge_info, .texts = true},
    {.id = XSM_LIST_CHUNK, .judge = judge_submotions},
    {.id = XSM_SUBMOTION_CHUNK, .judge = judge_submotions},
};

static void judge(al_job *job, const void *document)
{
    xsm_judging j = {.efx = {.job = job, .rules = chunk_rules, .file = document}};
    efx_check_multiply_order(&j.efx, XSM_MULTIPLY_ORDER);
    efx_judge(&j);
    efx_check_names(&j.efx, &j.names, XSM_DUPLICATE_SUBMOTION, "submotions", "submotion");
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void add_submotion(void *context, const xsm_submotion *s)
{
    if (s->named)
        al_add_text(context, AL_FACT_NODE, true, &s->name);
}

static void xsm_facts(const void *document, const al_facts *facts)
{
    const xsm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (efx_is_readable(&x->file, i) && r.header.id != XSM_INFO_CHUNK)
            (void)xsm_each_submotion(&r, add_submotion, &to);
    }
    if (efx_is_understood(&x->file))
        al_add_end(&to);
}

static void count_submotion(void *context, const xsm_submotion *s)
{
    al_measures *measures = context;
    (void)s;
    measures->bones++;
}

/* Each submotion moves a bone. */
void xsm_measure(const void *document, al_measures *measures)
{
    const xsm_file *x = document;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && r.header.id != XSM_INFO_CHUNK)
            (void)xsm_each_submotion(&r, count_submotion, measures);
    }
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

typedef struct curve_drawing {
    al_drawing *d;
    uint32_t view;
} curve_drawing;

/* The value and the time of each key. */
static void read_keys(const xsm_key_kind *kind, uint32_t components, al_span keys, float *times,
                      float *values)
{
    static const float unit = 1.0f / XSM_NARROW_UNIT;
    const bool narrow = kind->form == &xsm_narrow_keys;
    const uint64_t stride = kind->form->stride;
    for (uint64_t i = 0; i < keys.len / stride; i++) {
        const al_span key = al_slice_available(keys, i * stride, stride);
        times[i] = al_f32_at(key, kind->time_at);
        for (uint32_t c = 0; c < components; c++)
            values[i * components + c] =
                narrow ? (float)al_i16_at(key, 2 * (uint64_t)c) * unit : al_f32_at(key, 4 * (uint64_t)c);
    }
}

static void draw_track(const curve_drawing *c, const xsm_submotion *s, uint32_t array)
{
    static const char *const channels[XSM_KEY_ARRAYS] = {"position", "rotation", "scale", "scaleRotation"};
    const xsm_key_kind *kind = &s->form->keys[array];
    const al_path path = al_field(s->path, kind->name);
    const al_drawn_track track = {.path = &path,
                                  .bone = s->name.text,
                                  .channel = channels[array],
                                  .keys = s->keys[array].len / kind->form->stride,
                                  .components = kind->form == &xsm_vector_keys ? 3 : 4};
    float *times, *values;
    if (track.keys > 0 && al_draw_track(c->d, &track, &times, &values))
        read_keys(kind, track.components, s->keys[array], times, values);
}

static void draw_submotion(void *context, const xsm_submotion *s)
{
    const curve_drawing *c = context;
    const size_t before = c->d->view_count > c->view ? c->d->views[c->view].view.track_count : 0;
    if (!s->named)
        return;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++)
        draw_track(c, s, i);
    if (c->d->view_count > c->view && c->d->views[c->view].view.track_count > before)
        (void)al_draw_target(c->d, s->path, AL_MARKS_TRACK, c->view, (uint32_t)before);
}

static void xsm_draw(const al_job *job, const void *document, al_drawing *d)
{
    const xsm_file *x = document;
    const al_span none = {.len = 0};
    (void)job;
    const curve_drawing c = {.d = d, .view = al_draw_curves(d, NULL, none)};
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        const uint32_t id = efx_known_id(&x->file, i);
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        curve_drawing own = c;
        if (x->file.chunks[i].supported && (id == XSM_LIST_CHUNK || id == XSM_SUBMOTION_CHUNK))
            (void)xsm_each_submotion(&r, draw_submotion, &own);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xsm_hooks = {.limit_rule = XSM_LIMIT,
                            .layouts = xsm_layouts,
                            .magic = &xsm_magic,
                            .document_size = sizeof(xsm_file),
                            .parse = xsm_parse,
                            .judge = judge,
                            .facts = xsm_facts,
                            .measure = xsm_measure,
                            .draw = xsm_draw,
                            .fixers = xsm_fixers};
