/* xmf_fix.c: the fixers of XMF meshes. What they leave in the data section keeps its order and what lies
 * between it, and the descriptors follow.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/deflate.h"
#include "core/finding_message.h"
#include "core/sort.h"
#include "formats/xmf/xmf.h"

enum { POSITION_BYTES = 12 };

/* ---- Edits --------------------------------------------------------------------------------------------- */

static void set_field(al_fix_plan *plan, const xmf_buffer *b, xmf_desc_field field, uint64_t value)
{
    const al_claim claim = xmf_desc_claim(0, b, field);
    if (claim.actual.as.int_value != (int64_t)value)
        al_fix_set(plan, &claim, al_int((int64_t)value));
}

static void remove_bytes(al_fix_plan *plan, uint64_t offset, uint64_t length, const al_path *path)
{
    char words[AL_MAX_MESSAGE];
    (void)al_make_message(words, "%" PRIu64 " byte%s", length, AL_S(length));
    al_fix_replace(plan, offset, length, (al_span){.len = 0}, path, words, "nothing");
}

static void replace_data(al_fix_plan *plan, al_span old, al_span data, const al_path *path)
{
    char before[AL_MAX_MESSAGE], after[AL_MAX_MESSAGE];
    (void)al_make_message(before, "%zu byte%s", old.len, AL_S(old.len));
    (void)al_make_message(after, "%zu byte%s", data.len, AL_S(data.len));
    al_fix_replace(plan, old.base, old.len, data, path, before, after);
}

/* Where an offset in the data section is after the edits so far, from the start of the section. */
static uint64_t place_after(const al_fix_plan *plan, const xmf_file *f, uint64_t offset)
{
    uint64_t place = offset - f->data_at;
    for (uint64_t i = 0; i < plan->count; i++) {
        const al_edit *e = &plan->items[i];
        if (e->offset >= f->data_at && e->offset + e->removed <= offset)
            place = place + e->bytes.len - e->removed;
    }
    return place;
}

/* Plans the offsets and sizes that follow from the edits so far. `only`: the vertex buffer that stays; NULL:
 * all do. */
static void follow_sizes(al_fix_plan *plan, const xmf_file *f, const xmf_buffer *only)
{
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (only != NULL && b != only && !b->is_index)
            continue;
        const uint64_t start = place_after(plan, f, f->data_at + (uint64_t)b->desc.data_offset);
        const uint64_t end = place_after(plan, f, f->data_at + (uint64_t)b->desc.data_offset + b->stored.len);
        set_field(plan, b, XMF_DESC_AT_data_offset, start);
        set_field(plan, b, XMF_DESC_AT_compressed_data_size, end - start);
    }
}

/* ---- The data section ---------------------------------------------------------------------------------- */

typedef struct xmf_places {
    const xmf_buffer *sorted[UINT8_MAX]; /* the buffers that have bytes, in the order of the file */
    size_t count;
} xmf_places;

static int by_start(const void *left, const void *right, void *context)
{
    const xmf_buffer *a = *(const xmf_buffer *const *)left, *b = *(const xmf_buffer *const *)right;
    (void)context;
    return (a->stored.base > b->stored.base) - (a->stored.base < b->stored.base);
}

/* Finds where the buffers are. Refuses if that is not known, or if they share bytes. */
static bool find_places(al_fix_plan *plan, const xmf_file *f, xmf_places *places)
{
    bool known = f->whole;
    places->count = 0;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        known = known && f->buffers[i].placed;
        if (f->buffers[i].stored.len > 0)
            places->sorted[places->count++] = &f->buffers[i];
    }
    if (!known) {
        al_fix_refuse(plan, "the file does not have all of its buffers");
        return false;
    }
    al_sort(places->sorted, places->count, sizeof places->sorted[0], by_start, NULL);
    for (size_t i = 1; i < places->count; i++)
        if (places->sorted[i]->stored.base < al_end_of(places->sorted[i - 1]->stored)) {
            al_fix_refuse(plan, "buffers share bytes");
            return false;
        }
    return true;
}

/* Refuses to remove bytes if a buffer is damaged: they may be its own. */
static bool may_remove(al_fix_plan *plan)
{
    const size_t first = plan->job->sink->first_rule;
    for (size_t i = 0; i < plan->finding_count; i++) {
        const size_t number = plan->findings[i].rule_number,
                     rule = number >= first ? number - first : SIZE_MAX;
        if (rule == XMF_INFLATE || rule == XMF_INFLATED_SIZE || rule == XMF_STORED_SIZE) {
            al_fix_refuse(plan, "the bytes may belong to %s, which is damaged", plan->findings[i].field);
            return false;
        }
    }
    return true;
}

