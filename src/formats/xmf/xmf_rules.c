/* xmf_rules.c: runs all rules of an XMF; and the rules about its header. */
#include "core/limits.h"
#include "core/sort.h"
#include "formats/xmf/xmf.h"

#include <inttypes.h>

/* ---- Buffers ------------------------------------------------------------------------------------------- */

static void check_count(const xmf_buffer *b, xmf_desc_field field, int32_t value, const char *what,
                        al_sink *s)
{
    if (value >= 0)
        return;
    const al_claim claim = xmf_desc_claim(XMF_COUNT_RANGE, b, field);
    al_report(s, &claim, "%s is negative: %d", what, (int)value);
}

static void check_counts(const xmf_buffer *b, al_sink *s)
{
    const xmf_desc *d = &b->desc;
    check_count(b, XMF_DESC_AT_compressed_data_size, d->compressed_data_size, "the size of the data", s);
    check_count(b, XMF_DESC_AT_items_per_section, d->items_per_section, "the number of items", s);
    check_count(b, XMF_DESC_AT_item_size, d->item_size, "the size of an item", s);
    check_count(b, XMF_DESC_AT_num_sections, d->num_sections, "the number of sections", s);
}

static void check_type(const xmf_buffer *b, al_sink *s)
{
    if (xmf_desc_is_legal(b->record, XMF_DESC_AT_type))
        return;
    al_claim claim = xmf_desc_claim(XMF_BUFFER_TYPE, b, XMF_DESC_AT_type);
    claim.expected = al_text("0 to 6, 8, 20 or 30");
    al_report(s, &claim, "no working file has buffers of type %d", (int)b->desc.type);
}

static void check_compression(const xmf_buffer *b, al_sink *s)
{
    if (xmf_desc_is_legal(b->record, XMF_DESC_AT_compressed))
        return;
    al_claim claim = xmf_desc_claim(XMF_BUFFER_COMPRESSION, b, XMF_DESC_AT_compressed);
    claim.expected = al_text("0 or 1");
    al_report(s, &claim, "compression %d is neither 0 (not compressed) nor 1 (zlib)",
              (int)b->desc.compressed);
}

static void check_sections(const xmf_buffer *b, al_sink *s)
{
    if (b->desc.num_sections < 0 || b->desc.num_sections == 1)
        return;
    al_claim claim = xmf_desc_claim(XMF_BUFFER_SECTIONS, b, XMF_DESC_AT_num_sections);
    claim.expected = al_int(1);
    al_report(s, &claim, "buffer has %d sections, the games read one", (int)b->desc.num_sections);
}

static void check_empty(const xmf_buffer *b, al_sink *s)
{
    if (b->desc.items_per_section == 0) {
        const al_claim claim = xmf_desc_claim(XMF_BUFFER_EMPTY, b, XMF_DESC_AT_items_per_section);
        al_report(s, &claim, "buffer has no items");
    }
    if (b->desc.item_size == 0) {
        const al_claim claim = xmf_desc_claim(XMF_BUFFER_EMPTY, b, XMF_DESC_AT_item_size);
        al_report(s, &claim, "items of the buffer have no bytes");
    }
}

/* Whether the file ends in the data of a buffer whose size can be true: zlib hardly enlarges what it can't
 * pack. */
static bool is_cut(const xmf_file *f, const xmf_buffer *b)
{
    const xmf_desc *d = &b->desc;
    const uint64_t most = al_sum(b->data_size, b->data_size / 1024 + AL_DEFLATE_SLACK);
    return !b->placed && b->sized && d->data_offset >= 0 && d->compressed_data_size >= 0 &&
           (uint64_t)d->compressed_data_size <= most &&
           (uint64_t)d->data_offset < al_slice_available(f->file, f->data_at, UINT64_MAX).len;
}

