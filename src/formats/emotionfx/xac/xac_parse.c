/* xac_parse.c: the table of an XAC's chunks, and the document that the first walk fills. */
#include "formats/emotionfx/xac/xac.h"

#define AL_LAYOUT        "formats/emotionfx/xac/layout.def"
#define AL_LAYOUT_LIST   xac_layouts
#define AL_LAYOUT_SHARED EFX_LAYOUTS
#include "core/reduce/bytes.h"
#include "kit/layout_define.h"
#undef AL_LAYOUT

const al_words xac_level_words = {.each = "level"};

/* ---- Whether the values of a chunk agree --------------------------------------------------------------- */

/* If a chunk could be read with either of two counts, that decides which one is right: totals and layers of a
 * mesh; the ranges of a skin; the parents of nodes. */

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

static bool mesh_agrees(efx_reading *r)
{
    sums s = {.agree = true};
    xac_mesh mesh;
    return xac_open_mesh(r, &mesh) && xac_each_layer(r, &mesh, check_layer, &s) &&
           xac_each_submesh(r, &mesh, check_submesh, &s) && s.agree && s.vertices == mesh.vertices &&
           s.indices == mesh.indices;
}

/* Up to the submesh where it stops. */
static bool mesh_is_plausible(efx_reading *r)
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

/* Finds the number of vertices with which the layers of a mesh and its first submesh follow one another. */
static bool vertices_of_layers(efx_reading *r, uint32_t *vertices)
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

/* In working files the ranges cover the influences up to the last one. */
static bool skin_agrees(efx_reading *r)
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

static bool nodes_agree(efx_reading *r)
{
    family f = family_of(r);
    return xac_each_node(r, check_node, &f) && f.agrees;
}

/* The first node of a chunk 11 that can't be right. */
static efx_doubt doubt_of_nodes(efx_reading *r)
{
    family f = family_of(r);
    (void)xac_each_node(r, check_node, &f);
    return f.doubt;
}

/* Up to the node where it stops. */
static bool nodes_are_plausible(efx_reading *r)
{
    family f = family_of(r);
    return !xac_each_node(r, check_node, &f) && f.agrees;
}

/* ---- The document -------------------------------------------------------------------------------------- */

static bool read_nodes(void *document, efx_reading *r)
{
    (void)document;
    return xac_each_node(r, NULL, NULL);
}

/* Makes room for a mesh: if the mesh there may be of the other kind, it becomes one of that kind. Sets
 * `*first` to the number of the mesh that stays there, NULL without one. False when memory is short. */
static bool make_place(xac_file *x, al_arena *arena, const xac_mesh *m, bool *collision, uint32_t **first)
{
    const uint64_t other_key = xac_mesh_key(m->node, !m->is_collision, m->lod);
    *collision = m->is_collision;
    *first = al_map_find(&x->mesh_of, xac_mesh_key(m->node, m->is_collision, m->lod));
    if (*first == NULL || al_map_find(&x->mesh_of, other_key) != NULL)
        return true;
    if (m->odd_kind) {
        *collision = !m->is_collision;
        *first = NULL;
        return true;
    }
    if (!x->meshes[**first].odd_kind)
        return true;
    x->meshes[**first].is_collision = !m->is_collision;
    return al_map_add(&x->mesh_of, arena, other_key, **first);
}

/* Stores a mesh for skins and morph targets. Of two for the same node the first counts. False when memory is
 * short. */
static bool note_mesh(xac_file *x, const efx_reading *r, const xac_mesh *m)
{
    al_arena *arena = r->walk.job->arena;
    bool collision;
    uint32_t *first;
    if (m->node < 0)
        return true;
    if (!make_place(x, arena, m, &collision, &first))
        return false;
    const bool moved = first != NULL && x->meshes[*first].is_collision != collision;
    if (first != NULL && !moved) {
        x->lost_meshes++;
        x->meshes[*first].twice = true;
        return true;
    }
    if (moved)
        *first = x->mesh_count;
    else if (!al_map_add(&x->mesh_of, arena, xac_mesh_key(m->node, collision, m->lod), x->mesh_count))
        return false;
    const xac_mesh_entry mesh = {.chunk = r->number,
                                 .node = m->node,
                                 .lod = m->lod,
                                 .is_collision = collision,
                                 .odd_kind = m->odd_kind,
                                 .num_org = m->num_org,
                                 .vertices = m->vertices};
    return AL_APPEND(arena, x->meshes, x->mesh_count, x->mesh_capacity, mesh);
}

