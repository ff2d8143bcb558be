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

bool ani_read_event(al_walk *w, uint32_t number, ani_event_view *e)
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

bool ani_read_track(al_walk *w, const ani_form *form, uint32_t number, ani_track_view *t)
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
al_parsed ani_parse(al_job *job, void *document)
{
    ani_file *a = document;
    const bool has_header = lsa_open(&a->file, job, &format);
    if (!a->file.supported || !lsa_has_header(&a->file, LSA_START_BYTES))
        return AL_REFUSED;
    a->form = &forms[a->file.version - ANI_FLOATS_VERSION];
    a->file.whole = has_header && read_events(a) && read_tracks(a);
    return AL_READ;
}
