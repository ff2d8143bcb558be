/* xac_read.c: the readers of an XAC's chunks, each in the order of the bytes. */
#include "formats/emotionfx/xac/xac.h"

xac_file *xac_of(const efx_cursor *c)
{
    return c->file->document;
}

/* Chunks that got a level of detail in their last version. */
uint32_t xac_shift(const efx_chunk *chunk)
{
    const bool shifted = (chunk->id == XAC_MESH_CHUNK && chunk->version == 2) ||
                         (chunk->id == XAC_MATERIAL_CHUNK && chunk->version == 3) ||
                         (chunk->id == XAC_FX_CHUNK && chunk->version == 3) ||
                         (chunk->id == XAC_TOTALS_CHUNK && chunk->version == 2);
    return shifted ? 4 : 0;
}

uint32_t xac_lod_of(const efx_chunk *chunk, al_span record)
{
    if (xac_shift(chunk) == 0)
        return 0;
    return al_u32_at(record, chunk->id == XAC_MESH_CHUNK ? XAC_MESH2_AT_lod : 0);
}

/* One record of a list. */
static bool take_item(efx_cursor *c, const char *what, uint32_t size, const al_path *path,
                      const efx_count *in, al_span *out)
{
    if (efx_take_whole(c, 1, size, out))
        return true;
    const efx_part part = {.what = what, .path = *path, .count = 1, .size = size, .counted_by = in};
    return efx_take(c, &part, out);
}

/* ---- Nodes ---- */

const al_layout *xac_node_layout_of(const efx_chunk *chunk)
{
    const bool old = chunk->id == XAC_OLD_NODE_CHUNK && chunk->version < 4;
    return old ? &xac_old_node_layout : &xac_node_record_layout;
}

uint32_t xac_node_size(const efx_chunk *chunk)
{
    static const uint32_t old[] = {XAC_OLD_NODE_AT_flags, XAC_OLD_NODE_AT_obb, XAC_OLD_NODE_BYTES,
                                   XAC_NODE_BYTES};
    return chunk->id == XAC_OLD_NODE_CHUNK ? old[chunk->version - 1] : XAC_NODE_BYTES;
}

static bool read_node(efx_cursor *c, xac_node *node, const efx_count *in, xac_node_visit *visit,
                      void *context)
{
    node->layout = xac_node_layout_of(c->chunk);
    node->parent_at = node->layout == &xac_old_node_layout ? (uint32_t)XAC_OLD_NODE_AT_parent
                                                           : (uint32_t)XAC_NODE_AT_parent;
    if (!take_item(c, "a node", xac_node_size(c->chunk), node->path, in, &node->record))
        return false;
    node->named = efx_take_text(c, node->path, "name", &node->name);
    if (visit != NULL)
        visit(context, node);
    return node->named;
}

bool xac_each_node(efx_cursor *c, xac_node_visit *visit, void *context)
{
    if (c->chunk->id == XAC_OLD_NODE_CHUNK) {
        xac_node node = {.path = &c->path, .chunk = c->chunk->number, .number = UINT32_MAX};
        return read_node(c, &node, NULL, visit, context);
    }
    al_span record;
    if (!efx_take_fixed(c, XAC_NODES_BYTES, &record))
        return false;
    const efx_count in = {&xac_nodes_layout, record, XAC_NODES_AT_num_nodes, &c->path};
    const uint32_t count = al_u32_at(record, XAC_NODES_AT_num_nodes);
    if (!efx_count_fits(c, count, XAC_NODE_BYTES + 4, "nodes", &in))
        return false;
    al_path path = al_item(&c->path, "nodes", 0);
    xac_node node = {.path = &path, .chunk = c->chunk->number};
    for (uint32_t i = 0; i < count; i++) {
        path.index = node.number = i;
        if (!read_node(c, &node, &in, visit, context))
            return false;
    }
    return true;
}

/* ---- Meshes ---- */

uint32_t xac_attribute_size(uint32_t type)
{
    static const uint32_t sizes[XAC_ATTRIBUTE_TYPES] = {12, 12, 16, 8, 4, 4, 16, 12};
    return type < XAC_ATTRIBUTE_TYPES ? sizes[type] : 0;
}

const char *xac_attribute_name(uint32_t type)
{
    static const char *const names[XAC_ATTRIBUTE_TYPES] = {"positions",     "normals",   "tangents",
                                                           "UVs",           "colours",   "original vertices",
                                                           "float colours", "bitangents"};
    return type < XAC_ATTRIBUTE_TYPES ? names[type] : NULL;
}