static void report_cut(const xmf_file *f, al_claim claim, al_sink *s)
{
    uint64_t end = f->file.len;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_desc *d = &f->buffers[i].desc;
        if (d->data_offset < 0 || d->compressed_data_size < 0)
            continue;
        const uint64_t last = f->data_at + (uint64_t)d->data_offset + (uint64_t)d->compressed_data_size;
        end = last > end ? last : end;
    }
    claim.offset = f->file.len;
    claim.length = 0;
    claim.path = (al_path){.name = NULL}; /* it is about the whole file */
    claim.actual = (al_value){.kind = AL_VALUE_NONE};
    al_report(s, &claim, "the file is cut off: %s of %s %s missing", al_show_size(end - f->file.len).text,
              al_show_size(end).text, AL_BY_COUNT(end - f->file.len, "is", "are"));
}

/* `size` is the size of the existing data section. */
static void report_outside(const xmf_desc *d, size_t size, const al_claim *claim, al_sink *s)
{
    const uint64_t start = (uint64_t)d->data_offset;
    if (start < size)
        al_report(s, claim, "the file ends in the data of the buffer: %" PRIu64 " of its %d bytes exist",
                  size - start, (int)d->compressed_data_size);
    else
        al_report(
            s, claim,
            "the data of the buffer lies beyond the end of the file: %d + %d, the data section has %zu bytes",
            (int)d->data_offset, (int)d->compressed_data_size, size);
}

/* The buffer in whose data the file ends; NULL: none. */
static const xmf_buffer *find_cut(const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++)
        if (is_cut(f, &f->buffers[i]))
            return &f->buffers[i];
    return NULL;
}

static void check_data_range(const xmf_file *f, const xmf_buffer *b, al_sink *s)
{
    const xmf_desc *d = &b->desc;
    if (b->placed)
        return;
    const al_claim claim = xmf_desc_claim(XMF_DATA_RANGE, b, XMF_DESC_AT_data_offset);
    const xmf_buffer *cut = find_cut(f);
    if (cut == b)
        report_cut(f, claim, s);
    else if (cut != NULL && d->data_offset >= cut->desc.data_offset)
        return; /* it follows */
    else if (d->data_offset < 0)
        al_report(s, &claim, "buffer data begins before the data section: offset %d", (int)d->data_offset);
    else if (d->compressed_data_size >= 0 && f->whole) /* else the file ends in its tables: `truncated` */
        report_outside(d, al_slice_available(f->file, f->data_at, UINT64_MAX).len, &claim, s);
}

static void check_size_overflow(const xmf_buffer *b, al_sink *s)
{
    const xmf_desc *d = &b->desc;
    if (!b->counted || b->sized)
        return;
    const al_claim claim = xmf_desc_claim(XMF_SIZE_OVERFLOW, b, XMF_DESC_AT_item_size);
    if (b->data_size > INT64_MAX)
        al_report(s, &claim, "buffer is too large for any memory: %d * %d items of %d bytes",
                  (int)d->num_sections, (int)d->items_per_section, (int)d->item_size);
    else
        al_report(s, &claim,
                  "buffer declares %" PRIu64 " bytes, but %d compressed bytes give %" PRIu64 " at the most",
                  b->data_size, (int)d->compressed_data_size,
                  (uint64_t)d->compressed_data_size * AL_DEFLATE_RATIO + AL_DEFLATE_SLACK);
}

static void check_stored_size(const xmf_buffer *b, al_sink *s)
{
    const int32_t size = b->desc.compressed_data_size;
    if (b->desc.compressed != XMF_STORED || !b->sized || (uint64_t)size == b->data_size)
        return;
    al_claim claim = xmf_desc_claim(XMF_STORED_SIZE, b, XMF_DESC_AT_compressed_data_size);
    claim.expected = al_uint(b->data_size);
    al_report(s, &claim, "buffer is not compressed, and its %d bytes are not the %" PRIu64 " of its items",
              (int)size, b->data_size);
}

