/* ani.c: reads and judges a Lost Saga ANI: events, then the tracks of the bones. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "core/reduce/vectors.h"
#include "formats/lostsaga/lostsaga.h"
#include "kit/arrays.h"
#include "kit/fix_keys.h"
#include "kit/hooks.h"
#include "kit/names.h"

#define AL_RULES "rules/ani.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/lostsaga/ani/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const ani_layouts[];
extern const al_hooks ani_hooks; /* for formats.c */

enum { ANI_FLOATS_VERSION = 4000, ANI_SMALL_VERSION = 4001, ANI_WIDE_VERSION = 4002, ANI_EVENT_TEXTS = 2 };

/* The layout of keys in a version of the format. */
typedef struct ani_form {
    const al_layout *layout;
    uint32_t position_at, time_at;
    /* Unpacks x, y, z, w of a key. False if the squares of three stored numbers exceed 1. */
    bool (*rotation)(al_span key, double *q);
} ani_form;

typedef struct ani_file {
    lsa_file file;
    const ani_form *form; /* NULL: the file ends before the version */
    uint32_t events;      /* the count of the header; 0 if the file is too small for it */
    al_span motion;       /* the record */
    bool has_motion;
    int32_t total_time; /* negative: ani/duration reports it */
    uint32_t tracks;    /* the count; 0 if it was not read */
    bool has_tracks;    /* the file is large enough for the count */
    uint64_t tracks_at;
} ani_file;

/* The existing parts of an event and of a track. */
typedef struct ani_event_view {
    al_path path;
    al_string texts[ANI_EVENT_TEXTS]; /* type, name */
    unsigned text_count;
    al_span record; /* the time */
} ani_event_view;

typedef struct ani_track_view {
    al_path path;
    bool has_bone;
    al_string bone;
    al_span record; /* weight and number of keys */
    bool has_keys;  /* the file is large enough for the count */
    al_span keys;   /* the part that exists */
    bool whole;
} ani_track_view;

#define AL_LAYOUT      "formats/lostsaga/ani/layout.def"
#define AL_LAYOUT_LIST ani_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

enum {
    TEXT = 4,
    SMALLEST_EVENT = ANI_EVENT_TEXTS * TEXT + ANI_EVENT_BYTES,
    SMALLEST_TRACK = TEXT + ANI_TRACK_BYTES,
    QUATERNION = 4
};

static const lsa_format format = {.header = &ani_header_layout,
                                  .magic = &ANI_HEADER_MAGIC,
                                  .rules = {LSA_RULES(ANI), .string_control_char = ANI_STRING_CONTROL_CHAR}};

/* ---- Rotations ----------------------------------------------------------------------------------------- */

static bool plain_rotation(al_span key, double *q)
{
    for (uint64_t i = 0; i < QUATERNION; i++)
        q[i] = (double)al_f32_at(key, ANI_KEY_AT_rotation + 4 * i);
    return true;
}

/* Three of the four numbers are stored, ten bits each. The fourth is the largest, and positive. */
static bool small_rotation(al_span key, double *q)
{
    const uint32_t packed = al_u32_at(key, ANI_SMALL_KEY_AT_packed), omitted = packed >> 30;
    uint32_t shift = 30;
    double square = 0;
    for (uint32_t i = 0; i < QUATERNION; i++) {
        if (i == omitted)
            continue;
        shift -= 10;
        q[i] = 2.0 * (packed >> shift & 0x3FFu) / 1023.0 - 1.0;
        square += q[i] * q[i];
    }
    q[omitted] = square < 1 ? sqrt(1 - square) : 0;
    return square <= 1;
}

/* A number of 16 bits, from -1 to 1. */
static double signed_share(uint32_t value)
{
    return 2.0 * value / 65535.0 - 1.0;
}

static bool wide_rotation(al_span key, double *q)
{
    const uint32_t high = al_u32_at(key, ANI_WIDE_KEY_AT_high), low = al_u32_at(key, ANI_WIDE_KEY_AT_low);
    q[0] = signed_share(high >> 16);
    q[1] = signed_share(high & 0xFFFFu);
    q[2] = signed_share(low >> 16);
    q[3] = (low & 0xFFFFu) / 65535.0;
    return true;
}

