/* xpm_rules.c: the check of an XPM from end to end, and its rules. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "formats/emotionfx/xpm/xpm.h"

static al_claim anim_claim(size_t rule, const xpm_anim *a, uint32_t field)
{
    return al_field_claim(rule, &xpm_anim_record_layout, a->record, field, a->path);
}

void xpm_judge_info(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    al_span record;
    (void)document, (void)chunk;
    if (efx_take_fixed(c, XPM_INFO_BYTES, &record))
        (void)efx_take_texts(c, xpm_info_texts, XPM_INFO_TEXTS, efx_judge_text, c->file);
}

static void check_weight_finite(const xpm_anim *a, uint32_t field, float weight, al_sink *s)
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

/* Weights that are not finite are told by another rule. */
static void check_weight_range(const xpm_anim *a, al_sink *s)
{
    const double pose = (double)a->row.pose_weight, min = (double)a->row.min_weight,
                 max = (double)a->row.max_weight;
    if (!isfinite(min) || !isfinite(max))
        return;
    if (min > max) {
        const al_claim claim = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_min_weight);
        al_report(s, &claim, "the least weight of \"%.*s\" is %.9g, the greatest %.9g", AL_SHOW(a->name.text),
                  min, max);
    } else if (isfinite(pose) && (pose < min || pose > max)) {
        const al_claim claim = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_pose_weight);
        al_report(s, &claim, "the pose of \"%.*s\" has the weight %.9g, its range is %.9g to %.9g",
                  AL_SHOW(a->name.text), pose, min, max);
    }
}

static void check_keys_finite(const xpm_anim *a, const efx_keys *keys, al_sink *s)
{
    al_tally bad = {.count = 0};
    if (!al_any_not_finite_at(keys->bytes, XPM_KEY_BYTES, 0))
        return;
    for (uint64_t at = 0; at < keys->bytes.len; at += XPM_KEY_BYTES)
        if (!isfinite(al_f32_at(keys->bytes, at)))
            al_tally_add(&bad, at / XPM_KEY_BYTES);
    if (bad.count == 0)
        return;
    const al_claim claim = efx_keys_claim(XPM_KEY_NOT_FINITE, keys, &bad);
    al_report(s, &claim,
              "keys of \"%.*s\" with a time that is not finite: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64,
              AL_SHOW(a->name.text), bad.count, efx_key_count(keys), bad.first[0]);
}

static void judge_anim(void *context, const xpm_anim *a)
{
    static const efx_key_rules rules = {XPM_FIRST_KEY_TIME, XPM_KEY_ORDER, XPM_KEY_DUPLICATE};
    xpm_file *x = context;
    const al_path path = al_field(a->path, "keys");
    const efx_keys keys = efx_keys_of(a->keys, XPM_KEY_BYTES, XPM_KEY_AT_time, &path);
    check_weights_finite(a, x->file.job->sink);
    check_weight_range(a, x->file.job->sink);
    if (!a->named)
        return;
    efx_check_text(&x->file, &a->name);
    if (a->name.text.len > 0)
        al_names_add(&x->names, x->file.job->arena, a->name.text, a->chunk, a->number);
    check_keys_finite(a, &keys, x->file.job->sink);
    efx_check_times(&x->file, &keys, &rules);
}

void xpm_check(al_job *job)
{
    xpm_file x;
    if (!xpm_parse(job, judge_anim, &x)) {
        efx_report_memory_limit(&x.file);
        return;
    }
    efx_check(&x.file);
    efx_check_names(&x.names, &x.file, XPM_DUPLICATE_TARGET, "anims", "morph animation");
}

const al_hooks xpm_hooks = {.limit_rule = XPM_LIMIT, .layouts = xpm_layouts, .check = xpm_check};
