/* bbmod_drawing.c: what can be drawn of a BBMOD: its nodes as a skeleton, and its meshes, which are lists,
 * strips or fans of vertices without indices.
 */
#include <string.h>

#include "formats/bbmod/bbmod/bbmod.h"

enum { CORNERS = 3, AXES = 3, UV = 2, REAL = 4, SLOTS = 4 };

#define NO_BONE UINT32_MAX

typedef struct picture {
    const bbmod_file *f;
    al_drawing *d;
    uint32_t skeleton;
    bool has_skeleton;
    uint32_t *bone_of;  /* by the index of a node: its number in the skeleton; NO_BONE: there is none */
    uint32_t indices;   /* number of them */
    al_span *owners;    /* by mesh: the name of the first node that draws it */
    al_span *materials; /* names */
    uint32_t mesh_count, material_count;
} picture;

static void *allocate(picture *p, uint64_t count, uint64_t size)
{
    void *memory = al_alloc(p->d->arena, count, size);
    p->d->partial = p->d->partial || memory == NULL;
    return memory;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static void read_transform(al_span record, const bbmod_form *form, al_view_bone *bone)
{
    const al_span transform = al_slice_available(record, form->transform.at, BBM_DUAL_BYTES);
    for (uint32_t i = 0; i < REAL; i++)
        bone->rotation[i] = al_f32_at(transform, 4 * (uint64_t)i);
    for (uint32_t i = 0; i < AXES; i++)
        bone->scale[i] = 1;
    bbm_translation(transform, bone->position);
}

static void note_meshes(picture *p, const bbmod_node *n)
{
    const al_items meshes = al_items_of(n->meshes, p->f->form->numbers.stride, &n->path, NULL);
    for (uint64_t i = 0; i < al_items_count(&meshes); i++) {
        const uint64_t mesh = bbmod_mesh_at(p->f, &meshes, i);
        if (mesh < p->mesh_count && p->owners[mesh].len == 0)
            p->owners[mesh] = n->name.text;
    }
}

static void draw_node(picture *p, const bbmod_node *n, const uint32_t *above)
{
    const float index = al_f32_at(n->record, p->f->form->node_index.at);
    const bool known = bbmod_is_number(index, p->indices);
    al_view_bone bone = {.parent = n->level > 1 ? (int64_t)above[n->level - 2] : -1,
                         .number = known ? (int64_t)index : -1};
    read_transform(n->record, p->f->form, &bone);
    al_draw_bone(p->d, &n->path, n->name.text, &bone);
    if (known && p->bone_of[(uint32_t)index] == NO_BONE)
        p->bone_of[(uint32_t)index] = n->number;
    note_meshes(p, n);
}

static void draw_nodes(picture *p)
{
    const bbmod_file *f = p->f;
    uint32_t above[AL_MAX_NODE_LEVEL + 1] = {0}; /* the last node of each level */
    const al_span none = {.len = 0};
    bbmod_tree tree;
    bbmod_node node;
    al_walk w = bbmod_again(f, &f->nodes);
    if (f->nodes.at == 0)
        return;
    p->skeleton = al_draw_skeleton(p->d, NULL, none);
    p->has_skeleton = p->d->view_count > p->skeleton; /* or memory is short */
    bbmod_start_tree(&tree);
    while (bbmod_next_node(f, &w, &tree, &node)) {
        if (!node.has_record)
            return;
        draw_node(p, &node, above);
        above[node.level - 1] = node.number;
    }
}

static void read_offset(al_span record, al_view_bone *bone)
{
    const al_span offset = al_slice_available(record, BBMOD_BONE_AT_offset, BBM_DUAL_BYTES);
    for (uint32_t i = 0; i < REAL; i++)
        bone->offset_rotation[i] = al_f32_at(offset, 4 * (uint64_t)i);
    bbm_translation(offset, bone->offset_position);
    bone->has_offset = true;
}

/* A finding about a bone marks the node of the bone. */
static void draw_bones(picture *p)
{
    const bbmod_file *f = p->f;
    al_view_bone *nodes = p->has_skeleton ? p->d->views[p->skeleton].bones : NULL;
    for (uint64_t i = 0; i < f->bone_data.len / BBMOD_BONE_BYTES; i++) {
        const float index = al_f32_at(f->bone_data, i * BBMOD_BONE_BYTES + BBMOD_BONE_AT_bone_index);
        const al_path path = al_item(NULL, "bones", i);
        if (nodes == NULL || !bbmod_is_number(index, p->indices) || p->bone_of[(uint32_t)index] == NO_BONE)
            continue;
        const uint32_t node = p->bone_of[(uint32_t)index];
        read_offset(al_slice_available(f->bone_data, i * BBMOD_BONE_BYTES, BBMOD_BONE_BYTES), &nodes[node]);
        (void)al_draw_target(p->d, &path, AL_MARKS_BONE, p->skeleton, node);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef enum primitive { TRIANGLES = 4, STRIP = 5, FAN = 6 } primitive;

/* Files without a primitive type have triangles. */
static uint32_t primitive_of(const bbmod_file *f, const bbmod_mesh *m)
{
    const bool typed = f->form->vertex_count.layout == &bbmod_data_2_layout;
    return typed ? bbmod_data_2_read(m->data).primitive_type : TRIANGLES;
}

static uint64_t triangles_of(uint32_t type, uint64_t vertices)
{
    if (type == TRIANGLES)
        return vertices / CORNERS;
    return (type == STRIP || type == FAN) && vertices > 2 ? vertices - 2 : 0;
}

/* Each second triangle of a strip is the other way round. */
static void draw_triangles(al_drawn_mesh *out, uint32_t type)
{
    for (uint32_t i = 0; i < out->triangles; i++) {
        uint32_t *corners = out->indices + (size_t)i * CORNERS;
        const uint32_t first = type == TRIANGLES ? i * CORNERS : i;
        const uint32_t turned = type == STRIP ? i & 1U : 0;
        corners[0] = type == FAN ? 0 : first;
        corners[1] = first + 1 + turned;
        corners[2] = first + 2 - turned;
    }
    out->read_triangles = out->triangles;
}

static bool form_of(const bbmod_mesh *m, bbmod_part part, al_form *form)
{
    *form = (al_form){.type = AL_TYPE_f32, .numbers = bbmod_components[part].numbers, .stride = m->stride};
    return bbmod_find_part(m->flags, part, &form->at);
}

static void draw_skin(picture *p, const bbmod_mesh *m, al_drawn_mesh *out)
{
    al_form bones, weights;
    if (!p->has_skeleton || !form_of(m, BBMOD_BONE_INDICES, &bones) ||
        !form_of(m, BBMOD_BONE_WEIGHTS, &weights) || !al_draw_skin(p->d, out, p->skeleton))
        return;
    for (uint32_t i = 0; i < out->read_vertices; i++) {
        const al_span vertex = al_slice_available(m->vertices, (uint64_t)i * m->stride, m->stride);
        double sum = 0;
        for (uint32_t k = 0; k < SLOTS; k++)
            sum += (double)al_f32_at(vertex, weights.at + 4 * (uint64_t)k);
        al_draw_sum(out, i, sum, BBMOD_WEIGHT_TOLERANCE);
        for (uint32_t k = 0; k < SLOTS; k++) {
            const float bone = al_f32_at(vertex, bones.at + 4 * (uint64_t)k);
            const bool known = bbmod_is_number(bone, p->indices) && p->bone_of[(uint32_t)bone] <= UINT16_MAX;
            if (!known)
                continue;
            out->skin_bones[(size_t)i * SLOTS + k] = (uint16_t)p->bone_of[(uint32_t)bone];
            out->skin_weights[(size_t)i * SLOTS + k] =
                al_draw_weight(al_f32_at(vertex, weights.at + 4 * (uint64_t)k));
        }
    }
}

static void draw_components(picture *p, const bbmod_mesh *m, al_drawn_mesh *out)
{
    al_form form;
    if (form_of(m, BBMOD_PART_NORMALS, &form) && al_draw_normals(p->d, out))
        al_draw_directions(out->normals, out->vertices, 0, m->vertices, &form);
    if (form_of(m, BBMOD_TANGENTS, &form) && al_draw_tangents(p->d, out))
        al_draw_directions(out->tangents, out->vertices, 0, m->vertices, &form);
    for (bbmod_part part = BBMOD_UVS; part <= BBMOD_UVS_2; part++) {
        float *uvs = form_of(m, part, &form) ? al_draw_uvs(p->d, out) : NULL;
        if (uvs != NULL)
            (void)al_draw_numbers(uvs, out->vertices, 0, UV, m->vertices, &form);
    }
}

static void draw_targets(const picture *p, const bbmod_mesh *m, uint32_t view)
{
    for (uint32_t i = 0; i < BBMOD_PARTS; i++) {
        const al_path part = al_field(&m->path, bbmod_components[i].name);
        const al_marks marks = i == BBMOD_POSITIONS ? AL_MARKS_POSITIONS : AL_MARKS_VERTICES;
        (void)al_draw_target(p->d, &part, marks, view, 0);
    }
}

static void draw_mesh(picture *p, const bbmod_mesh *m)
{
    const uint64_t there = m->stride > 0 ? m->vertices.len / m->stride : 0;
    const uint32_t type = primitive_of(p->f, m);
    const uint64_t number = (uint64_t)m->path.index;
    const uint64_t material = bbm_number(p->f->form->material, m->start);
    const al_path material_path = al_field(&m->path, "materialIndex");
    const al_span none = {.len = 0};
    al_form form;
    if (!form_of(m, BBMOD_POSITIONS, &form))
        return;
    al_drawn_mesh *out = al_draw_mesh(p->d, &m->path, number < p->mesh_count ? p->owners[number] : none,
                                      there, triangles_of(type, there));
    if (out == NULL)
        return;
    al_view *view = &p->d->views[out->number].view;
    view->vertices = m->vertex_count;
    view->triangles = triangles_of(type, m->vertex_count);
    if (p->has_skeleton)
        view->skeleton = p->skeleton;
    al_draw_range(p->d, &material_path, material < p->material_count ? p->materials[material] : none, 0,
                  out->triangles, material <= INT32_MAX ? (int64_t)material : -1);
    draw_targets(p, m, out->number);
    out->read_vertices =
        (uint32_t)al_draw_numbers(out->positions, out->vertices, 0, AXES, m->vertices, &form);
    draw_components(p, m, out);
    draw_triangles(out, type);
    draw_skin(p, m, out);
}

static void draw_meshes(picture *p)
{
    al_walk w = bbmod_again(p->f, &p->f->meshes);
    bool whole = p->f->meshes.counted;
    for (uint32_t i = 0; i < p->f->meshes.count && whole; i++) {
        bbmod_mesh mesh;
        whole = bbmod_read_mesh(p->f, &w, i, &mesh);
        if (mesh.has_data && mesh.counted)
            draw_mesh(p, &mesh);
    }
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void read_materials(picture *p)
{
    const bbmod_list *list = &p->f->materials;
    al_walk w = bbmod_again(p->f, list);
    bbmod_material material;
    for (uint32_t i = 0; i < p->material_count && bbmod_read_material(&w, i, &material); i++)
        p->materials[i] = material.name.text;
}

static bool prepare(picture *p)
{
    const bbmod_file *f = p->f;
    p->indices = f->nodes.counted ? f->nodes.count : 0;
    p->mesh_count = f->meshes.counted ? f->meshes.count : 0;
    p->material_count = f->materials.counted && f->materials.at > 0 ? f->materials.count : 0;
    p->bone_of = allocate(p, p->indices, sizeof *p->bone_of);
    p->owners = allocate(p, p->mesh_count, sizeof *p->owners);
    p->materials = allocate(p, p->material_count, sizeof *p->materials);
    if (p->bone_of == NULL || p->owners == NULL || p->materials == NULL)
        return false;
    for (uint32_t i = 0; i < p->indices; i++)
        p->bone_of[i] = NO_BONE;
    return true;
}

void bbmod_draw(const al_job *job, const void *document, al_drawing *d)
{
    picture p = {.f = document, .d = d};
    (void)job;
    if (!prepare(&p))
        return;
    read_materials(&p);
    draw_nodes(&p);
    draw_bones(&p);
    draw_meshes(&p);
}
