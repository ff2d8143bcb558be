/* xpm.c: reads and judges an XPM: an info chunk, and morph animations in a list (102) or one to a chunk
 * (100).
 */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/emotionfx/chunks.h"
#include "kit/arrays.h"
#include "kit/fix_keys.h"

#define AL_RULES "rules/xpm.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/emotionfx/xpm/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const xpm_layouts[];
extern const al_hooks xpm_hooks; /* for formats.c */

enum { XPM_ANIM_CHUNK = 100, XPM_INFO_CHUNK = 101, XPM_LIST_CHUNK = 102 };

/* A view of a morph animation, valid during a visit. */
typedef struct xpm_anim {
    const al_path *path;
    uint32_t chunk;
    uint32_t number; /* in its list; UINT32_MAX: the chunk is the animation */
    al_span record;
    xpm_anim_record row;
    bool named; /* the name was read, and so was the existing part of the keys */
    al_string name;
    al_span keys;
} xpm_anim;

typedef void xpm_visit(void *context, const xpm_anim *a);

/* The document only has the places of the chunks. */
typedef struct xpm_file {
    efx_file file;
} xpm_file;

#define AL_LAYOUT        "formats/emotionfx/xpm/layout.def"
#define AL_LAYOUT_LIST   xpm_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Reads an info chunk. */
static bool xpm_read_info(efx_reading *r)
{
    static const char *const texts[] = {"sourceApp", "origFile", "exportDate", "motionName"};
    al_span record;
    return al_walk_record(&r->walk, &xpm_info_layout, &r->path, &record) &&
           efx_take_texts(r, texts, sizeof texts / sizeof texts[0]);
}

static bool read_keys(efx_reading *r, xpm_anim *a)
{
    static const al_form form = AL_MANY(xpm_key_layout, XPM_KEY_BYTES);
    const al_counter counter = xpm_anim_record_counter(a->record, XPM_ANIM_AT_num_keys, a->path);
    const al_path path = al_field(a->path, "keys");
    if (efx_take_without_listener(r, (uint64_t)a->row.num_keys * XPM_KEY_BYTES, &a->keys))
        return true;
    return al_walk_array(&r->walk, &counter, &form, &path, "keys", &a->keys);
}

/* Skips a whole animation at once. */
static bool skip_anim(efx_reading *r)
{
    const al_span bytes = r->walk.bytes;
    const uint64_t at = r->walk.at;
    const uint64_t name = al_u32_at(bytes, at + XPM_ANIM_BYTES);
    const uint64_t keys = (uint64_t)al_u32_at(bytes, at + XPM_ANIM_AT_num_keys) * XPM_KEY_BYTES;
    al_span all;
    return efx_take_without_listener(r, XPM_ANIM_BYTES + 4 + name + keys, &all);
}

/* Reads one animation. An incomplete one is visited, too. */
static bool read_anim(efx_reading *r, xpm_anim *a, const al_counter *in, xpm_visit *visit, void *context)
{
    if (visit == NULL && skip_anim(r))
        return true;
    if (!efx_take_item(r, &xpm_anim_record_layout, XPM_ANIM_BYTES, a->path, "a morph animation", in,
                       &a->record))
        return false;
    a->row = xpm_anim_record_read(a->record);
    a->keys = (al_span){.len = 0};
    a->named = al_walk_text(&r->walk, a->path, "name", &a->name);
    const bool whole = a->named && read_keys(r, a);
    if (visit != NULL)
        visit(context, a);
    return whole;
}

/* Reads the animations of a chunk 100 or 102; `visit` may be NULL. False if the walk stops. */
static bool xpm_each_anim(efx_reading *r, xpm_visit *visit, void *context)
{
    if (r->header.id == XPM_ANIM_CHUNK) {
        xpm_anim a = {.path = &r->path, .chunk = r->number, .number = UINT32_MAX};
        return read_anim(r, &a, NULL, visit, context);
    }
    al_span record;
    if (!al_walk_record(&r->walk, &xpm_list_layout, &r->path, &record))
        return false;
    const al_counter counter = xpm_list_counter(record, XPM_LIST_AT_num_anims, &r->path);
    al_path path = al_field(&r->path, "anims");
    if (!al_walk_list(&r->walk, &counter, XPM_ANIM_BYTES + 4, &path, "morph animations"))
        return false;
    const uint32_t anims = al_counted(&counter);
    xpm_anim a = {.path = &path, .chunk = r->number};
    for (uint32_t i = 0; i < anims; i++) {
        path.index = a.number = i;
        if (!read_anim(r, &a, &counter, visit, context))
            return false;
    }
    return true;
}

static bool read_info(void *document, efx_reading *r)
{
    (void)document;
    return xpm_read_info(r);
}

static bool read_anims(void *document, efx_reading *r)
{
    (void)document;
    return xpm_each_anim(r, NULL, NULL);
}

static const char motion[] = "motion";

static const efx_kind kinds[] = {
    {XPM_INFO_CHUNK, 1, .once = true, .read = read_info},
    {XPM_LIST_CHUNK, 1, .required_content = motion, .once = true, .read = read_anims},
    {XPM_ANIM_CHUNK, 1, .required_content = motion, .read = read_anims},
};

static const efx_count counts[] = {
    {&xpm_list_layout, XPM_LIST_AT_num_anims, &xpm_anim_record_layout, 0},
    {&xpm_anim_record_layout, XPM_ANIM_AT_num_keys, NULL, 0},
};