static bool read_mesh(void *document, efx_reading *r)
{
    xac_file *x = document;
    xac_mesh mesh;
    if (!xac_open_mesh(r, &mesh))
        return false;
    r->out_of_memory = x != NULL && !note_mesh(x, r, &mesh);
    return r->notes_alone || (xac_each_layer(r, &mesh, NULL, NULL) && xac_each_submesh(r, &mesh, NULL, NULL));
}

static bool read_skin(void *document, efx_reading *r)
{
    xac_file *x = document;
    xac_skin skin;
    const bool whole = r->notes_alone ? xac_open_skin(r, &skin) : xac_read_skin(r, &skin);
    if (x != NULL && whole)
        x->meshes[skin.mesh - x->meshes].skinned = true;
    r->skips = !r->walk.stopped && skin.mesh == NULL;
    return whole;
}

/* The number of original vertices was corrected. */
static void correct_mesh(void *document, uint32_t chunk, uint32_t num_org)
{
    xac_file *x = document;
    for (uint32_t i = 0; i < x->mesh_count; i++)
        if (x->meshes[i].chunk == chunk)
            x->meshes[i].num_org = num_org;
}

static bool read_material(void *document, efx_reading *r)
{
    xac_material_head material;
    (void)document;
    return xac_open_material(r, &material) && xac_each_texture(r, &material, NULL, NULL);
}

static bool read_texture(void *document, efx_reading *r)
{
    xac_texture texture;
    (void)document;
    return xac_read_texture(r, &texture);
}

static bool read_fx(void *document, efx_reading *r)
{
    al_string name;
    (void)document;
    return xac_read_fx(r, &name);
}

static bool read_limits(void *document, efx_reading *r)
{
    al_span record;
    (void)document;
    return xac_read_limits(r, &record);
}

static bool read_info(void *document, efx_reading *r)
{
    (void)document;
    return xac_read_info(r);
}

static al_parsed parse(al_job *job, al_span bytes, const al_path *up, xac_file *x, bool *cut);

/* Parses the existing part of a nested file, and keeps it if rules can check something in it. False when
 * memory is short. */
static bool parse_inside(xac_file *x, efx_reading *r, const al_path *up, uint64_t size, bool *cut)
{
    al_arena *arena = r->walk.job->arena;
    al_span bytes = al_slice_available(r->walk.bytes, r->walk.at, size);
    xac_file inner = {.nested = true};
    bytes.big_endian = false; /* its own header gives its byte order */
    const al_parsed parsed = parse(r->walk.job, bytes, up, &inner, cut);
    if (parsed != AL_READ)
        return parsed == AL_REFUSED;
    const xac_nested_file file = {.chunk = r->number, .file = al_copy_memory(arena, &inner, sizeof inner)};
    return file.file != NULL && AL_APPEND(arena, x->nested_files, x->inside_count, x->inside_capacity, file);
}

static bool take_inside(al_walk *w, uint64_t size, const al_path *path, bool shown)
{
    static const al_form bytes = {.stride = 1};
    const char *what = "a file within a chunk";
    al_span out;
    return shown ? al_walk_items(w, size, &bytes, path, what, &out) : al_walk_take(w, size, path, what, &out);
}

static bool read_lod(void *document, efx_reading *r)
{
    xac_file *x = document;
    const al_path path = al_field(&r->path, "lod");
    al_span record;
    bool cut = false;
    if (!al_walk_record(&r->walk, &xac_lod_layout, &r->path, &record))
        return false;
    const uint32_t size = al_u32_at(record, XAC_LOD_AT_size);
    const al_counter counter = xac_lod_counter(record, XAC_LOD_AT_size, &r->path);
    r->walk.list_count = &counter;
    if (x == NULL) {
        const bool there = take_inside(&r->walk, size, &path, false);
        r->walk.list_count = NULL;
        return there;
    }
    al_walk ahead = r->walk;
    ahead.silent = true;
    const bool believable = take_inside(&ahead, size, &path, false) || ahead.cut;
    if (believable && !x->nested && !parse_inside(x, r, &path, size, &cut)) {
        r->out_of_memory = true;
        return false;
    }
    r->walk.silent = cut; /* a cut end is reported once, in the innermost file */
    const bool whole = take_inside(&r->walk, size, &path, x->nested);
    r->walk.silent = false;
    r->walk.list_count = NULL;
    return whole;
}