static void fix_stream_trailing(al_fix_plan *plan, const void *document)
{
    xmf_places places;
    if (!find_places(plan, document, &places))
        return;
    al_fix_cut_off(plan, document);
    follow_sizes(plan, document, NULL);
}

static void fix_gaps(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    uint64_t end = f->data_at;
    xmf_places places;
    if (!may_remove(plan) || !find_places(plan, f, &places))
        return;
    for (size_t i = 0; i < places.count; i++) {
        const al_span stored = places.sorted[i]->stored;
        if (stored.base > end)
            remove_bytes(plan, end, stored.base - end, NULL);
        end = al_end_of(stored);
    }
    follow_sizes(plan, f, NULL);
}

/* ---- The order of the buffers -------------------------------------------------------------------------- */

static void put_u32(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < sizeof value; i++)
        to[i] = (uint8_t)(value >> i * 8);
}

static const char *kind_of(const xmf_buffer *b)
{
    const char *word = al_find_word(&xmf_buffer_type_words, b->desc.type);
    return word != NULL ? word : "a buffer";
}

/* Plans the descriptor of `b`, whose data will be at `offset`, in the place of `old`. */
static void move_descriptor(al_fix_plan *plan, const xmf_buffer *old, const xmf_buffer *b, uint64_t offset)
{
    if (old == b) {
        set_field(plan, b, XMF_DESC_AT_data_offset, offset);
        return;
    }
    uint8_t *record = al_copy_memory(plan->job->arena, b->record.ptr, b->record.len);
    if (record == NULL) {
        plan->no_memory = true;
        return;
    }
    put_u32(record + XMF_DESC_AT_data_offset, (uint32_t)offset);
    al_fix_replace(plan, old->record.base, old->record.len, al_span_of(record, b->record.len), &old->path,
                   kind_of(old), kind_of(b));
}

/* Lays the data one behind the other, in the order of the descriptors. */
static void fix_index_buffer_order(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    xmf_places places;
    uint32_t row = 0;
    uint64_t size = 0;
    bool moved = false;
    if (!may_remove(plan) || !find_places(plan, f, &places))
        return;
    uint8_t *data = al_alloc(plan->job->arena, f->file.len, 1);
    if (data == NULL) {
        plan->no_memory = true;
        return;
    }
    for (int indices = 0; indices <= 1; indices++)
        for (uint32_t i = 0; i < f->buffer_count; i++) {
            const xmf_buffer *b = &f->buffers[i];
            if (b->is_index != (indices == 1))
                continue;
            move_descriptor(plan, &f->buffers[row++], b, size);
            moved = moved || b->stored.base != f->data_at + size;
            if (b->stored.len > 0)
                memcpy(data + size, b->stored.ptr, b->stored.len);
            size += b->stored.len;
        }
    const uint64_t end = places.count > 0 ? al_end_of(places.sorted[places.count - 1]->stored) : f->data_at;
    if (moved)
        replace_data(plan, al_slice_available(f->file, f->data_at, end - f->data_at),
                     al_span_of(data, (size_t)size), NULL);
}

/* ---- Collision meshes ---------------------------------------------------------------------------------- */

static void fix_collision_material(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    const al_path path = al_field(NULL, "materials");
    const al_claim claim = xmf_header_claim(0, f, XMF_HEADER_AT_num_materials);
    if (!f->whole) {
        al_fix_refuse(plan, "the file does not have the whole table of materials");
        return;
    }
    al_fix_set(plan, &claim, al_uint(0));
    remove_bytes(plan, f->materials[0].record.base, (uint64_t)f->material_count * XMF_MATERIAL_BYTES, &path);
}

/* The only element that is POSITION 0, and its buffer; refuses if floats can't be made of it exactly. */
static const xmf_component *find_positions(al_fix_plan *plan, const xmf_file *f, const xmf_buffer **buffer)
{
    const xmf_component *found = NULL;
    for (uint32_t i = 0; i < f->buffer_count; i++)
        for (uint32_t j = 0; j < f->buffers[i].component_count; j++) {
            const xmf_component *c = &f->buffers[i].components[j];
            if (!xmf_is_position(c))
                continue;
            if (found != NULL)
                al_fix_refuse(plan, "the mesh has more than one POSITION 0");
            found = c;
            *buffer = &f->buffers[i];
        }
    if (found == NULL)
        al_fix_refuse(plan, "the mesh has no POSITION 0");
    else if (found->type != XMF_FLOAT3 && found->type != XMF_FLOAT4 && found->type != XMF_FLOAT16_4)
        al_fix_refuse(plan, "POSITION 0 is %s, not FLOAT3, FLOAT4 or FLOAT16_4",
                      found->form.name != NULL ? found->form.name : "of an unknown type");
    else if (!(*buffer)->layout_known || !(*buffer)->counted)
        al_fix_refuse(plan, "the buffer with POSITION 0 can't be read");
    return plan->refusal[0] == '\0' ? found : NULL;
}

