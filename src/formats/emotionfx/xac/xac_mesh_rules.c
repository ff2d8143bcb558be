/* xac_mesh_rules.c: rules about meshes: their totals, attributes and triangles. Large arrays are looked at as
 * a whole first, item by item only when that says so.
 */
#include <inttypes.h>

#include "core/reduce/extremes.h"
#include "core/reduce/finite.h"
#include "core/reduce/triangles.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/items.h"

/* A mesh that is being judged. */
typedef struct mesh_check {
    const xac_file *file;
    al_sink *sink;
    uint32_t chunk;
    xac_mesh mesh;
    uint64_t vertices, indices; /* of its submeshes */
    uint32_t materials;         /* of the file */
    bool has_positions;
} mesh_check;

/* ---- The mesh ------------------------------------------------------------------------------------------ */

static al_claim mesh_claim(size_t rule, const mesh_check *k, uint32_t field)
{
    return al_field_claim(rule, k->mesh.form->layout, k->mesh.record, field, k->mesh.path);
}

static void check_mesh_node(const mesh_check *k)
{
    const xac_file *x = k->file;
    const xac_mesh *m = &k->mesh;
    const int64_t node = m->node;
    const xac_mesh_entry *first = xac_find_mesh(x, node, m->is_collision, m->lod);
    const al_claim claim = mesh_claim(XAC_MESH_NODE, k, m->form->node);
    if (x->nodes_known && (node < 0 || node >= x->num_nodes))
        al_report(k->sink, &claim, "mesh belongs to node %" PRId64 ", there are %u nodes", node,
                  x->num_nodes);
    else if (node < 0)
        al_report(k->sink, &claim, "mesh belongs to node %" PRId64 ", nodes begin with 0", node);
    if (first == NULL || first->chunk == k->chunk)
        return;
    const al_claim second = mesh_claim(XAC_DUPLICATE_MESH, k, m->form->node);
    al_report(k->sink, &second,
              "a second %s mesh of node %" PRId64 " for level of detail %u, the first is chunks[%u]",
              m->is_collision ? "collision" : "visual", node, m->lod, first->chunk);
}

static void check_original_count(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    if (m->num_org <= m->vertices)
        return;
    const al_claim claim = mesh_claim(XAC_ORIGINAL_VERTEX_COUNT, k, m->form->num_org);
    al_report(k->sink, &claim, "mesh has %u vertices, said to come from %u original ones", m->vertices,
              m->num_org);
}