static bool take_mesh(efx_cursor *c, xac_mesh *m)
{
    m->shift = xac_shift(c->chunk);
    m->path = &c->path;
    m->layout = m->shift > 0 ? &xac_mesh2_layout : &xac_mesh1_layout;
    if (!efx_take_fixed(c, m->layout->size, &m->record))
        return false;
    m->row = xac_mesh1_read(al_slice_available(m->record, m->shift, XAC_MESH1_BYTES));
    m->row.node = al_i32_at(m->record, XAC_MESH1_AT_node);
    m->lod = xac_lod_of(c->chunk, m->record);
    return true;
}

/* Vertices of a layer that are not all there. Of two factors the one that is not as it has to be is to blame.
 */
static bool stop_at_layer(efx_cursor *c, const xac_mesh *m, xac_attributes *layer)
{
    const efx_count vertices = {m->layout, m->record, XAC_MESH1_AT_vertices + m->shift, m->path};
    const efx_count size = {&xac_layer_layout, layer->record, XAC_LAYER_AT_size, layer->path};
    const bool usual = layer->row.size == xac_attribute_size(layer->row.type);
    const efx_part data = {.what = "vertices of an attribute layer",
                           .path = al_field(layer->path, "data"),
                           .count = m->row.vertices,
                           .size = layer->row.size,
                           .counted_by = usual ? &vertices : &size};
    return efx_take(c, &data, &layer->data);
}

static bool read_layer(efx_cursor *c, const xac_mesh *m, uint32_t number, const efx_count *in,
                       const xac_mesh_visitor *v)
{
    const al_path path = al_item(&c->path, "layers", number);
    xac_attributes layer = {.path = &path};
    if (!take_item(c, "an attribute layer", XAC_LAYER_BYTES, &path, in, &layer.record))
        return false;
    layer.row = xac_layer_read(layer.record);
    const bool whole =
        efx_take_whole(c, m->row.vertices, layer.row.size, &layer.data) || stop_at_layer(c, m, &layer);
    if (v->layer != NULL)
        v->layer(v->context, m, &layer);
    return whole;
}

static bool read_submesh(efx_cursor *c, const xac_mesh *m, uint32_t number, const efx_count *in,
                         const xac_mesh_visitor *v)
{
    const al_path path = al_item(&c->path, "submeshes", number);
    xac_submesh s = {.path = &path};
    if (!take_item(c, "a submesh", XAC_SUBMESH_BYTES, &path, in, &s.record))
        return false;
    s.row = xac_submesh_record_read(s.record);
    const efx_count in_indices = {&xac_submesh_record_layout, s.record, XAC_SUBMESH_AT_num_indices, &path};
    const efx_count in_bones = {&xac_submesh_record_layout, s.record, XAC_SUBMESH_AT_num_bones, &path};
    const efx_part indices = {.what = "indices",
                              .path = al_field(&path, "indices"),
                              .count = s.row.num_indices,
                              .size = 4,
                              .counted_by = &in_indices};
    const efx_part bones = {.what = "bones",
                            .path = al_field(&path, "bones"),
                            .count = s.row.num_bones,
                            .size = 4,
                            .counted_by = &in_bones};
    s.has_bones = efx_take(c, &indices, &s.indices);
    const bool whole = s.has_bones && efx_take(c, &bones, &s.bones);
    if (v->submesh != NULL)
        v->submesh(v->context, m, &s);
    return whole;
}

bool xac_read_mesh(efx_cursor *c, const xac_mesh_visitor *v)
{
    xac_mesh m = {.row = {.node = -1}};
    if (!take_mesh(c, &m))
        return false;
    if (v->mesh != NULL)
        v->mesh(v->context, &m);
    const efx_count in_layers = {m.layout, m.record, XAC_MESH1_AT_num_layers + m.shift, m.path};
    const efx_count in_submeshes = {m.layout, m.record, XAC_MESH1_AT_num_submeshes + m.shift, m.path};
    if (!efx_count_fits(c, m.row.num_layers, XAC_LAYER_BYTES, "attribute layers", &in_layers))
        return false;
    for (uint32_t i = 0; i < m.row.num_layers; i++)
        if (!read_layer(c, &m, i, &in_layers, v))
            return false;
    if (v->layers_end != NULL)
        v->layers_end(v->context);
    if (!efx_count_fits(c, m.row.num_submeshes, XAC_SUBMESH_BYTES, "submeshes", &in_submeshes))
        return false;
    for (uint32_t i = 0; i < m.row.num_submeshes; i++)
        if (!read_submesh(c, &m, i, &in_submeshes, v))
            return false;
    return true;
}