static void check_index_format(const xmf_buffer *b, al_sink *s)
{
    const xmf_desc *d = &b->desc;
    const int32_t fitting = d->format == XMF_INDICES_16 ? 2 : 4;
    if (d->format != XMF_INDICES_16 && d->format != XMF_INDICES_32) {
        al_claim claim = xmf_desc_claim(XMF_INDEX_FORMAT, b, XMF_DESC_AT_format);
        claim.expected = al_text("30 or 31");
        al_report(s, &claim, "index format %d is neither 30 (16 bit) nor 31 (32 bit)", (int)d->format);
    } else if (d->item_size >= 0 && d->item_size != fitting) {
        al_claim claim = xmf_desc_claim(XMF_INDEX_FORMAT, b, XMF_DESC_AT_item_size);
        claim.expected = al_int(fitting);
        al_report(s, &claim, "index format %d has indices of %d bytes, the buffer declares %d",
                  (int)d->format, (int)fitting, (int)d->item_size);
    }
}

static void check_index_count(const xmf_buffer *b, al_sink *s)
{
    if (!b->counted || b->items % 3 == 0)
        return;
    const al_claim claim = xmf_desc_claim(XMF_INDEX_COUNT, b, XMF_DESC_AT_items_per_section);
    al_report(s, &claim, "number of indices is not a multiple of 3: %" PRIu64, b->items);
}

/* xmf/buffer-sections reports it. */
static bool has_wrong_sections(const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++)
        if (!f->buffers[i].is_index && f->buffers[i].desc.num_sections != 1)
            return true;
    return false;
}

/* The number of vertices follows from the numbers of sections. */
static void check_index_maximum(const xmf_file *f, const xmf_buffer *b, al_sink *s)
{
    uint64_t vertices;
    const double max = b->desc.max;
    if (max == 0 || has_wrong_sections(f) || !xmf_vertex_count(f, &vertices) || max == (double)vertices - 1)
        return;
    al_claim claim = xmf_desc_claim(XMF_INDEX_MAXIMUM, b, XMF_DESC_AT_max);
    claim.expected = al_real((double)vertices - 1);
    claim.reach = al_end_of(f->tables);
    al_report(s, &claim, "highest index is given as %s, the number of vertices is %" PRIu64,
              al_show_number(max).text, vertices);
}

static void check_index_width(const xmf_file *f, const xmf_buffer *b, al_sink *s)
{
    enum { NAMED_BY_16_BITS = UINT16_MAX + 1 };
    uint64_t vertices;
    if (b->desc.format != XMF_INDICES_16 || has_wrong_sections(f) || !xmf_vertex_count(f, &vertices) ||
        vertices <= NAMED_BY_16_BITS)
        return;
    al_claim claim = xmf_desc_claim(XMF_INDEX_WIDTH, b, XMF_DESC_AT_format);
    claim.expected = al_int(XMF_INDICES_32);
    claim.reach = al_end_of(f->tables);
    al_report(s, &claim, "indices of 16 bits name the first %d vertices, the mesh has %" PRIu64,
              NAMED_BY_16_BITS, vertices);
}

/* A file whose index buffer gives its last vertex may have any counts in its header: working files have. */
static void check_header_counts(const xmf_file *f, al_sink *s)
{
    const xmf_buffer *index = xmf_index_buffer(f);
    uint64_t vertices;
    if (index == NULL || !index->counted || index->desc.num_sections != 1 || index->desc.max != 0 ||
        has_wrong_sections(f) || !xmf_vertex_count(f, &vertices))
        return;
    const bool wrong_vertices = f->header.num_vertices != vertices;
    if (!wrong_vertices && f->header.num_indices == index->items)
        return;
    al_claim claim = xmf_header_claim(
        XMF_HEADER_COUNTS, f, wrong_vertices ? XMF_HEADER_AT_num_vertices : XMF_HEADER_AT_num_indices);
    claim.expected = al_uint(wrong_vertices ? vertices : index->items);
    claim.reach = al_end_of(f->tables);
    al_report(s, &claim, "header gives %u vertices and %u indices, the buffers have %" PRIu64 " and %" PRIu64,
              f->header.num_vertices, f->header.num_indices, vertices, index->items);
}

