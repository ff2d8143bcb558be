/* xac_mesh_rules.c: rules about meshes: their totals, attributes and triangles. Large arrays are checked
 * with one fast test first, and each item only if that finds something.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/reduce/bytes.h"
#include "core/reduce/floats.h"
#include "core/reduce/indices.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/arrays.h"

/* The number of attribute types that a mesh may have only one layer of. */
enum { SINGLE_TYPES = 3 };
static const uint32_t single_types[SINGLE_TYPES] = {XAC_POSITIONS, XAC_NORMALS, XAC_ORIGINAL_VERTICES};

/* The state of the check of a mesh. */
typedef struct mesh_check {
    const xac_judging *judging;
    const xac_file *file;
    al_sink *sink;
    uint32_t chunk;
    xac_mesh mesh;
    uint64_t vertices, indices;    /* totals of its submeshes */
    uint64_t materials;            /* number of materials that it can use */
    uint32_t layer;                /* the layer that is checked */
    uint32_t firsts[SINGLE_TYPES]; /* the first layer of each of these types; UINT32_MAX: none yet */
    /* Two reasons why a layer with another type may have the positions; each is reported: */
    bool misnamed_positions;    /* the layer has the size of positions, which its type does not have */
    bool second_normals;        /* an earlier layer has normals, too */
    bool has_originals;         /* a layer has original vertices, or may have them with a wrong type */
    uint64_t submeshes_at;      /* where they start in the file's bytes */
    bool missing_known;         /* `missing` is known: */
    int64_t missing;            /* vertices that the submeshes lack; negative if they have too many */
    xac_submesh short_submesh;  /* the submesh that lacks exactly the missing vertices, by its indices */
    al_path short_submesh_path; /* its path */
    uint32_t short_submeshes;   /* number of such submeshes */
} mesh_check;

/* The node of the mesh, for messages. */
static xac_node_text owner_of(const mesh_check *k)
{
    return xac_show_node(k->judging, k->mesh.node);
}

/* The values for "%u %s". */
#define VERTICES(count) (count), AL_BY_COUNT(count, "vertex", "vertices")

/* ---- The mesh ------------------------------------------------------------------------------------------ */

static al_claim mesh_claim(size_t rule, const mesh_check *k, uint32_t field)
{
    return al_field_claim(rule, k->mesh.form->layout, k->mesh.record, field, k->mesh.path);
}

static const char *kind_of(const xac_mesh *m)
{
    return m->is_collision ? "collision" : "visual";
}

/* Remembers a mesh without an existing node, since its skin can't be found. False when memory is short. */
static bool note_nodeless_mesh(xac_judging *j, const xac_mesh *m)
{
    const uint64_t key = (uint64_t)m->is_collision << 32 | m->lod;
    return al_map_find(&j->nodeless_meshes, key) != NULL ||
           al_map_add(&j->nodeless_meshes, j->efx.job->arena, key, (uint32_t)m->node);
}

bool xac_has_nodeless_mesh(const xac_judging *j, bool collision, uint32_t lod, int32_t *node)
{
    const uint32_t *found = al_map_find(&j->nodeless_meshes, (uint64_t)collision << 32 | lod);
    if (found != NULL && node != NULL)
        *node = (int32_t)*found;
    return found != NULL;
}

/* False when memory is short. */
static bool check_mesh_node(xac_judging *j, const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    const int64_t node = m->node;
    const bool lacks = xac_lacks_node(j, node);
    if (!lacks && node >= 0)
        return true;
    const al_claim claim = mesh_claim(XAC_MESH_NODE, k, m->form->node);
    if (lacks)
        al_report(k->sink, &claim, "%s mesh belongs to node %" PRId64 ", but there %s %u node%s", kind_of(m),
                  node, AL_THERE(j->nodes_before));
    else
        al_report(k->sink, &claim, "%s mesh belongs to node %" PRId64 ", but node numbers start at 0",
                  kind_of(m), node);
    return note_nodeless_mesh(j, m);
}

static void check_kind(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    al_claim claim;
    if (xac_flag_claim(m->form->layout, m->record, m->form->is_collision, m->path, &claim))
        al_report(k->sink, &claim, "isCollision of the mesh of %s is %u, neither 0 nor 1", owner_of(k).text,
                  al_u8_at(m->record, m->form->is_collision));
}

