/* xani_dump.c: shows what was read of an Egosoft ANI. */
#include "formats/xani/xani.h"

/* Keys are shown one by one when asked for, otherwise by the range of their values. */
static void dump_keys(const xani_anim *a, uint32_t number, const al_visitor *v)
{
    const al_span keys = a->keys[number];
    const char *name = xani_array_kinds[number].name;
    al_series series = al_series_of("value", 3);
    al_span record;
    if (v->full)
        v->list(v->context, name, keys.len / XANI_KEY_BYTES, al_extent_of(keys));
    while (al_slice(keys, series.count * XANI_KEY_BYTES, XANI_KEY_BYTES, &record)) {
        const double value[3] = {(double)al_f32_at(record, 0), (double)al_f32_at(record, 4),
                                 (double)al_f32_at(record, 8)};
        if (v->full) {
            v->object(v->context, name, (int64_t)series.count, al_extent_of(record));
            al_visit_record(v, &xani_key_layout, record, NULL);
            v->object_end(v->context);
        }
        al_series_add(&series, value);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, name, &series, al_extent_of(keys));
}

void xani_dump(al_job *job, const al_visitor *v)
{
    xani_file f;
    if (!xani_parse(job, &f))
        return;
    v->object(v->context, "header", -1, al_extent_of(f.header_record));
    al_visit_record(v, &xani_header_layout, f.header_record, NULL);
    v->object_end(v->context);
    if (!f.supported)
        return;
    v->list(v->context, "anims", f.anim_count,
            (al_extent){.offset = XANI_HEADER_BYTES, .length = (uint64_t)f.anim_count * XANI_DESC_BYTES});
    for (uint32_t i = 0; i < f.anim_count; i++) {
        const xani_anim *a = &f.anims[i];
        v->object(v->context, "anims", i, al_extent_of(a->record));
        al_visit_record(v, &xani_desc_layout, a->record, NULL);
        for (uint32_t j = 0; j < a->array_count; j++)
            dump_keys(a, j, v);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}