static void check_empty_mesh(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    if (m->vertices > 0 && m->num_submeshes > 0)
        return;
    const al_claim claim =
        mesh_claim(XAC_EMPTY_MESH, k, m->vertices == 0 ? m->form->vertices : m->form->num_submeshes);
    al_report(k->sink, &claim, "mesh has %u vertices and %u submeshes", m->vertices, m->num_submeshes);
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

static void check_attribute(const mesh_check *k, const xac_attributes *a)
{
    const uint32_t size = xac_attribute_size(a->row.type);
    if (!xac_layer_is_legal(a->record, XAC_LAYER_AT_type)) {
        al_claim claim = xac_layer_claim_at(XAC_ATTRIBUTE_TYPE, a->record, XAC_LAYER_AT_type, a->path);
        claim.expected = al_text("0 to 7");
        al_report(k->sink, &claim, "attributes of type %u are not known", a->row.type);
    } else if (size != a->row.size) {
        al_claim claim = xac_layer_claim_at(XAC_ATTRIBUTE_SIZE, a->record, XAC_LAYER_AT_size, a->path);
        claim.expected = al_uint(size);
        al_report(k->sink, &claim, "%s (type %u) take %u bytes for each vertex, the layer declares %u",
                  xac_attribute_name(a->row.type), a->row.type, size, a->row.size);
    }
}

static al_claim data_claim(size_t rule, const xac_attributes *a, const al_tally *tally)
{
    return (al_claim){.rule = rule,
                      .offset = a->data.base,
                      .length = a->data.len,
                      .path = al_field(a->path, "data"),
                      .tally = tally};
}

static void check_attribute_finite(const mesh_check *k, const xac_attributes *a, al_span data)
{
    al_tally bad = {.count = 0};
    if (!al_any_f32_not_finite(data))
        return;
    for (uint64_t i = 0; i < data.len / a->row.size; i++)
        if (!al_all_finite(al_slice_available(data, i * a->row.size, a->row.size)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    al_claim claim = data_claim(XAC_ATTRIBUTE_NOT_FINITE, a, &bad);
    claim.level = a->row.type == XAC_POSITIONS ? AL_ERROR : AL_WARNING;
    al_report(k->sink, &claim,
              "vertices whose %s are not finite: %" PRIu64 " of %u, the first is vertex %" PRIu64,
              xac_attribute_name(a->row.type), bad.count, k->mesh.vertices, bad.first[0]);
}

static void check_original_vertices(const mesh_check *k, const xac_attributes *a, al_span data)
{
    const uint32_t originals = k->mesh.num_org;
    const uint32_t highest = al_max_u32(data);
    al_tally bad = {.count = 0};
    if (data.len == 0 || highest < originals)
        return;
    for (uint64_t i = 0; i < data.len / 4; i++)
        if (al_u32_at(data, 4 * i) >= originals)
            al_tally_add(&bad, i);
    const al_claim claim = data_claim(XAC_ORIGINAL_VERTEX, a, &bad);
    al_report(k->sink, &claim,
              "vertices that name one beyond the %u original vertices: %" PRIu64 " of %u, the highest is %u",
              originals, bad.count, k->mesh.vertices, highest);
}

static void judge_layer(void *context, const xac_attributes *a)
{
    mesh_check *k = context;
    const uint32_t size = xac_attribute_size(a->row.type);
    k->has_positions = k->has_positions || a->row.type == XAC_POSITIONS;
    check_attribute(k, a);
    if (size == 0 || size != a->row.size)
        return;
    const al_span whole = al_slice_available(a->data, 0, a->data.len / size * size);
    if (a->row.type == XAC_ORIGINAL_VERTICES)
        check_original_vertices(k, a, whole);
    else if (a->row.type != XAC_COLOURS)
        check_attribute_finite(k, a, whole);
}

/* Of a mesh whose layers are all there. */
static void check_missing_positions(const mesh_check *k)
{
    if (k->has_positions || k->mesh.vertices == 0)
        return;
    const al_claim claim = mesh_claim(XAC_MISSING_POSITIONS, k, k->mesh.form->num_layers);
    al_report(k->sink, &claim, "none of the %u attribute layers holds positions for the %u vertices",
              k->mesh.num_layers, k->mesh.vertices);
}

/* ---- Submeshes ----------------------------------------------------------------------------------------- */

static al_claim submesh_claim(size_t rule, const xac_submesh *s, xac_submesh_record_field field)
{
    return xac_submesh_record_claim_at(rule, s->record, field, s->path);
}

static void check_material(const mesh_check *k, const xac_submesh *s)
{
    if (!k->file->file.complete || s->row.material < k->materials)
        return;
    const al_claim claim = submesh_claim(XAC_SUBMESH_MATERIAL, s, XAC_SUBMESH_AT_material);
    al_report(k->sink, &claim, "submesh has the material %u, there are %u", s->row.material, k->materials);
}

static void check_index_multiple(const mesh_check *k, const xac_submesh *s)
{
    if (s->row.num_indices % 3 == 0)
        return;
    const al_claim claim = submesh_claim(XAC_INDEX_MULTIPLE, s, XAC_SUBMESH_AT_num_indices);
    al_report(k->sink, &claim, "%u indices do not make whole triangles", s->row.num_indices);
}

static al_claim indices_claim(size_t rule, const xac_submesh *s, const al_tally *tally)
{
    return (al_claim){.rule = rule,
                      .offset = s->indices.base,
                      .length = s->indices.len,
                      .path = al_field(s->path, "indices"),
                      .tally = tally};
}

static void check_index_range(const mesh_check *k, const xac_submesh *s, al_span indices, uint32_t highest)
{
    al_tally bad = {.count = 0};
    if (indices.len == 0 || highest < s->row.num_vertices)
        return;
    for (uint64_t i = 0; i < indices.len / 4; i++)
        if (al_u32_at(indices, 4 * i) >= s->row.num_vertices)
            al_tally_add(&bad, i);
    const al_claim claim = indices_claim(XAC_INDEX_RANGE, s, &bad);
    al_report(k->sink, &claim,
              "indices beyond the %u vertices of the submesh: %" PRIu64 " of %u, the highest is %u",
              s->row.num_vertices, bad.count, s->row.num_indices, highest);
}

static void check_degenerate(const mesh_check *k, const xac_submesh *s, al_span indices)
{
    al_tally bad = {.count = 0};
    if (!al_wants(k->sink, XAC_DEGENERATE_TRIANGLE))
        return;
    for (uint64_t at = 0; at + 12 <= indices.len; at += 12) {
        const uint32_t a = al_u32_at(indices, at), b = al_u32_at(indices, at + 4),
                       c = al_u32_at(indices, at + 8);
        if (a == b || b == c || c == a)
            al_tally_add(&bad, at / 12);
    }
    const al_claim claim = indices_claim(XAC_DEGENERATE_TRIANGLE, s, &bad);
    al_report(k->sink, &claim,
              "triangles that name a vertex twice: %" PRIu64 " of %u, the first is triangle %" PRIu64,
              bad.count, s->row.num_indices / 3, bad.first[0]);
}

static void check_bones(const mesh_check *k, const xac_submesh *s)
{
    const xac_file *x = k->file;
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < s->bones.len / 4 && x->nodes_known; i++)
        if (al_u32_at(s->bones, 4 * i) >= x->num_nodes)
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = {.rule = XAC_SUBMESH_BONE,
                            .offset = s->bones.base,
                            .length = s->bones.len,
                            .path = al_field(s->path, "bones"),
                            .tally = &bad};
    al_report(k->sink, &claim,
              "bones of the submesh beyond the %u nodes: %" PRIu64 " of %u, the first is node %u",
              x->num_nodes, bad.count, s->row.num_bones, al_u32_at(s->bones, 4 * bad.first[0]));
}

static void judge_submesh(void *context, const xac_submesh *s)
{
    mesh_check *k = context;
    const al_span indices = al_slice_available(s->indices, 0, s->indices.len / 4 * 4);
    bool degenerate;
    const uint32_t highest = al_max_of_triangles_u32(indices, &degenerate);
    k->vertices += s->row.num_vertices;
    k->indices += s->row.num_indices;
    check_material(k, s);
    check_index_multiple(k, s);
    check_index_range(k, s, indices, highest);
    if (degenerate)
        check_degenerate(k, s, indices);
    check_bones(k, s);
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

static void check_totals(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    if (k->vertices != m->vertices) {
        al_claim claim = mesh_claim(XAC_VERTEX_TOTAL, k, m->form->vertices);
        claim.expected = al_uint(k->vertices);
        al_report(k->sink, &claim, "mesh declares %u vertices, its submeshes have %" PRIu64, m->vertices,
                  k->vertices);
    }
    if (k->indices != m->indices) {
        al_claim claim = mesh_claim(XAC_INDEX_TOTAL, k, m->form->indices);
        claim.expected = al_uint(k->indices);
        al_report(k->sink, &claim, "mesh declares %u indices, its submeshes have %" PRIu64, m->indices,
                  k->indices);
    }
}

void xac_judge_mesh(void *judging, efx_reading *r)
{
    const xac_judging *j = judging;
    mesh_check k = {.file = j->x, .sink = j->sink, .chunk = r->number, .materials = j->materials};
    if (!xac_open_mesh(r, &k.mesh))
        return;
    check_mesh_node(&k);
    check_original_count(&k);
    check_empty_mesh(&k);
    if (!xac_each_layer(r, &k.mesh, judge_layer, &k))
        return;
    check_missing_positions(&k);
    if (xac_each_submesh(r, &k.mesh, judge_submesh, &k))
        check_totals(&k);
}