static void check_duplicate(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    const xac_mesh_entry *first = xac_find_mesh(k->file, m->node, m->is_collision, m->lod);
    if (first == NULL || first->chunk == k->chunk || m->odd_kind || first->odd_kind)
        return;
    const al_claim second = mesh_claim(XAC_DUPLICATE_MESH, k, m->form->node);
    al_report(k->sink, &second, "a second %s mesh of %s for level of detail %u, the first is chunks[%u]",
              kind_of(m), owner_of(k).text, m->lod, first->chunk);
}

static void check_original_count(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    const uint64_t most = (uint64_t)XAC_MOST_ORIGINALS * m->vertices + XAC_SPARE_ORIGINALS;
    if (m->num_org <= m->vertices)
        return;
    al_claim claim = mesh_claim(XAC_ORIGINAL_VERTEX_COUNT, k, m->form->num_org);
    claim.level = m->num_org > most ? AL_ERROR : AL_WARNING;
    al_report(k->sink, &claim, "mesh of %s has %u %s, but declares %u original %s", owner_of(k).text,
              VERTICES(m->vertices), VERTICES(m->num_org));
}

static void check_empty_mesh(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    if (m->vertices > 0 && m->num_submeshes > 0)
        return;
    const al_claim claim =
        mesh_claim(XAC_EMPTY_MESH, k, m->vertices == 0 ? m->form->vertices : m->form->num_submeshes);
    al_report(k->sink, &claim, "mesh of %s has %u %s and %u %s", owner_of(k).text, VERTICES(m->vertices),
              m->num_submeshes, AL_BY_COUNT(m->num_submeshes, "submesh", "submeshes"));
}

/* ---- Attributes ---------------------------------------------------------------------------------------- */

static void check_attribute(const mesh_check *k, const xac_attributes *a)
{
    const uint32_t size = xac_attribute_size(a->row.type);
    if (size > 0 && size == a->row.size)
        return;
    if (!xac_layer_is_legal(a->record, XAC_LAYER_AT_type)) {
        al_claim claim = xac_layer_claim_at(XAC_ATTRIBUTE_TYPE, a->record, XAC_LAYER_AT_type, a->path);
        claim.expected = al_text("0 to 7");
        al_report(k->sink, &claim, "mesh of %s has attributes of the unknown type %u", owner_of(k).text,
                  a->row.type);
    } else {
        al_claim claim = xac_layer_claim_at(XAC_ATTRIBUTE_SIZE, a->record, XAC_LAYER_AT_size, a->path);
        claim.expected = al_uint(size);
        al_report(k->sink, &claim,
                  "%s (type %u) take %u bytes for each vertex, the layer of the mesh of %s declares %u",
                  xac_attribute_name(a->row.type), a->row.type, size, owner_of(k).text, a->row.size);
    }
}

