/* xmf_drawing.c: the mesh of an XMF. It is drawn from the first buffer with positions and the index buffer,
 * as far as their data can be read; its normals, tangents and texture coordinates may be in other buffers. */
#include "formats/xmf/xmf.h"

enum { CORNERS = 3, UV = 2 };

/* Elements of findings about an index buffer are indices, with two exceptions. */
static const al_target_rule rules[] = {{XMF_DEGENERATE_TRIANGLE, AL_MARKS_TRIANGLES, 0},
                                       {XMF_UNREFERENCED_VERTEX, AL_MARKS_VERTICES, 0},
                                       {0, AL_MARKS_NOTHING, 0}};

/* The buffers of the mesh; NULL where there is none that can be read. */
typedef struct mesh_buffers {
    const xmf_buffer *vertices, *indices;
} mesh_buffers;

static mesh_buffers find_buffers(const xmf_file *f)
{
    mesh_buffers found = {.indices = xmf_index_buffer(f)};
    for (uint32_t i = 0; i < f->buffer_count && found.vertices == NULL; i++) {
        const xmf_buffer *b = &f->buffers[i];
        if (!b->is_index && xmf_find_position(b) != NULL && xmf_has_items(b))
            found.vertices = b;
    }
    if (found.indices != NULL &&
        (!xmf_has_items(found.indices) || f->header.primitive_type != XMF_HEADER_IS_primitive_type))
        found.indices = NULL;
    return found;
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

/* What is read of a buffer; NULL: it doesn't have that, or an earlier buffer does. */
typedef struct vertex_reader {
    al_drawn_mesh *mesh;
    const xmf_buffer *buffer;
    const xmf_component *position, *normal, *tangent;
    const xmf_component *uvs[AL_VIEW_UV_SETS];
    uint32_t first_uvs, uv_count; /* number of the first set in the mesh, and of sets in the buffer */
} vertex_reader;

/* Of a D3DCOLOR x, y and z are the bytes 2, 1 and 0, and 0 to 255 is -1 to 1. */
static void read_colours(int8_t *out, uint64_t room, uint64_t first, al_span window, const al_form *form)
{
    al_span item;
    for (uint64_t i = 0; first + i < room && al_slice(window, i * form->stride, form->stride, &item); i++)
        for (uint32_t axis = 0; axis < CORNERS; axis++)
            out[(first + i) * CORNERS + axis] =
                al_draw_direction(al_u8_at(item, form->at + CORNERS - 1 - axis) / 127.5 - 1);
}

static void read_directions(int8_t *out, uint64_t room, uint64_t first, al_span window,
                            const xmf_component *c)
{
    if (c == NULL)
        return;
    if (xmf_is_float(c))
        al_draw_directions(out, room, first, window, &c->form);
    else
        read_colours(out, room, first, window, &c->form);
}

static void read_vertices(void *context, al_span window)
{
    const vertex_reader *r = context;
    al_drawn_mesh *m = r->mesh;
    const uint64_t first = window.base / r->buffer->vertex_size;
    if (r->position != NULL)
        m->read_vertices =
            (uint32_t)al_draw_numbers(m->positions, m->vertices, first, CORNERS, window, &r->position->form);
    read_directions(m->normals, m->vertices, first, window, r->normal);
    read_directions(m->tangents, m->vertices, first, window, r->tangent);
    for (uint32_t i = 0; i < r->uv_count; i++)
        (void)al_draw_numbers(m->uvs[r->first_uvs + i], m->vertices, first, UV, window, &r->uvs[i]->form);
}

static bool is_direction(const xmf_component *c, int32_t usage)
{
    return c->usage == usage && c->usage_index == 0 &&
           (c->type == XMF_D3DCOLOR || (xmf_is_float(c) && c->form.numbers >= CORNERS));
}

/* Adds to the mesh what a component has of it. */
static void add_component(vertex_reader *r, const xmf_component *c, al_drawing *d)
{
    al_drawn_mesh *m = r->mesh;
    if (is_direction(c, XMF_NORMAL) && m->normals == NULL && al_draw_normals(d, m))
        r->normal = c;
    else if (is_direction(c, XMF_TANGENT) && m->tangents == NULL && al_draw_tangents(d, m))
        r->tangent = c;
    else if (xmf_is_uv(c) && al_draw_uvs(d, m) != NULL)
        r->uvs[r->uv_count++] = c;
}

/* All buffers with as many vertices as the one with the positions are of the mesh. */
static void draw_vertices(const al_job *job, const xmf_file *f, const xmf_buffer *positions,
                          al_drawn_mesh *mesh, al_drawing *d)
{
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        vertex_reader r = {.mesh = mesh, .buffer = b, .first_uvs = mesh->uv_count};
        if (b->is_index || !xmf_has_items(b) || b->items != positions->items ||
            b->data_size > job->max_inflated)
            continue;
        if (b == positions)
            r.position = xmf_find_position(b);
        for (uint32_t c = 0; c < b->component_count; c++)
            add_component(&r, &b->components[c], d);
        if (r.position != NULL || r.normal != NULL || r.tangent != NULL || r.uv_count > 0)
            (void)xmf_visit_data(job->inflater, b, b->vertex_size, read_vertices, &r);
    }
}

