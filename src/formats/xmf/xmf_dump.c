/* xmf_dump.c: shows what was read of an XMF. Large arrays are summarised, or shown item by item when asked
 * for. */
#include "formats/xmf/xmf.h"

static const char *desc_meaning(const al_row *row, al_value value)
{
    const int64_t v = value.as.int_value;
    if (row->offset == XMF_DESC_AT_type && v == XMF_INDEX_BUFFER)
        return "index buffer";
    if (row->offset == XMF_DESC_AT_type)
        return "vertex buffer";
    if (row->offset == XMF_DESC_AT_compressed)
        return v == 1 ? "zlib" : (v == 0 ? "as it is" : NULL);
    if (row->offset != XMF_DESC_AT_format)
        return NULL;
    if (v == XMF_INDICES_16 || v == XMF_INDICES_32)
        return v == XMF_INDICES_16 ? "16-bit indices" : "32-bit indices";
    return v == XMF_DECLARED_FORMAT ? "as the elements say" : xmf_type_name((int32_t)v);
}

static const char *element_meaning(const al_row *row, al_value value)
{
    if (row->offset == XMF_ELEMENT_AT_type)
        return xmf_type_name((int32_t)value.as.int_value);
    return row->offset == XMF_ELEMENT_AT_usage ? xmf_usage_name((int32_t)value.as.uint_value) : NULL;
}

/* ---- One array of numbers out of a buffer's data: a component of all vertices, or the indices ---- */

typedef struct array_dump {
    const al_visitor *visitor;
    const xmf_component *component; /* where in an item the numbers are, and of which type; NULL: indices */
    uint32_t item_size;
    al_series series;
} array_dump;

static unsigned numbers_of_item(const array_dump *a, al_span item, double *numbers)
{
    if (a->component == NULL) {
        numbers[0] = a->item_size == 4 ? (double)al_u32_at(item, 0) : (double)al_u16_at(item, 0);
        return 1;
    }
    xmf_decode_component(item, a->component, numbers);
    return xmf_component_numbers(a->component->type);
}

static void see_items(void *context, al_span window)
{
    array_dump *a = context;
    double numbers[AL_SERIES_COMPONENTS] = {0};
    for (uint64_t at = 0; at + a->item_size <= window.len; at += a->item_size) {
        const al_span item = al_slice_available(window, at, a->item_size);
        const unsigned count = numbers_of_item(a, item, numbers);
        const uint64_t offset = item.base + (a->component != NULL ? a->component->offset : 0);
        const uint64_t length = a->component != NULL ? a->component->size : a->item_size;
        al_series_add(&a->series, numbers);
        if (a->visitor->full)
            a->visitor->item(a->visitor->context, numbers, count,
                             (al_extent){.offset = offset, .length = length, .inflated = true});
    }
}

static void dump_array(al_job *job, const xmf_buffer *b, array_dump *a)
{
    const al_visitor *v = a->visitor;
    if (v->full)
        v->list(v->context, "data", b->items, al_extent_of(b->stored));
    (void)xmf_visit_data(job, b, a->item_size, see_items, a);
    if (v->full)
        v->list_end(v->context);
    else
        v->series(v->context, "data", &a->series, al_extent_of(b->stored));
}

static bool can_decode(const xmf_buffer *b)
{
    if (!xmf_has_data(b) || b->desc.item_size <= 0)
        return false;
    if (b->is_index)
        return b->desc.item_size == (b->desc.format == XMF_INDICES_32 ? 4 : 2);
    return b->layout_known && (uint32_t)b->desc.item_size == b->vertex_size;
}

static void dump_component_data(al_job *job, const xmf_buffer *b, const xmf_component *c, const al_visitor *v)
{
    array_dump a = {.visitor = v,
                    .component = c,
                    .item_size = b->vertex_size,
                    .series = al_series_of(xmf_type_name(c->type), xmf_component_numbers(c->type))};
    dump_array(job, b, &a);
}

static void dump_index_data(al_job *job, const xmf_buffer *b, const al_visitor *v)
{
    array_dump a = {.visitor = v,
                    .item_size = (uint32_t)b->desc.item_size,
                    .series = al_series_of(b->desc.item_size == 4 ? "INDEX32" : "INDEX16", 1)};
    dump_array(job, b, &a);
}

/* Bytes that cannot be decoded: where they are, and how many. */
static void dump_raw_data(const xmf_buffer *b, const al_visitor *v)
{
    v->value(v->context, "data", al_uint(b->stored.len), "bytes", al_extent_of(b->stored));
}

static void dump_elements(al_job *job, const xmf_buffer *b, bool decodable, const al_visitor *v)
{
    v->list(v->context, "elements", b->component_count,
            (al_extent){.offset = b->components[0].record.base,
                        .length = (uint64_t)b->component_count * XMF_ELEMENT_BYTES});
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        v->object(v->context, "elements", i, al_extent_of(c->record));
        al_visit_record(v, &xmf_element_layout, c->record, element_meaning);
        if (decodable)
            dump_component_data(job, b, c, v);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

static void dump_buffer(al_job *job, const xmf_file *f, const xmf_buffer *b, xmf_effort *effort,
                        const al_visitor *v)
{
    const bool decodable = can_decode(b) && xmf_spend(job, f, b, effort) == XMF_ALLOWED;
    const bool declared = b->component_count > 0 && b->components[0].declared;
    v->object(v->context, "buffers", b->path.index, al_extent_of(b->record));
    al_visit_record(v, &xmf_desc_layout, b->record, desc_meaning);
    if (declared)
        dump_elements(job, b, decodable, v);
    if (b->is_index && decodable)
        dump_index_data(job, b, v);
    else if (!declared && decodable)
        dump_component_data(job, b, &b->components[0], v);
    else if (b->placed) /* of a buffer with elements, its data is shown with each of them too */
        dump_raw_data(b, v);
    v->object_end(v->context);
}

static void dump_materials(const xmf_file *f, const al_visitor *v)
{
    const uint64_t at = XMF_HEADER_BYTES + (uint64_t)f->buffer_count * f->header.data_buffer_desc_size;
    v->list(v->context, "materials", f->material_count,
            (al_extent){.offset = at, .length = (uint64_t)f->material_count * XMF_MATERIAL_BYTES});
    for (uint32_t i = 0; i < f->material_count; i++) {
        v->object(v->context, "materials", i, al_extent_of(f->materials[i].record));
        al_visit_record(v, &xmf_material_layout, f->materials[i].record, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

void xmf_dump(al_job *job, const al_visitor *v)
{
    xmf_file f;
    xmf_effort effort = {0};
    if (!xmf_parse(job, &f))
        return;
    v->object(v->context, "header", -1, al_extent_of(f.header_record));
    al_visit_record(v, &xmf_header_layout, f.header_record, NULL);
    v->object_end(v->context);
    if (!f.has_tables)
        return;
    v->list(v->context, "buffers", f.buffer_count,
            (al_extent){.offset = XMF_HEADER_BYTES,
                        .length = (uint64_t)f.buffer_count * f.header.data_buffer_desc_size});
    for (uint32_t i = 0; i < f.buffer_count; i++)
        dump_buffer(job, &f, &f.buffers[i], &effort, v);
    v->list_end(v->context);
    dump_materials(&f, v);
}
