/* xac_agree.c: whether the values of a chunk agree with each other. If a chunk could be read with either of
 * two counts, that decides which one is right.
 */
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
} family;

static void check_node(void *context, const xac_node *node)
{
    family *f = context;
    const int64_t parent = al_i32_at(node->record, node->form->parent);
    f->agrees = f->agrees && parent >= -1 && parent < f->count;
}

bool xac_nodes_agree(efx_reading *r)
{
    family f = {.count = al_u32_at(r->walk.bytes, r->walk.at + XAC_NODES_AT_num_nodes), .agrees = true};
    return xac_each_node(r, check_node, &f) && f.agrees;
}
