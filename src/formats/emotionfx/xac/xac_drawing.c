/* xac_drawing.c: what can be drawn of an XAC: its nodes as a skeleton, its meshes, and their skins. Materials
 * are counted from 0 for each level of detail. A file inside of a chunk 8 is drawn like a file of its own.
 */
#include <string.h>

#include "formats/emotionfx/xac/xac.h"

enum { CORNERS = 3, AXES = 3, UV = 2, QUATERNION = 4, SKIN = 4, TRIANGLE_BYTES = 12 };

_Static_assert((int)XAC_OLD_NODE_AT_rot == (int)XAC_NODE_AT_rot &&
                   (int)XAC_OLD_NODE_AT_pos == (int)XAC_NODE_AT_pos &&
                   (int)XAC_OLD_NODE_AT_scale == (int)XAC_NODE_AT_scale,
               "nodes of all versions begin alike");

/* Elements of findings about indices are indices, with one exception. */
static const al_target_rule rules[] = {{XAC_DEGENERATE_TRIANGLE, AL_MARKS_TRIANGLES, 0},
                                       {0, AL_MARKS_NOTHING, 0}};

typedef struct material {
    al_span name, texture;
    uint32_t chunk;
    bool drawn; /* a submesh that uses it is marked for it */
} material;

typedef struct material_list {
    material *items;
    uint64_t count, room;
} material_list;

/* A mesh as it was drawn, for its skin. */
typedef struct drawn_mesh {
    al_drawn_mesh *mesh; /* NULL: the chunk is no mesh that can be drawn */
    al_span originals;   /* the original vertex of each vertex; empty: the same */
} drawn_mesh;

typedef struct picture {
    const al_job *job;
    al_drawing *d;
    const xac_file *x;
    const al_path *up;
    uint32_t skeleton;
    bool has_skeleton;
    material_list materials[XAC_MOST_LODS];
    drawn_mesh *meshes; /* by chunk */
} picture;

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static void read_floats(float *out, size_t count, al_span record, uint64_t at)
{
    for (size_t i = 0; i < count; i++)
        out[i] = al_f32_at(record, at + 4 * i);
}