static void check_element_count(const xmf_buffer *b, al_sink *s)
{
    const int32_t n = b->desc.num_vertex_elements;
    if (b->declaration_known)
        return;
    const al_claim claim = xmf_desc_claim(XMF_ELEMENT_COUNT, b, XMF_DESC_AT_num_vertex_elements);
    if (!xmf_desc_is_legal(b->record, XMF_DESC_AT_num_vertex_elements))
        al_report(s, &claim, "number of vertex elements is %d, a descriptor has room for %d", (int)n,
                  XMF_MAX_ELEMENTS);
    else
        al_report(s, &claim, "number of vertex elements is %d, too many for a descriptor of %zu bytes",
                  (int)n, b->record.len);
}

static void check_descriptor(const xmf_file *f, const xmf_buffer *b, al_sink *s)
{
    check_counts(b, s);
    check_type(b, s);
    check_compression(b, s);
    check_sections(b, s);
    check_empty(b, s);
    check_data_range(f, b, s);
    check_size_overflow(b, s);
    check_stored_size(b, s);
    check_element_count(b, s);
    if (!b->is_index)
        return;
    check_index_format(b, s);
    check_index_count(b, s);
    check_index_maximum(f, b, s);
    check_index_width(f, b, s);
}

static void check_descriptor_size(const xmf_file *f, al_sink *s)
{
    const uint8_t size = f->header.data_buffer_desc_size;
    if (size == XMF_MIN_DESC_SIZE || size == XMF_DESC_BYTES)
        return;
    al_claim claim = xmf_header_claim(XMF_DESCRIPTOR_SIZE, f, XMF_HEADER_AT_data_buffer_desc_size);
    claim.level = AL_WARNING;
    claim.expected = al_text("188 or 56");
    al_report(s, &claim, "a buffer descriptor has %u bytes, all working files have 188 or 56", size);
}

static void check_no_index_buffer(const xmf_file *f, al_sink *s)
{
    if (xmf_index_buffer(f) != NULL)
        return;
    al_claim claim = xmf_header_claim(XMF_NO_INDEX_BUFFER, f, XMF_HEADER_AT_num_data_buffers);
    claim.reach = al_end_of(f->tables);
    al_report(s, &claim, "no index buffer (type 30) among %u buffer%s", f->buffer_count,
              AL_S(f->buffer_count));
}

static void check_extra_index_buffers(const xmf_file *f, al_sink *s)
{
    const xmf_buffer *first = xmf_index_buffer(f);
    for (uint32_t i = 0; first != NULL && i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (!b->is_index || b == first)
            continue;
        const al_claim claim = xmf_desc_claim(XMF_EXTRA_INDEX_BUFFER, b, XMF_DESC_AT_type);
        al_report(s, &claim, "a second index buffer, the first is buffers[%d]", (int)first->path.index);
    }
}

/* One more than the index of the last vertex buffer; 0 if there is none. */
static uint32_t vertex_buffers_end(const xmf_file *f)
{
    uint32_t end = f->buffer_count;
    while (end > 0 && f->buffers[end - 1].is_index)
        end--;
    return end;
}

static void check_no_vertex_buffer(const xmf_file *f, al_sink *s)
{
    if (vertex_buffers_end(f) > 0)
        return;
    al_claim claim = xmf_header_claim(XMF_NO_VERTEX_BUFFER, f, XMF_HEADER_AT_num_data_buffers);
    claim.reach = al_end_of(f->tables);
    al_report(s, &claim, "no vertex buffer among %u buffer%s", f->buffer_count, AL_S(f->buffer_count));
}

static void check_index_buffer_order(const xmf_file *f, al_sink *s)
{
    const uint32_t end = vertex_buffers_end(f);
    for (uint32_t i = 0; i < end; i++) {
        if (!f->buffers[i].is_index)
            continue;
        const al_claim claim = xmf_desc_claim(XMF_INDEX_BUFFER_ORDER, &f->buffers[i], XMF_DESC_AT_type);
        al_report(s, &claim, "index buffer is not the last of the %u buffers", f->buffer_count);
    }
}

/* A file needs one index buffer, the last, and vertex buffers before it. */
static void check_kinds(const xmf_file *f, al_sink *s)
{
    check_no_index_buffer(f, s);
    check_extra_index_buffers(f, s);
    check_no_vertex_buffer(f, s);
    check_index_buffer_order(f, s);
}