uint64_t xac_mesh_key(int64_t node, bool collision, uint32_t lod)
{
    return (uint64_t)node << 33 | (uint64_t)collision << 32 | lod; /* a node has 31 bits */
}

const xac_mesh_entry *xac_find_mesh(const xac_file *x, int64_t node, bool collision, uint32_t lod)
{
    const uint32_t *number =
        node >= 0 && node <= INT32_MAX ? al_map_find(&x->mesh_of, xac_mesh_key(node, collision, lod)) : NULL;
    return number != NULL ? &x->meshes[*number] : NULL;
}

/* ---- Skins ---- */

static bool take_skin(efx_cursor *c, xac_skin *s)
{
    static const al_layout *const layouts[] = {&xac_skin1_layout, &xac_skin2_layout, &xac_skin3_layout,
                                               &xac_skin4_layout};
    static const uint32_t influences_at[] = {0, XAC_SKIN2_AT_num_influences, XAC_SKIN3_AT_num_influences,
                                             XAC_SKIN4_AT_num_influences};
    static const uint32_t bones_at[] = {0, 0, XAC_SKIN3_AT_num_local_bones, XAC_SKIN4_AT_num_local_bones};
    const uint32_t version = c->chunk->version;
    *s = (xac_skin){.path = &c->path,
                    .layout = layouts[version - 1],
                    .listed = version > 1,
                    .counts_bones = version > 2,
                    .local_bones_at = bones_at[version - 1],
                    .num_influences_at = influences_at[version - 1]};
    if (!efx_take_fixed(c, s->layout->size, &s->record))
        return false;
    s->node = al_i32_at(s->record, XAC_SKIN1_AT_node);
    s->lod = version == 4 ? al_u32_at(s->record, XAC_SKIN4_AT_lod) : 0;
    s->is_collision =
        al_u8_at(s->record, s->layout->size - 4) != 0; /* before the padding, in every version */
    s->local_bones = s->counts_bones ? al_u32_at(s->record, s->local_bones_at) : 0;
    s->num_influences = s->listed ? al_u32_at(s->record, s->num_influences_at) : 0;
    return true;
}

/* Version 1: the influences of a vertex follow their number. */
static bool read_vertices(efx_cursor *c, xac_skin *s)
{
    const uint64_t start = c->at;
    bool whole = true;
    for (uint32_t i = 0; i < s->mesh->num_org && whole; i++) {
        al_span bytes;
        const efx_part number = {.what = "the influences of a vertex",
                                 .path = al_item(s->path, "vertices", i),
                                 .count = 1,
                                 .size = 1};
        whole = efx_take(c, &number, &bytes);
        efx_part influences = number;
        influences.count = al_u8_at(bytes, 0);
        influences.size = XAC_INFLUENCE_BYTES;
        whole = whole && efx_take(c, &influences, &bytes);
    }
    s->table = al_slice_available(c->file->bytes, start, c->at - start);
    return whole;
}

static bool read_tables(efx_cursor *c, xac_skin *s)
{
    const efx_chunk *mesh = &c->file->chunks[s->mesh->chunk];
    const uint32_t shift = xac_shift(mesh);
    const al_path mesh_path = efx_chunk_path(c->file, mesh);
    const efx_count in_mesh = {
        shift > 0 ? &xac_mesh2_layout : &xac_mesh1_layout,
        al_slice_available(c->file->bytes, mesh->at + EFX_CHUNK_BYTES, XAC_MESH2_BYTES),
        XAC_MESH1_AT_num_org + shift, &mesh_path};
    const efx_count in_skin = {s->layout, s->record, s->num_influences_at, s->path};
    const efx_part influences = {.what = "influences",
                                 .path = al_field(s->path, "influences"),
                                 .count = s->num_influences,
                                 .size = XAC_INFLUENCE_BYTES,
                                 .counted_by = &in_skin};
    const efx_part ranges = {.what = "original vertices of a skin",
                             .path = al_field(s->path, "ranges"),
                             .count = s->mesh->num_org,
                             .size = XAC_RANGE_BYTES,
                             .counted_by = &in_mesh};
    return efx_take(c, &influences, &s->influences) && efx_take(c, &ranges, &s->ranges);
}

