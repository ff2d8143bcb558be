/* bbmod_parse.c: reads a BBMOD, in the order of the bytes: vertex format, meshes, nodes, bones, materials.
 *
 * The nodes are a tree; each is followed by its children. The walk only needs the number of remaining nodes.
 * To know the level of a node, it also keeps a short list of remaining children by level.
 */
#include "formats/bbmod/bbmod/bbmod.h"

#define AL_LAYOUT      "formats/bbmod/bbmod/layout.def"
#define AL_LAYOUT_LIST bbmod_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const bbm_format format = {BBM_FORMAT(BBMOD, bbmod)};

/* ---- Forms --------------------------------------------------------------------------------------------- */

static const uint32_t flags_7[BBMOD_FORMAT_7_BYTES] = {
    [BBMOD_FORMAT_7_AT_vertices] = BBMOD_VERTICES,
    [BBMOD_FORMAT_7_AT_normals] = BBMOD_NORMALS,
    [BBMOD_FORMAT_7_AT_texture_coords] = BBMOD_TEXTURE_COORDS,
    [BBMOD_FORMAT_7_AT_colors] = BBMOD_COLORS,
    [BBMOD_FORMAT_7_AT_tangent_w] = BBMOD_TANGENT_W,
    [BBMOD_FORMAT_7_AT_bones] = BBMOD_BONES,
    [BBMOD_FORMAT_7_AT_ids] = BBMOD_IDS,
};

static const uint32_t flags_8[BBMOD_FORMAT_8_BYTES] = {
    [BBMOD_FORMAT_8_AT_vertices] = BBMOD_VERTICES,
    [BBMOD_FORMAT_8_AT_normals] = BBMOD_NORMALS,
    [BBMOD_FORMAT_8_AT_texture_coords] = BBMOD_TEXTURE_COORDS,
    [BBMOD_FORMAT_8_AT_texture_coords_2] = BBMOD_TEXTURE_COORDS_2,
    [BBMOD_FORMAT_8_AT_colors] = BBMOD_COLORS,
    [BBMOD_FORMAT_8_AT_tangent_w] = BBMOD_TANGENT_W,
    [BBMOD_FORMAT_8_AT_bones] = BBMOD_BONES,
    [BBMOD_FORMAT_8_AT_ids] = BBMOD_IDS,
};

#define FORMAT_7 .format = &bbmod_format_7_layout, .flags = flags_7
#define FORMAT_8 .format = &bbmod_format_8_layout, .flags = flags_8, .format_in_mesh = true, .boxed = true

#define MESH_0 .material = BBM_FIELD(BBMOD_MESH_0, bbmod_mesh_0, material_index)
#define MESH_1 .material = BBM_FIELD(BBMOD_MESH_1, bbmod_mesh_1, material_index)

#define DATA_0 .vertex_count = BBM_FIELD(BBMOD_DATA_0, bbmod_data_0, vertex_count)
#define DATA_2 .vertex_count = BBM_FIELD(BBMOD_DATA_2, bbmod_data_2, vertex_count)

/* After the meshes the layout of all versions is the same. */
#define NARROW                                                                               \
    .mesh_count = BBM_FIELD(BBMOD_MESH_COUNT, bbmod_mesh_count, mesh_count),                 \
    .node_count = BBM_FIELD(BBMOD_NODE_COUNT, bbmod_node_count, node_count),                 \
    .bone_count = BBM_FIELD(BBMOD_BONE_COUNT, bbmod_bone_count, bone_count),                 \
    .material_count = BBM_FIELD(BBMOD_MATERIAL_COUNT, bbmod_material_count, material_count), \
    .node_index = BBM_FIELD(BBMOD_NODE, bbmod_node_record, index),                           \
    .is_bone = BBM_FIELD(BBMOD_NODE, bbmod_node_record, is_bone),                            \
    .transform = BBM_FIELD(BBMOD_NODE, bbmod_node_record, transform),                        \
    .node_meshes = BBM_FIELD(BBMOD_NODE, bbmod_node_record, num_meshes),                     \
    .child_count = BBM_FIELD(BBMOD_CHILD_COUNT, bbmod_child_count, num_children),            \
    .numbers = {.type = AL_TYPE_u32, .numbers = 1, .listed = true, .stride = 4}