/* Each vertex has data in every vertex buffer. */
static void check_vertex_count(const xmf_file *f, al_sink *s)
{
    const xmf_buffer *first = NULL;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b->is_index || !b->counted)
            continue;
        first = first != NULL ? first : b;
        if (b->items == first->items)
            continue;
        al_claim claim = xmf_desc_claim(XMF_VERTEX_COUNT, b, XMF_DESC_AT_items_per_section);
        claim.expected = al_uint(first->items);
        claim.reach = al_end_of(f->tables);
        al_report(s, &claim, "buffer has %" PRIu64 " vertices, buffers[%d] has %" PRIu64, b->items,
                  (int)first->path.index, first->items);
    }
}

static int by_start(const void *left, const void *right, void *context)
{
    (void)context;
    const xmf_buffer *a = *(const xmf_buffer *const *)left, *b = *(const xmf_buffer *const *)right;
    if (a->stored.base != b->stored.base)
        return a->stored.base < b->stored.base ? -1 : 1;
    return a->path.index < b->path.index ? -1 : 1;
}

/* The places of all buffers decide about each. */
static al_claim place_claim(size_t rule, const xmf_file *f, const xmf_buffer *b)
{
    al_claim claim = xmf_desc_claim(rule, b, XMF_DESC_AT_data_offset);
    claim.reach = al_end_of(f->tables);
    return claim;
}

static void report_overlap(const xmf_file *f, const xmf_buffer *b, const xmf_buffer *other, uint64_t end,
                           al_sink *s)
{
    const uint64_t b_end = al_end_of(b->stored);
    const uint64_t shared = (b_end < end ? b_end : end) - b->stored.base;
    const al_claim claim = place_claim(XMF_DATA_OVERLAP, f, b);
    al_report(s, &claim, "buffer shares %" PRIu64 " byte%s with buffers[%d]", shared, AL_S(shared),
              (int)other->path.index);
}

static void report_gap(const xmf_file *f, const xmf_buffer *b, uint64_t end, al_sink *s)
{
    const al_claim claim = place_claim(XMF_DATA_GAP, f, b);
    al_report(s, &claim, "unused bytes before the buffer: %" PRIu64, b->stored.base - end);
}

/* Buffers must not overlap, and leave no gaps. Gaps are known only if every buffer has its place; a buffer
 * without a place, outside of the data section, is reported elsewhere. */
static void check_places(const xmf_file *f, al_sink *s)
{
    const xmf_buffer *sorted[UINT8_MAX], *furthest = NULL;
    size_t count = 0;
    bool all_placed = f->whole;
    uint64_t end = f->data_at;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        all_placed = all_placed && b->placed;
        if (b->placed && b->stored.len > 0)
            sorted[count++] = b;
    }
    al_sort(sorted, count, sizeof sorted[0], by_start, NULL);
    for (size_t i = 0; i < count; i++) {
        const xmf_buffer *b = sorted[i];
        if (furthest != NULL && b->stored.base < end)
            report_overlap(f, b, furthest, end, s);
        else if (b->stored.base > end && all_placed)
            report_gap(f, b, end, s);
        if (al_end_of(b->stored) > end) {
            end = al_end_of(b->stored);
            furthest = b;
        }
    }
    if (all_placed)
        al_report_trailing(s, XMF_TRAILING_BYTES, NULL, f->file, end, "the last buffer");
}

static void judge_buffers(const xmf_file *f, al_sink *s)
{
    check_descriptor_size(f, s);
    for (uint32_t i = 0; i < f->buffer_count; i++)
        check_descriptor(f, &f->buffers[i], s);
    if (f->buffer_count == f->header.num_data_buffers) {
        check_kinds(f, s);
        check_header_counts(f, s);
    }
    check_vertex_count(f, s);
    check_places(f, s);
}

/* ---- The header ---------------------------------------------------------------------------------------- */

