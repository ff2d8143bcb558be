/* xani_rules.c: the rules of an Egosoft ANI. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/xani/xani.h"
#include "kit/items.h"

static void check_key_offset(const xani_file *f, al_sink *s)
{
    const int64_t end = XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)f->header.num_anims;
    if (f->header.num_anims < 0 || f->header.key_offset == end)
        return;
    al_claim claim =
        xani_header_claim_at(XANI_KEY_OFFSET, f->header_record, XANI_HEADER_AT_key_offset, &f->header_path);
    claim.expected = al_int(end);
    al_report(s, &claim, "keyOffset is %d, but %d descriptor%s at %lld", (int)f->header.key_offset,
              (int)f->header.num_anims, AL_BY_COUNT(f->header.num_anims, " ends", "s end"), (long long)end);
}

static void check_empty(const xani_file *f, al_sink *s)
{
    if (f->header.num_anims != 0)
        return;
    const al_claim claim =
        xani_header_claim_at(XANI_EMPTY, f->header_record, XANI_HEADER_AT_num_anims, &f->header_path);
    al_report(s, &claim, "file has no animations");
}

/* A name up to its NUL; the bytes after it are garbage. */
static al_span text_of(al_span name)
{
    return al_slice_available(name, 0, al_text_length(name));
}

static void check_name_terminator(const xani_anim *a, xani_desc_field field, al_span name, al_sink *s)
{
    if (al_text_length(name) < name.len)
        return;
    const al_claim claim = xani_desc_claim_at(XANI_NAME_TERMINATOR, a->record, field, &a->path);
    al_report(s, &claim, "name fills all 64 bytes, without room for its NUL");
}

static void check_duration(const xani_anim *a, al_sink *s)
{
    const float duration = a->desc.duration;
    if (isfinite(duration) && duration >= 0)
        return;
    const al_claim claim = xani_desc_claim_at(XANI_DURATION, a->record, XANI_DESC_AT_duration, &a->path);
    const al_span part = text_of(a->desc.name), name = text_of(a->desc.sub_name);
    al_report(s, &claim, "animation '%.*s' of part '%.*s' lasts %s seconds", AL_SHOW(name), AL_SHOW(part),
              al_show_number((double)duration).text);
}

/* Whether the three numbers of the key at `at` are known. */
static bool known_interpolation(al_span keys, uint64_t at)
{
    for (uint64_t i = 0; i < 3; i++) {
        const int32_t kind = al_i32_at(keys, at + XANI_KEY_AT_interpolation + i * 4);
        if (al_find_word(&xani_interpolation_words, kind) == NULL)
            return false;
    }
    return true;
}

static void report_keys(const xani_anim *a, const al_items *keys, size_t rule, const al_tally *bad,
                        const char *what, al_sink *s)
{
    const al_span part = text_of(a->desc.name), name = text_of(a->desc.sub_name);
    const al_claim claim = al_items_claim(rule, keys, bad);
    al_report(s, &claim,
              "keys of '%.*s', part '%.*s', %s: %" PRIu64 " of %" PRIu64 ", the first is key %" PRIu64,
              AL_SHOW(name), AL_SHOW(part), what, bad->count, al_items_count(keys), bad->first[0]);
}

/* Fast: the words are those of 0 to 7. */
static bool all_interpolations_are_known(const al_items *keys)
{
    enum { GREATEST = 7 };
    uint32_t max = 0;
    for (size_t i = 0; i < 3; i++) {
        const uint32_t of_axis =
            al_max_masked(keys->bytes, XANI_KEY_BYTES, XANI_KEY_AT_interpolation + i * 4, UINT32_MAX);
        max = of_axis > max ? of_axis : max;
    }
    return max <= GREATEST;
}

static void check_interpolation(const xani_anim *a, const al_items *keys, al_sink *s)
{
    al_tally unknown = {.count = 0};
    if (all_interpolations_are_known(keys))
        return;
    for (uint64_t i = 0; i < al_items_count(keys); i++)
        if (!known_interpolation(keys->bytes, i * XANI_KEY_BYTES))
            al_tally_add(&unknown, i);
    if (unknown.count > 0)
        report_keys(a, keys, XANI_INTERPOLATION, &unknown, "whose interpolation is not 0 to 7", s);
}

static void check_not_finite(const xani_anim *a, const al_items *keys, const al_lanes *lanes, al_sink *s)
{
    if (!al_any_not_finite(keys->bytes, lanes))
        return;
    const al_tally bad = al_find_not_finite(keys, &xani_key_layout);
    if (bad.count > 0)
        report_keys(a, keys, XANI_NOT_FINITE, &bad, "with numbers that are not finite", s);
}