static void append_window(void *context, al_span window)
{
    uint8_t *bytes = context;
    memcpy(bytes + window.base, window.ptr, window.len);
}

/* The data of a buffer, which has vertices of those sizes that their elements have. */
static bool read_vertices(al_fix_plan *plan, const xmf_buffer *b, al_span *data)
{
    xmf_buffer whole = *b;
    uint8_t *bytes = NULL;
    al_inflated r = {.verdict = AL_INFLATE_CORRUPT};
    const bool compressed = b->desc.compressed == XMF_ZLIB;
    if (al_mul(b->items, b->vertex_size, &whole.data_size) && whole.data_size <= plan->job->max_inflated &&
        (compressed || (b->desc.compressed == XMF_STORED && b->stored.len == whole.data_size))) {
        bytes = al_alloc(plan->job->arena, whole.data_size, 1);
        plan->no_memory = bytes == NULL;
        if (bytes != NULL)
            r = xmf_visit_data(plan->job->inflater, &whole, b->vertex_size, append_window, bytes);
    }
    plan->no_memory = plan->no_memory || r.verdict == AL_INFLATE_NO_MEMORY;
    if (r.verdict != AL_INFLATE_WHOLE)
        al_fix_refuse(plan, "the data of the buffer with POSITION 0 can't be read");
    *data = al_span_of(bytes, (size_t)whole.data_size);
    return r.verdict == AL_INFLATE_WHOLE;
}

/* Makes three floats of each position. False if that can't be. */
static bool convert_positions(al_fix_plan *plan, const al_form *form, al_span vertices, al_span *positions)
{
    const uint64_t count = vertices.len / form->stride;
    uint8_t *to = al_alloc(plan->job->arena, count, POSITION_BYTES);
    plan->no_memory = plan->no_memory || to == NULL;
    for (uint64_t i = 0; i < count * 3 && to != NULL; i++) {
        const uint64_t at = i / 3 * form->stride + form->at;
        const float value = form->type == AL_TYPE_f16 ? al_f16_at(vertices, at + i % 3 * 2)
                                                      : al_f32_at(vertices, at + i % 3 * 4);
        uint32_t bits;
        if (!isfinite(value)) {
            al_fix_refuse(plan, "the position of vertex %" PRIu64 " is not finite", i / 3);
            return false;
        }
        memcpy(&bits, &value, sizeof bits);
        put_u32(to + i * 4, bits);
    }
    *positions = al_span_of(to, to != NULL ? (size_t)count * POSITION_BYTES : 0);
    return to != NULL;
}

/* Plans data that has nothing but the positions. */
static void leave_positions(al_fix_plan *plan, const xmf_buffer *b, const xmf_component *position)
{
    al_span vertices, data;
    if (!read_vertices(plan, b, &vertices) || !convert_positions(plan, &position->form, vertices, &data))
        return;
    if (data.len == vertices.len && memcmp(data.ptr, vertices.ptr, data.len) == 0)
        return;
    if (b->desc.compressed == XMF_ZLIB &&
        !al_deflate_like(plan->job->arena, b->stored, vertices, data, &data)) {
        plan->no_memory = true;
        return;
    }
    const al_path path = al_field(&b->path, "data");
    replace_data(plan, b->stored, data, &path);
}

/* Plans the only declaration that the game reads. */
static void declare_positions(al_fix_plan *plan, const xmf_buffer *b)
{
    static const uint8_t nothing[XMF_MAX_ELEMENTS * XMF_ELEMENT_BYTES];
    const size_t elements = (size_t)b->desc.num_vertex_elements * XMF_ELEMENT_BYTES;
    const al_path path = al_field(&b->path, "elements");
    char words[AL_MAX_MESSAGE];
    if (b->desc.type != 1)
        set_field(plan, b, XMF_DESC_AT_type, 0);
    set_field(plan, b, XMF_DESC_AT_usage_index, 0);
    set_field(plan, b, XMF_DESC_AT_format, XMF_FLOAT3);
    set_field(plan, b, XMF_DESC_AT_item_size, POSITION_BYTES);
    set_field(plan, b, XMF_DESC_AT_num_vertex_elements, 0);
    if (elements == 0)
        return;
    (void)al_make_message(words, "%d element%s", (int)b->desc.num_vertex_elements,
                          AL_S(b->desc.num_vertex_elements));
    al_fix_replace(plan, b->record.base + XMF_DESC_AT_elements, elements, al_span_of(nothing, elements),
                   &path, words, "nothing");
}

