/* xac_read.c: the readers of an XAC's chunks, each in the order of the bytes. */
#include "formats/emotionfx/xac/xac.h"

const xac_file *xac_of(const efx_reading *r)
{
    return (const xac_file *)r->file;
}

static const al_form u32_form = AL_NUMBERS(u32, 1, 4);
static const al_form byte_form = {.stride = 1}; /* without a known layout */

/* ---- Nodes --------------------------------------------------------------------------------------------- */

const xac_node_form *xac_node_form_of(const efx_chunk_header *h)
{
#define OLD_NODE(size)                                                     \
    {                                                                      \
        &xac_old_node_layout, (size), XAC_OLD_NODE_AT_parent, EFX_NO_FIELD \
    }
    static const xac_node_form node = {&xac_node_record_layout, XAC_NODE_BYTES, XAC_NODE_AT_parent,
                                       XAC_NODE_AT_num_children};
    static const xac_node_form old[] = {OLD_NODE(XAC_OLD_NODE_AT_flags), OLD_NODE(XAC_OLD_NODE_AT_obb),
                                        OLD_NODE(XAC_OLD_NODE_BYTES)};
#undef OLD_NODE
    return h->id == XAC_OLD_NODE_CHUNK && h->version < 4 ? &old[h->version - 1] : &node;
}

/* Skips a whole node at once. */
static bool skip_node(efx_reading *r, const xac_node_form *form)
{
    const uint32_t name = al_u32_at(r->walk.bytes, r->walk.at + form->size);
    al_span all;
    return efx_take_without_listener(r, form->size + 4 + (uint64_t)name, &all);
}

static bool read_node(efx_reading *r, xac_node *node, const al_counter *in, xac_node_visit *visit,
                      void *context)
{
    if (visit == NULL && skip_node(r, node->form))
        return true;
    if (!efx_take_item(r, node->form->layout, node->form->size, node->path, "a node", in, &node->record))
        return false;
    node->named = al_walk_text(&r->walk, node->path, "name", &node->name);
    if (visit != NULL)
        visit(context, node);
    return node->named;
}

