/* xmf_document.c: questions of the rules to the document of an XMF. */
#include <math.h>
#include <string.h>

#include "core/reduce/floats.h"
#include "core/text.h"
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

/* ---- Names --------------------------------------------------------------------------------------------- */

/* The numbers of each D3DDECLTYPE. The three numbers of UDEC3 and DEC3N, of ten bits each, are shown as one.
 */
static const al_form forms[] = {AL_NUMBERS(f32, 1, 4), AL_NUMBERS(f32, 2, 4), AL_NUMBERS(f32, 3, 4),
                                AL_NUMBERS(f32, 4, 4), AL_NUMBERS(u8, 4, 1),  AL_NUMBERS(u8, 4, 1),
                                AL_NUMBERS(i16, 2, 2), AL_NUMBERS(i16, 4, 2), AL_NUMBERS(u8, 4, 1),
                                AL_NUMBERS(i16, 2, 2), AL_NUMBERS(i16, 4, 2), AL_NUMBERS(u16, 2, 2),
                                AL_NUMBERS(u16, 4, 2), AL_NUMBERS(u32, 1, 4), AL_NUMBERS(u32, 1, 4),
                                AL_NUMBERS(f16, 2, 2), AL_NUMBERS(f16, 4, 2)};

static bool is_type(int32_t type)
{
    return type >= 0 && (size_t)type < sizeof forms / sizeof forms[0];
}

uint32_t xmf_type_size(int32_t type)
{
    return is_type(type) ? forms[type].stride : 0;
}

al_form xmf_type_form(int32_t type)
{
    al_form form = {.layout = NULL};
    if (is_type(type))
        form = forms[type];
    form.name = al_find_word(&xmf_decltype_words, type);
    return form;
}

bool xmf_is_float(const xmf_component *c)
{
    return c->form.numbers > 0 && (c->form.type == AL_TYPE_f32 || c->form.type == AL_TYPE_f16);
}

bool xmf_is_position(const xmf_component *c)
{
    return c->usage == XMF_POSITION && c->usage_index == 0;
}

bool xmf_is_uv(const xmf_component *c)
{
    return c->usage == XMF_TEXCOORD && xmf_is_float(c) && c->form.numbers >= 2;
}

bool xmf_is_collision_name(const char *name)
{
    static const char word[] = "-collision";
    if (!al_has_extension(name, "xmf", 3))
        return false;
    const char *at = strchr(name, word[0]);
    while (at != NULL && !al_same_ignoring_case(at, word, sizeof word - 1)) /* ends at the NUL, too */
        at = strchr(at + 1, word[0]);
    return at != NULL;
}

bool xmf_is_lod_name(const char *name)
{
    static const char word[] = "-lod";
    size_t end = strlen(name);
    if (!al_has_extension(name, "xmf", 3))
        return false;
    end -= sizeof ".xmf" - 1;
    const size_t digits_end = end;
    while (end > 0 && al_is_digit(name[end - 1]))
        end--;
    return end < digits_end && end >= sizeof word - 1 &&
           al_same_ignoring_case(name + end - (sizeof word - 1), word, sizeof word - 1);
}

/* ---- The buffer of the positions ----------------------------------------------------------------------- */

enum { AXES = 3 };

const xmf_buffer *xmf_position_buffer(const xmf_file *f)
{
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (b->is_index || xmf_find_position(b) == NULL)
            continue;
        return xmf_has_items(b) ? b : NULL;
    }
    return NULL;
}

/* ---- The bounds ---------------------------------------------------------------------------------------- */

void xmf_bounds_begin(al_mesh_bounds *bounds, const xmf_buffer *b)
{
    *bounds = (al_mesh_bounds){.vertices = b->items};
    for (uint32_t i = 0; i < AXES; i++) {
        bounds->low[i] = INFINITY;
        bounds->high[i] = -INFINITY;
    }
}

/* A NaN changes nothing. */
static void extend_by_halves(const al_form *form, al_span window, al_mesh_bounds *e)
{
    for (uint64_t at = form->at; at < window.len; at += form->stride)
        for (uint32_t i = 0; i < AXES; i++) {
            const float value = al_f16_at(window, at + 2 * (uint64_t)i);
            e->low[i] = value < e->low[i] ? value : e->low[i];
            e->high[i] = value > e->high[i] ? value : e->high[i];
        }
}

void xmf_bounds_extend(al_mesh_bounds *bounds, const xmf_component *position, al_span window)
{
    const al_form *form = &position->form;
    if (form->type == AL_TYPE_f16)
        extend_by_halves(form, window, bounds);
    else
        al_range_f32x3(window, form->stride, form->at, bounds->low, bounds->high);
}

bool xmf_bounds_end(const al_mesh_bounds *bounds)
{
    for (uint32_t i = 0; i < AXES; i++)
        if (!isfinite(bounds->low[i]) || !isfinite(bounds->high[i]))
            return false;
    return true;
}

/* ---- Without the check of the file --------------------------------------------------------------------- */

typedef struct bounds_scan {
    const xmf_component *position;
    al_mesh_bounds *bounds;
} bounds_scan;

static void extend(void *context, al_span window)
{
    const bounds_scan *scan = context;
    xmf_bounds_extend(scan->bounds, scan->position, window);
}

bool xmf_measure_bounds(const void *document, al_inflater *inflater, uint64_t most, al_mesh_bounds *bounds)
{
    const xmf_file *f = document;
    const xmf_buffer *b = f->has_tables ? xmf_position_buffer(f) : NULL;
    if (b == NULL || b->data_size > most || (b->desc.compressed == XMF_ZLIB && inflater == NULL))
        return false;
    bounds_scan scan = {.position = xmf_find_position(b), .bounds = bounds};
    xmf_bounds_begin(bounds, b);
    return xmf_visit_data(inflater, b, b->vertex_size, extend, &scan).verdict == AL_INFLATE_WHOLE &&
           xmf_bounds_end(bounds);
}
