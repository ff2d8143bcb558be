/* xpm_rules.c: the rules of an XPM. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/emotionfx/xpm/xpm.h"
#include "kit/keys.h"

/* The context of the rules. */
typedef struct xpm_judging {
    efx_judging efx;
    al_names names; /* of all animations */
} xpm_judging;

static void judge_info(void *judging, efx_reading *r)
{
    const xpm_judging *j = judging;
    const al_span record = efx_payload(j->efx.file, r->number, XPM_INFO_BYTES);
    (void)xpm_read_info(r);
    if (record.len < XPM_INFO_BYTES || xpm_info_is_legal(record, XPM_INFO_AT_fps))
        return;
    al_claim claim = xpm_info_claim_at(XPM_FRAME_RATE, record, XPM_INFO_AT_fps, &r->path);
    claim.expected = al_text("1 to 1000");
    al_report(j->efx.job->sink, &claim, "morph motion has %u frames per second",
              al_u32_at(record, XPM_INFO_AT_fps));
}

static al_claim anim_claim(size_t rule, const xpm_anim *a, xpm_anim_record_field field)
{
    return xpm_anim_record_claim_at(rule, a->record, field, a->path);
}

static void check_weight_finite(const xpm_anim *a, xpm_anim_record_field field, float weight, al_sink *s)
{
    if (isfinite(weight))
        return;
    const al_claim claim = anim_claim(XPM_KEY_NOT_FINITE, a, field);
    al_report(s, &claim, "a weight of the animation \"%.*s\" is %s", AL_SHOW(a->name.text),
              al_show_number((double)weight).text);
}

static void check_weights_finite(const xpm_anim *a, al_sink *s)
{
    check_weight_finite(a, XPM_ANIM_AT_pose_weight, a->row.pose_weight, s);
    check_weight_finite(a, XPM_ANIM_AT_min_weight, a->row.min_weight, s);
    check_weight_finite(a, XPM_ANIM_AT_max_weight, a->row.max_weight, s);
}

/* xpm/key-not-finite reports weights that are not finite. */
static void check_weight_range(const xpm_anim *a, al_sink *s)
{
    const double pose = (double)a->row.pose_weight, min = (double)a->row.min_weight,
                 max = (double)a->row.max_weight;
    if (!isfinite(min) || !isfinite(max))
        return;
    if (min > max) {
        const al_claim claim = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_min_weight);
        al_report(s, &claim, "the minimum weight of \"%.*s\" is %.9g, the maximum %.9g",
                  AL_SHOW(a->name.text), min, max);
    } else if (isfinite(pose) && (pose < min || pose > max)) {
        const al_claim claim = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_pose_weight);
        al_report(s, &claim, "the pose of \"%.*s\" has the weight %.9g, its range is %.9g to %.9g",
                  AL_SHOW(a->name.text), pose, min, max);
    }
}

static void check_keys(const xpm_anim *a, al_sink *s)
{
    const al_path path = al_field(a->path, "keys");
    const al_items items = al_items_of(a->keys, XPM_KEY_BYTES, &path, "keys");
    const al_keys keys = {.items = &items, .kind = "", .name = a->name.text, .time_at = XPM_KEY_AT_time};
    if (al_any_not_finite_at(items.bytes, XPM_KEY_BYTES, XPM_KEY_AT_time))
        al_check_keys_finite(s, &keys, XPM_KEY_NOT_FINITE, &xpm_key_layout, "time");
    al_check_first_key(s, &keys, XPM_FIRST_KEY_TIME);
    al_check_key_order(s, &keys, XPM_KEY_ORDER, XPM_KEY_DUPLICATE);
}

/* An animation with phonemes is found by them and needs no name. */
static void check_empty_name(const xpm_anim *a, al_sink *s)
{
    if (a->name.text.len > 0 || a->row.phoneme_set != 0)
        return;
    const al_claim claim = al_string_claim(XPM_EMPTY_NAME, &a->name);
    if (a->number == UINT32_MAX)
        al_report(s, &claim, "morph animation in chunks[%u] has no name and no phonemes", a->chunk);
    else
        al_report(s, &claim, "morph animation %u has no name and no phonemes", a->number);
}

