/* bbanim_view.c: the transforms of a BBANIM as curves: for each node or bone a rotation and a position, with
 * a key in each frame. */
#include <math.h>
#include <stdio.h>

#include "formats/bbmod/bbanim/bbanim.h"

enum { REAL = 4, AXES = 3, TRACKS_OF_A_TRANSFORM = 2 };

/* The transforms of one node or bone in all frames. */
typedef struct transform_series {
    const bbanim_file *file;
    uint32_t number; /* of the node or bone */
    uint64_t at;     /* in a frame */
    uint64_t frames;
} transform_series;

static al_span transform_at(const transform_series *t, uint64_t frame)
{
    return al_slice_available(t->file->frames, frame * t->file->frame_size + t->at, BBM_DUAL_BYTES);
}

static void draw_series(const transform_series *t, const al_path *path, al_span bone, al_drawing *d)
{
    const al_drawn_track rotation = {.path = path,
                                     .bone = bone,
                                     .number = &t->number,
                                     .channel = "rotation",
                                     .keys = t->frames,
                                     .components = REAL};
    const al_drawn_track position = {.path = path,
                                     .bone = bone,
                                     .number = &t->number,
                                     .channel = "position",
                                     .keys = t->frames,
                                     .components = AXES};
    float *times, *values;
    if (al_draw_track(d, &rotation, &times, &values))
        for (uint64_t i = 0; i < t->frames; i++) {
            times[i] = (float)i;
            for (uint32_t c = 0; c < REAL; c++)
                values[i * REAL + c] =
                    al_f32_at(transform_at(t, i), BBANIM_TRANSFORM_AT_real + 4 * (uint64_t)c);
        }
    if (al_draw_track(d, &position, &times, &values))
        for (uint64_t i = 0; i < t->frames; i++) {
            times[i] = (float)i;
            bbm_translation(transform_at(t, i), values + i * AXES);
        }
}

/* Nodes and bones have no names here: they have those of the model. */
static void draw_space(const bbanim_file *f, uint32_t space, al_drawing *d)
{
    uint64_t offset;
    const uint32_t count = bbanim_transforms(f, space, &offset);
    const al_path path = al_field(NULL, bbanim_spaces[space].name);
    if (count == 0)
        return;
    const double rate = isfinite(f->tics) && f->tics > 0 ? f->tics : 0;
    const uint32_t view = al_draw_frames(d, &path, rate, bbanim_spaces[space].relative);
    for (uint32_t i = 0; i < count; i++) {
        const al_path item = al_item(NULL, bbanim_spaces[space].name, i);
        char name[32];
        const int length =
            snprintf(name, sizeof name, "%s %u", bbanim_spaces[space].of_bones ? "bone" : "node", i);
        const transform_series t = {.file = f,
                                    .number = i,
                                    .at = offset + (uint64_t)i * BBM_DUAL_BYTES,
                                    .frames = f->frames.len / f->frame_size};
        draw_series(&t, &item, al_span_of(name, (size_t)length), d);
    }
    al_target *target = al_draw_target(d, &path, AL_MARKS_FRAMES, view, 0);
    if (target != NULL) {
        target->count = count;
        target->step = TRACKS_OF_A_TRANSFORM;
    }
}

void bbanim_view(const al_job *job, const void *document, al_drawing *d)
{
    const bbanim_file *f = document;
    (void)job;
    if (f->frame_size == 0 || f->frames.len < f->frame_size)
        return;
    for (uint32_t i = 0; i < BBANIM_SPACES_OF_A_FRAME; i++)
        draw_space(f, i, d);
}