static void draw_node(void *context, const xac_node *node)
{
    picture *p = context;
    al_view_bone bone = {.parent = al_i32_at(node->record, node->form->parent), .number = -1};
    const al_span none = {.len = 0};
    read_floats(bone.position, AXES, node->record, XAC_NODE_AT_pos);
    read_floats(bone.rotation, QUATERNION, node->record, XAC_NODE_AT_rot);
    read_floats(bone.scale, AXES, node->record, XAC_NODE_AT_scale);
    if (node->record.len < node->form->size)
        return;
    const uint64_t before = p->d->view_count;
    if (!p->has_skeleton)
        p->skeleton = al_draw_skeleton(p->d, p->up, none);
    p->has_skeleton = p->has_skeleton || p->d->view_count > before; /* or memory is short */
    al_draw_bone(p->d, node->path, node->named ? node->name.text : none, &bone);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static void note_material(picture *p, efx_reading *r, al_span name)
{
    const uint32_t lod = xac_lod_of(p->x, r->number);
    material_list *list = lod < XAC_MOST_LODS ? &p->materials[lod] : NULL;
    if (list == NULL)
        return;
    const material item = {.name = name, .chunk = r->number};
    if (!AL_APPEND(p->d->arena, list->items, list->count, list->room, item))
        p->d->partial = true;
}

/* The last material before a chunk; NULL: there is none. */
static material *material_before(picture *p, uint32_t chunk)
{
    const uint32_t lod = xac_lod_of(p->x, chunk);
    const material_list *list = lod < XAC_MOST_LODS ? &p->materials[lod] : NULL;
    return list != NULL && list->count > 0 ? &list->items[list->count - 1] : NULL;
}

/* The first layer with colours gives a material its texture. */
static void note_texture(void *context, const xac_texture *t)
{
    enum { DIFFUSE = 2 };
    material *of = context;
    if (of != NULL && of->texture.len == 0 && t->named &&
        al_u8_at(t->record, XAC_TEXTURE_AT_map_type) == DIFFUSE)
        of->texture = al_slice_available(t->name.text, 0, al_text_length(t->name.text));
}

static void note_standard_material(picture *p, efx_reading *r)
{
    const al_span none = {.len = 0};
    xac_material_head head;
    const bool opened = xac_open_material(r, &head);
    note_material(p, r, opened ? head.name.text : none);
    if (opened)
        (void)xac_each_texture(r, &head, note_texture, material_before(p, r->number));
}

/* A layer in a chunk of its own belongs to the last material before it. */
static void note_texture_chunk(picture *p, efx_reading *r)
{
    xac_texture texture;
    if (xac_read_texture(r, &texture))
        note_texture(material_before(p, r->number), &texture);
}

/* The material of a submesh; NULL: the actor has none of that number. */
static material *find_material(picture *p, uint32_t lod, uint32_t number)
{
    const material_list *list = lod < XAC_MOST_LODS ? &p->materials[lod] : NULL;
    return list != NULL && number < list->count ? &list->items[number] : NULL;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* What a mesh has, before it is drawn. */
typedef struct mesh_parts {
    al_span positions, normals, tangents, originals;
    al_span uvs[AL_VIEW_UV_SETS];
    uint32_t uv_count;
    uint64_t triangles; /* those whose indices exist */
} mesh_parts;

static void see_layer(void *context, const xac_attributes *a)
{
    mesh_parts *parts = context;
    const uint32_t size = xac_attribute_size(a->row.type);
    al_span *wanted = NULL;
    switch (a->row.type) {
    case XAC_POSITIONS: wanted = &parts->positions; break;
    case XAC_NORMALS: wanted = &parts->normals; break;
    case XAC_TANGENTS: wanted = &parts->tangents; break;
    case XAC_UVS: wanted = parts->uv_count < AL_VIEW_UV_SETS ? &parts->uvs[parts->uv_count++] : NULL; break;
    case XAC_ORIGINAL_VERTICES: wanted = &parts->originals; break;
    default: break;
    }
    if (wanted != NULL && wanted->len == 0 && size == a->row.size)
        *wanted = al_slice_available(a->data, 0, a->data.len / size * size);
}

static void see_submesh(void *context, const xac_submesh *s)
{
    ((mesh_parts *)context)->triangles += s->indices.len / TRIANGLE_BYTES;
}

/* A mesh while its parts are drawn. */
typedef struct mesh_drawing {
    picture *p;
    const xac_mesh *mesh;
    al_drawn_mesh *out;
    uint64_t first_vertex; /* of the submesh */
    uint32_t submesh;
} mesh_drawing;

static void draw_layer(void *context, const xac_attributes *a)
{
    const mesh_drawing *m = context;
    const al_marks marks = a->row.type == XAC_POSITIONS ? AL_MARKS_POSITIONS : AL_MARKS_VERTICES;
    (void)al_draw_target(m->p->d, a->path, marks, m->out->number, 0);
}

static void draw_triangles(const mesh_drawing *m, al_span indices)
{
    al_drawn_mesh *out = m->out;
    for (uint64_t at = 0; at + TRIANGLE_BYTES <= indices.len && out->read_triangles < out->triangles;
         at += TRIANGLE_BYTES) {
        uint32_t *corners = out->indices + (size_t)out->read_triangles++ * CORNERS;
        for (uint32_t c = 0; c < CORNERS; c++) {
            const uint64_t vertex = m->first_vertex + al_u32_at(indices, at + 4 * (uint64_t)c);
            corners[c] = vertex < UINT32_MAX ? (uint32_t)vertex : UINT32_MAX;
        }
    }
}

/* The first submesh of a material stands for it. */
static void draw_submesh(void *context, const xac_submesh *s)
{
    mesh_drawing *m = context;
    al_drawing *d = m->p->d;
    const uint32_t view = m->out->number, first = m->out->read_triangles;
    const al_path indices = al_field(s->path, "indices");
    material *used = find_material(m->p, m->mesh->lod, s->row.material);
    const al_span none = {.len = 0};
    draw_triangles(m, s->indices);
    al_draw_range(d, s->path, used != NULL ? used->name : none, first, m->out->read_triangles - first,
                  s->row.material);
    al_draw_texture(d, used != NULL ? used->texture : none);
    (void)al_draw_target(d, &indices, AL_MARKS_INDICES, view, first);
    if (used != NULL && !used->drawn) {
        const al_path chunk = efx_chunk_path(m->p->up, used->chunk);
        (void)al_draw_target(d, &chunk, AL_MARKS_RANGE, view, m->submesh);
        used->drawn = true;
    }
    m->first_vertex += s->row.num_vertices;
    m->submesh++;
}

/* The name of the node that has the mesh, as the skeleton shows it. */
static al_span name_of(const picture *p, int32_t node)
{
    const al_view *v = p->has_skeleton ? &p->d->views[p->skeleton].view : NULL;
    if (v == NULL || node < 0 || (uint64_t)node >= v->bone_count)
        return (al_span){.len = 0};
    return al_span_of(v->bones[node].name, strlen(v->bones[node].name));
}

static bool has_all(const al_drawn_mesh *mesh, al_span layer, const al_form *form)
{
    return layer.len / form->stride >= mesh->vertices;
}

static void fill_vertices(picture *p, al_drawn_mesh *out, const mesh_parts *parts)
{
    static const al_form form = AL_NUMBERS(f32, 3, 4), tangent = AL_NUMBERS(f32, 4, 4),
                         uv = AL_NUMBERS(f32, 2, 4);
    out->read_vertices =
        (uint32_t)al_draw_numbers(out->positions, out->vertices, 0, AXES, parts->positions, &form);
    if (has_all(out, parts->normals, &form) && al_draw_normals(p->d, out))
        al_draw_directions(out->normals, out->vertices, 0, parts->normals, &form);
    if (has_all(out, parts->tangents, &tangent) && al_draw_tangents(p->d, out))
        al_draw_directions(out->tangents, out->vertices, 0, parts->tangents, &tangent);
    for (uint32_t i = 0; i < parts->uv_count; i++) {
        float *uvs = has_all(out, parts->uvs[i], &uv) ? al_draw_uvs(p->d, out) : NULL;
        if (uvs != NULL)
            (void)al_draw_numbers(uvs, out->vertices, 0, UV, parts->uvs[i], &uv);
    }
}

static void draw_mesh(picture *p, efx_reading *r)
{
    efx_reading again = *r;
    xac_mesh mesh;
    mesh_parts parts = {.triangles = 0};
    if (!xac_open_mesh(r, &mesh))
        return;
    if (xac_each_layer(r, &mesh, see_layer, &parts))
        (void)xac_each_submesh(r, &mesh, see_submesh, &parts); /* those that exist are drawn */
    al_drawn_mesh *out =
        al_draw_mesh(p->d, mesh.path, name_of(p, mesh.node),
                     parts.positions.len / xac_attribute_size(XAC_POSITIONS), parts.triangles);
    if (out == NULL)
        return;
    p->d->views[out->number].view.vertices = mesh.vertices;
    p->d->views[out->number].view.triangles = mesh.indices / CORNERS;
    if (p->has_skeleton) {
        p->d->views[out->number].view.skeleton = p->skeleton;
        p->d->views[out->number].view.bone = mesh.node; /* unless it has a skin */
    }
    fill_vertices(p, out, &parts);
    p->meshes[r->number] = (drawn_mesh){.mesh = out, .originals = parts.originals};
    mesh_drawing m = {.p = p, .mesh = &mesh, .out = out};
    if (xac_open_mesh(&again, &mesh) && xac_each_layer(&again, &mesh, draw_layer, &m))
        (void)xac_each_submesh(&again, &mesh, draw_submesh, &m);
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

/* A skin while it is drawn: the influences of each original vertex, and the vertices to mark for them. */
typedef struct skin_drawing {
    picture *p;
    al_drawn_mesh *out;
    uint32_t originals;  /* number of original vertices */
    uint64_t *at;        /* of each: where its influences begin, */
    uint32_t *count;     /* and how many there are */
    uint32_t *vertex_of; /* its first vertex; UINT32_MAX: none */
    al_span bytes;       /* of the influences */
} skin_drawing;

/* Puts the influences with the greatest weights first. */
static void draw_influences(const skin_drawing *k, uint32_t vertex, uint32_t original)
{
    uint16_t *bones = k->out->skin_bones + (size_t)vertex * SKIN;
    uint8_t *weights = k->out->skin_weights + (size_t)vertex * SKIN;
    double sum = 0;
    for (uint32_t i = 0; i < k->count[original]; i++) {
        al_span influence;
        if (!al_slice(k->bytes, k->at[original] + (uint64_t)i * XAC_INFLUENCE_BYTES, XAC_INFLUENCE_BYTES,
                      &influence))
            break;
        const int16_t bone = al_i16_at(influence, XAC_INFLUENCE_AT_bone);
        const float share = al_f32_at(influence, XAC_INFLUENCE_AT_weight);
        const uint8_t weight = bone < 0 ? 0 : al_draw_weight(share);
        sum += (double)share;
        uint32_t place = SKIN;
        while (place > 0 && weights[place - 1] < weight)
            place--;
        for (uint32_t last = SKIN - 1; place < SKIN && last > place; last--) {
            bones[last] = bones[last - 1];
            weights[last] = weights[last - 1];
        }
        if (place < SKIN) {
            bones[place] = (uint16_t)bone;
            weights[place] = weight;
        }
    }
    al_draw_sum(k->out, vertex, sum, XAC_SUM_TOLERANCE);
}

static bool allocate_skin(skin_drawing *k, uint32_t originals)
{
    al_arena *a = k->p->d->arena;
    k->originals = originals;
    k->at = al_alloc(a, originals, sizeof *k->at);
    k->count = al_alloc(a, originals, sizeof *k->count);
    k->vertex_of = al_alloc(a, originals, sizeof *k->vertex_of);
    const bool allocated = k->at != NULL && k->count != NULL && k->vertex_of != NULL;
    k->p->d->partial = k->p->d->partial || !allocated;
    for (uint32_t i = 0; i < originals && allocated; i++)
        k->vertex_of[i] = UINT32_MAX;
    return allocated;
}

/* Ranges may overlap, so that influences are counted again and again: no vertex has more than some. */
static bool find_listed(skin_drawing *k, const xac_skin *s)
{
    enum { MOST = 16 };
    k->bytes = s->influences;
    if (!allocate_skin(k, (uint32_t)(s->ranges.len / XAC_RANGE_BYTES)))
        return false;
    for (uint32_t i = 0; i < k->originals; i++) {
        const uint64_t at = (uint64_t)i * XAC_RANGE_BYTES;
        const uint32_t count = al_u32_at(s->ranges, at + XAC_RANGE_AT_count);
        k->at[i] = (uint64_t)al_u32_at(s->ranges, at + XAC_RANGE_AT_first) * XAC_INFLUENCE_BYTES;
        k->count[i] = count < MOST ? count : MOST;
    }
    return true;
}

static bool find_in_table(skin_drawing *k, const xac_skin *s)
{
    uint64_t at = 0, most = s->mesh->num_org;
    k->bytes = s->table;
    most = most < s->table.len ? most : s->table.len;
    if (!allocate_skin(k, (uint32_t)most))
        return false;
    for (uint32_t i = 0; i < k->originals && at < s->table.len; i++) {
        k->at[i] = at + 1;
        k->count[i] = al_u8_at(s->table, at);
        at += 1 + (uint64_t)k->count[i] * XAC_INFLUENCE_BYTES;
    }
    return true;
}

/* For each influence of the list the first vertex that it moves. */
static const uint32_t *vertices_of_influences(const skin_drawing *k, uint32_t count)
{
    uint32_t *vertices = al_alloc(k->p->d->arena, count, sizeof *vertices);
    k->p->d->partial = k->p->d->partial || vertices == NULL;
    for (uint32_t i = 0; i < count && vertices != NULL; i++)
        vertices[i] = UINT32_MAX;
    for (uint32_t i = 0; i < k->originals && vertices != NULL; i++)
        for (uint32_t j = 0; j < k->count[i]; j++) {
            const uint64_t influence = k->at[i] / XAC_INFLUENCE_BYTES + j;
            if (influence < count)
                vertices[influence] = k->vertex_of[i];
        }
    return vertices;
}

static void draw_skin_target(const skin_drawing *k, const xac_skin *s, const char *name, const uint32_t *map,
                             uint32_t count)
{
    const al_path path = al_field(s->path, name);
    al_target *target = al_draw_target(k->p->d, &path, AL_MARKS_VERTICES, k->out->number, 0);
    if (target == NULL || map == NULL)
        return;
    target->map = map;
    target->count = count;
}

static void draw_vertices(const skin_drawing *k, al_span originals)
{
    for (uint32_t i = 0; i < k->out->read_vertices; i++) {
        const uint32_t original = originals.len > 0 ? al_u32_at(originals, (uint64_t)i * 4) : i;
        k->out->skin_flaws[i] = AL_FLAW_NO_WEIGHT;
        if (original >= k->originals)
            continue;
        if (k->vertex_of[original] == UINT32_MAX)
            k->vertex_of[original] = i;
        draw_influences(k, i, original);
    }
}

/* Only the first skin of a mesh counts. */
static void draw_skin(picture *p, efx_reading *r)
{
    xac_skin skin;
    const bool whole = xac_read_skin(r, &skin);
    if (skin.mesh == NULL || (!whole && skin.influences.len == 0 && skin.table.len == 0))
        return;
    const drawn_mesh *mesh = &p->meshes[skin.mesh->chunk];
    skin_drawing k = {.p = p, .out = mesh->mesh};
    if (k.out != NULL)
        (void)al_draw_target(p->d, skin.path, AL_MARKS_NOTHING, k.out->number, 0);
    if (k.out == NULL || k.out->skin_bones != NULL || !p->has_skeleton ||
        !al_draw_skin(p->d, k.out, p->skeleton))
        return;
    if (!(skin.listed ? find_listed(&k, &skin) : find_in_table(&k, &skin)))
        return;
    draw_vertices(&k, mesh->originals);
    const uint32_t influences = (uint32_t)(skin.influences.len / XAC_INFLUENCE_BYTES);
    draw_skin_target(&k, &skin, skin.listed ? "ranges" : "vertices", k.vertex_of, k.originals);
    if (skin.listed)
        draw_skin_target(&k, &skin, "influences", vertices_of_influences(&k, influences), influences);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void draw_first(picture *p, efx_reading *r)
{
    al_string name;
    const al_span none = {.len = 0};
    switch (r->header.id) {
    case XAC_OLD_NODE_CHUNK:
    case XAC_NODES_CHUNK: (void)xac_each_node(r, draw_node, p); break;
    case XAC_MATERIAL_CHUNK: note_standard_material(p, r); break;
    case XAC_TEXTURE_CHUNK: note_texture_chunk(p, r); break;
    case XAC_FX_CHUNK: note_material(p, r, xac_read_fx(r, &name) ? name.text : none); break;
    default: break;
    }
}

static void draw_meshes(picture *p, efx_reading *r)
{
    if (r->header.id == XAC_MESH_CHUNK)
        draw_mesh(p, r);
}

static void draw_skins(picture *p, efx_reading *r)
{
    if (r->header.id == XAC_SKIN_CHUNK)
        draw_skin(p, r);
}

static void each_chunk(picture *p, void (*draw)(picture *p, efx_reading *r))
{
    for (uint32_t i = 0; i < p->x->file.chunk_count; i++)
        if (p->x->file.chunks[i].supported) {
            efx_reading r = efx_read_again(&p->x->file, p->up, i, NULL);
            draw(p, &r);
        }
}

static void draw_file(const al_job *job, const xac_file *x, const al_path *up, al_drawing *d)
{
    picture p = {.job = job, .d = d, .x = x, .up = up};
    p.meshes = al_alloc(d->arena, x->file.chunk_count, sizeof *p.meshes);
    d->partial = d->partial || p.meshes == NULL;
    if (p.meshes == NULL)
        return;
    each_chunk(&p, draw_first);
    each_chunk(&p, draw_meshes);
    each_chunk(&p, draw_skins);
    for (uint32_t i = 0; i < x->inside_count; i++) {
        const al_path chunk = efx_chunk_path(up, x->nested_files[i].chunk), lod = al_field(&chunk, "lod");
        draw_file(job, x->nested_files[i].file, &lod, d);
    }
}

void xac_draw(const al_job *job, const void *document, al_drawing *d)
{
    d->rules = rules;
    draw_file(job, document, NULL, d);
}
