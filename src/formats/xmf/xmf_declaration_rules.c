/* xmf_declaration_rules.c: rules about the elements of a vertex, and about the only declaration that a
 * collision mesh may have.
 */
#include "core/sort.h"
#include "formats/xmf/xmf.h"

/* A claim about the D3DDECLTYPE, D3DDECLUSAGE or usage index of a component, at the field that has it. */
static al_claim component_claim(size_t rule, const xmf_component *c, xmf_element_field element_field,
                                xmf_desc_field desc_field)
{
    al_claim claim = c->declared ? xmf_element_claim_at(rule, c->record, element_field, &c->path)
                                 : xmf_desc_claim_at(rule, c->record, desc_field, &c->path);
    claim.reach = al_end_of(c->record);
    return claim;
}

static al_claim usage_claim(size_t rule, const xmf_component *c)
{
    return component_claim(rule, c, XMF_ELEMENT_AT_usage, XMF_DESC_AT_type);
}

static const char *usage_word(const xmf_component *c)
{
    const char *name = al_find_word(&xmf_declusage_words, c->usage);
    return name != NULL ? name : "unknown usage";
}

static bool seen_type(int32_t type)
{
    return type == XMF_FLOAT2 || type == XMF_FLOAT3 || type == XMF_D3DCOLOR || type == XMF_FLOAT16_2 ||
           type == XMF_FLOAT16_4;
}

static void check_element_type(const xmf_component *c, al_sink *s)
{
    if (seen_type(c->type))
        return;
    al_claim claim = component_claim(XMF_ELEMENT_TYPE, c, XMF_ELEMENT_AT_type, XMF_DESC_AT_format);
    claim.level = c->size > 0 ? AL_WARNING : AL_ERROR;
    if (c->size > 0)
        al_report(s, &claim, "no working file has vertex elements of type %d (%s)", (int)c->type,
                  c->form.name);
    else
        al_report(s, &claim, "vertex element has the type %d, but D3DDECLTYPE is 0 to 16", (int)c->type);
}

static bool seen_usage(int32_t usage)
{
    return usage == XMF_POSITION || usage == XMF_NORMAL || usage == XMF_TEXCOORD || usage == XMF_TANGENT ||
           usage == XMF_COLOR;
}

static void check_element_usage(const xmf_component *c, al_sink *s)
{
    if (!c->declared || seen_usage(c->usage)) /* xmf/buffer-type reports an implied one */
        return;
    al_claim claim = usage_claim(XMF_ELEMENT_USAGE, c);
    const bool legal = xmf_element_is_legal(c->record, XMF_ELEMENT_AT_usage);
    claim.level = legal ? AL_WARNING : AL_ERROR;
    if (legal)
        al_report(s, &claim, "no working file has vertex elements of usage %d (%s)", (int)c->usage,
                  usage_word(c));
    else
        al_report(s, &claim, "vertex element has the usage %d, but D3DDECLUSAGE is 0 to 13", (int)c->usage);
}

static void check_usage_index(const xmf_component *c, al_sink *s)
{
    enum { HIGHEST = 15 }; /* Direct3D 9 */
    if (c->usage_index >= 0 && c->usage_index <= HIGHEST)
        return;
    al_claim claim = component_claim(XMF_USAGE_INDEX, c, XMF_ELEMENT_AT_usage_index, XMF_DESC_AT_usage_index);
    const bool fits_byte = c->usage_index >= 0 && c->usage_index <= UINT8_MAX;
    claim.level = fits_byte ? AL_NOTE : AL_ERROR;
    al_report(s, &claim, "usage index %d of %s, Direct3D knows 0 to 15", (int)c->usage_index, usage_word(c));
}

static void check_vertex_size(const xmf_buffer *b, al_sink *s)
{
    if (!b->layout_known || b->desc.item_size < 0 || (uint32_t)b->desc.item_size == b->vertex_size)
        return;
    al_claim claim = xmf_desc_claim(XMF_VERTEX_SIZE, b, XMF_DESC_AT_item_size);
    claim.expected = al_uint(b->vertex_size);
    al_report(s, &claim, "a vertex has %d byte%s, but its elements take %u", (int)b->desc.item_size,
              AL_S(b->desc.item_size), b->vertex_size);
}

static void check_vertex_format(const xmf_buffer *b, al_sink *s)
{
    if (b->component_count == 0 || !b->components[0].declared || b->desc.format == 0 ||
        b->desc.format == XMF_DECLARED_FORMAT)
        return;
    al_claim claim = xmf_desc_claim(XMF_VERTEX_FORMAT, b, XMF_DESC_AT_format);
    claim.expected = al_text("32 or 0");
    al_report(s, &claim, "format %d of a buffer with vertex elements, working files have 32 or 0",
              (int)b->desc.format);
}

static int by_usage(const void *left, const void *right, void *context)
{
    (void)context;
    const xmf_component *a = *(const xmf_component *const *)left, *b = *(const xmf_component *const *)right;
    if (a->usage != b->usage)
        return a->usage < b->usage ? -1 : 1;
    if (a->usage_index != b->usage_index)
        return a->usage_index < b->usage_index ? -1 : 1;
    return a->record.base < b->record.base ? -1 : 1;
}

