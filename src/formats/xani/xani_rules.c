/* xani_rules.c: the check of an Egosoft ANI from end to end, and its rules. */
#include <inttypes.h>
#include <math.h>

#include "formats/xani/xani.h"

static al_claim header_claim(size_t rule, const xani_file *f, uint32_t field)
{
    return al_field_claim(rule, &xani_header_layout, f->header_record, field, &f->header_path);
}

static al_claim desc_claim(size_t rule, const xani_anim *a, uint32_t field)
{
    return al_field_claim(rule, &xani_desc_layout, a->record, field, &a->path);
}

static void check_key_offset(const xani_file *f, al_sink *s)
{
    const int64_t end = XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)f->header.num_anims;
    if (f->header.num_anims < 0 || f->header.key_offset == end)
        return;
    al_claim claim = header_claim(XANI_KEY_OFFSET, f, XANI_HEADER_AT_key_offset);
    claim.expected = al_int(end);
    al_report(s, &claim, "keys are said to begin at %d, the %d descriptors end at %lld",
              (int)f->header.key_offset, (int)f->header.num_anims, (long long)end);
}

static void check_empty(const xani_file *f, al_sink *s)
{
    if (f->header.num_anims != 0)
        return;
    const al_claim claim = header_claim(XANI_EMPTY, f, XANI_HEADER_AT_num_anims);
    al_report(s, &claim, "file holds no animations");
}

static void check_trailing_bytes(const xani_file *f, al_sink *s)
{
    const al_span rest = al_slice_available(f->file, f->end, UINT64_MAX);
    const al_claim claim = {.rule = XANI_TRAILING_BYTES, .offset = rest.base, .length = rest.len};
    if (f->whole && rest.len > 0)
        al_report(s, &claim, "unused bytes after the last key: %zu", rest.len);
}

static void check_name_terminator(const xani_anim *a, uint32_t field, al_span name, al_sink *s)
{
    if (al_text_length(name) < name.len)
        return;
    const al_claim claim = desc_claim(XANI_NAME_TERMINATOR, a, field);
    al_report(s, &claim, "name fills all 64 bytes, none is left for the NUL behind it");
}

static void check_duration(const xani_anim *a, al_sink *s)
{
    const float duration = a->desc.duration;
    if (isfinite(duration) && duration >= 0)
        return;
    const al_claim claim = desc_claim(XANI_DURATION, a, XANI_DESC_AT_duration);
    al_report(s, &claim, "animation lasts %s seconds", al_show_number((double)duration).text);
}

static bool known_interpolation(const xani_key *k)
{
    for (uint64_t i = 0; i < 3; i++) {
        const int32_t kind = al_i32_at(k->interpolation, i * 4);
        if (kind < 0 || kind > 7)
            return false;
    }
    return true;
}

static bool all_finite(al_span floats)
{
    for (uint64_t at = 0; at < floats.len; at += 4)
        if (!isfinite(al_f32_at(floats, at)))
            return false;
    return true;
}

static bool key_is_finite(const xani_key *k)
{
    return all_finite(k->value) && isfinite(k->time) && all_finite(k->control) && isfinite(k->tension) &&
           isfinite(k->continuity) && isfinite(k->bias) && isfinite(k->ease_in) && isfinite(k->ease_out) &&
           all_finite(k->deriv_in) && all_finite(k->deriv_out);
}

static al_claim keys_claim(size_t rule, const xani_anim *a, uint32_t number, const al_tally *keys)
{
    return (al_claim){.rule = rule,
                      .offset = a->keys[number].base,
                      .length = a->keys[number].len,
                      .path = al_field(&a->path, xani_array_kinds[number].name),
                      .tally = keys};
}

/* Both rules about keys, in one pass. */
static void check_keys(const xani_anim *a, uint32_t number, al_sink *s)
{
    al_tally unknown = {.count = 0}, not_finite = {.count = 0};
    al_span record;
    uint64_t count = 0;
    for (; al_slice(a->keys[number], count * XANI_KEY_BYTES, XANI_KEY_BYTES, &record); count++) {
        const xani_key k = xani_key_read(record);
        if (!known_interpolation(&k))
            al_tally_add(&unknown, count);
        if (!key_is_finite(&k))
            al_tally_add(&not_finite, count);
    }
    if (unknown.count > 0) {
        const al_claim claim = keys_claim(XANI_INTERPOLATION, a, number, &unknown);
        al_report(s, &claim,
                  "keys whose interpolation is not 0 to 7: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64,
                  unknown.count, count, unknown.first[0]);
    }
    if (not_finite.count > 0) {
        const al_claim claim = keys_claim(XANI_NOT_FINITE, a, number, &not_finite);
        al_report(s, &claim,
                  "keys with numbers that are not finite: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64,
                  not_finite.count, count, not_finite.first[0]);
    }
}

void xani_check(al_job *job)
{
    xani_file f;
    al_sink *s = job->sink;
    if (!xani_parse(job, &f)) {
        al_report_memory_limit(job, XANI_LIMIT, (al_path){.name = NULL}, 0, f.file.len);
        return;
    }
    if (!f.supported)
        return;
    check_key_offset(&f, s);
    check_empty(&f, s);
    for (uint32_t i = 0; i < f.anim_count; i++) {
        const xani_anim *a = &f.anims[i];
        check_name_terminator(a, XANI_DESC_AT_name, a->desc.name, s);
        check_name_terminator(a, XANI_DESC_AT_sub_name, a->desc.sub_name, s);
        check_duration(a, s);
        for (uint32_t j = 0; j < a->array_count; j++)
            check_keys(a, j, s);
    }
    check_trailing_bytes(&f, s);
}

const al_hooks xani_hooks = {
    .limit_rule = XANI_LIMIT, .layouts = xani_layouts, .check = xani_check, .match = xani_match};