static const bbmod_form forms[BBMOD_HEADER_MAX_minor + 1] = {
    {FORMAT_7, MESH_0, DATA_0, NARROW},
    {FORMAT_7, MESH_1, DATA_0, NARROW},
    {FORMAT_7, .format_in_mesh = true, .boxed = true, MESH_1, DATA_2, NARROW},
    {FORMAT_8, MESH_1, DATA_2, NARROW},
    {FORMAT_8, MESH_1, DATA_2, NARROW},
};

static const bbmod_form wide = {
    FORMAT_7,
    .material = BBM_WIDE(BBMOD_WIDE_MESH, bbmod_wide_mesh, material_index),
    .vertex_count = BBM_WIDE(BBMOD_WIDE_DATA, bbmod_wide_data, vertex_count),
    .mesh_count = BBM_WIDE(BBMOD_WIDE_MESH_COUNT, bbmod_wide_mesh_count, mesh_count),
    .node_count = BBM_WIDE(BBMOD_WIDE_NODE_COUNT, bbmod_wide_node_count, node_count),
    .bone_count = BBM_WIDE(BBMOD_WIDE_BONE_COUNT, bbmod_wide_bone_count, bone_count),
    .material_count = BBM_WIDE(BBMOD_WIDE_MATERIAL_COUNT, bbmod_wide_material_count, material_count),
    .node_index = BBM_FIELD(BBMOD_WIDE_NODE, bbmod_wide_node, index),
    .is_bone = BBM_FIELD(BBMOD_WIDE_NODE, bbmod_wide_node, is_bone),
    .transform = BBM_FIELD(BBMOD_WIDE_NODE, bbmod_wide_node, transform),
    .node_meshes = BBM_WIDE(BBMOD_WIDE_NODE, bbmod_wide_node, num_meshes),
    .child_count = BBM_WIDE(BBMOD_WIDE_CHILD_COUNT, bbmod_wide_child_count, num_children),
    .numbers = {.type = AL_TYPE_u64, .numbers = 1, .listed = true, .stride = 8},
    .wide = true,
};

/* ---- Vertices ------------------------------------------------------------------------------------------ */

const bbmod_component bbmod_components[BBMOD_PARTS] = {
    [BBMOD_POSITIONS] = {"positions", BBMOD_VERTICES, 3, false},
    [BBMOD_PART_NORMALS] = {"normals", BBMOD_NORMALS, 3, false},
    [BBMOD_UVS] = {"textureCoords", BBMOD_TEXTURE_COORDS, 2, false},
    [BBMOD_UVS_2] = {"textureCoords2", BBMOD_TEXTURE_COORDS_2, 2, false},
    [BBMOD_PART_COLORS] = {"colors", BBMOD_COLORS, 4, true},
    [BBMOD_TANGENTS] = {"tangents", BBMOD_TANGENT_W, 4, false},
    [BBMOD_BONE_INDICES] = {"boneIndices", BBMOD_BONES, 4, false},
    [BBMOD_BONE_WEIGHTS] = {"boneWeights", BBMOD_BONES, 4, false},
    [BBMOD_PART_IDS] = {"ids", BBMOD_IDS, 1, false},
};

uint32_t bbmod_part_size(bbmod_part part)
{
    return bbmod_components[part].numbers * (bbmod_components[part].bytes ? 1 : 4);
}

bool bbmod_find_part(uint32_t flags, bbmod_part part, uint32_t *offset)
{
    *offset = 0;
    for (uint32_t i = 0; i < (uint32_t)part; i++)
        if ((flags & bbmod_components[i].flag) != 0)
            *offset += bbmod_part_size((bbmod_part)i);
    return part == BBMOD_PARTS || (flags & bbmod_components[part].flag) != 0;
}

/* Readers take a byte other than 0 for true. */
static uint32_t flags_of(const bbmod_form *form, al_span record)
{
    uint32_t flags = 0;
    for (uint32_t i = 0; i < form->format->size; i++)
        flags |= al_u8_at(record, i) != 0 ? form->flags[i] : 0;
    return flags;
}