bool xac_read_skin(efx_cursor *c, xac_skin *s)
{
    if (!take_skin(c, s))
        return false;
    s->mesh = xac_find_mesh(xac_of(c), s->node, s->is_collision, s->lod);
    if (s->mesh != NULL && s->mesh->chunk >= c->chunk->number)
        s->mesh = NULL; /* readers go through the file once */
    if (s->mesh == NULL)
        return false;
    s->whole = s->listed ? read_tables(c, s) : read_vertices(c, s);
    return s->whole;
}

/* ---- Materials ---- */

static bool take_texture(efx_cursor *c, xac_texture *t, const efx_count *in)
{
    if (!take_item(c, "a material layer", XAC_TEXTURE_BYTES, t->path, in, &t->record))
        return false;
    t->named = efx_take_text(c, t->path, "texture", &t->name);
    return t->named;
}

bool xac_read_texture_chunk(efx_cursor *c, xac_texture *out)
{
    *out = (xac_texture){.path = &c->path};
    return take_texture(c, out, NULL);
}

bool xac_read_material(efx_cursor *c, const xac_material_visitor *v)
{
    const uint32_t shift = xac_shift(c->chunk);
    const al_layout *layout = shift > 0 ? &xac_material3_layout : &xac_material_layout;
    al_span record;
    al_string name;
    if (!efx_take_fixed(c, layout->size, &record))
        return false;
    if (v->record != NULL)
        v->record(v->context, layout, record);
    if (!efx_take_text(c, &c->path, "name", &name))
        return false;
    if (v->text != NULL)
        v->text(v->context, &name);
    const uint32_t count = c->chunk->version > 1 ? al_u8_at(record, XAC_MATERIAL_AT_num_layers + shift) : 0;
    const efx_count in = {layout, record, XAC_MATERIAL_AT_num_layers + shift, &c->path};
    if (c->chunk->version == 2 && c->at == c->extent)
        c->extent = UINT64_MAX; /* the exporter's habit: the length leaves the layers out */
    if (v->layers != NULL)
        v->layers(v->context, count);
    bool whole = true;
    for (uint32_t i = 0; i < count && whole; i++) {
        const al_path path = al_item(&c->path, "layers", i);
        xac_texture t = {.path = &path};
        whole = take_texture(c, &t, &in);
        if (v->texture != NULL && t.record.len > 0)
            v->texture(v->context, &t);
    }
    if (v->layers_end != NULL)
        v->layers_end(v->context);
    return whole;
}

/* ---- FX materials ---- */

/* The kinds of parameters, with the offset of their number in versions 1 and 2. */
static const struct {
    const char *list, *what;
    uint32_t version; /* from which on there are such */
    uint32_t field1, field2;
    al_scalar type;
    uint32_t components;
} parameters[] = {
    {"ints", "integer parameters", 1, XAC_FX1_AT_ints, XAC_FX2_AT_ints, AL_TYPE_i32, 1},
    {"floats", "float parameters", 1, XAC_FX1_AT_floats, XAC_FX2_AT_floats, AL_TYPE_f32, 1},
    {"colors", "colour parameters", 1, XAC_FX1_AT_colors, XAC_FX2_AT_colors, AL_TYPE_f32, 4},
    {"bools", "boolean parameters", 2, 0, XAC_FX2_AT_bools, AL_TYPE_u8, 1},
    {"vectors", "vector parameters", 2, 0, XAC_FX2_AT_vectors, AL_TYPE_f32, 3},
    {"bitmaps", "bitmap parameters", 1, XAC_FX1_AT_bitmaps, XAC_FX2_AT_bitmaps, AL_TYPE_u8, 0},
};

static bool read_parameter(efx_cursor *c, const al_path *path, xac_parameter *p, const efx_count *in)
{
    bool whole = true;
    if (p->components > 0) {
        const efx_part value = {.what = "a parameter",
                                .path = *path,
                                .count = p->components,
                                .size = al_scalar_size(p->type),
                                .counted_by = in};
        whole = efx_take(c, &value, &p->value);
    }
    whole = whole && efx_take_text(c, path, "name", &p->name);
    if (p->components == 0)
        whole = whole && efx_take_text(c, path, "value", &p->file);
    return whole;
}

