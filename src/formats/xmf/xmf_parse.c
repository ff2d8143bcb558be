/* xmf_parse.c: reads the header and the two tables of an XMF, in the order of the bytes, and reports only
 * what stops it. Buffers lie after the tables, but are announced with their descriptors.
 */
#include <string.h>

#include "core/limits.h"
#include "core/number.h"
#include "formats/xmf/xmf.h"

#define AL_LAYOUT      "formats/xmf/layout.def"
#define AL_LAYOUT_LIST xmf_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* Whether the version and the byte order are supported. Each is checked as soon as the file has it. */
static bool read_signature(const xmf_file *f, al_sink *s)
{
    if (f->file.len > XMF_HEADER_AT_version && f->header.version != XMF_HEADER_IS_version) {
        al_claim claim = xmf_header_claim(XMF_UNSUPPORTED_VERSION, f, XMF_HEADER_AT_version);
        claim.expected = al_uint(XMF_HEADER_IS_version);
        al_report(s, &claim, "version %u is unknown, the games read version 3", f->header.version);
        return false;
    }
    if (f->header.big_endian != 0) {
        al_claim claim = xmf_header_claim(XMF_BIG_ENDIAN, f, XMF_HEADER_AT_big_endian);
        claim.expected = al_uint(0);
        al_report(s, &claim, "the file says that it is big-endian, but the games read little-endian files");
        return false;
    }
    return true;
}

/* The three header fields that give the places of the tables. All wrong ones are reported. */
static bool read_geometry(const xmf_file *f, al_sink *s)
{
    const xmf_header *h = &f->header;
    bool known = true;
    if (h->data_buffer_desc_offset != XMF_HEADER_BYTES) {
        al_claim claim = xmf_header_claim(XMF_HEADER_OFFSET, f, XMF_HEADER_AT_data_buffer_desc_offset);
        claim.expected = al_uint(XMF_HEADER_BYTES);
        al_report(s, &claim, "the buffer descriptors do not follow the header of 64 bytes");
        known = false;
    }
    if (h->data_buffer_desc_size < XMF_MIN_DESC_SIZE || h->data_buffer_desc_size > XMF_DESC_BYTES) {
        al_claim claim = xmf_header_claim(XMF_DESCRIPTOR_SIZE, f, XMF_HEADER_AT_data_buffer_desc_size);
        claim.expected = al_text("188 or 56");
        al_report(s, &claim, "a buffer descriptor has %u bytes, the games know 56 to 188",
                  h->data_buffer_desc_size);
        known = false;
    }
    if (h->num_materials > 0 && h->material_size != XMF_MATERIAL_BYTES) {
        al_claim claim = xmf_header_claim(XMF_MATERIAL_SIZE, f, XMF_HEADER_AT_material_size);
        claim.expected = al_uint(XMF_MATERIAL_BYTES);
        al_report(s, &claim, "a material has %u bytes, the games know 136", h->material_size);
        known = false;
    }
    return known;
}

/* The D3DDECLUSAGE of a vertex buffer without elements. */
static int32_t implied_usage(int32_t buffer_type)
{
    switch (buffer_type) {
    case 0:
    case 1: return XMF_POSITION;
    case 2:
    case 3: return XMF_NORMAL;
    case 4: return XMF_TANGENT;
    case 5: return XMF_BINORMAL;
    case 8: return XMF_COLOR;
    case 20: return XMF_PSIZE;
    default: return XMF_TEXCOORD;
    }
}

static xmf_component implied_component(const xmf_buffer *b)
{
    return (xmf_component){.type = b->desc.format,
                           .form = xmf_type_form(b->desc.format),
                           .usage = implied_usage(b->desc.type),
                           .usage_index = b->desc.usage_index,
                           .path = b->path,
                           .record = b->record};
}

static xmf_component declared_component(const xmf_buffer *b, uint32_t number)
{
    const uint64_t at = XMF_DESC_AT_elements + (uint64_t)number * XMF_ELEMENT_BYTES;
    const al_span record = al_slice_available(b->record, at, XMF_ELEMENT_BYTES);
    const xmf_element e = xmf_element_read(record);
    return (xmf_component){.type = e.type,
                           .form = xmf_type_form(e.type),
                           .usage = e.usage,
                           .usage_index = e.usage_index,
                           .declared = true,
                           .path = al_item(&b->path, "elements", number),
                           .record = record};
}

