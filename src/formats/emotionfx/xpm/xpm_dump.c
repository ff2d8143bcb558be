/* xpm_dump.c: shows what was read of an XPM. */
#include "formats/emotionfx/xpm/xpm.h"

void xpm_dump_info(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    al_visitor visitor = *v;
    al_span record;
    (void)document, (void)chunk;
    const bool whole = efx_take_fixed(c, XPM_INFO_BYTES, &record);
    al_visit_record(v, &xpm_info_layout, record, NULL);
    if (whole)
        (void)efx_take_texts(c, xpm_info_texts, XPM_INFO_TEXTS, efx_show_text, &visitor);
}

static void dump_keys(const xpm_anim *a, const al_visitor *v)
{
    al_series series = al_series_of("amount", 1);
    al_span key;
    if (v->full)
        v->list(v->context, "keys", a->keys.len / XPM_KEY_BYTES, al_extent_of(a->keys));
    while (al_slice(a->keys, series.count * XPM_KEY_BYTES, XPM_KEY_BYTES, &key)) {
        const double amount = (double)al_u16_at(key, XPM_KEY_AT_amount);
        if (v->full) {
            v->object(v->context, "keys", (int64_t)series.count, al_extent_of(key));
            al_visit_record(v, &xpm_key_layout, key, NULL);
            v->object_end(v->context);
        }
        al_series_add(&series, &amount);
    }
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, "keys", &series, al_extent_of(a->keys));
}

static void dump_fields(const xpm_anim *a, const al_visitor *v)
{
    al_visit_record(v, &xpm_anim_record_layout, a->record, NULL);
    if (!a->named)
        return;
    al_visit_string(v, &a->name);
    dump_keys(a, v);
}

static void dump_anim(void *context, const xpm_anim *a)
{
    const al_visitor *v = context;
    if (a->number == UINT32_MAX) {
        dump_fields(a, v);
        return;
    }
    v->object(v->context, "anims", a->number, a->extent);
    dump_fields(a, v);
    v->object_end(v->context);
}

void xpm_dump_anims(void *document, efx_cursor *c, const efx_chunk *chunk, const al_visitor *v)
{
    al_visitor visitor = *v;
    (void)document;
    if (chunk->id == XPM_ANIM_CHUNK) {
        (void)xpm_each_anim(c, dump_anim, &visitor);
        return;
    }
    const al_span list = al_slice_available(c->file->bytes, c->at, XPM_LIST_BYTES);
    const al_span rest = efx_rest(c, list.len);
    al_visit_record(v, &xpm_list_layout, list, NULL);
    v->list(v->context, "anims", al_u32_at(list, XPM_LIST_AT_num_anims), al_extent_of(rest));
    (void)xpm_each_anim(c, dump_anim, &visitor);
    v->list_end(v->context);
}

void xpm_dump(al_job *job, const al_visitor *v)
{
    xpm_file x;
    if (xpm_parse(job, NULL, &x))
        efx_dump(&x.file, v);
}