static void check_anim(const xani_anim *a, const al_lanes *lanes, al_sink *s)
{
    check_name_terminator(a, XANI_DESC_AT_name, a->desc.name, s);
    check_name_terminator(a, XANI_DESC_AT_sub_name, a->desc.sub_name, s);
    check_duration(a, s);
    for (uint32_t i = 0; i < a->array_count; i++) {
        const al_path path = al_field(&a->path, xani_array_kinds[i].name);
        const al_items keys = al_items_of(a->keys[i], XANI_KEY_BYTES, &path, "keys");
        if (keys.bytes.len == 0)
            continue;
        check_interpolation(a, &keys, s);
        check_not_finite(a, &keys, lanes, s);
    }
}

static void judge(al_job *job, const void *document)
{
    const xani_file *f = document;
    al_sink *s = job->sink;
    al_lanes lanes;
    if (!al_lanes_of(&lanes, &xani_key_layout)) /* never: the key has only 32 words */
        lanes.words = 0;
    check_key_offset(f, s);
    check_empty(f, s);
    for (uint32_t i = 0; i < f->anim_count; i++)
        check_anim(&f->anims[i], &lanes, s);
    al_walk_end(&f->walk, XANI_TRAILING_BYTES, NULL, "the last key");
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static al_span until_nul(al_span text)
{
    return al_slice_available(text, 0, al_text_length(text));
}

static void xani_facts(const void *document, const al_facts *facts)
{
    const xani_file *f = document;
    for (uint32_t i = 0; i < f->anim_count; i++) {
        const xani_anim *a = &f->anims[i];
        const al_path path = al_field(&a->path, "name");
        const al_fact fact = {.kind = AL_FACT_ANIMATION,
                              .refers = true,
                              .path = &path,
                              .field = a->desc.name,
                              .name = until_nul(a->desc.name),
                              .of = until_nul(a->desc.sub_name)};
        facts->add(facts->context, &fact);
    }
}

/* The facts end with the descriptors; the keys after them are most of a file. */
uint64_t xani_facts_end(al_span head)
{
    const xani_header h = xani_header_read(head);
    return XANI_HEADER_BYTES + (h.num_anims > 0 ? (uint64_t)h.num_anims * XANI_DESC_BYTES : 0);
}

/* ---- The view ------------------------------------------------------------------------------------------ */

enum { AXES = 3 };

static void draw_keys(const xani_anim *a, uint32_t array, al_drawing *d)
{
    static const char *const channels[XANI_KEY_ARRAYS] = {"position", "rotation", "scale", "preScale",
                                                          "postScale"};
    const al_path path = al_field(&a->path, xani_array_kinds[array].name);
    const al_drawn_track track = {.path = &path,
                                  .bone = al_slice_available(a->desc.name, 0, al_text_length(a->desc.name)),
                                  .channel = channels[array],
                                  .keys = a->keys[array].len / XANI_KEY_BYTES,
                                  .components = AXES};
    float *times, *values;
    if (track.keys == 0 || !al_draw_track(d, &track, &times, &values))
        return;
    for (uint64_t i = 0; i < track.keys; i++) {
        const uint64_t at = i * XANI_KEY_BYTES;
        times[i] = al_f32_at(a->keys[array], at + XANI_KEY_AT_time);
        for (uint64_t c = 0; c < AXES; c++)
            values[i * AXES + c] = al_f32_at(a->keys[array], at + XANI_KEY_AT_value + 4 * c);
    }
}

static bool has_keys(const xani_anim *a)
{
    for (uint32_t array = 0; array < a->array_count; array++)
        if (a->keys[array].len >= XANI_KEY_BYTES)
            return true;
    return false;
}

/* Each animation of a part is a view: its name is that of the animation. */
static void xani_view(const al_job *job, const void *document, al_drawing *d)
{
    const xani_file *f = document;
    (void)job;
    for (uint32_t i = 0; i < f->anim_count; i++) {
        const xani_anim *a = &f->anims[i];
        if (!has_keys(a))
            continue;
        (void)al_draw_curves(d, &a->path,
                             al_slice_available(a->desc.sub_name, 0, al_text_length(a->desc.sub_name)));
        for (uint32_t array = 0; array < a->array_count; array++)
            draw_keys(a, array, d);
    }
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xani_hooks = {.limit_rule = XANI_LIMIT,
                             .layouts = xani_layouts,
                             .match = xani_match,
                             .document_size = sizeof(xani_file),
                             .parse = xani_parse,
                             .judge = judge,
                             .facts = xani_facts,
                             .facts_end = xani_facts_end,
                             .view = xani_view};
