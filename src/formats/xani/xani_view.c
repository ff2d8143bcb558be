/* xani_view.c: the keys of an Egosoft ANI as curves. Rotations are angles about three axes. */
#include "formats/xani/xani.h"

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
void xani_view(const al_job *job, const void *document, al_drawing *d)
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
