/* ani_view.c: the keys of a Lost Saga ANI as curves. The file has milliseconds. */
#include "formats/lostsaga/ani/ani.h"

enum { AXES = 3, QUATERNION = 4 };

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

void ani_view(const al_job *job, const void *document, al_drawing *d)
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