static void check_duplicate_elements(const xmf_component **sorted, size_t count, al_sink *s)
{
    char first[64];
    for (size_t i = 1, start = 0; i < count; i++) {
        const xmf_component *a = sorted[start], *b = sorted[i];
        if (a->usage != b->usage || a->usage_index != b->usage_index) {
            start = i;
            continue;
        }
        al_path_format(&a->path, first, sizeof first);
        const al_claim claim = usage_claim(XMF_DUPLICATE_ELEMENT, b);
        al_report(s, &claim, "a second %s %d, the first is %s", usage_word(b), (int)b->usage_index, first);
    }
}

/* Positions are missing only if every declaration is known and has none. */
static void check_positions(const xmf_file *f, const xmf_component *position, bool all_known, al_sink *s)
{
    const xmf_buffer *first = NULL;
    for (uint32_t i = 0; i < f->buffer_count && first == NULL; i++)
        if (!f->buffers[i].is_index)
            first = &f->buffers[i];
    if (first == NULL) /* xmf/no-vertex-buffer reports it */
        return;
    if (position == NULL && f->is_collision) /* xmf/collision-declaration reports it */
        return;
    if (position == NULL && all_known) {
        const al_claim claim = {.rule = XMF_MISSING_POSITIONS,
                                .offset = XMF_HEADER_BYTES,
                                .length = (uint64_t)f->buffer_count * f->header.data_buffer_desc_size,
                                .path = al_field(NULL, "buffers")};
        al_report(s, &claim, "no vertex buffer has POSITION 0");
    } else if (position != NULL && first->declaration_known && position != first->components) {
        const al_claim claim = usage_claim(XMF_POSITION_ORDER, position);
        al_report(s, &claim, "POSITION 0 is not the first element of buffers[%d]", (int)first->path.index);
    }
}

/* Rules over the components of all vertex buffers, which need every declaration. False when memory is short.
 */
static bool check_all_components(al_job *job, const xmf_file *f)
{
    size_t count = 0;
    bool known = f->buffer_count == f->header.num_data_buffers;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        count += f->buffers[i].component_count;
        known = known && (f->buffers[i].is_index || f->buffers[i].declaration_known);
    }
    const xmf_component **sorted = al_alloc(job->arena, count, sizeof *sorted);
    if (sorted == NULL)
        return false;
    count = 0;
    for (uint32_t i = 0; i < f->buffer_count; i++)
        for (uint32_t j = 0; j < f->buffers[i].component_count; j++)
            sorted[count++] = &f->buffers[i].components[j];
    al_sort(sorted, count, sizeof *sorted, by_usage, NULL);
    check_duplicate_elements(sorted, count, job->sink);
    const xmf_component *position = NULL;
    for (size_t i = 0; i < count && position == NULL; i++)
        position = xmf_is_position(sorted[i]) ? sorted[i] : NULL;
    check_positions(f, position, known, job->sink);
    return true;
}

/* Checks the allowed values field by field and reports the first difference. */
static void check_collision_buffer(const xmf_buffer *b, al_sink *s)
{
    const xmf_desc *d = &b->desc;
    if (d->num_vertex_elements != 0) {
        al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_num_vertex_elements);
        claim.expected = al_int(0);
        al_report(s, &claim,
                  "collision mesh declares its vertices in the element list, the game crashes on load");
    } else if (d->type != 0 && d->type != 1) {
        al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_type);
        claim.expected = al_text("0 or 1");
        al_report(s, &claim, "vertex buffer of a collision mesh has no positions, the game crashes on load");
    } else if (d->usage_index != 0) {
        al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_usage_index);
        claim.expected = al_int(0);
        al_report(s, &claim,
                  "vertex buffer of a collision mesh has POSITION %d, not 0, the game crashes on load",
                  (int)d->usage_index);
    } else if (d->format != XMF_FLOAT3) {
        al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_format);
        claim.expected = al_int(XMF_FLOAT3);
        al_report(s, &claim, "positions of a collision mesh are not FLOAT3, the game crashes on load");
    } else if (d->item_size != 12) {
        al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_item_size);
        claim.expected = al_int(12);
        al_report(s, &claim, "positions of a collision mesh do not have 12 bytes, the game crashes on load");
    }
}

static void check_collision_declaration(const xmf_file *f, al_sink *s)
{
    uint32_t vertex_buffers = 0;
    if (!f->is_collision)
        return;
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b->is_index)
            continue;
        if (vertex_buffers++ == 0) {
            check_collision_buffer(b, s);
            continue;
        }
        const al_claim claim = xmf_desc_claim(XMF_COLLISION_DECLARATION, b, XMF_DESC_AT_type);
        al_report(s, &claim, "collision mesh has a second vertex buffer, the game crashes on load");
    }
    if (vertex_buffers == 0 && f->buffer_count == f->header.num_data_buffers) {
        al_claim claim = xmf_header_claim(XMF_COLLISION_DECLARATION, f, XMF_HEADER_AT_num_data_buffers);
        claim.reach = al_end_of(f->tables);
        al_report(s, &claim, "collision mesh has no vertex buffer, the game crashes on load");
    }
}

void xmf_judge_declarations(al_job *job, const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        for (uint32_t j = 0; j < b->component_count; j++) {
            check_element_type(&b->components[j], job->sink);
            check_element_usage(&b->components[j], job->sink);
            check_usage_index(&b->components[j], job->sink);
        }
        check_vertex_size(b, job->sink);
        check_vertex_format(b, job->sink);
    }
    check_collision_declaration(f, job->sink);
    if (!check_all_components(job, f))
        al_report_memory_limit(job, XMF_LIMIT, al_field(NULL, "buffers"), f->tables.base, f->tables.len);
}
