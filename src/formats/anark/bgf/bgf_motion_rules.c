/* bgf_motion_rules.c: the rules of a BGF about animations and slides. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "formats/anark/bgf/bgf.h"

/* ---- Animations ---------------------------------------------------------------------------------------- */

static al_claim animation_claim(size_t rule, const bgf_animation *a, uint32_t field)
{
    return al_field_claim(rule, &bgf_animation_record_layout, a->record, field, &a->path);
}

static void check_target(const bgf_file *f, const bgf_animation *a)
{
    const int32_t number = al_i32_at(a->record, BGF_ANIMATION_AT_element_idx);
    if (number < 0 || (uint64_t)number >= f->element_count ||
        (bgf_element_flags(f, (uint64_t)number) & BGF_FLAG_LARGE) != 0)
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_TARGET, a, BGF_ANIMATION_AT_element_idx);
    al_report(f->file.job->sink, &claim,
              "element %" PRId32 " is animated, but it is not a large one: its flags are 0x%02x", number,
              bgf_element_flags(f, (uint64_t)number));
}

static void check_animation_name(const bgf_file *f, const bgf_animation *a)
{
    const uint32_t hash = al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash);
    if (anark_attribute_name(&f->names, hash) != NULL)
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_NAME, a, BGF_ANIMATION_AT_attr_name_hash);
    al_report(f->file.job->sink, &claim, "no attribute is known whose name has the hash 0x%07" PRIx32,
              hash & ANARK_NAME_MASK);
}

static void check_key_count(const bgf_file *f, const bgf_animation *a)
{
    const int16_t keys = al_i16_at(a->record, BGF_ANIMATION_AT_num_keys);
    if (keys > 0)
        return;
    al_claim claim = animation_claim(BGF_EMPTY_ANIMATION, a, BGF_ANIMATION_AT_num_keys);
    claim.level = keys == 0 ? AL_WARNING : AL_ERROR;
    if (keys == 0)
        al_report(f->file.job->sink, &claim, "animation has no keys");
    else
        al_report(f->file.job->sink, &claim, "animation has %d keys; the rest of the section was not checked",
                  keys);
}

/* The name of what is animated. */
static bgf_label name_of(const bgf_file *f, const bgf_animation *a)
{
    return bgf_label_of(f, al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash));
}

static al_claim keys_claim(size_t rule, const bgf_animation *a, const al_tally *keys)
{
    return (al_claim){.rule = rule,
                      .offset = a->keys.base,
                      .length = a->keys.len,
                      .path = al_field(&a->path, "keys"),
                      .tally = keys};
}

static void check_key_order(const bgf_file *f, const bgf_animation *a)
{
    al_tally early = {.count = 0};
    const uint64_t count = a->keys.len / BGF_KEY_BYTES;
    int32_t last = INT32_MIN;
    for (uint64_t i = 0; i < count; i++) {
        const int32_t time = al_i32_at(a->keys, i * BGF_KEY_BYTES);
        if (time < last)
            al_tally_add(&early, i);
        last = time;
    }
    if (early.count == 0)
        return;
    const al_claim claim = keys_claim(BGF_KEY_ORDER, a, &early);
    al_report(f->file.job->sink, &claim,
              "keys of %s before the one in front of them: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64 " at %" PRId32,
              name_of(f, a).text, early.count, count, early.first[0],
              al_i32_at(a->keys, early.first[0] * BGF_KEY_BYTES));
}

static bool key_is_finite(al_span key)
{
    for (uint64_t at = BGF_KEY_AT_values; at < BGF_KEY_BYTES; at += 4)
        if (!isfinite(al_f32_at(key, at)))
            return false;
    return true;
}

static void check_keys_finite(const bgf_file *f, const bgf_animation *a)
{
    al_tally bad = {.count = 0};
    const uint64_t count = a->keys.len / BGF_KEY_BYTES;
    if (!al_any_not_finite(al_slice_available(a->keys, 0, count * BGF_KEY_BYTES), &f->key_lanes))
        return;
    for (uint64_t i = 0; i < count; i++)
        if (!key_is_finite(al_slice_available(a->keys, i * BGF_KEY_BYTES, BGF_KEY_BYTES)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = keys_claim(BGF_NOT_FINITE, a, &bad);
    al_report(f->file.job->sink, &claim,
              "keys of %s with numbers that are not finite: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64,
              name_of(f, a).text, bad.count, count, bad.first[0]);
}

void bgf_judge_animation(void *context, const bgf_animation *a)
{
    const bgf_file *f = context;
    bgf_check_element_index(f, BGF_ANIMATION_ELEMENT, &bgf_animation_record_layout, a->record,
                            BGF_ANIMATION_AT_element_idx, &a->path);
    check_target(f, a);
    check_animation_name(f, a);
    check_key_count(f, a);
    check_key_order(f, a);
    check_keys_finite(f, a);
}

/* ---- Slides -------------------------------------------------------------------------------------------- */

static al_claim slide_claim(size_t rule, const bgf_slide *slide, uint32_t field)
{
    return al_field_claim(rule, &bgf_slide_record_layout, slide->record, field, &slide->path);
}

void bgf_judge_slide(void *context, const bgf_slide *slide)
{
    const bgf_file *f = context;
    al_sink *s = f->file.job->sink;
    const bgf_slide_record r = bgf_slide_record_read(slide->record);
    if (al_text_length(r.name) == r.name.len) {
        const al_claim claim = slide_claim(BGF_SLIDE_NAME, slide, BGF_SLIDE_AT_name);
        al_report(s, &claim, "name fills all 16 bytes, none is left for the NUL behind it: \"%.*s\"",
                  AL_SHOW(r.name));
    }
    if (r.end_ms < r.begin_ms) {
        const al_claim claim = slide_claim(BGF_SLIDE_TIME, slide, BGF_SLIDE_AT_end_ms);
        al_report(s, &claim, "slide begins at %" PRId32 " ms and ends at %" PRId32, r.begin_ms, r.end_ms);
    }
    bgf_check_element_index(f, BGF_SLIDE_ELEMENT, &bgf_slide_record_layout, slide->record,
                            BGF_SLIDE_AT_element_idx, &slide->path);
}

static void check_ref(const bgf_file *f, al_span record, const al_path *path)
{
    const int16_t number = al_i16_at(record, BGF_REF_AT_idx);
    const bool known = f->counted[BGF_COUNT_ANIMATIONS];
    const uint32_t animations = f->counts[BGF_COUNT_ANIMATIONS];
    if (number >= 0 && (!known || (uint32_t)number < animations))
        return;
    const al_claim claim = al_field_claim(BGF_ANIMATION_REF, &bgf_ref_layout, record, BGF_REF_AT_idx, path);
    if (known)
        al_report(f->file.job->sink, &claim, "animation %d is meant, the file has %" PRIu32, number,
                  animations);
    else
        al_report(f->file.job->sink, &claim, "animation %d is meant", number);
}

void bgf_judge_setting(void *context, const bgf_setting *setting)
{
    const bgf_file *f = context;
    bgf_check_element_index(f, BGF_SLIDE_ELEMENT, &bgf_setting_record_layout, setting->record,
                            BGF_SETTING_AT_element_idx, &setting->path);
    bgf_check_values(f, &setting->path, "values", setting->values);
    for (uint64_t at = 0; at + BGF_REF_BYTES <= setting->refs.len; at += BGF_REF_BYTES) {
        const al_path path = al_item(&setting->path, "refs", at / BGF_REF_BYTES);
        check_ref(f, al_slice_available(setting->refs, at, BGF_REF_BYTES), &path);
    }
}