static bool read_morphs(void *document, efx_reading *r)
{
    (void)document;
    return xac_each_morph(r, NULL);
}

static bool read_groups(void *document, efx_reading *r)
{
    (void)document;
    return xac_each_group(r, NULL, NULL);
}

static bool read_totals(void *document, efx_reading *r)
{
    xac_totals totals;
    (void)document;
    return xac_read_totals(r, &totals);
}

/* The length that exporters write for a material of version 2: without its layers. */
static uint64_t usual_material_length(const efx_reading *r)
{
    return r->header.version == 2
               ? XAC_MATERIAL_BYTES + 4 + (uint64_t)al_u32_at(r->walk.bytes, r->walk.at + XAC_MATERIAL_BYTES)
               : 0;
}

static const char nodes[] = "nodes";

static const efx_kind kinds[] = {
    {XAC_OLD_NODE_CHUNK, 4, .numbered = true, .required_content = nodes, .read = read_nodes},
    {XAC_MESH_CHUNK, 2, .required_content = "meshes", .notes = true, .read = read_mesh, .agrees = mesh_agrees,
     .is_plausible = mesh_is_plausible},
    {XAC_SKIN_CHUNK, 4, .notes = true, .read = read_skin, .agrees = skin_agrees,
     .outer_count = xac_count_of_skin, .corrected = correct_mesh, .choose = xac_node_for_skin,
     .excused = xac_skin_is_excused},
    {XAC_MATERIAL_CHUNK, 3, .read = read_material, .usual_length = usual_material_length},
    {XAC_TEXTURE_CHUNK, 2, .read = read_texture},
    {XAC_FX_CHUNK, 3, .read = read_fx},
    {XAC_LIMIT_CHUNK, 1, .read = read_limits},
    {XAC_INFO_CHUNK, 4, .read = read_info, .once = true},
    {XAC_LOD_CHUNK, 1, .notes = true, .read = read_lod},
    {XAC_MORPH_CHUNK, 1, .read = read_morphs},
    {XAC_GROUPS_CHUNK, 1, .read = read_groups},
    {XAC_NODES_CHUNK, 1, .required_content = nodes, .read = read_nodes, .agrees = nodes_agree,
     .is_plausible = nodes_are_plausible, .find_doubt = doubt_of_nodes},
    {XAC_MORPHS_CHUNK, 1, .once = true, .read = read_morphs},
    {XAC_TOTALS_CHUNK, 2, .read = read_totals},
};

/* The layers of a material fill the chunk only in its last version; those of a mesh are followed by
 * submeshes. */
static const efx_count counts[] = {
    {&xac_nodes_layout, XAC_NODES_AT_num_nodes, &xac_node_record_layout, 0},
    {&xac_mesh1_layout, XAC_MESH1_AT_vertices, NULL, XAC_VERTEX_TOTAL},
    {&xac_mesh1_layout, XAC_MESH1_AT_num_submeshes, &xac_submesh_record_layout, 0},
    {&xac_mesh1_layout, XAC_MESH1_AT_num_layers, NULL, 0},
    {&xac_mesh2_layout, XAC_MESH2_AT_vertices, NULL, XAC_VERTEX_TOTAL},
    {&xac_mesh2_layout, XAC_MESH2_AT_num_submeshes, &xac_submesh_record_layout, 0},
    {&xac_mesh2_layout, XAC_MESH2_AT_num_layers, NULL, 0},
    {&xac_layer_layout, XAC_LAYER_AT_size, NULL, XAC_ATTRIBUTE_SIZE},
    {&xac_submesh_record_layout, XAC_SUBMESH_AT_num_indices, NULL, 0},
    {&xac_submesh_record_layout, XAC_SUBMESH_AT_num_bones, NULL, 0},
    {&xac_skin2_layout, XAC_SKIN2_AT_num_influences, NULL, 0},
    {&xac_skin3_layout, XAC_SKIN3_AT_num_influences, NULL, 0},
    {&xac_skin4_layout, XAC_SKIN4_AT_num_influences, NULL, 0},
    {&xac_material_layout, XAC_MATERIAL_AT_num_layers, NULL, 0},
    {&xac_material3_layout, XAC_MATERIAL3_AT_num_layers, &xac_texture_record_layout, 0},
    {&xac_fx1_layout, XAC_FX1_AT_ints, NULL, 0},
    {&xac_fx1_layout, XAC_FX1_AT_floats, NULL, 0},
    {&xac_fx1_layout, XAC_FX1_AT_colors, NULL, 0},
    {&xac_fx1_layout, XAC_FX1_AT_bitmaps, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_ints, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_floats, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_colors, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_bools, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_vectors, NULL, 0},
    {&xac_fx2_layout, XAC_FX2_AT_bitmaps, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_ints, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_floats, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_colors, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_bools, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_vectors, NULL, 0},
    {&xac_fx3_layout, XAC_FX3_AT_bitmaps, NULL, 0},
    {&xac_lod_layout, XAC_LOD_AT_size, NULL, XAC_CHUNK_LENGTH},
    {&xac_groups_layout, XAC_GROUPS_AT_num_groups, &xac_group_record_layout, 0},
    {&xac_group_record_layout, XAC_GROUP_AT_num_nodes, NULL, 0},
    {&xac_morphs_layout, XAC_MORPHS_AT_num_targets, &xac_morph_record_layout, 0},
    {&xac_morph_record_layout, XAC_MORPH_AT_num_deformations, NULL, 0},
    {&xac_morph_record_layout, XAC_MORPH_AT_num_transformations, NULL, 0},
    {&xac_deform_layout, XAC_DEFORM_AT_num_vertices, NULL, 0},
};

