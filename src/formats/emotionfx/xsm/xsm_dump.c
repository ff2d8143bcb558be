/* xsm_dump.c: shows what was read of an XSM. */
#include "formats/emotionfx/xsm/xsm.h"

void xsm_dump_info(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    const al_layout *layout = xsm_info_layout(chunk);
    al_visitor visitor = *v;
    al_span record;
    (void)document;
    const bool whole = efx_take_fixed(c, layout->size, &record);
    al_visit_record(v, layout, record, NULL);
    if (whole)
        (void)efx_take_texts(c, xsm_info_texts, XSM_INFO_TEXTS, efx_show_text, &visitor);
}

/* Three or four numbers of a key. */
static unsigned numbers_of_key(const al_layout *layout, al_span key, double numbers[AL_SERIES_COMPONENTS])
{
    const al_row *value = &layout->rows[0];
    for (uint32_t i = 0; i < value->count; i++)
        numbers[i] = value->type == AL_TYPE_f32 ? (double)al_f32_at(key, 4 * (uint64_t)i)
                                                : (double)al_i16_at(key, 2 * (uint64_t)i) / 32767;
    return value->count;
}

/* Keys are shown one by one when asked for, otherwise by the range of their values. */
static void dump_keys(const xsm_submotion *s, uint32_t array, const al_visitor *v)
{
    const al_layout *layout = xsm_key_layout(s->form, array);
    const char *name = xsm_array_kinds[array].name;
    const al_span keys = s->keys[array];
    al_series series = al_series_of("value", layout->rows[0].count);
    al_span key;
    if (v->full)
        v->list(v->context, name, keys.len / layout->size, al_extent_of(keys));
    while (al_slice(keys, series.count * layout->size, layout->size, &key)) {
        double numbers[AL_SERIES_COMPONENTS] = {0};
        (void)numbers_of_key(layout, key, numbers);
        if (v->full) {
            v->object(v->context, name, (int64_t)series.count, al_extent_of(key));
            al_visit_record(v, layout, key, NULL);
            v->object_end(v->context);
        }
        al_series_add(&series, numbers);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, name, &series, al_extent_of(keys));
}

static void dump_fields(const xsm_submotion *s, const al_visitor *v)
{
    al_visit_record(v, s->form->layout, s->record, NULL);
    if (!s->named)
        return;
    al_visit_string(v, &s->name);
    for (uint32_t i = 0; i < s->array_count; i++)
        dump_keys(s, i, v);
}

static void dump_submotion(void *context, const xsm_submotion *s)
{
    const al_visitor *v = context;
    if (s->number == UINT32_MAX) {
        dump_fields(s, v);
        return;
    }
    v->object(v->context, "submotions", s->number, s->extent);
    dump_fields(s, v);
    v->object_end(v->context);
}

void xsm_dump_submotions(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    al_visitor visitor = *v;
    (void)document;
    if (chunk->id == XSM_SUBMOTION_CHUNK) {
        (void)xsm_each_submotion(c, dump_submotion, &visitor);
        return;
    }
    const al_span list = al_slice_available(c->file->bytes, c->at, XSM_LIST_BYTES);
    const al_span rest = efx_rest(c, list.len);
    al_visit_record(v, &xsm_list_layout, list, NULL);
    v->list(v->context, "submotions", al_u32_at(list, XSM_LIST_AT_num_submotions), al_extent_of(rest));
    (void)xsm_each_submotion(c, dump_submotion, &visitor);
    v->list_end(v->context);
}

void xsm_dump(al_job *job, const al_visitor *v)
{
    xsm_file x;
    if (xsm_parse(job, NULL, &x))
        efx_dump(&x.file, v);
}
