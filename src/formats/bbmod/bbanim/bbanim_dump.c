/* bbanim_dump.c: shows what was read of a BBANIM. */
#include "formats/bbmod/bbanim/bbanim.h"

enum { QUATERNION = 4 };

static const char *spaces_meaning(const al_row *row, al_value value)
{
    static const char *const names[] = {NULL,   "parent",          "world",          "parent and world",
                                        "bone", "parent and bone", "world and bone", "all"};
    const uint64_t spaces = value.as.uint_value;
    return row->offset == BBANIM_TIMES_AT_spaces && spaces < sizeof names / sizeof names[0] ? names[spaces]
                                                                                            : NULL;
}

static void numbers_at(al_span transform, uint64_t at, double numbers[QUATERNION])
{
    for (uint64_t i = 0; i < QUATERNION; i++)
        numbers[i] = (double)al_f32_at(transform, at + 4 * i);
}

/* The two halves of a transform one after the other. */
static void dump_transform(const al_visitor *v, al_span transform, al_series *real, al_series *dual)
{
    double numbers[QUATERNION];
    for (uint64_t at = 0; at < BBM_DUAL_BYTES; at += BBM_DUAL_BYTES / 2) {
        numbers_at(transform, at, numbers);
        al_series_add(at == 0 ? real : dual, numbers);
        if (v->full)
            v->item(v->context, numbers, QUATERNION,
                    al_extent_of(al_slice_available(transform, at, BBM_DUAL_BYTES / 2)));
    }
}

static void dump_space(const bbanim_file *f, uint32_t space, const al_visitor *v)
{
    al_series real = al_series_of("f32[4]", QUATERNION), dual = al_series_of("f32[4]", QUATERNION);
    const char *name = bbanim_spaces[space].name;
    uint64_t offset;
    al_span transform;
    const uint32_t count = bbanim_transforms(f, space, &offset);
    const al_extent extent = al_extent_of(al_slice_available(f->frames, offset, UINT64_MAX));
    if (count == 0)
        return;
    if (v->full)
        v->list(v->context, name, f->frames.len / f->frame_size * count, extent);
    for (uint64_t at = offset; at < f->frames.len; at += f->frame_size)
        for (uint32_t i = 0;
             i < count && al_slice(f->frames, at + (uint64_t)i * BBM_DUAL_BYTES, BBM_DUAL_BYTES, &transform);
             i++)
            dump_transform(v, transform, &real, &dual);
    if (v->full) {
        v->list_end(v->context);
        return;
    }
    v->object(v->context, name, -1, extent);
    v->series(v->context, "real", &real, extent);
    v->series(v->context, "dual", &dual, extent);
    v->object_end(v->context);
}

static void dump_event(void *context, const bbanim_event_view *e)
{
    const al_visitor *v = context;
    v->object(v->context, "events", e->number, e->extent);
    al_visit_record(v, &bbanim_event_layout, e->record, NULL);
    if (e->named)
        al_visit_string(v, &e->name);
    v->object_end(v->context);
}

static void dump_events(const bbanim_file *f, const al_visitor *v)
{
    al_visitor visitor = *v;
    const uint64_t length = f->end > f->events_at ? f->end - f->events_at : 0;
    if (f->event_count_record.len == 0)
        return;
    bbm_dump_number(&f->base, v, &bbanim_event_count_layout, f->event_count_record);
    v->list(v->context, "events", f->event_count,
            al_extent_of(al_slice_available(f->base.job->file, f->events_at, length)));
    bbanim_each_event(f, dump_event, &visitor);
    v->list_end(v->context);
}

void bbanim_dump(al_job *job, const al_visitor *v)
{
    bbanim_file f;
    bbanim_parse(job, &f);
    bbm_dump_header(&f.base, v);
    if (!f.base.readable)
        return;
    al_visit_record(v, &bbanim_times_layout, f.times, spaces_meaning);
    bbm_dump_number(&f.base, v, &bbanim_node_count_layout, f.node_count_record);
    bbm_dump_number(&f.base, v, &bbanim_bone_count_layout, f.bone_count_record);
    for (uint32_t i = 0; i < BBANIM_SPACE_KINDS; i++)
        dump_space(&f, i, v);
    dump_events(&f, v);
}