static void check_primitive_type(const xmf_file *f, al_sink *s)
{
    if (f->header.primitive_type == XMF_HEADER_IS_primitive_type)
        return;
    al_claim claim = xmf_header_claim(XMF_PRIMITIVE_TYPE, f, XMF_HEADER_AT_primitive_type);
    claim.expected = al_int(XMF_HEADER_IS_primitive_type);
    al_report(s, &claim, "primitive type %d is not a list of triangles", (int)f->header.primitive_type);
}

static void check_collision_material(const xmf_file *f, al_sink *s)
{
    if (!f->is_collision || f->header.num_materials == 0)
        return;
    al_claim claim = xmf_header_claim(XMF_COLLISION_MATERIAL, f, XMF_HEADER_AT_num_materials);
    claim.expected = al_uint(0);
    al_report(s, &claim, "collision mesh has %u material%s, but the game never draws it",
              f->header.num_materials, AL_S(f->header.num_materials));
}

static void check_material_missing(const xmf_file *f, const char *name, al_sink *s)
{
    if (f->is_collision || f->header.num_materials > 0 || !xmf_is_lod_name(name))
        return;
    const al_claim claim = xmf_header_claim(XMF_MATERIAL_MISSING, f, XMF_HEADER_AT_num_materials);
    al_report(s, &claim, "visible mesh has no materials");
}

static void judge(al_job *job, const void *document)
{
    const xmf_file *f = document;
    check_primitive_type(f, job->sink);
    check_collision_material(f, job->sink);
    check_material_missing(f, job->name, job->sink);
    if (!f->has_tables)
        return;
    judge_buffers(f, job->sink);
    xmf_judge_declarations(job, f);
    xmf_judge_materials(f, job->sink);
    xmf_judge_data(job, f);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void xmf_facts(const void *document, const al_facts *facts)
{
    const xmf_file *f = document;
    for (uint32_t i = 0; i < f->material_count; i++) {
        const xmf_material_range *m = &f->materials[i];
        const al_path path = al_field(&m->path, "name");
        const al_fact fact = {.kind = AL_FACT_MATERIAL,
                              .refers = true,
                              .path = &path,
                              .field = m->row.name,
                              .name = al_slice_available(m->row.name, 0, al_text_length(m->row.name))};
        facts->add(facts->context, &fact);
    }
}

/* The facts end with the tables; the data after them is most of a file. */
uint64_t xmf_facts_end(al_span head)
{
    const xmf_header h = xmf_header_read(head);
    return XMF_HEADER_BYTES + (uint64_t)h.num_data_buffers * h.data_buffer_desc_size +
           (uint64_t)h.num_materials * XMF_MATERIAL_BYTES;
}

static uint64_t count_uv_sets(const xmf_file *f)
{
    uint64_t sets = 0;
    for (uint32_t i = 0; i < f->buffer_count; i++)
        for (uint32_t k = 0; k < f->buffers[i].component_count; k++)
            sets += xmf_is_uv(&f->buffers[i].components[k]);
    return sets;
}

/* Triangles are those of the index buffer; vertices are those that all vertex buffers have. Each row of the
 * material table counts as a material, because the game draws it separately. */
void xmf_measure(const void *document, al_measures *measures)
{
    const xmf_file *f = document;
    const xmf_buffer *indices = xmf_index_buffer(f);
    uint64_t vertices;
    if (indices != NULL && indices->sized && f->header.primitive_type == XMF_HEADER_IS_primitive_type)
        measures->triangles = indices->items / 3;
    if (xmf_vertex_count(f, &vertices))
        measures->vertices = vertices;
    measures->materials = f->material_count;
    measures->uv_sets = count_uv_sets(f);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

const al_hooks xmf_hooks = {.limit_rule = XMF_LIMIT,
                            .layouts = xmf_layouts,
                            .magic = &XMF_HEADER_MAGIC,
                            .document_size = sizeof(xmf_file),
                            .parse = xmf_parse,
                            .judge = judge,
                            .facts = xmf_facts,
                            .measure = xmf_measure,
                            .measure_bounds = xmf_measure_bounds,
                            .facts_end = xmf_facts_end,
                            .draw = xmf_draw,
                            .fixers = xmf_fixers,
                            .find_streams = xmf_find_streams};
