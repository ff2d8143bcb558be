/* bgf_motion_rules.c: the rules about animations and slides of a BGF. */
#include <inttypes.h>

#include "core/reduce/floats.h"
#include "formats/anark/bgf/bgf.h"
#include "kit/items.h"

/* ---- Animations ---------------------------------------------------------------------------------------- */

static al_claim animation_claim(size_t rule, const bgf_animation *a, bgf_animation_record_field field)
{
    return bgf_animation_record_claim_at(rule, a->record, field, &a->path);
}

/* The flags of an element, which must exist; and the words of its bits. */
static unsigned flags_of(const bgf_file *f, int32_t number)
{
    return al_u8_at(bgf_element_record_at(f, (uint64_t)number), BGF_ELEMENT_AT_flags);
}

static al_bits_text flag_words(const bgf_file *f, int32_t number)
{
    return al_show_bits(&bgf_element_flag_words, flags_of(f, number), 1);
}

bool bgf_is_small_element(const bgf_file *f, int32_t number)
{
    return number >= 0 && (uint64_t)number < f->element_count && (flags_of(f, number) & BGF_FLAG_LARGE) == 0;
}

static void check_target(const bgf_judging *j, const bgf_animation *a)
{
    const int32_t number = al_i32_at(a->record, BGF_ANIMATION_AT_element_idx);
    if (!bgf_is_small_element(j->f, number))
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_TARGET, a, BGF_ANIMATION_AT_element_idx);
    al_report(j->job->sink, &claim,
              "element %" PRId32 " is animated, but it is not a large one: its flags are %u = %s", number,
              flags_of(j->f, number), flag_words(j->f, number).text);
}

static void check_animation_name(const bgf_judging *j, const bgf_animation *a)
{
    const uint32_t hash = al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash);
    if (anark_attribute_name(&j->names, hash) != NULL)
        return;
    const al_claim claim = animation_claim(BGF_ANIMATION_NAME, a, BGF_ANIMATION_AT_attr_name_hash);
    al_report(j->job->sink, &claim, "no known attribute has a name with the hash 0x%07" PRIx32,
              hash & ANARK_NAME_MASK);
}

/* The parser reports a negative number of keys. */
static void check_key_count(const bgf_judging *j, const bgf_animation *a)
{
    if (al_i16_at(a->record, BGF_ANIMATION_AT_num_keys) != 0)
        return;
    al_claim claim = animation_claim(BGF_EMPTY_ANIMATION, a, BGF_ANIMATION_AT_num_keys);
    claim.level = AL_WARNING;
    al_report(j->job->sink, &claim, "animation has no keys");
}

static bgf_label name_of(const bgf_judging *j, const bgf_animation *a)
{
    return bgf_label_of(j, al_u32_at(a->record, BGF_ANIMATION_AT_attr_name_hash));
}

static void check_key_order(const bgf_judging *j, const bgf_animation *a, const al_items *keys)
{
    al_tally early = {.count = 0};
    int32_t last = INT32_MIN;
    for (uint64_t i = 0; i < al_items_count(keys); i++) {
        const int32_t time = al_i32_at(keys->bytes, i * BGF_KEY_BYTES);
        if (time < last)
            al_tally_add(&early, i);
        last = time;
    }
    if (early.count == 0)
        return;
    const al_claim claim = al_items_claim(BGF_KEY_ORDER, keys, &early);
    al_report(j->job->sink, &claim,
              "keys of %s with a time below the key before: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64 " at %" PRId32,
              name_of(j, a).text, early.count, al_items_count(keys), early.first[0],
              al_i32_at(keys->bytes, early.first[0] * BGF_KEY_BYTES));
}

static void check_keys_finite(const bgf_judging *j, const bgf_animation *a, const al_items *keys)
{
    if (!al_any_f32_not_finite(
            keys->bytes)) /* reads the times as floats, too, so the answer may be too careful */
        return;
    const al_tally bad = al_find_not_finite(keys, &bgf_key_layout);
    if (bad.count == 0)
        return;
    const al_claim claim = al_items_claim(BGF_NOT_FINITE, keys, &bad);
    al_report(j->job->sink, &claim,
              "keys of %s with numbers that are not finite: %" PRIu64 " of %" PRIu64
              ", the first is key %" PRIu64,
              name_of(j, a).text, bad.count, al_items_count(keys), bad.first[0]);
}