/* ---- Indices ------------------------------------------------------------------------------------------- */

typedef struct index_reader {
    al_drawn_mesh *mesh;
    bool wide;
} index_reader;

static void read_indices(void *context, al_span window)
{
    const index_reader *r = context;
    al_drawn_mesh *m = r->mesh;
    const uint32_t size = r->wide ? 4 : 2;
    uint64_t number = window.base / size;
    for (uint64_t at = 0; at + size <= window.len && number < (uint64_t)m->triangles * CORNERS; at += size)
        m->indices[number++] = r->wide ? al_u32_at(window, at) : al_u16_at(window, at);
    m->read_triangles = (uint32_t)(number / CORNERS);
}

static void draw_indices(const al_job *job, const xmf_buffer *b, al_drawn_mesh *mesh)
{
    index_reader r = {.mesh = mesh, .wide = b->desc.item_size == 4};
    (void)xmf_visit_data(job->inflater, b, CORNERS * (uint32_t)b->desc.item_size, read_indices, &r);
}

/* ---- The mesh ------------------------------------------------------------------------------------------ */

static void draw_ranges(const xmf_file *f, al_drawing *d)
{
    for (uint32_t i = 0; i < f->material_count; i++) {
        const xmf_material_range *m = &f->materials[i];
        const bool known = m->row.first_index >= 0 && m->row.num_indices >= 0;
        const uint64_t first = known ? (uint64_t)m->row.first_index / CORNERS : 0;
        const uint64_t count = known ? (uint64_t)m->row.num_indices / CORNERS : 0;
        const al_span name = al_slice_available(m->row.name, 0, al_text_length(m->row.name));
        al_draw_range(d, &m->path, name, first, count, i);
    }
}

/* All buffers of vertices have the same vertices, or should have. */
static void draw_targets(const xmf_file *f, uint32_t view, al_drawing *d)
{
    static const char *const whole[] = {"buffers", "materials"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        const al_path path = al_field(NULL, whole[i]);
        (void)al_draw_target(d, &path, AL_MARKS_NOTHING, view, 0);
    }
    for (uint32_t i = 0; i < f->buffer_count; i++) {
        const xmf_buffer *b = &f->buffers[i];
        const xmf_component *position = b->is_index ? NULL : xmf_find_position(b);
        if (b->is_index)
            (void)al_draw_target(d, &b->path, AL_MARKS_INDICES, view, 0);
        else if (position == NULL || position->declared)
            (void)al_draw_target(d, &b->path, AL_MARKS_VERTICES, view, 0);
        if (position != NULL) /* the path of the buffer, unless it has elements */
            (void)al_draw_target(d, &position->path, AL_MARKS_POSITIONS, view, 0);
    }
}

void xmf_draw(const al_job *job, const void *document, al_drawing *d)
{
    const xmf_file *f = document;
    const mesh_buffers b = f->has_tables ? find_buffers(f) : (mesh_buffers){.vertices = NULL};
    d->rules = rules;
    if (b.vertices == NULL || b.vertices->data_size > job->max_inflated)
        return;
    const bool indexed =
        b.indices != NULL && b.indices->data_size <= job->max_inflated - b.vertices->data_size;
    const al_span none = {.len = 0};
    const al_path *whole = NULL;
    al_drawn_mesh *mesh =
        al_draw_mesh(d, whole, none, b.vertices->items, indexed ? b.indices->items / CORNERS : 0);
    if (mesh == NULL)
        return;
    draw_ranges(f, d);
    draw_targets(f, mesh->number, d);
    draw_vertices(job, f, b.vertices, mesh, d);
    if (indexed)
        draw_indices(job, b.indices, mesh);
}