static void judge_anim(void *context, const xpm_anim *a)
{
    xpm_judging *j = context;
    al_sink *s = j->efx.job->sink;
    const al_claim phonemes = anim_claim(XPM_UNKNOWN_BITS, a, XPM_ANIM_AT_phoneme_set);
    check_weights_finite(a, s);
    check_weight_range(a, s);
    efx_check_phonemes(&j->efx, &phonemes, "animation", a->name.text, a->row.phoneme_set);
    if (!a->named)
        return;
    efx_check_text(&j->efx, &a->name);
    check_empty_name(a, s);
    if (a->name.text.len > 0)
        al_names_add(&j->names, j->efx.job->arena, a->name.text, a->chunk, a->number);
    check_keys(a, s);
}

static void judge_anims(void *judging, efx_reading *r)
{
    (void)xpm_each_anim(r, judge_anim, judging);
}

/* In the order of the kinds of chunks. */
static const efx_chunk_rules chunk_rules[] = {
    {.id = XPM_INFO_CHUNK, .judge = judge_info, .texts = true},
    {.id = XPM_LIST_CHUNK, .judge = judge_anims},
    {.id = XPM_ANIM_CHUNK, .judge = judge_anims},
};

static void judge(al_job *job, const void *document)
{
    xpm_judging j = {.efx = {.job = job, .rules = chunk_rules, .file = document}};
    efx_check_multiply_order(&j.efx, XPM_MULTIPLY_ORDER);
    efx_judge(&j);
    efx_check_names(&j.efx, &j.names, XPM_DUPLICATE_TARGET, "anims", "morph animation");
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void add_anim(void *context, const xpm_anim *a)
{
    if (a->named && a->name.text.len > 0) /* one of phonemes needs no name */
        al_add_text(context, AL_FACT_MORPH, true, &a->name);
}

static void xpm_facts(const void *document, const al_facts *facts)
{
    const xpm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && !x->file.chunks[i].misfit && r.header.id != XPM_INFO_CHUNK)
            (void)xpm_each_anim(&r, add_anim, &to);
    }
    if (efx_is_understood(&x->file))
        al_add_end(&to);
}

/* ---- The view ------------------------------------------------------------------------------------------ */

static void draw_anim(void *context, const xpm_anim *a)
{
    al_drawing *d = context;
    const al_path path = al_field(a->path, "keys");
    const al_drawn_track track = {.path = &path,
                                  .bone = a->name.text,
                                  .channel = "weight",
                                  .keys = a->keys.len / XPM_KEY_BYTES,
                                  .components = 1};
    const float range = a->row.max_weight - a->row.min_weight;
    float *times, *values;
    if (!a->named || track.keys == 0 || !al_draw_track(d, &track, &times, &values))
        return;
    for (uint64_t i = 0; i < track.keys; i++) {
        const uint64_t at = i * XPM_KEY_BYTES;
        times[i] = al_f32_at(a->keys, at + XPM_KEY_AT_time);
        values[i] =
            a->row.min_weight + range * (float)al_u16_at(a->keys, at + XPM_KEY_AT_amount) / UINT16_MAX;
    }
}

static void xpm_view(const al_job *job, const void *document, al_drawing *d)
{
    const xpm_file *x = document;
    const al_span none = {.len = 0};
    (void)job;
    (void)al_draw_curves(d, NULL, none);
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        const uint32_t id = efx_known_id(&x->file, i);
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && (id == XPM_ANIM_CHUNK || id == XPM_LIST_CHUNK))
            r.skips = !xpm_each_anim(&r, draw_anim, d);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xpm_hooks = {.limit_rule = XPM_LIMIT,
                            .layouts = xpm_layouts,
                            .magic = &xpm_magic,
                            .document_size = sizeof(xpm_file),
                            .parse = xpm_parse,
                            .judge = judge,
                            .facts = xpm_facts,
                            .view = xpm_view};
