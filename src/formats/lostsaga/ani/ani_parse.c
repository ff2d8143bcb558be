/* ani_parse.c: reads a Lost Saga ANI: events, then the tracks of the bones. */
#include <math.h>

#include "formats/lostsaga/ani/ani.h"

#define AL_LAYOUT      "formats/lostsaga/ani/layout.def"
#define AL_LAYOUT_LIST ani_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

enum {
    TEXT = 4,
    SMALLEST_EVENT = ANI_EVENT_TEXTS * TEXT + ANI_EVENT_BYTES,
    SMALLEST_TRACK = TEXT + ANI_TRACK_BYTES
};

static const lsa_format format = {.header = &ani_header_layout,
                                  .first_version = ANI_FLOATS_VERSION,
                                  .last_version = ANI_WIDE_VERSION,
                                  .versions = "4000 to 4002",
                                  .rules = {LSA_RULES(ANI), .string_control_char = ANI_STRING_CONTROL_CHAR}};

static const ani_form forms[] = {
    {&ani_key_layout, ANI_KEY_AT_position, ANI_KEY_AT_time},
    {&ani_small_key_layout, ANI_SMALL_KEY_AT_position, ANI_SMALL_KEY_AT_time},
    {&ani_wide_key_layout, ANI_WIDE_KEY_AT_position, ANI_WIDE_KEY_AT_time},
};

/* ---- Rotations ----------------------------------------------------------------------------------------- */

/* Three of the four, ten bits each; the fourth is the greatest, and positive. */
static bool small_rotation(uint32_t packed, double q[4])
{
    const uint32_t omitted = packed >> 30;
    uint32_t shift = 30;
    double square = 0;
    for (uint32_t i = 0; i < 4; i++) {
        if (i == omitted)
            continue;
        shift -= 10;
        q[i] = 2.0 * (packed >> shift & 0x3FFu) / 1023.0 - 1.0;
        square += q[i] * q[i];
    }
    q[omitted] = square < 1 ? sqrt(1 - square) : 0;
    return square <= 1;
}

/* A number of 16 bits, as a share of the way from -1 to 1. */
static double signed_share(uint32_t value)
{
    return 2.0 * value / 65535.0 - 1.0;
}

static void wide_rotation(uint32_t high, uint32_t low, double q[4])
{
    q[0] = signed_share(high >> 16);
    q[1] = signed_share(high & 0xFFFFu);
    q[2] = signed_share(low >> 16);
    q[3] = (low & 0xFFFFu) / 65535.0;
}

bool ani_rotation(const ani_file *a, al_span key, double q[4])
{
    if (a->file.version == ANI_SMALL_VERSION)
        return small_rotation(al_u32_at(key, ANI_SMALL_KEY_AT_packed), q);
    if (a->file.version == ANI_WIDE_VERSION)
        wide_rotation(al_u32_at(key, ANI_WIDE_KEY_AT_high), al_u32_at(key, ANI_WIDE_KEY_AT_low), q);
    else
        for (uint64_t i = 0; i < 4; i++)
            q[i] = (double)al_f32_at(key, 4 * i);
    return true;
}

/* ---- Events -------------------------------------------------------------------------------------------- */

static bool read_event(al_walk *w, ani_event_view *e)
{
    static const char *const texts[ANI_EVENT_TEXTS] = {"type", "name"};
    const al_path time = al_field(&e->path, "time");
    for (e->text_count = 0; e->text_count < ANI_EVENT_TEXTS; e->text_count++)
        if (!al_walk_text(w, &e->path, texts[e->text_count], &e->texts[e->text_count]))
            return false;
    return al_walk_record(w, &ani_event_layout, &time, &e->record);
}

bool ani_each_event(const ani_file *a, al_walk *w, ani_event_visit *visit, void *context)
{
    for (uint32_t i = 0; i < a->events; i++) {
        const uint64_t start = w->at;
        ani_event_view e = {.number = i, .path = al_item(NULL, "events", i)};
        const bool whole = read_event(w, &e);
        e.extent = al_slice_available(w->bytes, start, w->at - start);
        if (visit != NULL)
            visit(context, &e);
        if (!whole)
            return false;
    }
    return true;
}

static bool read_events(ani_file *a)
{
    const al_counter counter = {.layout = &ani_header_layout,
                                .record = a->file.header,
                                .field = ANI_HEADER_AT_events,
                                .up = &a->file.header_path};
    if (!al_walk_count(&a->file.walk, &counter, SMALLEST_EVENT, "events"))
        return false;
    a->events = al_counted(&counter);
    return ani_each_event(a, &a->file.walk, NULL, NULL);
}

/* ---- Tracks -------------------------------------------------------------------------------------------- */

static bool read_track(const ani_file *a, al_walk *w, ani_track_view *t)
{
    t->has_bone = al_walk_text(w, &t->path, "bone", &t->bone);
    if (!t->has_bone || !al_walk_record(w, &ani_track_layout, &t->path, &t->record))
        return false;
    const al_counter counter = {
        .layout = &ani_track_layout, .record = t->record, .field = ANI_TRACK_AT_keys, .up = &t->path};
    const al_path keys = al_field(&t->path, "keys");
    t->has_keys = al_walk_count(w, &counter, a->form->layout->size, "keys");
    return al_walk_array(w, &counter, &(al_form){.stride = a->form->layout->size}, &keys, "keys", &t->keys);
}

bool ani_each_track(const ani_file *a, al_walk *w, ani_track_visit *visit, void *context)
{
    for (uint32_t i = 0; i < a->tracks; i++) {
        const uint64_t start = w->at;
        ani_track_view t = {.number = i, .path = al_item(NULL, "tracks", i)};
        t.whole = read_track(a, w, &t);
        t.extent = al_slice_available(w->bytes, start, w->at - start);
        if (visit != NULL)
            visit(context, &t);
        if (!t.whole)
            return false;
    }
    return true;
}

static bool read_tracks(ani_file *a)
{
    const al_path motion = al_field(NULL, "motion");
    a->has_motion = al_walk_record(&a->file.walk, &ani_motion_layout, &motion, &a->motion);
    if (!a->has_motion)
        return false;
    const al_counter counter = {
        .layout = &ani_motion_layout, .record = a->motion, .field = ANI_MOTION_AT_tracks, .up = &motion};
    a->total_time = al_u32_at(a->motion, ANI_MOTION_AT_total_time);
    a->tracks_at = a->file.walk.at;
    a->has_tracks = al_walk_count(&a->file.walk, &counter, SMALLEST_TRACK, "tracks");
    a->tracks = a->has_tracks ? al_counted(&counter) : 0;
    return a->has_tracks && ani_each_track(a, &a->file.walk, NULL, NULL);
}

/* Its magic is what made it one: without it, an .ani never comes here. */
bool ani_parse(al_job *job, ani_file *a)
{
    *a = (ani_file){.file = {.job = job}};
    const bool has_header = lsa_open(&a->file, job, &format);
    if (a->file.supported && lsa_has_header(&a->file, LSA_START_BYTES))
        a->form = &forms[a->file.version - ANI_FLOATS_VERSION];
    a->file.whole = has_header && read_events(a) && read_tracks(a);
    return a->file.supported;
}