/* Announces each component of the vertices. */
static void show_vertices(const al_walk *w, const bbmod_mesh *m)
{
    for (uint32_t part = 0; part < BBMOD_PARTS && w->listener != NULL && m->stride > 0; part++) {
        const bbmod_component *component = &bbmod_components[part];
        const al_path path = al_field(&m->path, component->name);
        al_form form = {.type = component->bytes ? AL_TYPE_u8 : AL_TYPE_f32,
                        .numbers = component->numbers,
                        .stride = m->stride};
        const al_array array = {.path = &path, .bytes = m->vertices, .size = m->vertices.len, .form = &form};
        if (bbmod_find_part(m->flags, (bbmod_part)part, &form.at))
            al_walk_announce_array(w, &array);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static uint64_t least_mesh(const bbmod_form *form)
{
    return (uint64_t)form->material.layout->size + (form->format_in_mesh ? form->format->size : 0) +
           form->vertex_count.layout->size;
}

static bool take_vertices(const bbmod_form *form, al_walk *w, bbmod_mesh *m)
{
    const al_path path = al_field(&m->path, "vertices");
    m->vertex_count = al_counted(&m->vertex_counter);
    m->has_data = bbm_is_count(w, form->vertex_count, m->data);
    m->counted = al_walk_count(w, &m->vertex_counter, m->stride, "vertices");
    if (!m->counted)
        return false;
    const uint64_t size = (uint64_t)m->vertex_count * m->stride;
    const bool whole = al_walk_take(w, size, &path, "vertices", &m->vertices);
    show_vertices(w, m);
    return whole;
}

static bool take_mesh(const bbmod_file *f, al_walk *w, bbmod_mesh *m)
{
    const bbmod_form *form = f->form;
    const al_layout *start = form->material.layout, *data = form->vertex_count.layout;
    const al_path format_path = al_field(&m->path, "vertexFormat");
    m->has_material = al_walk_part(w, start, start->size, &m->path, "a mesh", &m->start);
    if (!m->has_material)
        return false;
    m->format = f->format;
    if (form->format_in_mesh &&
        !al_walk_part(w, form->format, form->format->size, &format_path, "a vertex format", &m->format))
        return false;
    m->flags = flags_of(form, m->format);
    (void)bbmod_find_part(m->flags, BBMOD_PARTS, &m->stride);
    const bool whole = al_walk_part(w, data, data->size, &m->path, "a mesh", &m->data);
    m->vertex_counter = bbm_counter(form->vertex_count, m->data, &m->path);
    return whole && take_vertices(form, w, m);
}

bool bbmod_read_mesh(const bbmod_file *f, al_walk *w, uint32_t number, bbmod_mesh *m)
{
    const uint64_t start = w->at;
    *m = (bbmod_mesh){.path = al_item(NULL, "meshes", number)};
    const bool whole = take_mesh(f, w, m);
    m->extent = al_walk_since(w, start);
    return whole;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

void bbmod_start_tree(bbmod_tree *t)
{
    t->number = 0;
    t->expected = t->level = t->left[0] = 1; /* the numbers of deeper levels are set by their parents */
    t->beyond = 0;
}

/* The level of the next node. */
static uint32_t next_level(bbmod_tree *t)
{
    t->expected--;
    if (t->beyond > 0) {
        t->beyond--;
        return AL_MAX_NODE_LEVEL + 1;
    }
    while (t->left[t->level - 1] == 0)
        t->level--;
    t->left[t->level - 1]--;
    return t->level;
}

static void expect_children(bbmod_tree *t, uint32_t level, uint32_t count)
{
    t->expected += count;
    if (count > 0 && level < AL_MAX_NODE_LEVEL) {
        t->level = level + 1;
        t->left[level] = count;
    } else {
        t->beyond += count;
    }
}

static uint64_t least_node(const bbmod_form *form)
{
    return 1 + (uint64_t)form->node_meshes.layout->size + form->child_count.layout->size;
}

/* Reads a node and its number of children, if the file is large enough for them. */
static bool take_node(const bbmod_form *form, al_walk *w, bbmod_node *n, uint32_t *children)
{
    const al_layout *layout = form->node_meshes.layout;
    const al_path path = al_field(&n->path, "meshes");
    al_counter count;
    n->named = al_walk_text_nul(w, &n->path, "name", &n->name);
    n->has_record = n->named && al_walk_part(w, layout, layout->size, &n->path, "a node", &n->record);
    if (!n->has_record)
        return false;
    const al_counter meshes = bbm_counter(form->node_meshes, n->record, &n->path);
    if (!bbm_is_count(w, form->node_meshes, n->record) ||
        !al_walk_array(w, &meshes, &form->numbers, &path, "meshes of a node", &n->meshes) ||
        !bbm_take_count(w, form->child_count, &n->path, &count))
        return false;
    *children = al_counted(&count);
    return al_walk_count(w, &count, least_node(form), "children");
}

bool bbmod_next_node(const bbmod_file *f, al_walk *w, bbmod_tree *t, bbmod_node *n)
{
    const uint64_t start = w->at;
    uint32_t children = 0;
    if (w->stopped || t->expected == 0)
        return false;
    *n = (bbmod_node){.number = t->number, .level = next_level(t), .path = al_item(NULL, "nodes", t->number)};
    t->number++;
    if (take_node(f->form, w, n, &children))
        expect_children(t, n->level, children);
    n->extent = al_walk_since(w, start);
    return true;
}

uint64_t bbmod_mesh_at(const bbmod_file *f, const al_items *meshes, uint64_t number)
{
    return f->form->wide ? al_u64_at(meshes->bytes, number * 8) : al_u32_at(meshes->bytes, number * 4);
}

/* ---- The lists ----------------------------------------------------------------------------------------- */

bool bbmod_read_material(al_walk *w, uint32_t number, bbmod_material *m)
{
    m->path = al_item(NULL, "materials", number);
    return al_walk_text_nul(w, &m->path, "name", &m->name);
}

static bool take_count(al_walk *w, bbm_field field, bbmod_list *list)
{
    const bool whole = bbm_take_count(w, field, NULL, &list->counter);
    list->count = al_counted(&list->counter);
    list->at = whole ? w->at : 0;
    return whole;
}

/* Reads a count and starts its list `name`, whose items have at least `least` bytes. */
static bool open_list(al_walk *w, bbm_field field, uint64_t least, const char *name, bbmod_list *list)
{
    const al_path path = al_field(NULL, name);
    list->counted = take_count(w, field, list) && al_walk_list(w, &list->counter, least, &path, name);
    return list->counted;
}

static bool take_format(bbmod_file *f, al_walk *w)
{
    const al_layout *layout = f->form->format;
    const al_path path = al_field(NULL, "vertexFormat");
    return f->form->format_in_mesh ||
           al_walk_part(w, layout, layout->size, &path, "the vertex format", &f->format);
}

/* If the declared number of meshes is wrong, the right one takes its place. */
static bool open_meshes(bbmod_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "meshes");
    if (!f->recounted)
        return open_list(w, f->form->mesh_count, least_mesh(f->form), "meshes", &f->meshes);
    f->meshes.counted = take_count(w, f->form->mesh_count, &f->meshes);
    f->meshes.count = f->right_count;
    al_walk_announce_list(w, &path, f->right_count);
    return f->meshes.counted;
}

static bool read_meshes(bbmod_file *f, al_walk *w)
{
    f->meshes.whole = take_format(f, w) && open_meshes(f, w);
    for (uint32_t i = 0; f->meshes.whole && i < f->meshes.count; i++) {
        bbmod_mesh mesh;
        f->meshes.whole = bbmod_read_mesh(f, w, i, &mesh);
    }
    return f->meshes.whole;
}

/* The number of nodes is known only after the walk. */
static void open_tree(const bbmod_file *f, const al_walk *w)
{
    const al_path path = al_field(NULL, "nodes");
    al_walk again = al_walk_again(w, w->at);
    bbmod_tree tree;
    bbmod_node node;
    bbmod_start_tree(&tree);
    while (bbmod_next_node(f, &again, &tree, &node))
        ;
    al_walk_announce_list(w, &path, tree.number);
}

/* The count is the number of indices, and files of the converter have fewer nodes. So it may be larger than
 * the file has room for, but not without limit, because readers reserve memory for it. If it is too large,
 * the tree is read all the same, since its layout does not depend on the count. */
static bool read_nodes(bbmod_file *f, al_walk *w)
{
    bbmod_tree tree;
    bbmod_node node;
    if (!take_count(w, f->form->node_count, &f->nodes))
        return false;
    al_walk probe = *w;
    f->nodes.counted = al_walk_count(&probe, &f->nodes.counter, 1, "nodes");
    if (w->listener != NULL)
        open_tree(f, w);
    bbmod_start_tree(&tree);
    while (bbmod_next_node(f, w, &tree, &node)) {
        f->tree_nodes++;
        f->named_nodes += node.named && node.name.text.len > 0;
        f->bone_nodes += al_u8_at(node.record, f->form->is_bone.at) != 0;
    }
    f->nodes.whole = !w->stopped;
    return f->nodes.whole;
}

static bool read_bones(bbmod_file *f, al_walk *w)
{
    const al_form form = AL_RECORDS(bbmod_bone_layout, BBMOD_BONE_BYTES);
    const al_path path = al_field(NULL, "bones");
    f->bones.counted = take_count(w, f->form->bone_count, &f->bones) &&
                       al_walk_count(w, &f->bones.counter, BBMOD_BONE_BYTES, "bones");
    f->bones.whole =
        f->bones.counted && al_walk_array(w, &f->bones.counter, &form, &path, "bones", &f->bone_data);
    return f->bones.whole;
}

static bool read_materials(bbmod_file *f, al_walk *w)
{
    f->materials.whole = open_list(w, f->form->material_count, 1, "materials", &f->materials);
    for (uint32_t i = 0; f->materials.whole && i < f->materials.count; i++) {
        bbmod_material material;
        f->materials.whole = bbmod_read_material(w, i, &material);
    }
    return f->materials.whole;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static bool read_all(bbmod_file *f, al_walk *w)
{
    return read_meshes(f, w) && read_nodes(f, w) && read_bones(f, w) && read_materials(f, w);
}

/* Reads the file into a copy of the document, silently. Whether it can be read to its end in that form. */
static bool try_form(const bbmod_file *f, const bbmod_form *form, bbmod_file *trial)
{
    al_walk w = al_walk_again(&f->base.walk, f->base.walk.at);
    *trial = *f;
    trial->form = form;
    const bool whole = read_all(trial, &w) && bbm_ends_well(&w);
    trial->base.walk.at = w.at;
    return whole;
}

/* ---- A wrong number of meshes -------------------------------------------------------------------------- */

/* If the number of meshes is wrong, meshes are read as nodes, or nodes as meshes, and nothing that follows
 * makes sense. Numbers near the declared one and small ones are tried: each trial may read all of the file,
 * so there are few. */
static bool is_worth_a_trial(uint32_t count, uint32_t declared)
{
    enum { NEAR = 4 };
    return count != declared &&
           (count <= NEAR || (count < declared ? declared - count : count - declared) <= NEAR);
}

/* Whether the file ends with what follows the meshes, if that starts at the walk's offset. */
static bool tail_fits(const bbmod_file *f, const al_walk *after_meshes)
{
    bbmod_file trial = *f;
    al_walk w = *after_meshes;
    return read_nodes(&trial, &w) && read_bones(&trial, &w) && read_materials(&trial, &w) &&
           bbm_ends_well(&w);
}

static bool find_mesh_count(const bbmod_file *f, uint32_t *right)
{
    bbmod_file trial = *f;
    al_walk w = al_walk_again(&f->base.walk, f->base.walk.at);
    if (!take_format(&trial, &w) || !take_count(&w, f->form->mesh_count, &trial.meshes))
        return false;
    for (*right = 0;; ++*right) {
        bbmod_mesh mesh;
        if (is_worth_a_trial(*right, trial.meshes.count) && tail_fits(&trial, &w))
            return true;
        if (!bbmod_read_mesh(&trial, &w, *right, &mesh))
            return false;
    }
}

static void report_mesh_count(const bbmod_file *f)
{
    al_claim claim = al_counter_claim(BBMOD_COUNT_RANGE, &f->meshes.counter);
    claim.expected = al_uint(f->right_count);
    claim.reach = AL_WHOLE_FILE;
    al_report(f->base.job->sink, &claim,
              "the number of meshes is %u, but only with %u does the file end with its last material",
              al_counted(&f->meshes.counter), f->right_count);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

al_parsed bbmod_parse(al_job *job, void *document)
{
    bbmod_file *f = document;
    if (!bbm_open(&f->base, job, &format))
        return AL_REFUSED;
    f->form = &forms[f->base.minor];
    bbmod_file trial;
    const bool whole = try_form(f, f->form, &trial) || (f->base.minor == 0 && try_form(f, &wide, &trial));
    if (whole && trial.nodes.counted && job->listener == NULL) { /* nothing to report or to announce */
        *f = trial;
        return AL_READ;
    }
    if (whole)
        f->form = trial.form;
    else
        f->recounted = find_mesh_count(f, &f->right_count);
    (void)read_all(f, &f->base.walk);
    if (f->recounted)
        report_mesh_count(f);
    return AL_READ;
}

al_walk bbmod_again(const bbmod_file *f, const bbmod_list *list)
{
    return al_walk_again(&f->base.walk, list->at);
}
