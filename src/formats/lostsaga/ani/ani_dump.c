/* ani_dump.c: shows what was read of a Lost Saga ANI. */
#include "formats/lostsaga/ani/ani.h"

typedef struct shown {
    const ani_file *a;
    const al_visitor *v;
} shown;

static void dump_event(void *context, const ani_event_view *e)
{
    const shown *s = context;
    s->v->object(s->v->context, "events", e->number, al_extent_of(e->extent));
    for (unsigned i = 0; i < e->text_count; i++)
        al_visit_string(s->v, &e->texts[i]);
    al_visit_record(s->v, &ani_event_layout, e->record, NULL);
    s->v->object_end(s->v->context);
}

/* The rotation of a packed key, in numbers. */
static void dump_rotation(const shown *s, al_span key)
{
    double q[4];
    const al_span packed = al_slice_available(key, 0, s->a->form->position_at);
    if (s->a->file.version == ANI_FLOATS_VERSION || !ani_rotation(s->a, key, q))
        return;
    s->v->list(s->v->context, "rotation", 4, al_extent_of(packed));
    for (size_t i = 0; i < 4; i++)
        s->v->value(s->v->context, NULL, al_real(q[i]), NULL, al_extent_of(packed));
    s->v->list_end(s->v->context);
}

static void dump_all_keys(const shown *s, const lsa_array *keys)
{
    const al_visitor *v = s->v;
    v->list(v->context, "keys", lsa_count(keys), al_extent_of(keys->bytes));
    for (uint64_t i = 0; i < lsa_count(keys); i++) {
        const al_span key = lsa_item(keys, i);
        v->object(v->context, "keys", (int64_t)i, al_extent_of(key));
        dump_rotation(s, key);
        al_visit_record(v, s->a->form->layout, key, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

/* The ranges of the values. */
static void dump_keys(const shown *s, const lsa_array *keys)
{
    const al_visitor *v = s->v;
    al_series rotations = al_series_of("quaternion", 4);
    for (uint64_t i = 0; i < lsa_count(keys); i++) {
        double q[4];
        if (ani_rotation(s->a, lsa_item(keys, i), q))
            al_series_add(&rotations, q);
    }
    v->object(v->context, "keys", -1, al_extent_of(keys->bytes));
    v->series(v->context, "rotation", &rotations, al_extent_of(keys->bytes));
    lsa_dump_array(v, "pos", keys, s->a->form->position_at, AL_TYPE_f32, 3);
    lsa_dump_array(v, "time", keys, s->a->form->time_at, AL_TYPE_u32, 1);
    v->object_end(v->context);
}

static void dump_track(void *context, const ani_track_view *t)
{
    const shown *s = context;
    const lsa_array keys = lsa_array_of(t->keys, s->a->form->layout->size, NULL, "keys");
    s->v->object(s->v->context, "tracks", t->number, al_extent_of(t->extent));
    if (t->has_bone)
        al_visit_string(s->v, &t->bone);
    al_visit_record(s->v, &ani_track_layout, t->record, NULL);
    if (s->v->full)
        dump_all_keys(s, &keys);
    else
        dump_keys(s, &keys);
    s->v->object_end(s->v->context);
}

void ani_dump(al_job *job, const al_visitor *v)
{
    ani_file a;
    shown s = {.a = &a, .v = v};
    const bool supported = ani_parse(job, &a);
    lsa_dump_header(&a.file, v, NULL);
    if (!supported || a.form == NULL)
        return;
    al_walk events = lsa_walk_at(&a.file, ANI_HEADER_BYTES), tracks = lsa_walk_at(&a.file, a.tracks_at);
    v->list(v->context, "events", a.events, al_extent_of(al_walk_rest(&events)));
    (void)ani_each_event(&a, &events, dump_event, &s);
    v->list_end(v->context);
    v->object(v->context, "motion", -1, al_extent_of(a.motion));
    al_visit_record(v, &ani_motion_layout, a.motion, NULL);
    v->object_end(v->context);
    v->list(v->context, "tracks", a.tracks, al_extent_of(al_walk_rest(&tracks)));
    (void)ani_each_track(&a, &tracks, dump_track, &s);
    v->list_end(v->context);
}
