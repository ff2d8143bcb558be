/* xmf_extent.c: the box around the vertices of an XMF, to compare the levels of detail of a part. */
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/xmf/xmf.h"

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

/* ---- The box ------------------------------------------------------------------------------------------- */

void xmf_box_begin(al_mesh_box *box, const xmf_buffer *b)
{
    *box = (al_mesh_box){.vertices = b->items};
    for (uint32_t i = 0; i < AXES; i++) {
        box->low[i] = INFINITY;
        box->high[i] = -INFINITY;
    }
}

/* A NaN changes nothing. */
static void extend_by_halves(const al_form *form, al_span window, al_mesh_box *e)
{
    for (uint64_t at = form->at; at < window.len; at += form->stride)
        for (uint32_t i = 0; i < AXES; i++) {
            const float value = al_f16_at(window, at + 2 * (uint64_t)i);
            e->low[i] = value < e->low[i] ? value : e->low[i];
            e->high[i] = value > e->high[i] ? value : e->high[i];
        }
}

void xmf_box_extend(al_mesh_box *box, const xmf_component *position, al_span window)
{
    const al_form *form = &position->form;
    if (form->type == AL_TYPE_f16)
        extend_by_halves(form, window, box);
    else
        al_range_f32x3(window, form->stride, form->at, box->low, box->high);
}

bool xmf_box_end(const al_mesh_box *box)
{
    for (uint32_t i = 0; i < AXES; i++)
        if (!isfinite(box->low[i]) || !isfinite(box->high[i]))
            return false;
    return true;
}

/* ---- Without the check of the file --------------------------------------------------------------------- */

typedef struct box_scan {
    const xmf_component *position;
    al_mesh_box *box;
} box_scan;

static void extend(void *context, al_span window)
{
    const box_scan *scan = context;
    xmf_box_extend(scan->box, scan->position, window);
}

bool xmf_extent(const void *document, al_inflater *inflater, uint64_t most, al_mesh_box *extent)
{
    const xmf_file *f = document;
    const xmf_buffer *b = f->has_tables ? xmf_position_buffer(f) : NULL;
    if (b == NULL || b->data_size > most || (b->desc.compressed == XMF_ZLIB && inflater == NULL))
        return false;
    box_scan scan = {.position = xmf_find_position(b), .box = extent};
    xmf_box_begin(extent, b);
    return xmf_visit_data(inflater, b, b->vertex_size, extend, &scan).verdict == AL_INFLATE_WHOLE &&
           xmf_box_end(extent);
}