static void drop_other_buffers(al_fix_plan *plan, const xmf_file *f, const xmf_buffer *kept)
{
    const al_claim claim = xmf_header_claim(0, f, XMF_HEADER_AT_num_data_buffers);
    const al_path all = al_field(NULL, "buffers");
    uint32_t count = f->buffer_count;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b == kept || b->is_index)
            continue;
        count--;
        al_fix_replace(plan, b->record.base, b->record.len, (al_span){.len = 0}, &b->path, kind_of(b),
                       "nothing");
        const al_path path = al_field(&b->path, "data");
        if (b->stored.len > 0)
            remove_bytes(plan, b->stored.base, b->stored.len, &path);
    }
    if (count == f->buffer_count)
        return;
    al_fix_set(plan, &claim, al_uint(count));
    al_fix_touch(plan, &all); /* those behind a dropped one have other numbers */
}

static void fix_collision_declaration(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    const xmf_buffer *b = NULL;
    xmf_places places;
    const xmf_component *position = find_positions(plan, f, &b);
    if (position == NULL || !find_places(plan, f, &places))
        return;
    const al_path data = al_field(&b->path, "data");
    al_fix_touch(plan, &data);
    drop_other_buffers(plan, f, b);
    declare_positions(plan, b);
    leave_positions(plan, b, position);
    follow_sizes(plan, f, b);
}

/* ---- Single fields ------------------------------------------------------------------------------------- */

static void fix_vertex_format(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    for (const al_finding *at = al_fix_next(plan, NULL); at != NULL; at = al_fix_next(plan, at))
        for (uint32_t i = 0; i < f->buffer_count; i++)
            if (xmf_desc_claim(0, &f->buffers[i], XMF_DESC_AT_format).offset == at->offset)
                set_field(plan, &f->buffers[i], XMF_DESC_AT_format, XMF_DECLARED_FORMAT);
}

/* Gives all indices to the only material. */
static void fix_material(al_fix_plan *plan, const void *document)
{
    const xmf_file *f = document;
    const xmf_buffer *indices = xmf_index_buffer(f);
    if (f->header.num_materials != 1)
        al_fix_refuse(plan, "which of the %u materials draws what is not known", f->header.num_materials);
    else if (f->material_count != 1 || indices == NULL || !indices->counted || indices->items > INT32_MAX)
        al_fix_refuse(plan, "the number of indices is not known");
    else {
        const al_claim first = xmf_material_claim(0, &f->materials[0], XMF_MATERIAL_AT_first_index);
        const al_claim count = xmf_material_claim(0, &f->materials[0], XMF_MATERIAL_AT_num_indices);
        if (f->materials[0].row.first_index != 0)
            al_fix_set(plan, &first, al_int(0));
        if ((uint64_t)f->materials[0].row.num_indices != indices->items)
            al_fix_set(plan, &count, al_uint(indices->items));
    }
}

/* ---- Line ends ----------------------------------------------------------------------------------------- */

static int by_offset(const void *left, const void *right, void *context)
{
    const al_stream_place *a = left, *b = right;
    (void)context;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

size_t xmf_find_streams(const void *document, al_stream_place *places)
{
    const xmf_file *f = document;
    uint64_t end = f->data_at;
    bool usual = f->whole;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_desc *d = &f->buffers[i].desc;
        usual = usual && f->buffers[i].sized && d->compressed == XMF_ZLIB && d->data_offset >= 0;
        if (usual)
            places[i] = (al_stream_place){.offset = f->data_at + (uint64_t)d->data_offset,
                                          .size = (uint64_t)d->compressed_data_size,
                                          .inflated = f->buffers[i].data_size};
    }
    if (!usual)
        return 0;
    al_sort(places, f->buffer_count, sizeof *places, by_offset, NULL);
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        usual = usual && places[i].offset == end;
        end += places[i].size;
    }
    return usual ? f->buffer_count : 0;
}

const al_fixer xmf_fixers[] = {
    {XMF_TRAILING_BYTES, al_fix_cut_off},
    {XMF_COLLISION_DECLARATION, fix_collision_declaration},
    {XMF_COLLISION_MATERIAL, fix_collision_material},
    {XMF_INDEX_BUFFER_ORDER, fix_index_buffer_order},
    {XMF_DATA_GAP, fix_gaps},
    {XMF_STREAM_TRAILING, fix_stream_trailing},
    {XMF_VERTEX_FORMAT, fix_vertex_format},
    {XMF_INDEX_MAXIMUM, al_fix_to_expected},
    {XMF_MATERIAL_RANGE, fix_material},
    {XMF_MATERIAL_SUM, fix_material},
    {.plan = NULL},
};