static void check_second_layer(mesh_check *k, const xac_attributes *a)
{
    for (size_t i = 0; i < SINGLE_TYPES; i++) {
        if (a->row.type != single_types[i])
            continue;
        if (k->firsts[i] == UINT32_MAX) {
            k->firsts[i] = k->layer;
            return;
        }
        if (a->row.size != xac_attribute_size(a->row.type))
            return; /* it may be meant to have another type */
        k->second_normals = k->second_normals || a->row.type == XAC_NORMALS;
        const al_claim claim =
            xac_layer_claim_at(XAC_DUPLICATE_ATTRIBUTE, a->record, XAC_LAYER_AT_type, a->path);
        al_report(k->sink, &claim,
                  "a second layer of %s (type %u) in the mesh of %s, the first is layers[%u]",
                  xac_attribute_name(a->row.type), a->row.type, owner_of(k).text, k->firsts[i]);
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

static void check_attribute_finite(const mesh_check *k, const xac_attributes *a, const al_items *vertices)
{
    const al_tally bad = al_find_not_finite(vertices, NULL);
    if (bad.count == 0)
        return;
    al_claim claim = data_claim(XAC_ATTRIBUTE_NOT_FINITE, a, &bad);
    claim.level = a->row.type == XAC_POSITIONS ? AL_ERROR : AL_WARNING;
    al_report(k->sink, &claim,
              "vertices of the mesh of %s whose %s are not finite: %" PRIu64
              " of %u, the first is vertex %" PRIu64,
              owner_of(k).text, xac_attribute_name(a->row.type), bad.count, k->mesh.vertices, bad.first[0]);
}

static void check_positions(const mesh_check *k, const xac_attributes *a, const al_items *vertices)
{
    static const al_position_rules rules = {XAC_POSITION_RANGE, XAC_NO_EXTENT};
    al_positions found = {.most = AL_NEAR_POSITION};
    char mesh[sizeof(xac_node_text) + 8];
    if (al_positions_take_all(&found, vertices))
        check_attribute_finite(k, a, vertices);
    if (al_positions_are_right(&found))
        return;
    const al_claim claim = data_claim(0, a, NULL);
    (void)snprintf(mesh, sizeof mesh, " of %s", owner_of(k).text);
    al_check_positions(k->sink, &found, &rules, &claim, found.count == k->mesh.vertices, mesh);
}

static void check_flat_normals(const mesh_check *k, const xac_attributes *a, al_span data)
{
    if (k->mesh.vertices <= 2 || data.len < a->data.len || !al_is_all_zero(data))
        return;
    const al_claim claim = data_claim(XAC_FLAT_NORMALS, a, NULL);
    al_report(k->sink, &claim, "all %u normals of the mesh of %s are 0", k->mesh.vertices, owner_of(k).text);
}

static void check_floats(const mesh_check *k, const xac_attributes *a, al_span data)
{
    const al_items vertices = al_items_of(data, a->row.size, a->path, NULL);
    if (a->row.type == XAC_NORMALS)
        check_flat_normals(k, a, data);
    if (a->row.type == XAC_POSITIONS)
        check_positions(k, a, &vertices);
    else if (al_any_f32_not_finite(data))
        check_attribute_finite(k, a, &vertices);
}

static void check_original_vertices(const mesh_check *k, const xac_attributes *a, al_span data)
{
    const uint32_t originals = k->mesh.num_org;
    const uint32_t highest = al_max_u32(data);
    if (data.len == 0 || highest < originals)
        return;
    const al_tally bad = al_find_beyond(data, originals);
    const al_claim claim = data_claim(XAC_ORIGINAL_VERTEX, a, &bad);
    al_report(k->sink, &claim,
              "vertices of the mesh of %s whose original vertex is beyond the %u original %s: %" PRIu64
              " of %u, the highest is %u",
              owner_of(k).text, VERTICES(originals), bad.count, k->mesh.vertices, highest);
}

/* A layer with the size of original vertices, but not with that of its own type, may have a wrong type, which
 * is reported. */
static bool may_have_originals(const xac_attributes *a, uint32_t size)
{
    const uint32_t usual = xac_attribute_size(XAC_ORIGINAL_VERTICES);
    return a->row.type == XAC_ORIGINAL_VERTICES || (size != usual && a->row.size == usual);
}

static void judge_layer(void *context, const xac_attributes *a)
{
    mesh_check *k = context;
    const uint32_t size = xac_attribute_size(a->row.type);
    check_attribute(k, a);
    check_second_layer(k, a);
    k->misnamed_positions =
        k->misnamed_positions || (size != a->row.size && a->row.size == xac_attribute_size(XAC_POSITIONS));
    k->has_originals = k->has_originals || may_have_originals(a, size);
    k->layer++;
    if (size == 0 || size != a->row.size)
        return;
    const al_span whole = al_slice_available(a->data, 0, a->data.len / size * size);
    if (a->row.type == XAC_ORIGINAL_VERTICES)
        check_original_vertices(k, a, whole);
    else if (a->row.type != XAC_COLOURS)
        check_floats(k, a, whole);
}

/* Only if all layers of the mesh were read. */
static void check_missing_positions(const mesh_check *k)
{
    if (k->firsts[0] != UINT32_MAX || k->mesh.vertices == 0 || k->misnamed_positions || k->second_normals)
        return;
    al_claim claim = mesh_claim(XAC_MISSING_POSITIONS, k, k->mesh.form->num_layers);
    claim.reach = efx_chunk_end(&k->file->file, k->chunk);
    al_report(k->sink, &claim, "none of %u attribute layer%s has positions for the %u %s of the mesh of %s",
              k->mesh.num_layers, AL_S(k->mesh.num_layers), VERTICES(k->mesh.vertices), owner_of(k).text);
}

/* Remembers a mesh without original vertices, which its skin needs. False when memory is short. */
static bool note_originals(xac_judging *j, const mesh_check *k)
{
    return k->has_originals || k->mesh.vertices == 0 ||
           al_map_add(&j->without_originals, j->efx.job->arena, k->chunk, 0);
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
    al_claim claim = submesh_claim(XAC_SUBMESH_MATERIAL, s, XAC_SUBMESH_AT_material);
    claim.reach = AL_WHOLE_FILE; /* where the materials are */
    al_report(k->sink, &claim,
              "submesh of the mesh of %s has the material %u, but level of detail %u has %" PRIu64
              " material%s",
              owner_of(k).text, s->row.material, k->mesh.lod, k->materials, AL_S(k->materials));
}

static void check_empty_submesh(const mesh_check *k, const xac_submesh *s)
{
    if (s->row.num_indices > 0 || k->mesh.indices == 0)
        return;
    const al_claim claim = submesh_claim(XAC_EMPTY_SUBMESH, s, XAC_SUBMESH_AT_num_indices);
    al_report(k->sink, &claim, "submesh of the mesh of %s has no indices, the mesh has %u", owner_of(k).text,
              k->mesh.indices);
}

static void check_index_multiple(const mesh_check *k, const xac_submesh *s)
{
    if (s->row.num_indices % 3 == 0 || s->indices.len < (uint64_t)s->row.num_indices * 4)
        return; /* or they don't exist, which was reported */
    const al_claim claim = submesh_claim(XAC_INDEX_MULTIPLE, s, XAC_SUBMESH_AT_num_indices);
    al_report(k->sink, &claim, "%u %s of the mesh of %s %s not make whole triangles", s->row.num_indices,
              AL_BY_COUNT(s->row.num_indices, "index", "indices"), owner_of(k).text,
              AL_BY_COUNT(s->row.num_indices, "does", "do"));
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
    if (indices.len == 0 || highest < s->row.num_vertices)
        return;
    const al_tally bad = al_find_beyond(indices, s->row.num_vertices);
    const al_claim claim = indices_claim(XAC_INDEX_RANGE, s, &bad);
    al_report(k->sink, &claim,
              "indices beyond the %u %s of the submesh: %" PRIu64
              " of %u, the highest is %u, in the mesh of %s",
              VERTICES(s->row.num_vertices), bad.count, s->row.num_indices, highest, owner_of(k).text);
}

static void check_degenerate(const mesh_check *k, const xac_submesh *s, al_span indices)
{
    al_tally bad = {.count = 0};
    if (!al_rule_is_on(k->sink, XAC_DEGENERATE_TRIANGLE))
        return;
    for (uint64_t at = 0; at + 12 <= indices.len; at += 12) {
        const uint32_t a = al_u32_at(indices, at), b = al_u32_at(indices, at + 4),
                       c = al_u32_at(indices, at + 8);
        if (a == b || b == c || c == a)
            al_tally_add(&bad, at / 12);
    }
    const al_claim claim = indices_claim(XAC_DEGENERATE_TRIANGLE, s, &bad);
    al_report(k->sink, &claim,
              "triangles of the mesh of %s that use a vertex twice: %" PRIu64
              " of %u, the first is triangle %" PRIu64,
              owner_of(k).text, bad.count, s->row.num_indices / 3, bad.first[0]);
}

static void check_bones(const mesh_check *k, const xac_submesh *s)
{
    const xac_judging *j = k->judging;
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < s->bones.len / 4; i++)
        if (xac_lacks_node(j, al_u32_at(s->bones, 4 * i)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = {.rule = XAC_SUBMESH_BONE,
                            .offset = s->bones.base,
                            .length = s->bones.len,
                            .path = al_field(s->path, "bones"),
                            .tally = &bad};
    al_report(k->sink, &claim,
              "bones of a submesh of the mesh of %s beyond the %u node%s: %" PRIu64
              " of %u, the first is node %u",
              owner_of(k).text, j->nodes_before, AL_S(j->nodes_before), bad.count, s->row.num_bones,
              al_u32_at(s->bones, 4 * bad.first[0]));
}

static void subtract_vertices(void *context, const xac_submesh *s)
{
    int64_t *missing = context;
    *missing -= s->row.num_vertices;
}

/* The vertices that the submeshes lack; 0 if they can't all be read. */
static int64_t missing_vertices(mesh_check *k)
{
    if (k->missing_known)
        return k->missing;
    efx_reading r = efx_read_again(&k->file->file, k->judging->efx.up, k->chunk, NULL);
    r.walk.at = k->submeshes_at;
    k->missing = k->mesh.vertices;
    k->missing_known = true;
    if (!xac_each_submesh(&r, &k->mesh, subtract_vertices, &k->missing))
        k->missing = 0;
    return k->missing;
}

/* Whether this submesh alone explains a wrong total: with the missing vertices it has exactly as many as its
 * indices refer to. */
static bool explains_total(mesh_check *k, const xac_submesh *s, uint32_t highest)
{
    const int64_t extra = (int64_t)highest + 1 - s->row.num_vertices;
    if (extra == 0 || s->indices.len == 0 || extra != missing_vertices(k))
        return false;
    k->short_submeshes++;
    k->short_submesh = *s;
    k->short_submesh_path = *s->path;
    return k->missing > 0;
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
    check_empty_submesh(k, s);
    check_index_multiple(k, s);
    if (!explains_total(k, s, highest))
        check_index_range(k, s, indices, highest);
    if (degenerate)
        check_degenerate(k, s, indices);
    check_bones(k, s);
}

/* ---- Totals -------------------------------------------------------------------------------------------- */

/* Reports the one submesh that explains the wrong total of vertices. */
static void report_short_submesh(const mesh_check *k)
{
    const xac_submesh *s = &k->short_submesh;
    al_claim claim = xac_submesh_record_claim_at(XAC_VERTEX_TOTAL, s->record, XAC_SUBMESH_AT_num_vertices,
                                                 &k->short_submesh_path);
    claim.expected = al_int(s->row.num_vertices + k->missing);
    claim.reach = efx_chunk_end(&k->file->file, k->chunk);
    al_report(k->sink, &claim,
              "a submesh of the mesh of %s has %u %s, but its indices use %" PRId64
              ", and with that number the submeshes have the %u of the mesh",
              owner_of(k).text, VERTICES(s->row.num_vertices), s->row.num_vertices + k->missing,
              k->mesh.vertices);
}

static void check_totals(const mesh_check *k)
{
    const xac_mesh *m = &k->mesh;
    if (k->vertices != m->vertices && k->short_submeshes == 1) {
        report_short_submesh(k);
    } else if (k->vertices != m->vertices) {
        al_claim claim = mesh_claim(XAC_VERTEX_TOTAL, k, m->form->vertices);
        claim.expected = al_uint(k->vertices);
        claim.reach = efx_chunk_end(&k->file->file, k->chunk);
        al_report(k->sink, &claim, "mesh of %s declares %u %s, but its submeshes have %" PRIu64,
                  owner_of(k).text, VERTICES(m->vertices), k->vertices);
    }
    if (k->indices != m->indices) {
        al_claim claim = mesh_claim(XAC_INDEX_TOTAL, k, m->form->indices);
        claim.expected = al_uint(k->indices);
        claim.reach = efx_chunk_end(&k->file->file, k->chunk);
        al_report(k->sink, &claim, "mesh of %s declares %u %s, but its submeshes have %" PRIu64,
                  owner_of(k).text, m->indices, AL_BY_COUNT(m->indices, "index", "indices"), k->indices);
    }
}

void xac_judge_mesh(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    mesh_check k = {.judging = j, .file = j->x, .sink = j->sink, .chunk = r->number};
    memset(k.firsts, 0xFF, sizeof k.firsts);
    xac_judge_place(j, r);
    if (!xac_open_mesh(r, &k.mesh))
        return;
    k.materials = xac_materials_of(j, k.mesh.lod);
    r->out_of_memory = !check_mesh_node(j, &k);
    check_kind(&k);
    check_duplicate(&k);
    check_original_count(&k);
    check_empty_mesh(&k);
    if (!xac_each_layer(r, &k.mesh, judge_layer, &k))
        return;
    check_missing_positions(&k);
    r->out_of_memory = !note_originals(j, &k) || r->out_of_memory;
    k.submeshes_at = r->walk.at;
    if (xac_each_submesh(r, &k.mesh, judge_submesh, &k))
        check_totals(&k);
}