static bool read_parameters(efx_cursor *c, size_t kind, const efx_count *in, const xac_fx_visitor *v)
{
    const uint32_t count = al_u32_at(in->record, in->field);
    const uint32_t least = parameters[kind].components > 0
                               ? 4 + parameters[kind].components * al_scalar_size(parameters[kind].type)
                               : 8;
    bool whole = true;
    if (!efx_count_fits(c, count, least, parameters[kind].what, in))
        return false;
    if (v->list != NULL)
        v->list(v->context, parameters[kind].list, count);
    for (uint32_t i = 0; i < count && whole; i++) {
        const al_path path = al_item(&c->path, parameters[kind].list, i);
        xac_parameter p = {.list = parameters[kind].list,
                           .number = i,
                           .type = parameters[kind].type,
                           .components = parameters[kind].components};
        whole = read_parameter(c, &path, &p, in);
        if (whole && v->parameter != NULL)
            v->parameter(v->context, &p);
    }
    if (v->list_end != NULL)
        v->list_end(v->context);
    return whole;
}

bool xac_read_fx(efx_cursor *c, const xac_fx_visitor *v)
{
    static const al_layout *const layouts[] = {&xac_fx1_layout, &xac_fx2_layout, &xac_fx3_layout};
    static const char *const texts[] = {"name", "effectFile", "technique"};
    const uint32_t version = c->chunk->version, shift = xac_shift(c->chunk);
    const al_layout *layout = layouts[version - 1];
    al_span record;
    if (!efx_take_fixed(c, layout->size, &record))
        return false;
    if (v->record != NULL)
        v->record(v->context, layout, record);
    if (!efx_take_texts(c, texts, version > 1 ? 3 : 2, v->text, v->context))
        return false;
    for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
        const uint32_t field = version > 1 ? parameters[i].field2 + shift : parameters[i].field1;
        const efx_count in = {layout, record, field, &c->path};
        if (version >= parameters[i].version && !read_parameters(c, i, &in, v))
            return false;
    }
    return true;
}

/* ---- Node groups ---- */

static bool read_group(efx_cursor *c, xac_group *g, const efx_count *in)
{
    if (!take_item(c, "a node group", XAC_GROUP_BYTES, g->path, in, &g->record))
        return false;
    const efx_count in_group = {&xac_group_record_layout, g->record, XAC_GROUP_AT_num_nodes, g->path};
    const efx_part nodes = {.what = "nodes of a group",
                            .path = al_field(g->path, "nodes"),
                            .count = al_u16_at(g->record, XAC_GROUP_AT_num_nodes),
                            .size = 2,
                            .counted_by = &in_group};
    g->named = efx_take_text(c, g->path, "name", &g->name);
    const bool whole = g->named && efx_take(c, &nodes, &g->nodes);
    return whole;
}

bool xac_each_group(efx_cursor *c, xac_group_visit *visit, void *context)
{
    al_span record;
    if (!efx_take_fixed(c, XAC_GROUPS_BYTES, &record))
        return false;
    const uint32_t count = al_u16_at(record, XAC_GROUPS_AT_num_groups);
    const efx_count in = {&xac_groups_layout, record, XAC_GROUPS_AT_num_groups, &c->path};
    if (!efx_count_fits(c, count, XAC_GROUP_BYTES + 4, "node groups", &in))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const al_path path = al_item(&c->path, "groups", i);
        xac_group g = {.path = &path};
        const bool whole = read_group(c, &g, &in);
        if (visit != NULL && g.record.len == XAC_GROUP_BYTES)
            visit(context, &g);
        if (!whole)
            return false;
    }
    return true;
}

/* ---- Morph targets ---- */

static bool read_deformation(efx_cursor *c, const xac_morph *m, uint32_t number, const efx_count *in,
                             const xac_morph_visitor *v)
{
    enum { BYTES = 16, VERTICES_AT = 12 }; /* of a vertex: its position, normal, tangent, and number */
    const al_path path = al_item(m->path, "deformations", number);
    xac_deformation d = {.path = &path};
    al_span all;
    if (!take_item(c, "a deformation", XAC_DEFORM_BYTES, &path, in, &d.record))
        return false;
    d.row = xac_deform_read(d.record);
    const efx_count in_vertices = {&xac_deform_layout, d.record, XAC_DEFORM_AT_num_vertices, &path};
    const efx_part vertices = {.what = "vertices of a deformation",
                               .path = al_field(&path, "vertices"),
                               .count = d.row.num_vertices,
                               .size = BYTES,
                               .counted_by = &in_vertices};
    const bool whole = efx_take(c, &vertices, &all);
    d.vertices = al_slice_available(all, (uint64_t)VERTICES_AT * d.row.num_vertices, UINT64_MAX);
    if (v->deformation != NULL)
        v->deformation(v->context, m, &d);
    return whole;
}