static const ani_form forms[] = {
    {&ani_key_layout, ANI_KEY_AT_position, ANI_KEY_AT_time, plain_rotation},
    {&ani_small_key_layout, ANI_SMALL_KEY_AT_position, ANI_SMALL_KEY_AT_time, small_rotation},
    {&ani_wide_key_layout, ANI_WIDE_KEY_AT_position, ANI_WIDE_KEY_AT_time, wide_rotation},
};

/* ---- Events -------------------------------------------------------------------------------------------- */

static bool ani_read_event(al_walk *w, uint32_t number, ani_event_view *e)
{
    static const char *const texts[ANI_EVENT_TEXTS] = {"type", "name"};
    *e = (ani_event_view){.path = al_item(NULL, "events", number)};
    for (; e->text_count < ANI_EVENT_TEXTS; e->text_count++)
        if (!al_walk_text(w, &e->path, texts[e->text_count], &e->texts[e->text_count]))
            return false;
    return al_walk_fields(w, &ani_event_layout, &e->path, &e->record);
}

static bool read_events(ani_file *a)
{
    al_walk *w = &a->file.walk;
    const al_counter counter = ani_header_counter(a->file.header, ANI_HEADER_AT_events, &a->file.header_path);
    const al_path path = al_field(NULL, "events");
    if (!al_walk_list(w, &counter, SMALLEST_EVENT, &path, "events"))
        return false;
    a->events = al_counted(&counter);
    for (uint32_t i = 0; i < a->events; i++) {
        ani_event_view event;
        if (!ani_read_event(w, i, &event))
            return false;
    }
    return true;
}

/* ---- Tracks -------------------------------------------------------------------------------------------- */

/* Announces packed rotations a second time, unpacked. */
static void show_rotations(const al_walk *w, const ani_form *form, const ani_track_view *t)
{
    const al_form rotations = {.type = AL_TYPE_f64,
                               .numbers = QUATERNION,
                               .stride = form->layout->size,
                               .name = "quaternion",
                               .unpack = form->rotation};
    const al_path path = al_field(&t->path, "rotations");
    const al_array array = {.path = &path, .bytes = t->keys, .size = t->keys.len, .form = &rotations};
    if (form->rotation != plain_rotation)
        al_walk_announce_array(w, &array);
}

static bool ani_read_track(al_walk *w, const ani_form *form, uint32_t number, ani_track_view *t)
{
    *t = (ani_track_view){.path = al_item(NULL, "tracks", number)};
    t->has_bone = al_walk_text(w, &t->path, "bone", &t->bone);
    if (!t->has_bone || !al_walk_record(w, &ani_track_layout, &t->path, &t->record))
        return false;
    const al_counter counter = ani_track_counter(t->record, ANI_TRACK_AT_keys, &t->path);
    const al_form keys = AL_MANY(*form->layout, form->layout->size);
    const al_path path = al_field(&t->path, "keys");
    t->has_keys = al_walk_count(w, &counter, form->layout->size, "keys");
    t->whole = al_walk_array(w, &counter, &keys, &path, "keys", &t->keys);
    show_rotations(w, form, t);
    return t->whole;
}

static bool read_tracks(ani_file *a)
{
    al_walk *w = &a->file.walk;
    const al_path motion = al_field(NULL, "motion"), path = al_field(NULL, "tracks");
    a->has_motion = al_walk_record(w, &ani_motion_layout, &motion, &a->motion);
    if (!a->has_motion)
        return false;
    const al_counter counter = ani_motion_counter(a->motion, ANI_MOTION_AT_tracks, &motion);
    a->total_time = al_i32_at(a->motion, ANI_MOTION_AT_total_time);
    a->tracks_at = w->at;
    a->has_tracks = al_walk_list(w, &counter, SMALLEST_TRACK, &path, "tracks");
    a->tracks = a->has_tracks ? al_counted(&counter) : 0;
    for (uint32_t i = 0; i < a->tracks; i++) {
        ani_track_view track;
        if (!ani_read_track(w, a->form, i, &track))
            return false;
    }
    return a->has_tracks;
}

/* The engine has checked the magic: an .ani without it is Egosoft's. */
static al_parsed ani_parse(al_job *job, void *document)
{
    ani_file *a = document;
    const bool has_header = lsa_open(&a->file, job, &format);
    if (!a->file.supported || !lsa_has_header(&a->file, LSA_START_BYTES))
        return AL_REFUSED;
    a->form = &forms[a->file.version - ANI_FLOATS_VERSION];
    a->file.whole = has_header && read_events(a) && read_tracks(a);
    return AL_READ;
}

