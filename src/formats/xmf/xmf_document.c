/* xmf_document.c: questions of the rules to the document of an XMF. */
#include "formats/xmf/xmf.h"

const xmf_buffer *xmf_index_buffer(const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++)
        if (f->buffers[i].is_index)
            return &f->buffers[i];
    return NULL;
}

bool xmf_vertex_count(const xmf_file *f, uint64_t *count)
{
    bool known = false;
    *count = 0;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b->is_index || !b->counted)
            continue;
        if (!known || b->items < *count)
            *count = b->items;
        known = true;
    }
    return known;
}

bool xmf_has_data(const xmf_buffer *b)
{
    if (!b->placed || !b->sized || (b->data_size == 0 && b->stored.len == 0))
        return false;
    return b->desc.compressed == XMF_ZLIB ||
           (b->desc.compressed == XMF_STORED && b->stored.len == b->data_size);
}

bool xmf_has_items(const xmf_buffer *b)
{
    if (!xmf_has_data(b) || b->desc.item_size <= 0)
        return false;
    if (b->is_index)
        return b->desc.item_size == (b->desc.format == XMF_INDICES_32 ? 4 : 2);
    return b->layout_known && (uint32_t)b->desc.item_size == b->vertex_size;
}

al_claim xmf_header_claim(size_t rule, const xmf_file *f, xmf_header_field field)
{
    return xmf_header_claim_at(rule, f->header_record, field, &f->header_path);
}

al_claim xmf_desc_claim(size_t rule, const xmf_buffer *b, xmf_desc_field field)
{
    al_claim claim = xmf_desc_claim_at(rule, b->record, field, &b->path);
    claim.reach = al_end_of(b->record); /* its numbers belong together */
    return claim;
}

al_claim xmf_material_claim(size_t rule, const xmf_material_range *m, xmf_material_field field)
{
    return xmf_material_claim_at(rule, m->record, field, &m->path);
}

al_claim xmf_data_claim(size_t rule, const xmf_buffer *b)
{
    return (al_claim){
        .rule = rule, .offset = b->stored.base, .length = b->stored.len, .path = al_field(&b->path, "data")};
}

/* ---- Data ---------------------------------------------------------------------------------------------- */

al_inflated xmf_visit_data(al_inflater *inflater, const xmf_buffer *b, uint32_t granule,
                           al_window_visit *visit, void *context)
{
    if (b->desc.compressed == XMF_ZLIB)
        return al_inflate(inflater, b->stored, b->data_size, granule, visit, context);
    al_span data = b->stored;
    data.base = 0;
    al_visit_windows(data, granule, visit, context);
    return (al_inflated){.verdict = AL_INFLATE_WHOLE, .consumed = data.len, .produced = data.len};
}

const xmf_component *xmf_find_position(const xmf_buffer *b)
{
    enum { AXES = 3 };
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        if (xmf_is_position(c) && xmf_is_float(c) && c->form.numbers >= AXES)
            return c;
    }
    return NULL;
}
