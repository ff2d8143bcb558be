/* xsm_view.c: the keys of an XSM as curves. */
#include "formats/emotionfx/xsm/xsm.h"

typedef struct curve_drawing {
    al_drawing *d;
    uint32_t view;
} curve_drawing;

/* The value and the time of each key. */
static void read_keys(const xsm_key_kind *kind, uint32_t components, al_span keys, float *times,
                      float *values)
{
    static const float unit = 1.0f / 32767;
    const bool narrow = kind->form == &xsm_narrow_keys;
    const uint64_t stride = kind->form->stride;
    for (uint64_t i = 0; i < keys.len / stride; i++) {
        const al_span key = al_slice_available(keys, i * stride, stride);
        times[i] = al_f32_at(key, kind->time_at);
        for (uint32_t c = 0; c < components; c++)
            values[i * components + c] =
                narrow ? (float)al_i16_at(key, 2 * (uint64_t)c) * unit : al_f32_at(key, 4 * (uint64_t)c);
    }
}

static void draw_track(const curve_drawing *c, const xsm_submotion *s, uint32_t array)
{
    static const char *const channels[XSM_KEY_ARRAYS] = {"position", "rotation", "scale", "scaleRotation"};
    const xsm_key_kind *kind = &s->form->keys[array];
    const al_path path = al_field(s->path, kind->name);
    const al_drawn_track track = {.path = &path,
                                  .bone = s->name.text,
                                  .channel = channels[array],
                                  .keys = s->keys[array].len / kind->form->stride,
                                  .components = kind->form == &xsm_vector_keys ? 3 : 4};
    float *times, *values;
    if (track.keys > 0 && al_draw_track(c->d, &track, &times, &values))
        read_keys(kind, track.components, s->keys[array], times, values);
}

static void draw_submotion(void *context, const xsm_submotion *s)
{
    const curve_drawing *c = context;
    const size_t before = c->d->view_count > c->view ? c->d->views[c->view].view.track_count : 0;
    if (!s->named)
        return;
    for (uint32_t i = 0; i < XSM_KEY_ARRAYS; i++)
        draw_track(c, s, i);
    if (c->d->view_count > c->view && c->d->views[c->view].view.track_count > before)
        (void)al_draw_target(c->d, s->path, AL_MARKS_TRACK, c->view, (uint32_t)before);
}

void xsm_view(const al_job *job, const void *document, al_drawing *d)
{
    const xsm_file *x = document;
    const al_span none = {.len = 0};
    (void)job;
    const curve_drawing c = {.d = d, .view = al_draw_curves(d, NULL, none)};
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        const uint32_t id = efx_known_id(&x->file, i);
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        curve_drawing own = c;
        if (x->file.chunks[i].supported && (id == XSM_LIST_CHUNK || id == XSM_SUBMOTION_CHUNK))
            r.skips = !xsm_each_submotion(&r, draw_submotion, &own);
    }
}