/* ---- Rules --------------------------------------------------------------------------------------------- */

static const double unit_tolerance = 0.25;   /* of version 4000: working files reach 0.20 */
static const double packed_tolerance = 0.01; /* of version 4002 */

enum { END_TOLERANCE = 2 }; /* milliseconds; a working file is one over */

/* The context of the rules about tracks. */
typedef struct judging {
    const ani_file *a;
    al_lanes floats; /* of a key */
    al_names names;
} judging;

/* ---- The end ------------------------------------------------------------------------------------------- */

/* Whether the end of the animation is known: everything is after a negative one. */
static bool has_end(const ani_file *a)
{
    return a->has_motion && a->total_time >= 0;
}

static void check_duration(const ani_file *a)
{
    if (!a->has_motion || has_end(a))
        return;
    const al_path motion = al_field(NULL, "motion");
    const al_claim claim = ani_motion_claim_at(ANI_DURATION, a->motion, ANI_MOTION_AT_total_time, &motion);
    al_report(a->file.job->sink, &claim, "animation lasts %" PRId32 " ms, which is negative", a->total_time);
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static void check_event_time(const ani_file *a, const ani_event_view *e)
{
    const double time = (double)al_f32_at(e->record, ANI_EVENT_AT_time);
    al_sink *s = a->file.job->sink;
    const al_claim claim = ani_event_claim_at(ANI_EVENT_TIME, e->record, ANI_EVENT_AT_time, &e->path);
    if (e->record.len < ANI_EVENT_BYTES)
        return;
    if (!(time >= 0) || isinf(time))
        al_report(s, &claim, "event \"%.*s\" is at %s ms", AL_SHOW(e->texts[1].text),
                  al_show_number(time).text);
    else if (has_end(a) && time > (double)a->total_time)
        al_report(s, &claim, "event \"%.*s\" is at %s ms, the animation ends at %" PRId32,
                  AL_SHOW(e->texts[1].text), al_show_number(time).text, a->total_time);
}

static void check_event(const ani_file *a, const ani_event_view *e)
{
    for (unsigned i = 0; i < e->text_count; i++)
        lsa_check_string(&a->file, &e->texts[i]);
    if (e->text_count > 0 && e->texts[0].text.len == 0) {
        const al_claim claim = al_string_claim(ANI_EVENT_TYPE, &e->texts[0]);
        al_report(a->file.job->sink, &claim, "event \"%.*s\" has no type", AL_SHOW(e->texts[1].text));
    }
    check_event_time(a, e);
}

static void check_events(const ani_file *a)
{
    al_walk w = al_walk_again(&a->file.walk, ANI_HEADER_BYTES);
    bool whole = true;
    for (uint32_t i = 0; i < a->events && whole; i++) {
        ani_event_view event;
        whole = ani_read_event(&w, i, &event);
        check_event(a, &event);
    }
}

/* ---- Times --------------------------------------------------------------------------------------------- */

static void check_last_time(const ani_file *a, const ani_track_view *t, const al_items *keys)
{
    const uint64_t last = al_items_count(keys) - 1;
    const al_tally tally = {.count = 1, .first = {last}};
    const al_claim claim = al_items_claim(ANI_KEY_AFTER_END, keys, &tally);
    const uint32_t time = al_u32_at(al_items_at(keys, last), a->form->time_at);
    if (t->whole && has_end(a) && time > (uint64_t)a->total_time + END_TOLERANCE)
        al_report(a->file.job->sink, &claim,
                  "the last of %" PRIu64 " keys of the bone \"%.*s\" is at %" PRIu32
                  " ms, the animation ends at %" PRId32,
                  last + 1, AL_SHOW(t->bone.text), time, a->total_time);
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void check_keys_finite(const judging *j, const al_keys *keys)
{
    if (al_any_not_finite(keys->items->bytes, &j->floats))
        al_check_keys_finite(j->a->file.job->sink, keys, ANI_NOT_FINITE, j->a->form->layout,
                             "rotation or position");
}

static double length_of(const double q[4])
{
    return sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}

/* Whether the rotation is valid. ani/not-finite reports numbers that are not finite. */
static bool is_rotation(const ani_file *a, al_span key, double *length)
{
    double q[4];
    const bool decoded = a->form->rotation(key, q);
    const double tolerance = a->file.version == ANI_WIDE_VERSION ? packed_tolerance : unit_tolerance;
    *length = length_of(q);
    return decoded && (!isfinite(q[0] + q[1] + q[2] + q[3]) || fabs(*length - 1) <= tolerance);
}

static void report_rotations(const ani_file *a, const ani_track_view *t, const al_items *keys,
                             const al_tally *off, double length)
{
    const bool packed = a->file.version != ANI_FLOATS_VERSION;
    const al_claim claim = al_items_claim(packed ? ANI_PACKED_ROTATION : ANI_ROTATION_NORM, keys, off);
    al_sink *s = a->file.job->sink;
    if (a->file.version == ANI_SMALL_VERSION)
        al_report(s, &claim,
                  "rotations of the bone \"%.*s\" whose three stored numbers are too large: %" PRIu64
                  " of %" PRIu64 ", the first is key %" PRIu64 " with 0x%08" PRIX32,
                  AL_SHOW(t->bone.text), off->count, al_items_count(keys), off->first[0],
                  al_u32_at(al_items_at(keys, off->first[0]), ANI_SMALL_KEY_AT_packed));
    else
        al_report(s, &claim,
                  "rotations of the bone \"%.*s\" that do not have the length 1: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " with %s",
                  AL_SHOW(t->bone.text), off->count, al_items_count(keys), off->first[0],
                  al_show_real(length, 6).text);
}

static void check_rotations(const ani_file *a, const ani_track_view *t, const al_items *keys)
{
    al_tally off = {.count = 0};
    double length, first = 1;
    for (uint64_t i = 0; i < al_items_count(keys); i++) {
        if (is_rotation(a, al_items_at(keys, i), &length))
            continue;
        first = off.count == 0 ? length : first;
        al_tally_add(&off, i);
    }
    if (off.count > 0)
        report_rotations(a, t, keys, &off, first);
}

static void check_keys(const judging *j, const ani_track_view *t, const al_keys *keys)
{
    const ani_file *a = j->a;
    al_check_key_order(a->file.job->sink, keys, ANI_KEY_ORDER, ANI_KEY_DUPLICATE);
    check_keys_finite(j, keys);
    check_rotations(a, t, keys->items);
}

/* ---- Tracks -------------------------------------------------------------------------------------------- */

static void check_track_record(const ani_file *a, const ani_track_view *t)
{
    al_sink *s = a->file.job->sink;
    const float weight = al_f32_at(t->record, ANI_TRACK_AT_weight);
    if (t->record.len >= ANI_TRACK_AT_keys && !isfinite(weight)) {
        const al_claim claim = ani_track_claim_at(ANI_NOT_FINITE, t->record, ANI_TRACK_AT_weight, &t->path);
        al_report(s, &claim, "weight of the track of \"%.*s\" is not finite: %s", AL_SHOW(t->bone.text),
                  al_show_number((double)weight).text);
    }
    if (t->has_keys && al_u32_at(t->record, ANI_TRACK_AT_keys) == 0) {
        const al_claim claim = ani_track_claim_at(ANI_EMPTY_TRACK, t->record, ANI_TRACK_AT_keys, &t->path);
        al_report(s, &claim, "track of \"%.*s\" has no keys", AL_SHOW(t->bone.text));
    }
}

/* Tracks without a name are not duplicates of each other. */
static void check_bone_name(judging *j, uint32_t number, const ani_track_view *t)
{
    const ani_file *a = j->a;
    const al_claim claim = al_string_claim(ANI_EMPTY_BONE_NAME, &t->bone);
    if (t->bone.text.len == 0)
        al_report(a->file.job->sink, &claim, "track %" PRIu32 " of %" PRIu32 " names no bone", number,
                  a->tracks);
    else
        al_names_add(&j->names, a->file.job->arena, t->bone.text, 0, number);
}

static void check_track(judging *j, uint32_t number, const ani_track_view *t)
{
    const ani_file *a = j->a;
    const al_path path = al_field(&t->path, "keys");
    const al_items items = al_items_of(t->keys, a->form->layout->size, &path, "keys");
    const al_keys keys = {.items = &items,
                          .kind = "the bone ",
                          .name = t->bone.text,
                          .time_at = a->form->time_at,
                          .milliseconds = true};
    if (!t->has_bone)
        return;
    lsa_check_string(&a->file, &t->bone);
    check_bone_name(j, number, t);
    check_track_record(a, t);
    if (al_items_count(&items) == 0)
        return;
    al_check_first_key(a->file.job->sink, &keys, ANI_FIRST_KEY_TIME);
    check_last_time(a, t, &items);
    check_keys(j, t, &keys);
}

static void report_repeated(void *context, const al_name *again, const al_name *first)
{
    const judging *j = context;
    const al_path track = al_item(NULL, "tracks", again->number);
    al_claim claim = al_name_claim(ANI_DUPLICATE_TRACK, again, &track, "bone");
    claim.actual = al_text_bytes(again->text);
    al_report(j->a->file.job->sink, &claim, "track is for the same bone as tracks[%" PRIu32 "]: \"%.*s\"",
              first->number, AL_SHOW(again->text));
}

static void check_no_tracks(const ani_file *a)
{
    if (!a->has_tracks || a->tracks != 0)
        return;
    const al_path motion = al_field(NULL, "motion");
    const al_claim claim = ani_motion_claim_at(ANI_NO_TRACKS, a->motion, ANI_MOTION_AT_tracks, &motion);
    al_report(a->file.job->sink, &claim, "animation has no tracks: it moves nothing");
}

static void check_tracks(judging *j)
{
    const ani_file *a = j->a;
    al_walk w = al_walk_again(&a->file.walk, a->tracks_at);
    bool whole = al_lanes_of(&j->floats, a->form->layout);
    for (uint32_t i = 0; i < a->tracks && whole; i++) {
        ani_track_view track;
        whole = ani_read_track(&w, a->form, i, &track);
        check_track(j, i, &track);
    }
    if (!al_names_repeated(&j->names, a->file.job->arena, report_repeated, j))
        al_report_no_memory(a->file.job);
}

static void judge(al_job *job, const void *document)
{
    const ani_file *a = document;
    judging j = {.a = a};
    (void)job;
    check_events(a);
    check_duration(a);
    check_no_tracks(a);
    check_tracks(&j);
    lsa_check_trailing_bytes(&a->file, "the last track");
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void ani_facts(const void *document, const al_facts *facts)
{
    const ani_file *a = document;
    al_walk w = al_walk_again(&a->file.walk, a->tracks_at);
    bool whole = true;
    for (uint32_t i = 0; i < a->tracks && whole; i++) {
        ani_track_view track;
        whole = ani_read_track(&w, a->form, i, &track);
        if (track.has_bone)
            al_add_text(facts, AL_FACT_NODE, true, &track.bone);
    }
}

/* Each track moves a bone. */
static void ani_measure(const void *document, al_measures *measures)
{
    const ani_file *a = document;
    measures->bones = a->has_tracks ? a->tracks : 0;
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

enum { AXES = 3 };

/* The keys of a track are two tracks: positions, and then rotations. */
static const al_target_rule rules[] = {
    {ANI_ROTATION_NORM, AL_MARKS_KEYS, 1}, {ANI_PACKED_ROTATION, AL_MARKS_KEYS, 1}, {0, AL_MARKS_NOTHING, 0}};

static void read_rotations(const ani_form *form, al_span keys, float *times, float *values)
{
    const uint64_t stride = form->layout->size;
    for (uint64_t i = 0; i < keys.len / stride; i++) {
        const al_span key = al_slice_available(keys, i * stride, stride);
        double q[QUATERNION] = {0};
        times[i] = (float)al_u32_at(key, form->time_at) / 1000;
        (void)form->rotation(key, q);
        for (uint32_t c = 0; c < QUATERNION; c++)
            values[i * QUATERNION + c] = (float)q[c];
    }
}

static void read_positions(const ani_form *form, al_span keys, float *times, float *values)
{
    const uint64_t stride = form->layout->size;
    for (uint64_t i = 0; i < keys.len / stride; i++) {
        const al_span key = al_slice_available(keys, i * stride, stride);
        times[i] = (float)al_u32_at(key, form->time_at) / 1000;
        for (uint64_t c = 0; c < AXES; c++)
            values[i * AXES + c] = al_f32_at(key, form->position_at + 4 * c);
    }
}

/* A key has both values, so the second track has the same keys. */
static void draw_track(const ani_file *a, const ani_track_view *t, al_drawing *d)
{
    const al_path keys = al_field(&t->path, "keys"), rotations = al_field(&t->path, "rotations");
    const uint64_t count = t->keys.len / a->form->layout->size;
    const al_drawn_track position = {
        .path = &keys, .bone = t->bone.text, .channel = "position", .keys = count, .components = AXES};
    const al_drawn_track rotation = {.path = &rotations,
                                     .bone = t->bone.text,
                                     .channel = "rotation",
                                     .keys = count,
                                     .components = QUATERNION};
    float *times, *values;
    if (count > 0 && al_draw_track(d, &position, &times, &values))
        read_positions(a->form, t->keys, times, values);
    if (count > 0 && al_draw_track(d, &rotation, &times, &values))
        read_rotations(a->form, t->keys, times, values);
}

static void ani_draw(const al_job *job, const void *document, al_drawing *d)
{
    const ani_file *a = document;
    const al_span none = {.len = 0};
    al_walk w = al_walk_again(&a->file.walk, a->tracks_at);
    (void)job;
    d->rules = rules;
    if (!a->has_tracks)
        return;
    const uint32_t view = al_draw_curves(d, NULL, none);
    bool whole = true;
    for (uint32_t i = 0; i < a->tracks && whole; i++) {
        ani_track_view track;
        const size_t before = d->view_count > view ? d->views[view].view.track_count : 0;
        whole = ani_read_track(&w, a->form, i, &track);
        draw_track(a, &track, d);
        if (d->view_count > view && d->views[view].view.track_count > before)
            (void)al_draw_target(d, &track.path, AL_MARKS_TRACK, view, (uint32_t)before);
    }
}

/* ---- Fixes --------------------------------------------------------------------------------------------- */

static int64_t fix_rotations_of(al_fix_plan *plan, const al_keys *keys, const al_counter *count)
{
    (void)count;
    al_fix_rotations(plan, keys->items, AL_TYPE_f32, 1, unit_tolerance);
    return 0;
}

/* Plans what is to be done about the keys of each track. What dump shows as rotations follows from them. */
static void fix_tracks(al_fix_plan *plan, const ani_file *a, al_fix_keys *fix)
{
    al_walk w = al_walk_again(&a->file.walk, a->tracks_at);
    ani_track_view t;
    for (uint32_t i = 0; i < a->tracks && ani_read_track(&w, a->form, i, &t); i++) {
        const al_path path = al_field(&t.path, "keys"), rotations = al_field(&t.path, "rotations");
        const al_items items = al_items_of(t.keys, a->form->layout->size, &path, "keys");
        const al_keys keys = {.items = &items, .time_at = a->form->time_at, .milliseconds = true};
        const al_counter count = ani_track_counter(t.record, ANI_TRACK_AT_keys, &t.path);
        const uint64_t before = plan->count;
        (void)fix(plan, &keys, &count);
        if (plan->count > before)
            al_fix_touch(plan, &rotations);
    }
}

static void fix_key_order(al_fix_plan *plan, const void *document)
{
    fix_tracks(plan, document, al_fix_key_order);
}

static void fix_equal_keys(al_fix_plan *plan, const void *document)
{
    fix_tracks(plan, document, al_fix_equal_keys);
}

static void fix_rotations(al_fix_plan *plan, const void *document)
{
    fix_tracks(plan, document, fix_rotations_of);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {ANI_TRAILING_BYTES, al_fix_cut_off},
    {ANI_KEY_ORDER, fix_key_order},
    {ANI_KEY_DUPLICATE, fix_equal_keys},
    {ANI_ROTATION_NORM, fix_rotations},
    {.plan = NULL},
};

const al_hooks ani_hooks = {.limit_rule = ANI_LIMIT,
                            .layouts = ani_layouts,
                            .magic = &ANI_HEADER_MAGIC,
                            .document_size = sizeof(ani_file),
                            .parse = ani_parse,
                            .judge = judge,
                            .facts = ani_facts,
                            .measure = ani_measure,
                            .draw = ani_draw,
                            .fixers = fixers};