static const al_magic xpm_magic = {.bytes = "XPM ", .other = "XPM ", .size = 4};

static const efx_format format = {
    .magic = &xpm_magic,
    .rules = {EFX_RULES(XPM)},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .counts = counts,
    .count_count = sizeof counts / sizeof counts[0],
    .needs = {{"anims", "morph animations (chunk 102 or 100)", {XPM_LIST_CHUNK, XPM_ANIM_CHUNK}}},
    .need_count = 1,
};

static al_parsed xpm_parse(al_job *job, void *document)
{
    bool cut;
    return efx_parse(job, &format, job->file, NULL, document, &cut);
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

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
        al_report(s, &claim, "the minimum weight of \"%.*s\" is %s, the maximum %s", AL_SHOW(a->name.text),
                  al_show_number(min).text, al_show_number(max).text);
    } else if (isfinite(pose) && (pose < min || pose > max)) {
        const al_claim claim = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_pose_weight);
        al_report(s, &claim, "the pose of \"%.*s\" has the weight %s, its range is %s to %s",
                  AL_SHOW(a->name.text), al_show_number(pose).text, al_show_number(min).text,
                  al_show_number(max).text);
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
        if (efx_is_readable(&x->file, i) && r.header.id != XPM_INFO_CHUNK)
            (void)xpm_each_anim(&r, add_anim, &to);
    }
    if (efx_is_understood(&x->file))
        al_add_end(&to);
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

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

static void xpm_draw(const al_job *job, const void *document, al_drawing *d)
{
    const xpm_file *x = document;
    const al_span none = {.len = 0};
    (void)job;
    (void)al_draw_curves(d, NULL, none);
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        const uint32_t id = efx_known_id(&x->file, i);
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && (id == XPM_ANIM_CHUNK || id == XPM_LIST_CHUNK))
            (void)xpm_each_anim(&r, draw_anim, d);
    }
}

/* ---- Fixes --------------------------------------------------------------------------------------------- */

typedef struct anim_fix {
    al_fix_plan *plan;
    al_fix_keys *fix;
    int64_t change; /* of the bytes of the chunk */
} anim_fix;

static void fix_anim(void *context, const xpm_anim *a)
{
    anim_fix *k = context;
    const al_path path = al_field(a->path, "keys");
    const al_items items = al_items_of(a->keys, XPM_KEY_BYTES, &path, "keys");
    const al_keys keys = {
        .items = &items, .time_at = XPM_KEY_AT_time, .padding = XPM_KEY_BYTES - XPM_KEY_AT_padding};
    const al_counter count = xpm_anim_record_counter(a->record, XPM_ANIM_AT_num_keys, a->path);
    if (a->named)
        k->change += k->fix(k->plan, &keys, &count);
}

static void swap_weights(void *context, const xpm_anim *a)
{
    const anim_fix *k = context;
    const al_claim min = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_min_weight);
    const al_claim max = anim_claim(XPM_WEIGHT_RANGE, a, XPM_ANIM_AT_max_weight);
    const float low = a->row.min_weight, high = a->row.max_weight, pose = a->row.pose_weight;
    const bool swapped = isfinite(low) && isfinite(high) && low > high;
    if (pose < fminf(low, high) || pose > fmaxf(low, high)) {
        al_fix_leave(k->plan, 1,
                     "the pose of \"%.*s\" has a weight outside of the range: either may be wrong",
                     AL_SHOW(a->name.text));
    } else if (swapped) {
        al_fix_set(k->plan, &min, max.actual);
        al_fix_set(k->plan, &max, min.actual);
    }
}

/* Visits the animations that can be read. */
static void fix_each(const xpm_file *x, xpm_visit *visit, anim_fix *k)
{
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        k->change = 0;
        if (!efx_is_readable(&x->file, i) || r.header.id == XPM_INFO_CHUNK)
            continue;
        (void)xpm_each_anim(&r, visit, k);
        efx_fix_length(k->plan, &r, k->change);
    }
}

static void fix_first_key(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_anim, &(anim_fix){.plan = plan, .fix = al_fix_first_key});
}

static void fix_key_order(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_anim, &(anim_fix){.plan = plan, .fix = al_fix_key_order});
}

static void fix_equal_keys(al_fix_plan *plan, const void *document)
{
    fix_each(document, fix_anim, &(anim_fix){.plan = plan, .fix = al_fix_equal_keys});
}

static void fix_weight_range(al_fix_plan *plan, const void *document)
{
    fix_each(document, swap_weights, &(anim_fix){.plan = plan});
}

static const al_fixer fixers[] = {
    {XPM_TRAILING_BYTES, al_fix_cut_off},
    {XPM_CHUNK_LENGTH, al_fix_to_expected},
    {XPM_FIRST_KEY_TIME, fix_first_key},
    {XPM_KEY_ORDER, fix_key_order},
    {XPM_KEY_DUPLICATE, fix_equal_keys},
    {XPM_WEIGHT_RANGE, fix_weight_range},
    {.plan = NULL},
};

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xpm_hooks = {.limit_rule = XPM_LIMIT,
                            .layouts = xpm_layouts,
                            .magic = &xpm_magic,
                            .document_size = sizeof(xpm_file),
                            .parse = xpm_parse,
                            .judge = judge,
                            .facts = xpm_facts,
                            .draw = xpm_draw,
                            .fixers = fixers};