/* The type of a layer gives the size of its attributes, and the layers give the number of vertices. */
static bool usual_count(efx_reading *r, const efx_count *count, al_span record, uint32_t *value)
{
    if (count->rule == XAC_VERTEX_TOTAL)
        return vertices_of_layers(r, value);
    *value = xac_attribute_size(al_u32_at(record, XAC_LAYER_AT_type));
    return count->layout == &xac_layer_layout && *value > 0;
}

const al_magic xac_magic = {.bytes = "XAC ", .other = "XAC ", .size = 4};

static const efx_format format = {
    .magic = &xac_magic,
    .rules = {EFX_RULES(XAC)},
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .counts = counts,
    .count_count = sizeof counts / sizeof counts[0],
    .usual_count = usual_count,
    .needs = {{"info", "info (chunk 7)", {XAC_INFO_CHUNK, XAC_INFO_CHUNK}},
              {"nodes", "nodes (chunk 11, or chunks 0)", {XAC_NODES_CHUNK, XAC_OLD_NODE_CHUNK}}},
    .need_count = 2,
};

/* Finds the number of nodes. A number that is too large for the file does not count. */
static void count_nodes(xac_file *x)
{
    const efx_file *f = &x->file;
    uint32_t old_nodes = 0;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const uint32_t id = efx_known_id(f, i);
        old_nodes += id == XAC_OLD_NODE_CHUNK;
        if (!x->has_nodes && (id == XAC_OLD_NODE_CHUNK || id == XAC_NODES_CHUNK)) {
            x->has_nodes = true;
            x->node_chunk = i;
        }
    }
    if (!x->has_nodes)
        return;
    if (efx_known_id(f, x->node_chunk) == XAC_OLD_NODE_CHUNK) {
        x->nodes_known = f->complete;
        x->num_nodes = old_nodes;
        return;
    }
    const efx_chunk *chunk = &f->chunks[x->node_chunk];
    const al_span record = efx_payload(f, x->node_chunk, XAC_NODES_BYTES);
    x->num_nodes = al_u32_at(record, XAC_NODES_AT_num_nodes);
    x->nodes_known = efx_is_readable(f, x->node_chunk) && record.len == XAC_NODES_BYTES &&
                     (uint64_t)x->num_nodes * (XAC_NODE_BYTES + 4) <= f->bytes.len - chunk->at;
}

/* Counts meshes that could not be read. Those of a node that has another mesh were counted before. */
static void count_lost_meshes(xac_file *x)
{
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        if (efx_known_id(&x->file, i) != XAC_MESH_CHUNK)
            continue;
        x->lost_meshes += !efx_is_readable(&x->file, i);
    }
}

static al_parsed parse(al_job *job, al_span bytes, const al_path *up, xac_file *x, bool *cut)
{
    const al_parsed parsed = efx_parse(job, &format, bytes, up, x, cut);
    if (parsed == AL_READ) {
        count_nodes(x);
        count_lost_meshes(x);
    }
    return parsed;
}

al_parsed xac_parse(al_job *job, void *document)
{
    bool cut;
    return parse(job, job->file, NULL, document, &cut);
}
