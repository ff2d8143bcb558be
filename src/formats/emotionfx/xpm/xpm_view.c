/* xpm_view.c: the weights of the morph targets of an XPM as curves. */
#include "formats/emotionfx/xpm/xpm.h"

static void draw_anim(void *context, const xpm_anim *a)
{
    al_drawing *d = context;
    const al_path path = al_field(a->path, "keys");
    const al_drawn_track track = {.path = &path,
                                  .bone = a->name.text,
                                  .channel = "weight",
                                  .keys = a->keys.len / XPM_KEY_BYTES,
                                  .components = 1};
    const float range = a->row.max_weight - a->row.min_weight;
    float *times, *values;
    if (!a->named || track.keys == 0 || !al_draw_track(d, &track, &times, &values))
        return;
    for (uint64_t i = 0; i < track.keys; i++) {
        const uint64_t at = i * XPM_KEY_BYTES;
        times[i] = al_f32_at(a->keys, at + XPM_KEY_AT_time);
        values[i] =
            a->row.min_weight + range * (float)al_u16_at(a->keys, at + XPM_KEY_AT_amount) / UINT16_MAX;
    }
}

void xpm_view(const al_job *job, const void *document, al_drawing *d)
{
    const xpm_file *x = document;
    const al_span none = {.len = 0};
    (void)job;
    (void)al_draw_curves(d, NULL, none);
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        const uint32_t id = efx_known_id(&x->file, i);
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && (id == XPM_ANIM_CHUNK || id == XPM_LIST_CHUNK))
            r.skips = !xpm_each_anim(&r, draw_anim, d);
    }
}