bool xac_each_node(efx_reading *r, xac_node_visit *visit, void *context)
{
    const xac_node_form *form = xac_node_form_of(&r->header);
    if (r->header.id == XAC_OLD_NODE_CHUNK) {
        xac_node node = {.path = &r->path, .form = form, .chunk = r->number, .number = UINT32_MAX};
        return read_node(r, &node, NULL, visit, context);
    }
    al_span record;
    if (!al_walk_record(&r->walk, &xac_nodes_layout, &r->path, &record))
        return false;
    const al_counter counter = xac_nodes_counter(record, XAC_NODES_AT_num_nodes, &r->path);
    al_path path = al_field(&r->path, "nodes");
    if (!al_walk_list(&r->walk, &counter, XAC_NODE_BYTES + 4, &path, "nodes"))
        return false;
    const uint32_t count = al_counted(&counter);
    xac_node node = {.path = &path, .form = form, .chunk = r->number};
    for (uint32_t i = efx_first_item(r, count); i < count; i++) {
        path.index = node.number = i;
        if (!read_node(r, &node, &counter, visit, context))
            return false;
    }
    return true;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* The numbers of each attribute type. */
static const al_form attribute_forms[] = {AL_NUMBERS(f32, 3, 4), AL_NUMBERS(f32, 3, 4), AL_NUMBERS(f32, 4, 4),
                                          AL_NUMBERS(f32, 2, 4), AL_NUMBERS(u8, 4, 1),  AL_NUMBERS(u32, 1, 4),
                                          AL_NUMBERS(f32, 4, 4), AL_NUMBERS(f32, 3, 4)};

uint32_t xac_attribute_size(uint32_t type)
{
    return type < sizeof attribute_forms / sizeof attribute_forms[0] ? attribute_forms[type].stride : 0;
}

const char *xac_attribute_name(uint32_t type)
{
    return al_find_word(&xac_attribute_words, type);
}

/* By version. */
static const xac_mesh_form mesh_forms[] = {
    {&xac_mesh1_layout, XAC_MESH1_AT_node, EFX_NO_FIELD, XAC_MESH1_AT_num_org, XAC_MESH1_AT_vertices,
     XAC_MESH1_AT_indices, XAC_MESH1_AT_num_submeshes, XAC_MESH1_AT_num_layers, XAC_MESH1_AT_is_collision},
    {&xac_mesh2_layout, XAC_MESH2_AT_node, XAC_MESH2_AT_lod, XAC_MESH2_AT_num_org, XAC_MESH2_AT_vertices,
     XAC_MESH2_AT_indices, XAC_MESH2_AT_num_submeshes, XAC_MESH2_AT_num_layers, XAC_MESH2_AT_is_collision}};

bool xac_open_mesh(efx_reading *r, xac_mesh *m)
{
    const xac_mesh_form *form = &mesh_forms[r->header.version - 1];
    *m = (xac_mesh){.path = &r->path, .form = form};
    if (!al_walk_record(&r->walk, form->layout, &r->path, &m->record))
        return false;
    m->node = al_i32_at(m->record, form->node);
    m->lod = al_u32_at(m->record, form->lod);
    m->num_org = al_u32_at(m->record, form->num_org);
    m->vertices = al_u32_at(m->record, form->vertices);
    m->indices = al_u32_at(m->record, form->indices);
    m->num_submeshes = al_u32_at(m->record, form->num_submeshes);
    m->num_layers = al_u32_at(m->record, form->num_layers);
    const uint8_t kind = al_u8_at(m->record, form->is_collision);
    m->is_collision = kind != 0;
    m->odd_kind = kind > 1;
    return true;
}

static al_counter mesh_counter(const xac_mesh *m, uint32_t field)
{
    return efx_counter(m->form->layout, m->record, field, m->path);
}

/* If the data leave the chunk, one of two factors is wrong: the one without its expected value. */
static bool read_attributes(efx_reading *r, const xac_mesh *m, xac_attributes *a)
{
    if (r->walk.listener == NULL &&
        al_walk_take_whole(&r->walk, (uint64_t)m->vertices * a->row.size, &a->data))
        return true; /* the usual case */
    const al_counter vertices = mesh_counter(m, m->form->vertices);
    const al_counter size = xac_layer_counter(a->record, XAC_LAYER_AT_size, a->path);
    const al_form bytes = {.stride = a->row.size};
    const uint32_t usual = xac_attribute_size(a->row.type);
    const al_form *form = usual > 0 && usual == a->row.size ? &attribute_forms[a->row.type] : &bytes;
    const al_path path = al_field(a->path, "data");
    r->walk.list_count = usual == a->row.size ? &vertices : &size;
    const bool whole =
        al_walk_items(&r->walk, m->vertices, form, &path, "vertices of an attribute layer", &a->data);
    r->walk.list_count = NULL;
    return whole;
}

/* Skips bytes that nobody wants to see; not so many that a count may be too large for a reader. */
static bool skip(efx_reading *r, uint64_t size)
{
    al_span all;
    const bool whole =
        r->walk.listener == NULL && size <= INT32_MAX && al_walk_take_whole(&r->walk, size, &all);
    r->steps += whole;
    return whole;
}

/* Skips a layer and its attributes at once. */
static bool skip_layer(efx_reading *r, const xac_mesh *m)
{
    const uint64_t size = al_u32_at(r->walk.bytes, r->walk.at + XAC_LAYER_AT_size);
    return skip(r, XAC_LAYER_BYTES + m->vertices * size);
}

bool xac_each_layer(efx_reading *r, const xac_mesh *m, xac_layer_visit *visit, void *context)
{
    const al_counter counter = mesh_counter(m, m->form->num_layers);
    al_path path = al_field(m->path, "layers");
    if (!al_walk_list(&r->walk, &counter, XAC_LAYER_BYTES, &path, "attribute layers"))
        return false;
    for (uint32_t i = 0; i < m->num_layers; i++) {
        if (visit == NULL && skip_layer(r, m))
            continue;
        xac_attributes a = {.path = &path};
        path.index = i;
        if (!efx_take_item(r, &xac_layer_layout, XAC_LAYER_BYTES, &path, "an attribute layer", &counter,
                           &a.record))
            return false;
        a.row = xac_layer_read(a.record);
        const bool whole = read_attributes(r, m, &a);
        if (visit != NULL)
            visit(context, &a);
        if (!whole)
            return false;
    }
    return true;
}

/* Takes two arrays at once. False, and nothing is taken, if they are incomplete, if there is a listener, or
 * if a count may be too large for a reader: then the walk takes them one by one and reports that. */
static bool take_both(efx_reading *r, uint64_t first_size, uint64_t second_size, al_span *first,
                      al_span *second)
{
    al_span all;
    if (r->walk.listener != NULL || first_size > INT32_MAX || second_size > INT32_MAX ||
        !al_walk_take_whole(&r->walk, first_size + second_size, &all))
        return false;
    *first = al_slice_available(all, 0, first_size);
    *second = al_slice_available(all, first_size, second_size);
    return true;
}

/* Skips a submesh and its arrays at once. */
static bool skip_submesh(efx_reading *r)
{
    const uint64_t at = r->walk.at;
    const uint64_t indices = al_u32_at(r->walk.bytes, at + XAC_SUBMESH_AT_num_indices),
                   bones = al_u32_at(r->walk.bytes, at + XAC_SUBMESH_AT_num_bones);
    return skip(r, XAC_SUBMESH_BYTES + 4 * (indices + bones));
}

static bool read_submesh(efx_reading *r, xac_submesh *s)
{
    if (take_both(r, 4 * (uint64_t)s->row.num_indices, 4 * (uint64_t)s->row.num_bones, &s->indices,
                  &s->bones))
        return true;
    const al_counter indices = xac_submesh_record_counter(s->record, XAC_SUBMESH_AT_num_indices, s->path);
    const al_counter bones = xac_submesh_record_counter(s->record, XAC_SUBMESH_AT_num_bones, s->path);
    const al_path to_indices = al_field(s->path, "indices"), to_bones = al_field(s->path, "bones");
    return al_walk_array(&r->walk, &indices, &u32_form, &to_indices, "indices", &s->indices) &&
           al_walk_array(&r->walk, &bones, &u32_form, &to_bones, "bones", &s->bones);
}

bool xac_each_submesh(efx_reading *r, const xac_mesh *m, xac_submesh_visit *visit, void *context)
{
    const al_counter counter = mesh_counter(m, m->form->num_submeshes);
    al_path path = al_field(m->path, "submeshes");
    if (!al_walk_list(&r->walk, &counter, XAC_SUBMESH_BYTES, &path, "submeshes"))
        return false;
    for (uint32_t i = 0; i < m->num_submeshes; i++) {
        if (visit == NULL && skip_submesh(r))
            continue;
        xac_submesh s = {.path = &path};
        path.index = i;
        if (!efx_take_item(r, &xac_submesh_record_layout, XAC_SUBMESH_BYTES, &path, "a submesh", &counter,
                           &s.record))
            return false;
        s.row = xac_submesh_record_read(s.record);
        const bool whole = read_submesh(r, &s);
        if (visit != NULL)
            visit(context, &s);
        if (!whole)
            return false;
    }
    return true;
}

uint64_t xac_mesh_key(int64_t node, bool collision, uint32_t lod)
{
    return (uint64_t)node << 33 | (uint64_t)collision << 32 | lod; /* a node has 31 bits */
}

static const xac_mesh_entry *find_mesh(const xac_file *x, int64_t node, bool collision, uint32_t lod)
{
    const uint32_t *number =
        node >= 0 && node <= INT32_MAX ? al_map_find(&x->mesh_of, xac_mesh_key(node, collision, lod)) : NULL;
    return number != NULL ? &x->meshes[*number] : NULL;
}

const xac_mesh_entry *xac_find_mesh(const xac_file *x, int64_t node, bool collision, uint32_t lod)
{
    const xac_mesh_entry *found = find_mesh(x, node, collision, lod);
    const xac_mesh_entry *other = found == NULL ? find_mesh(x, node, !collision, lod) : NULL;
    return other != NULL && other->odd_kind ? other : found;
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

/* The record of a skin. */
static bool read_skin_record(efx_reading *r, xac_skin *s)
{
    static const xac_skin_form versions[] = {
        {&xac_skin1_layout, XAC_SKIN1_AT_node, EFX_NO_FIELD, EFX_NO_FIELD, EFX_NO_FIELD,
         XAC_SKIN1_AT_is_collision},
        {&xac_skin2_layout, XAC_SKIN2_AT_node, EFX_NO_FIELD, EFX_NO_FIELD, XAC_SKIN2_AT_num_influences,
         XAC_SKIN2_AT_is_collision},
        {&xac_skin3_layout, XAC_SKIN3_AT_node, EFX_NO_FIELD, XAC_SKIN3_AT_num_local_bones,
         XAC_SKIN3_AT_num_influences, XAC_SKIN3_AT_is_collision},
        {&xac_skin4_layout, XAC_SKIN4_AT_node, XAC_SKIN4_AT_lod, XAC_SKIN4_AT_num_local_bones,
         XAC_SKIN4_AT_num_influences, XAC_SKIN4_AT_is_collision}};
    const xac_skin_form *form = &versions[r->header.version - 1];
    *s = (xac_skin){.path = &r->path, .form = form, .listed = form->num_influences != EFX_NO_FIELD};
    if (!al_walk_record(&r->walk, form->layout, &r->path, &s->record))
        return false;
    s->node = al_i32_at(s->record, form->node);
    s->lod = al_u32_at(s->record, form->lod);
    s->num_influences = al_u32_at(s->record, form->num_influences);
    const uint8_t kind = al_u8_at(s->record, form->is_collision);
    s->is_collision = kind != 0;
    s->odd_kind = kind > 1;
    return true;
}

/* Version 1: each vertex has a count, and then its influences. */
static bool read_vertices(efx_reading *r, xac_skin *s, uint32_t count)
{
    const uint64_t start = r->walk.at;
    const al_path table = al_field(s->path, "vertices");
    al_path path = table;
    bool whole = true;
    for (uint32_t i = 0; i < count && whole; i++) {
        al_span bytes;
        path.index = i;
        r->steps++;
        whole = al_walk_take(&r->walk, 1, &path, "the influences of a vertex", &bytes) &&
                al_walk_take(&r->walk, (uint64_t)al_u8_at(bytes, 0) * XAC_INFLUENCE_BYTES, &path,
                             "the influences of a vertex", &bytes);
    }
    s->table = al_walk_since(&r->walk, start);
    const al_array array = {.path = &table, .bytes = s->table, .size = s->table.len, .form = &byte_form};
    al_walk_announce_array(&r->walk, &array);
    return whole;
}

static bool read_tables(efx_reading *r, xac_skin *s, const al_counter *in_mesh)
{
    static const al_form influences = AL_MANY(xac_influence_layout, XAC_INFLUENCE_BYTES);
    static const al_form ranges = AL_MANY(xac_range_layout, XAC_RANGE_BYTES);
    const al_path to_influences = al_field(s->path, "influences"), to_ranges = al_field(s->path, "ranges");
    const al_counter counter = efx_counter(s->form->layout, s->record, s->form->num_influences, s->path);
    if (take_both(r, (uint64_t)s->num_influences * XAC_INFLUENCE_BYTES,
                  (uint64_t)al_counted(in_mesh) * XAC_RANGE_BYTES, &s->influences, &s->ranges))
        return true;
    return al_walk_array(&r->walk, &counter, &influences, &to_influences, "influences", &s->influences) &&
           al_walk_array(&r->walk, in_mesh, &ranges, &to_ranges, "original vertices of a skin", &s->ranges);
}

/* Whether the table of the skin has as many vertices as the mesh. */
static bool skin_fits(const efx_reading *r, const xac_skin *s, const xac_mesh_entry *mesh)
{
    return s->listed && r->header.length == s->form->layout->size +
                                                (uint64_t)s->num_influences * XAC_INFLUENCE_BYTES +
                                                (uint64_t)mesh->num_org * XAC_RANGE_BYTES;
}

/* The mesh of a skin; NULL: none. A skin whose kind is neither 0 nor 1 has the mesh that fits. */
static const xac_mesh_entry *mesh_of_skin(const efx_reading *r, const xac_skin *s)
{
    const xac_mesh_entry *found = xac_find_mesh(xac_of(r), s->node, s->is_collision, s->lod);
    if (!s->odd_kind || (found != NULL && skin_fits(r, s, found)))
        return found;
    const xac_mesh_entry *other = xac_find_mesh(xac_of(r), s->node, !s->is_collision, s->lod);
    return other != NULL && (found == NULL || skin_fits(r, s, other)) ? other : found;
}

bool xac_open_skin(efx_reading *r, xac_skin *s)
{
    if (!read_skin_record(r, s))
        return false;
    s->mesh = mesh_of_skin(r, s);
    if (s->mesh != NULL && s->mesh->chunk >= r->number)
        s->mesh = NULL; /* readers read the file only once */
    if (s->mesh != NULL && r->file->chunks[s->mesh->chunk].misfit) {
        s->mesh = NULL;
        s->excused = true;
    }
    return s->mesh != NULL;
}

bool xac_read_skin(efx_reading *r, xac_skin *s)
{
    if (!xac_open_skin(r, s))
        return false;
    /* The mesh's own chunk has the number of original vertices. */
    const uint32_t chunk = s->mesh->chunk;
    const xac_mesh_form *form = &mesh_forms[efx_header_of(r->file, chunk).version - 1];
    const al_path path = efx_chunk_path(r->path.up, chunk);
    const al_counter in_mesh =
        efx_counter(form->layout, efx_payload(r->file, chunk, form->layout->size), form->num_org, &path);
    return s->listed ? read_tables(r, s, &in_mesh) : read_vertices(r, s, al_counted(&in_mesh));
}

bool xac_count_of_skin(efx_reading *r, efx_outer_count *out)
{
    xac_skin skin;
    xac_mesh mesh;
    if (!xac_read_skin(r, &skin) && skin.mesh == NULL)
        return false;
    if (skin.mesh->twice || skin.mesh->skinned)
        return false; /* the skin may belong to another mesh */
    efx_reading in_mesh = efx_read_again(r->file, r->path.up, skin.mesh->chunk, NULL);
    if (!xac_open_mesh(&in_mesh, &mesh))
        return false;
    *out = (efx_outer_count){.chunk = skin.mesh->chunk,
                             .layout = mesh.form->layout,
                             .field = mesh.form->num_org,
                             .absurd = mesh.num_org >
                                       (uint64_t)XAC_MOST_ORIGINALS * mesh.vertices + XAC_SPARE_ORIGINALS};
    return true;
}

bool xac_node_for_skin(efx_reading *r, uint32_t number, efx_choice *out)
{
    const xac_file *x = xac_of(r);
    efx_reading again = *r;
    xac_skin skin;
    if (x->meshes == NULL || number >= x->mesh_count || !read_skin_record(&again, &skin) || skin.odd_kind)
        return false;
    const xac_mesh_entry *own = xac_find_mesh(x, skin.node, skin.is_collision, skin.lod);
    const xac_mesh_entry *other = &x->meshes[number];
    if (own != NULL && own->twice)
        return false;
    *out = (efx_choice){.layout = skin.form->layout,
                        .field = skin.form->node,
                        .value = (uint32_t)(other->skinned ? skin.node : other->node),
                        .rule = XAC_SKIN_NODE};
    return true;
}

bool xac_skin_is_excused(efx_reading *r)
{
    xac_skin skin;
    efx_reading again = *r;
    return (xac_read_skin(&again, &skin) || skin.mesh != NULL) && skin.mesh->twice;
}

/* ---- Levels of detail ---------------------------------------------------------------------------------- */

static const xac_lod_place lod_places[] = {
    {XAC_MESH_CHUNK, 2, &xac_mesh2_layout, XAC_MESH2_AT_lod},
    {XAC_SKIN_CHUNK, 4, &xac_skin4_layout, XAC_SKIN4_AT_lod},
    {XAC_MATERIAL_CHUNK, 3, &xac_material3_layout, XAC_MATERIAL3_AT_lod},
    {XAC_FX_CHUNK, 3, &xac_fx3_layout, XAC_FX3_AT_lod},
    {XAC_MORPHS_CHUNK, 1, &xac_morphs_layout, XAC_MORPHS_AT_lod},
    {XAC_TOTALS_CHUNK, 2, &xac_totals2_layout, XAC_TOTALS2_AT_lod},
};

const xac_lod_place *xac_lod_place_of(efx_chunk_header header)
{
    for (size_t i = 0; i < sizeof lod_places / sizeof lod_places[0]; i++)
        if (header.id == lod_places[i].id && header.version >= lod_places[i].version)
            return &lod_places[i];
    return NULL;
}

uint32_t xac_lod_of(const xac_file *x, uint32_t chunk)
{
    const efx_chunk_header header = efx_header_of(&x->file, chunk);
    const xac_lod_place *place = xac_lod_place_of(header);
    if (header.id == XAC_LOD_CHUNK)
        return al_u32_at(efx_payload(&x->file, chunk, XAC_LOD_BYTES), XAC_LOD_AT_level);
    return place != NULL ? al_u32_at(efx_payload(&x->file, chunk, place->layout->size), place->field) : 0;
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

/* The layouts of materials, FX materials and totals by version. */
typedef struct material_form {
    const al_layout *layout;
    uint32_t num_layers, double_sided;
} material_form;

static const material_form materials[] = {
    /* layers are chunks 4 */
    {&xac_material_layout, EFX_NO_FIELD, XAC_MATERIAL_AT_double_sided},
    {&xac_material_layout, XAC_MATERIAL_AT_num_layers, XAC_MATERIAL_AT_double_sided},
    {&xac_material3_layout, XAC_MATERIAL3_AT_num_layers, XAC_MATERIAL3_AT_double_sided}};

enum { INTS, FLOATS, COLORS, BOOLS, VECTORS, BITMAPS, PARAMETERS };

typedef struct fx_form {
    const al_layout *layout;
    uint32_t texts;
    uint32_t counts[PARAMETERS];
} fx_form;

static const fx_form fx_materials[] = {
    {&xac_fx1_layout,
     2,
     {XAC_FX1_AT_ints, XAC_FX1_AT_floats, XAC_FX1_AT_colors, EFX_NO_FIELD, EFX_NO_FIELD, XAC_FX1_AT_bitmaps}},
    {&xac_fx2_layout,
     3,
     {XAC_FX2_AT_ints, XAC_FX2_AT_floats, XAC_FX2_AT_colors, XAC_FX2_AT_bools, XAC_FX2_AT_vectors,
      XAC_FX2_AT_bitmaps}},
    {&xac_fx3_layout,
     3,
     {XAC_FX3_AT_ints, XAC_FX3_AT_floats, XAC_FX3_AT_colors, XAC_FX3_AT_bools, XAC_FX3_AT_vectors,
      XAC_FX3_AT_bitmaps}}};

static const xac_totals all_totals[] = {
    {&xac_totals1_layout, XAC_TOTALS1_AT_total, XAC_TOTALS1_AT_standard, XAC_TOTALS1_AT_fx, {.len = 0}},
    {&xac_totals2_layout, XAC_TOTALS2_AT_total, XAC_TOTALS2_AT_standard, XAC_TOTALS2_AT_fx, {.len = 0}}};

bool xac_read_totals(efx_reading *r, xac_totals *t)
{
    *t = all_totals[r->header.version - 1];
    return al_walk_record(&r->walk, t->layout, &r->path, &t->record);
}

static bool read_texture(efx_reading *r, xac_texture *t, const al_counter *in)
{
    if (!efx_take_item(r, &xac_texture_record_layout, XAC_TEXTURE_BYTES, t->path, "a material layer", in,
                       &t->record))
        return false;
    t->named = al_walk_text(&r->walk, t->path, "texture", &t->name);
    return t->named;
}

bool xac_read_texture(efx_reading *r, xac_texture *out)
{
    *out = (xac_texture){.path = &r->path};
    return read_texture(r, out, NULL);
}

bool xac_open_material(efx_reading *r, xac_material_head *m)
{
    const material_form *form = &materials[r->header.version - 1];
    *m = (xac_material_head){
        .layout = form->layout, .num_layers = form->num_layers, .double_sided = form->double_sided};
    m->named = al_walk_record(&r->walk, form->layout, &r->path, &m->record) &&
               al_walk_text(&r->walk, &r->path, "name", &m->name);
    if (r->header.version == 2 && r->walk.at == r->walk.extent)
        r->walk.extent = AL_NO_EXTENT; /* exporters leave the layers out of the length */
    return m->named;
}

bool xac_each_texture(efx_reading *r, const xac_material_head *m, xac_texture_visit *visit, void *context)
{
    const uint32_t count = al_u8_at(m->record, m->num_layers);
    const al_counter counter = {
        .layout = m->layout, .record = m->record, .field = m->num_layers, .size = 1, .up = &r->path};
    al_path path = al_field(&r->path, "layers");
    bool whole = true;
    al_walk_announce_list(&r->walk, &path, count);
    for (uint32_t i = 0; i < count && whole; i++) {
        xac_texture t = {.path = &path};
        path.index = i;
        whole = read_texture(r, &t, &counter);
        if (visit != NULL)
            visit(context, &t);
    }
    return whole;
}

/* ---- FX materials -------------------------------------------------------------------------------------- */

/* A parameter is a value and its name; a bitmap is a name and a file name. */
static const struct {
    const char *list, *what;
    const al_layout *value;
} parameters[PARAMETERS] = {
    [INTS] = {"ints", "integer parameters", &xac_int_layout},
    [FLOATS] = {"floats", "float parameters", &xac_float_layout},
    [COLORS] = {"colors", "colour parameters", &xac_color_layout},
    [BOOLS] = {"bools", "boolean parameters", &xac_bool_layout},
    [VECTORS] = {"vectors", "vector parameters", &xac_vector_layout},
    [BITMAPS] = {"bitmaps", "bitmap parameters", NULL},
};

static bool read_parameters(efx_reading *r, size_t kind, const al_counter *counter)
{
    const al_layout *layout = parameters[kind].value;
    const uint32_t count = al_counted(counter);
    al_path path = al_field(&r->path, parameters[kind].list);
    al_string text;
    al_span value;
    bool whole = true;
    if (!al_walk_list(&r->walk, counter, layout != NULL ? layout->size + 4 : 8, &path, parameters[kind].what))
        return false;
    for (uint32_t i = 0; i < count && whole; i++) {
        path.index = i;
        r->steps += layout == NULL;
        whole =
            layout == NULL || efx_take_item(r, layout, layout->size, &path, "a parameter", counter, &value);
        whole = whole && al_walk_text(&r->walk, &path, "name", &text);
        if (layout == NULL)
            whole = whole && al_walk_text(&r->walk, &path, "value", &text);
    }
    return whole;
}

bool xac_read_fx(efx_reading *r, al_string *name)
{
    static const char *const texts[] = {"effectFile", "technique"};
    const fx_form *form = &fx_materials[r->header.version - 1];
    al_span record;
    *name = (al_string){.text = {.len = 0}};
    bool whole = al_walk_record(&r->walk, form->layout, &r->path, &record) &&
                 al_walk_text(&r->walk, &r->path, "name", name) && efx_take_texts(r, texts, form->texts - 1);
    for (size_t i = 0; i < PARAMETERS && whole; i++) {
        const al_counter counter = efx_counter(form->layout, record, form->counts[i], &r->path);
        whole = form->counts[i] == EFX_NO_FIELD || read_parameters(r, i, &counter);
    }
    return whole;
}

/* ---- Node groups --------------------------------------------------------------------------------------- */

static bool read_group(efx_reading *r, xac_group *g)
{
    static const al_form form = AL_NUMBERS(u16, 1, 2);
    const al_counter counter = xac_group_record_counter(g->record, XAC_GROUP_AT_num_nodes, g->path);
    const al_path path = al_field(g->path, "nodes");
    return al_walk_text(&r->walk, g->path, "name", &g->name) &&
           al_walk_array(&r->walk, &counter, &form, &path, "nodes of a group", &g->nodes);
}

bool xac_each_group(efx_reading *r, xac_group_visit *visit, void *context)
{
    al_span record;
    if (!al_walk_record(&r->walk, &xac_groups_layout, &r->path, &record))
        return false;
    const al_counter counter = xac_groups_counter(record, XAC_GROUPS_AT_num_groups, &r->path);
    const uint32_t count = al_counted(&counter);
    al_path path = al_field(&r->path, "groups");
    if (!al_walk_list(&r->walk, &counter, XAC_GROUP_BYTES + 4, &path, "node groups"))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        xac_group g = {.path = &path};
        path.index = i;
        if (!efx_take_item(r, &xac_group_record_layout, XAC_GROUP_BYTES, &path, "a node group", &counter,
                           &g.record))
            return false;
        const bool whole = read_group(r, &g);
        if (visit != NULL)
            visit(context, &g);
        if (!whole)
            return false;
    }
    return true;
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

/* A position, a normal, a tangent and a number for each vertex: four arrays, one after the other. */
static const struct {
    const char *name;
    al_form form;
    uint32_t before; /* bytes of the earlier arrays for each vertex */
} deformed[] = {
    {"positions", AL_NUMBERS(u16, 3, 2), 0},
    {"normals", AL_NUMBERS(u8, 3, 1), 6},
    {"tangents", AL_NUMBERS(u8, 3, 1), 9},
    {"vertices", AL_NUMBERS(u32, 1, 4), 12},
};
enum { DEFORMED_BYTES = 16, NUMBERS_AT = 12 };

static void show_deformed(efx_reading *r, const xac_deformation *d, al_span all, bool whole)
{
    const uint64_t count = d->row.num_vertices;
    al_path path = al_field(d->path, "vertices");
    al_array array = {.path = &path, .bytes = all, .size = all.len, .form = &byte_form};
    if (!whole)
        al_walk_announce_array(&r->walk, &array);
    for (size_t i = 0; i < sizeof deformed / sizeof deformed[0] && whole; i++) {
        path.name = deformed[i].name;
        array.form = &deformed[i].form;
        array.bytes = al_slice_available(all, count * deformed[i].before, count * array.form->stride);
        array.size = array.bytes.len;
        al_walk_announce_array(&r->walk, &array);
    }
}

static bool read_deformation(efx_reading *r, xac_deformation *d, const al_counter *in)
{
    const al_path path = al_field(d->path, "vertices");
    al_span all;
    if (!efx_take_item(r, &xac_deform_layout, XAC_DEFORM_BYTES, d->path, "a deformation", in, &d->record))
        return false;
    d->row = xac_deform_read(d->record);
    const al_counter counter = xac_deform_counter(d->record, XAC_DEFORM_AT_num_vertices, d->path);
    if (!al_walk_count(&r->walk, &counter, DEFORMED_BYTES, "vertices of a deformation"))
        return false;
    const bool whole = al_walk_take(&r->walk, (uint64_t)DEFORMED_BYTES * d->row.num_vertices, &path,
                                    "vertices of a deformation", &all);
    d->vertices = al_slice_available(all, (uint64_t)NUMBERS_AT * d->row.num_vertices, UINT64_MAX);
    show_deformed(r, d, all, whole);
    return whole;
}

static bool each_deformation(efx_reading *r, const xac_morph *m, const xac_morph_visitor *v)
{
    const al_counter counter = xac_morph_record_counter(m->record, XAC_MORPH_AT_num_deformations, m->path);
    const uint32_t count = al_counted(&counter);
    al_path path = al_field(m->path, "deformations");
    bool whole = al_walk_list(&r->walk, &counter, XAC_DEFORM_BYTES, &path, "deformations");
    for (uint32_t i = 0; whole && i < count; i++) {
        xac_deformation d = {.path = &path};
        path.index = i;
        whole = read_deformation(r, &d, &counter);
        if (v != NULL && d.record.len == XAC_DEFORM_BYTES)
            v->deformation(v->context, m, &d);
    }
    return whole;
}

static bool each_transformation(efx_reading *r, const xac_morph *m, const xac_morph_visitor *v)
{
    const al_counter counter = xac_morph_record_counter(m->record, XAC_MORPH_AT_num_transformations, m->path);
    const uint32_t count = al_counted(&counter);
    al_path path = al_field(m->path, "transformations");
    bool whole = al_walk_list(&r->walk, &counter, XAC_TRANSFORM_BYTES, &path, "transformations");
    for (uint32_t i = 0; whole && i < count; i++) {
        al_span record;
        path.index = i;
        whole = efx_take_item(r, &xac_transform_layout, XAC_TRANSFORM_BYTES, &path, "a transformation",
                              &counter, &record);
        if (v != NULL && whole)
            v->transformation(v->context, &path, record);
    }
    return whole;
}

static bool read_morph(efx_reading *r, xac_morph *m, const al_counter *in, const xac_morph_visitor *v)
{
    if (!efx_take_item(r, &xac_morph_record_layout, XAC_MORPH_BYTES, m->path, "a morph target", in,
                       &m->record))
        return false;
    if (!m->listed)
        m->lod = al_u32_at(m->record, XAC_MORPH_AT_lod);
    m->named = al_walk_text(&r->walk, m->path, "name", &m->name);
    if (v != NULL)
        v->target(v->context, m);
    return m->named && each_deformation(r, m, v) && each_transformation(r, m, v);
}

bool xac_each_morph(efx_reading *r, const xac_morph_visitor *v)
{
    if (r->header.id == XAC_MORPH_CHUNK) {
        xac_morph m = {.path = &r->path};
        return read_morph(r, &m, NULL, v);
    }
    al_span record;
    if (!al_walk_record(&r->walk, &xac_morphs_layout, &r->path, &record))
        return false;
    const xac_morphs row = xac_morphs_read(record);
    const al_counter counter = xac_morphs_counter(record, XAC_MORPHS_AT_num_targets, &r->path);
    al_path path = al_field(&r->path, "targets");
    bool whole = al_walk_list(&r->walk, &counter, XAC_MORPH_BYTES + 4, &path, "morph targets");
    for (uint32_t i = 0; whole && i < row.num_targets; i++) {
        xac_morph m = {.path = &path, .listed = true, .lod = row.lod};
        path.index = i;
        whole = read_morph(r, &m, &counter, v);
    }
    return whole;
}

/* ---- The rest ------------------------------------------------------------------------------------------ */

bool xac_read_limits(efx_reading *r, al_span *record)
{
    return al_walk_record(&r->walk, &xac_limits_layout, &r->path, record);
}

bool xac_read_info(efx_reading *r)
{
    static const struct {
        const al_layout *layout;
        uint32_t size;
    } versions[] = {{&xac_info2_layout, XAC_INFO2_AT_retarget_root_offset},
                    {&xac_info2_layout, XAC_INFO2_BYTES},
                    {&xac_info3_layout, XAC_INFO3_BYTES},
                    {&xac_info4_layout, XAC_INFO4_BYTES}};
    static const char *const texts[] = {"sourceApp", "origFile", "exportDate", "actorName"};
    const size_t version = r->header.version - 1;
    al_span record;
    return al_walk_part(&r->walk, versions[version].layout, versions[version].size, &r->path, "the info",
                        &record) &&
           efx_take_texts(r, texts, sizeof texts / sizeof texts[0]);
}
