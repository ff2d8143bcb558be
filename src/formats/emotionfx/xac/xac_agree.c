/* xac_agree.c: whether the values of a chunk agree with each other. If a chunk could be read with either of
 * two counts, that decides which one is right.
 */
#include "core/reduce/bytes.h"
#include "formats/emotionfx/xac/xac.h"

/* ---- Meshes -------------------------------------------------------------------------------------------- */

typedef struct sums {
    uint64_t vertices, indices;
    bool agree, agreed; /* so far; and without the last submesh */
} sums;

static void check_layer(void *context, const xac_attributes *a)
{
    sums *s = context;
    const uint32_t size = xac_attribute_size(a->row.type);
    s->agree = s->agree && (size == 0 || size == a->row.size);
}

static void check_submesh(void *context, const xac_submesh *submesh)
{
    sums *s = context;
    s->agreed = s->agree;
    s->vertices += submesh->row.num_vertices;
    s->indices += submesh->row.num_indices;
    s->agree = s->agree && submesh->row.num_indices % 3 == 0;
}

bool xac_mesh_agrees(efx_reading *r)
{
    sums s = {.agree = true};
    xac_mesh mesh;
    return xac_open_mesh(r, &mesh) && xac_each_layer(r, &mesh, check_layer, &s) &&
           xac_each_submesh(r, &mesh, check_submesh, &s) && s.agree && s.vertices == mesh.vertices &&
           s.indices == mesh.indices;
}

bool xac_mesh_is_plausible(efx_reading *r)
{
    sums s = {.agree = true};
    xac_mesh mesh;
    return xac_open_mesh(r, &mesh) && xac_each_layer(r, &mesh, check_layer, &s) && s.agree &&
           !xac_each_submesh(r, &mesh, check_submesh, &s) && s.agreed;
}

/* The size of the attributes of a layer; 0 if it isn't the usual one of their type. */
static uint32_t usual_size_at(al_span layers, uint64_t at)
{
    const uint32_t size = al_u32_at(layers, at + XAC_LAYER_AT_size);
    return size == xac_attribute_size(al_u32_at(layers, at + XAC_LAYER_AT_type)) ? size : 0;
}

/* Whether the layers, with so many vertices, are followed by a submesh that fits the totals of the mesh. */
static bool vertices_fit(const xac_mesh *m, al_span layers, uint32_t vertices)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < m->num_layers; i++) {
        const uint32_t size = usual_size_at(layers, at);
        if (size == 0)
            return false;
        at += XAC_LAYER_BYTES + (uint64_t)size * vertices;
    }
    const xac_submesh_record first =
        xac_submesh_record_read(al_slice_available(layers, at, XAC_SUBMESH_BYTES));
    return m->num_submeshes == 1 ? first.num_indices == m->indices && first.num_vertices == vertices
                                 : first.num_indices <= m->indices && first.num_vertices <= vertices;
}

bool xac_vertices_of_layers(efx_reading *r, uint32_t *vertices)
{
    xac_mesh m;
    if (!xac_open_mesh(r, &m))
        return false;
    const al_span layers = al_walk_rest(&r->walk);
    const uint64_t size = usual_size_at(layers, 0);
    for (*vertices = 1; size > 0 && *vertices * size < layers.len; ++*vertices)
        if (vertices_fit(&m, layers, *vertices))
            return true;
    return false;
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

/* In working files the ranges cover the influences up to the last one. */
bool xac_skin_agrees(efx_reading *r)
{
    xac_skin skin;
    uint64_t reach = 0;
    if (!xac_read_skin(r, &skin) || !skin.listed)
        return false;
    for (uint64_t at = 0; at < skin.ranges.len; at += XAC_RANGE_BYTES) {
        const uint64_t end = (uint64_t)al_u32_at(skin.ranges, at + XAC_RANGE_AT_first) +
                             al_u32_at(skin.ranges, at + XAC_RANGE_AT_count);
        reach = end > reach ? end : reach;
    }
    return reach == skin.num_influences;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

typedef struct family {
    uint32_t count;
    bool agrees;
    efx_doubt doubt;
    uint64_t base; /* of the bytes that are read */
} family;

static void check_node(void *context, const xac_node *node)
{
    family *f = context;
    const int64_t parent = al_i32_at(node->record, node->form->parent);
    f->agrees = f->agrees && parent >= -1 && parent < f->count;
    const bool right = f->agrees && node->named && !al_any_control_char(node->name.text);
    efx_note_item(&f->doubt, node->number, node->record.base - f->base, right);
}

static family family_of(const efx_reading *r)
{
    return (family){.count = al_u32_at(r->walk.bytes, r->walk.at + XAC_NODES_AT_num_nodes),
                    .agrees = true,
                    .doubt = {.layout = &xac_node_record_layout},
                    .base = r->walk.bytes.base};
}

bool xac_nodes_agree(efx_reading *r)
{
    family f = family_of(r);
    return xac_each_node(r, check_node, &f) && f.agrees;
}

efx_doubt xac_doubt_of_nodes(efx_reading *r)
{
    family f = family_of(r);
    (void)xac_each_node(r, check_node, &f);
    return f.doubt;
}

bool xac_nodes_are_plausible(efx_reading *r)
{
    family f = family_of(r);
    return !xac_each_node(r, check_node, &f) && f.agrees;
}