/* Whether numVertexElements is possible: the elements have to fit into the descriptor. */
static bool elements_fit(const xmf_buffer *b)
{
    const int32_t n = b->desc.num_vertex_elements;
    return n == 0 || (xmf_desc_is_legal(b->record, XMF_DESC_AT_num_vertex_elements) &&
                      XMF_DESC_AT_elements + (uint64_t)n * XMF_ELEMENT_BYTES <= b->record.len);
}

/* Reads the components of a vertex. */
static bool read_declaration(al_job *job, xmf_buffer *b)
{
    b->declaration_known = elements_fit(b);
    if (b->is_index || !b->declaration_known)
        return true;
    const uint32_t declared = (uint32_t)b->desc.num_vertex_elements;
    b->component_count = declared > 0 ? declared : 1;
    b->components = al_alloc(job->arena, b->component_count, sizeof *b->components);
    if (b->components == NULL)
        return false;
    b->layout_known = true;
    for (uint32_t i = 0; i < b->component_count; i++) {
        xmf_component *c = &b->components[i];
        *c = declared > 0 ? declared_component(b, i) : implied_component(b);
        c->size = xmf_type_size(c->type);
        c->form.at = b->vertex_size;
        b->vertex_size += c->size;
        b->layout_known = b->layout_known && c->size > 0;
    }
    for (uint32_t i = 0; i < b->component_count; i++)
        b->components[i].form.stride = b->vertex_size;
    return true;
}

/* Computes the number of items of a buffer, and their size in bytes, inflated. */
static void read_size(xmf_buffer *b)
{
    const xmf_desc *d = &b->desc;
    uint64_t bound;
    b->counted = d->items_per_section >= 0 && d->item_size >= 0 && d->num_sections >= 0 &&
                 d->compressed_data_size >= 0;
    if (!b->counted || !al_mul((uint64_t)d->num_sections, (uint64_t)d->items_per_section, &b->items))
        return;
    b->sized = al_mul(b->items, (uint64_t)d->item_size, &b->data_size) && b->data_size <= INT64_MAX;
    if (d->compressed == XMF_ZLIB && al_mul((uint64_t)d->compressed_data_size, AL_DEFLATE_RATIO, &bound) &&
        al_add(bound, AL_DEFLATE_SLACK, &bound))
        b->sized = b->sized && b->data_size <= bound;
}

/* ---- Announcements ------------------------------------------------------------------------------------- */

static void show_data(const al_walk *w, const xmf_buffer *b, const al_path *up, const al_form *form)
{
    const al_path path = al_field(up, "data");
    al_form lying = *form;
    lying.detached = true;
    const al_array array = {.path = &path,
                            .bytes = b->stored,
                            .compressed = b->desc.compressed == XMF_ZLIB,
                            .size = b->data_size,
                            .form = &lying};
    al_walk_announce_array(w, &array);
}

static void show_components(const al_walk *w, const xmf_buffer *b)
{
    const bool declared = b->components[0].declared, decodable = xmf_has_items(b);
    const al_path list = al_field(&b->path, "elements");
    if (declared && w->listener->list != NULL)
        w->listener->list(w->listener->context, &list, b->component_count, b->components[0].record.base);
    for (uint32_t i = 0; i < b->component_count; i++) {
        const xmf_component *c = &b->components[i];
        if (declared)
            al_walk_announce_record(w, &xmf_element_layout, &c->path, c->record);
        if (decodable)
            show_data(w, b, &c->path, &c->form);
    }
}

/* Announces a buffer after its elements are known, because they describe its data. */
static void show_buffer(const al_walk *w, const xmf_buffer *b)
{
    static const al_form raw = {.stride = 1},
                         narrow = {.type = AL_TYPE_u16, .numbers = 1, .stride = 2, .name = "INDEX16"},
                         wide = {.type = AL_TYPE_u32, .numbers = 1, .stride = 4, .name = "INDEX32"};
    const bool declared = b->component_count > 0 && b->components[0].declared;
    if (w->listener == NULL)
        return;
    al_walk_announce_record(w, &xmf_desc_layout, &b->path, b->record);
    if (b->component_count > 0)
        show_components(w, b);
    if (b->is_index && xmf_has_items(b))
        show_data(w, b, &b->path, b->desc.item_size == 4 ? &wide : &narrow);
    else if (b->placed && (declared || !xmf_has_items(b)))
        show_data(w, b, &b->path,
                  &raw); /* the data of a buffer with elements is announced once more for each element */
}