static bool read_transformation(efx_cursor *c, const xac_morph *m, uint32_t number, const efx_count *in,
                                const xac_morph_visitor *v)
{
    const al_path path = al_item(m->path, "transformations", number);
    al_span record;
    if (!take_item(c, "a transformation", XAC_TRANSFORM_BYTES, &path, in, &record))
        return false;
    if (v->transformation != NULL)
        v->transformation(v->context, &path, record);
    return true;
}

/* So many deformations, or transformations. */
static bool read_changes(efx_cursor *c, const xac_morph *m, bool deformations, const xac_morph_visitor *v)
{
    const uint32_t field = deformations ? XAC_MORPH_AT_num_deformations : XAC_MORPH_AT_num_transformations;
    const char *name = deformations ? "deformations" : "transformations";
    const uint32_t count = al_u32_at(m->record, field);
    const efx_count in = {&xac_morph_record_layout, m->record, field, m->path};
    bool whole = true;
    if (!efx_count_fits(c, count, deformations ? XAC_DEFORM_BYTES : XAC_TRANSFORM_BYTES, name, &in))
        return false;
    if (v->list != NULL)
        v->list(v->context, name, count);
    for (uint32_t i = 0; i < count && whole; i++)
        whole = deformations ? read_deformation(c, m, i, &in, v) : read_transformation(c, m, i, &in, v);
    if (v->list_end != NULL)
        v->list_end(v->context);
    return whole;
}

static bool read_morph(efx_cursor *c, xac_morph *m, const efx_count *in, const xac_morph_visitor *v)
{
    if (!take_item(c, "a morph target", XAC_MORPH_BYTES, m->path, in, &m->record))
        return false;
    if (!m->listed)
        m->lod = al_u32_at(m->record, XAC_MORPH_AT_lod);
    const bool named = efx_take_text(c, m->path, "name", &m->name);
    if (v->target != NULL)
        v->target(v->context, m, named);
    const bool whole = named && read_changes(c, m, true, v) && read_changes(c, m, false, v);
    if (v->target_end != NULL)
        v->target_end(v->context, m);
    return whole;
}

bool xac_each_morph(efx_cursor *c, const xac_morph_visitor *v)
{
    if (c->chunk->id == XAC_MORPH_CHUNK) {
        xac_morph m = {.path = &c->path};
        return read_morph(c, &m, NULL, v);
    }
    al_span record;
    if (!efx_take_fixed(c, XAC_MORPHS_BYTES, &record))
        return false;
    const xac_morphs row = xac_morphs_read(record);
    const efx_count in = {&xac_morphs_layout, record, XAC_MORPHS_AT_num_targets, &c->path};
    if (!efx_count_fits(c, row.num_targets, XAC_MORPH_BYTES + 4, "morph targets", &in))
        return false;
    for (uint32_t i = 0; i < row.num_targets; i++) {
        const al_path path = al_item(&c->path, "targets", i);
        xac_morph m = {.path = &path, .listed = true, .lod = row.lod};
        if (!read_morph(c, &m, &in, v))
            return false;
    }
    return true;
}

/* ---- The rest ---- */

const char *const xac_info_texts[XAC_INFO_TEXTS] = {"sourceApp", "origFile", "exportDate", "actorName"};

const al_layout *xac_info_layout(const efx_chunk *chunk)
{
    static const al_layout *const layouts[] = {&xac_info2_layout, &xac_info2_layout, &xac_info3_layout,
                                               &xac_info4_layout};
    return layouts[chunk->version - 1];
}

uint32_t xac_info_size(const efx_chunk *chunk)
{
    return chunk->version == 1 ? (uint32_t)XAC_INFO2_AT_retarget_root_offset : xac_info_layout(chunk)->size;
}

const al_layout *xac_totals_layout(const efx_chunk *chunk)
{
    return xac_shift(chunk) > 0 ? &xac_totals2_layout : &xac_totals1_layout;
}
