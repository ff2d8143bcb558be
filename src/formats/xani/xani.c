/* xani.c: recognises, reads and judges an Egosoft ANI. The keys follow the descriptors: a rule checks
 * keyOffset.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/path.h"
#include "core/reduce/floats.h"
#include "core/text.h"
#include "kit/arrays.h"
#include "kit/hooks.h"
#include "kit/walk.h"

#define AL_RULES "rules/xani.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/xani/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const xani_layouts[];
extern const al_hooks xani_hooks; /* for formats.c */

enum { XANI_KEY_ARRAYS = 5 };

/* The key arrays of an animation, in the order of the file. */
typedef struct xani_array_kind {
    const char *name;       /* of the array: "posKeys" */
    xani_desc_field counts; /* the field with the number of keys */
} xani_array_kind;

typedef struct xani_anim {
    xani_desc desc;
    al_span record;
    al_path path;
    uint32_t array_count;          /* key arrays with a known place; the last may be cut off */
    al_span keys[XANI_KEY_ARRAYS]; /* the part that exists */
} xani_anim;

typedef struct xani_file {
    al_job *job;
    al_span header_record;
    al_path header_path;
    xani_header header;
    uint32_t anim_count; /* complete descriptors */
    xani_anim *anims;
    al_walk walk; /* at the end of the last key, or where it stopped */
} xani_file;

#define AL_LAYOUT      "formats/xani/layout.def"
#define AL_LAYOUT_LIST xani_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

static const xani_array_kind xani_array_kinds[XANI_KEY_ARRAYS] = {
    {"posKeys", XANI_DESC_AT_num_pos},
    {"rotKeys", XANI_DESC_AT_num_rot},
    {"scaleKeys", XANI_DESC_AT_num_scale},
    {"preScaleKeys", XANI_DESC_AT_num_pre_scale},
    {"postScaleKeys", XANI_DESC_AT_num_post_scale}};

/* The format has no magic: it is recognised by its extension and by header fields that other files hardly
 * ever have. Lost Saga's .ani has a magic. */
static bool xani_match(al_span head, const char *base_name)
{
    static const char lost_saga[] = "ANI"; /* and its NUL */
    if (!al_has_extension(base_name, "ani", 3) || head.len < XANI_HEADER_BYTES)
        return false;
    if (al_starts_with(head, lost_saga, sizeof lost_saga))
        return false;
    const xani_header h = xani_header_read(head);
    return h.version == XANI_HEADER_IS_version ||
           (int64_t)h.key_offset == XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)h.num_anims;
}

static bool is_supported(const xani_file *f)
{
    if (f->header.version == XANI_HEADER_IS_version)
        return true;
    al_claim claim = xani_header_claim_at(XANI_UNSUPPORTED_VERSION, f->header_record, XANI_HEADER_AT_version,
                                          &f->header_path);
    claim.expected = al_int(XANI_HEADER_IS_version);
    al_report(f->job->sink, &claim, "version %d is unknown, the games read version 1",
              (int)f->header.version);
    return false;
}

/* Reports every wrong count of a descriptor, also those after the first. */
static void read_counts(const xani_file *f, const xani_anim *a)
{
    for (uint32_t i = 0; i < XANI_KEY_ARRAYS; i++) {
        const al_counter counter = xani_desc_counter(a->record, xani_array_kinds[i].counts, &a->path);
        if (al_counted(&counter) == 0) /* most parts have keys of one kind or two */
            continue;
        al_walk probe = f->walk;
        (void)!al_walk_count(&probe, &counter, XANI_KEY_BYTES, "keys");
    }
}

/* Descriptors are announced together with their keys. False when memory is short. */
static bool read_descriptors(xani_file *f)
{
    al_walk *w = &f->walk;
    const al_path list = al_field(NULL, "anims");
    const al_counter counter =
        xani_header_counter(f->header_record, XANI_HEADER_AT_num_anims, &f->header_path);
    if (!al_walk_list(w, &counter, XANI_DESC_BYTES, &list, "animations"))
        return true;
    const uint32_t count = al_counted(&counter);
    f->anims = al_alloc(f->job->arena, count, sizeof *f->anims);
    if (f->anims == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        xani_anim *a = &f->anims[i];
        a->path = al_item(NULL, "anims", i);
        if (!al_walk_take(w, XANI_DESC_BYTES, &a->path, "an animation descriptor", &a->record))
            return true;
        a->desc = xani_desc_read(a->record);
        f->anim_count = i + 1;
        read_counts(f, a);
    }
    return true;
}

/* One key array. False if the place of the next one is not known. */
static bool read_keys(al_walk *w, xani_anim *a, uint32_t number)
{
    static const al_form form = {.layout = &xani_key_layout, .stride = XANI_KEY_BYTES, .detached = true};
    const xani_array_kind *kind = &xani_array_kinds[number];
    const al_counter counter = xani_desc_counter(a->record, kind->counts, &a->path);
    const al_path path = al_field(&a->path, kind->name);
    const uint32_t count = al_counted(&counter);
    w->stopped = w->stopped || !al_walk_could_hold(w, count, XANI_KEY_BYTES); /* read_counts reported it */
    if (w->stopped)
        return false;
    const bool whole = al_walk_items(w, count, &form, &path, "a list of keys", &a->keys[number]);
    a->array_count = number + 1;
    return whole;
}

static al_parsed xani_parse(al_job *job, void *document)
{
    xani_file *f = document;
    *f = (xani_file){.job = job,
                     .header_path = al_field(NULL, "header"),
                     .walk = al_walk_of(job, XANI_TRUNCATED, XANI_COUNT_RANGE)};
    if (!al_walk_record(&f->walk, &xani_header_layout, &f->header_path, &f->header_record))
        return AL_REFUSED;
    f->header = xani_header_read(f->header_record);
    (void)snprintf(job->version, sizeof job->version, "%d", (int)f->header.version);
    if (!is_supported(f))
        return AL_REFUSED;
    if (!read_descriptors(f))
        return AL_NO_MEMORY;
    for (uint32_t i = 0; i < f->anim_count; i++) {
        xani_anim *a = &f->anims[i];
        al_walk_announce_record(&f->walk, &xani_desc_layout, &a->path, a->record);
        for (uint32_t j = 0; j < XANI_KEY_ARRAYS && read_keys(&f->walk, a, j); j++)
            continue;
    }
    return AL_READ;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

/* Without animations nothing reads the offset: published files have 0 there. */
static void check_key_offset(const xani_file *f, al_sink *s)
{
    const int64_t end = XANI_HEADER_BYTES + XANI_DESC_BYTES * (int64_t)f->header.num_anims;
    if (f->header.num_anims <= 0 || f->header.key_offset == end)
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
static uint64_t xani_facts_end(al_span head)
{
    const xani_header h = xani_header_read(head);
    return XANI_HEADER_BYTES + (h.num_anims > 0 ? (uint64_t)h.num_anims * XANI_DESC_BYTES : 0);
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

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
static void xani_draw(const al_job *job, const void *document, al_drawing *d)
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

static const al_fixer fixers[] = {
    {XANI_TRAILING_BYTES, al_fix_cut_off},
    {.plan = NULL},
};

const al_hooks xani_hooks = {.limit_rule = XANI_LIMIT,
                             .layouts = xani_layouts,
                             .match = xani_match,
                             .document_size = sizeof(xani_file),
                             .parse = xani_parse,
                             .judge = judge,
                             .facts = xani_facts,
                             .facts_end = xani_facts_end,
                             .draw = xani_draw,
                             .fixers = fixers};