void bgf_judge_animation(void *context, const bgf_animation *a)
{
    const bgf_judging *j = context;
    const al_path path = al_field(&a->path, "keys");
    const al_items keys = al_items_of(a->keys, BGF_KEY_BYTES, &path, NULL);
    bgf_check_element_index(j, BGF_ANIMATION_ELEMENT, &bgf_animation_record_layout, a->record,
                            BGF_ANIMATION_AT_element_idx, &a->path);
    check_target(j, a);
    check_animation_name(j, a);
    check_key_count(j, a);
    check_key_order(j, a, &keys);
    check_keys_finite(j, a, &keys);
}

/* ---- Slides -------------------------------------------------------------------------------------------- */

void bgf_judge_slide(void *context, const bgf_slide *slide)
{
    const bgf_judging *j = context;
    al_sink *s = j->job->sink;
    const bgf_slide_record r = bgf_slide_record_read(slide->record);
    const al_span name = al_slice_available(r.name, 0, al_text_length(r.name));
    if (al_text_length(r.name) == r.name.len) {
        const al_claim claim =
            bgf_slide_record_claim_at(BGF_SLIDE_NAME, slide->record, BGF_SLIDE_AT_name, &slide->path);
        al_report(s, &claim, "name fills all 16 bytes, without room for its NUL: \"%.*s\"", AL_SHOW(r.name));
    }
    if (bgf_is_small_element(j->f, r.element_idx)) {
        const al_claim claim = bgf_slide_record_claim_at(BGF_SLIDE_TARGET, slide->record,
                                                         BGF_SLIDE_AT_element_idx, &slide->path);
        al_report(s, &claim,
                  "slide \"%.*s\" belongs to element %" PRId32
                  ", which is not a large one: its flags are %u = %s",
                  AL_SHOW(name), r.element_idx, flags_of(j->f, r.element_idx),
                  flag_words(j->f, r.element_idx).text);
    }
    if (r.end_ms < r.begin_ms) {
        const al_claim claim =
            bgf_slide_record_claim_at(BGF_SLIDE_TIME, slide->record, BGF_SLIDE_AT_end_ms, &slide->path);
        al_report(s, &claim, "slide \"%.*s\" begins at %" PRId32 " ms and ends at %" PRId32, AL_SHOW(name),
                  r.begin_ms, r.end_ms);
    }
    bgf_check_element_index(j, BGF_SLIDE_ELEMENT, &bgf_slide_record_layout, slide->record,
                            BGF_SLIDE_AT_element_idx, &slide->path);
}

static void check_ref(const bgf_judging *j, al_span record, const al_path *path)
{
    const int16_t number = al_i16_at(record, BGF_REF_AT_idx);
    const bool known = j->f->list_known[BGF_SECTION_ANIMATIONS];
    const uint64_t animations = j->f->list_total[BGF_SECTION_ANIMATIONS];
    if (number >= 0 && (!known || (uint64_t)number < animations))
        return;
    const al_claim claim = bgf_ref_claim_at(BGF_ANIMATION_REF, record, BGF_REF_AT_idx, path);
    if (known)
        al_report(j->job->sink, &claim, "reference to animation %d, but the file has %" PRIu64, number,
                  animations);
    else
        al_report(j->job->sink, &claim, "reference to animation %d, a negative number", number);
}

void bgf_judge_setting(void *context, const bgf_setting *setting)
{
    const bgf_judging *j = context;
    bgf_check_element_index(j, BGF_SLIDE_ELEMENT, &bgf_setting_record_layout, setting->record,
                            BGF_SETTING_AT_element_idx, &setting->path);
    bgf_check_values(j, &setting->path, "values", setting->values);
    for (uint64_t at = 0; at + BGF_REF_BYTES <= setting->refs.len; at += BGF_REF_BYTES) {
        const al_path path = al_item(&setting->path, "refs", at / BGF_REF_BYTES);
        check_ref(j, al_slice_available(setting->refs, at, BGF_REF_BYTES), &path);
    }
}