/* ---- The tables ---------------------------------------------------------------------------------------- */

/* Reads a complete descriptor. False when memory is short. */
static bool read_buffer(al_job *job, const xmf_file *f, xmf_buffer *b)
{
    b->desc = xmf_desc_read(b->record);
    b->is_index = b->desc.type == XMF_INDEX_BUFFER;
    if (!read_declaration(job, b))
        return false;
    read_size(b);
    b->placed = b->desc.data_offset >= 0 && b->desc.compressed_data_size >= 0 &&
                al_slice(f->file, f->data_at + (uint64_t)b->desc.data_offset,
                         (uint64_t)b->desc.compressed_data_size, &b->stored);
    return true;
}

static bool read_buffers(al_job *job, xmf_file *f, al_walk *w)
{
    const al_path list = al_field(NULL, "buffers");
    const uint32_t size = f->header.data_buffer_desc_size;
    f->buffers = al_alloc(job->arena, f->header.num_data_buffers, sizeof *f->buffers);
    if (f->buffers == NULL)
        return false;
    al_walk_announce_list(w, &list, f->header.num_data_buffers);
    for (uint32_t i = 0; i < f->header.num_data_buffers; i++) {
        xmf_buffer *b = &f->buffers[i];
        b->path = al_item(NULL, "buffers", i);
        if (!al_walk_take(w, size, &b->path, "a buffer descriptor", &b->record)) {
            al_walk_announce_record(w, &xmf_desc_layout, &b->path, b->record);
            return true;
        }
        f->buffer_count = i + 1;
        if (!read_buffer(job, f, b))
            return false;
        show_buffer(w, b);
    }
    return true;
}

static bool read_materials(al_job *job, xmf_file *f, al_walk *w)
{
    const al_path list = al_field(NULL, "materials");
    f->materials = al_alloc(job->arena, f->header.num_materials, sizeof *f->materials);
    if (f->materials == NULL)
        return false;
    al_walk_announce_list(w, &list, f->header.num_materials);
    for (uint32_t i = 0; i < f->header.num_materials; i++) {
        xmf_material_range *m = &f->materials[i];
        m->path = al_item(NULL, "materials", i);
        if (!al_walk_part(w, &xmf_material_layout, XMF_MATERIAL_BYTES, &m->path, "a material", &m->record))
            return true;
        m->row = xmf_material_read(m->record);
        f->material_count = i + 1;
    }
    return true;
}

static bool read_tables(al_job *job, xmf_file *f, al_walk *w)
{
    f->data_at = XMF_HEADER_BYTES + (uint64_t)f->header.num_data_buffers * f->header.data_buffer_desc_size +
                 (uint64_t)f->header.num_materials * XMF_MATERIAL_BYTES;
    f->tables = al_slice_available(f->file, XMF_HEADER_BYTES, f->data_at - XMF_HEADER_BYTES);
    f->has_tables = true;
    if (!read_buffers(job, f, w) || (!w->stopped && !read_materials(job, f, w)))
        return false;
    f->whole = !w->stopped;
    return true;
}

/* Whether the first bytes are those of an XMF that can be read. */
static bool is_readable(al_job *job, xmf_file *f)
{
    f->header_record = al_slice_available(f->file, 0, XMF_HEADER_BYTES);
    f->header = xmf_header_read(f->header_record);
    if (!al_has_magic(job->sink, XMF_BAD_MAGIC, f->file, &XMF_HEADER_MAGIC, &f->header_path))
        return false;
    if (f->file.len > XMF_HEADER_AT_version)
        memcpy(job->version, al_show_unsigned(f->header.version).text, sizeof job->version);
    return read_signature(f, job->sink);
}

al_parsed xmf_parse(al_job *job, void *document)
{
    xmf_file *f = document;
    al_walk w = al_walk_of(job, XMF_TRUNCATED, XMF_COUNT_RANGE);
    *f = (xmf_file){.file = job->file,
                    .header_path = al_field(NULL, "header"),
                    .is_collision = xmf_is_collision_name(job->name)};
    if (!is_readable(job, f)) {
        al_walk_announce_record(&w, &xmf_header_layout, &f->header_path, f->header_record);
        return AL_REFUSED;
    }
    if (!al_walk_record(&w, &xmf_header_layout, &f->header_path, &f->header_record))
        return AL_REFUSED;
    if (read_geometry(f, job->sink) && !read_tables(job, f, &w))
        return AL_NO_MEMORY;
    return AL_READ;
}
