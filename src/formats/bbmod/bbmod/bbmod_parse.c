/* bbmod_parse.c: reads a BBMOD, in the order of the bytes: vertex format, meshes, nodes, bones, materials.
 *
 * The nodes are a tree in the file, each followed by its children. Reading them one after another needs no
 * more than the number of nodes that are still to come; only how deep they lie takes a list, which is short.
 */
#include "core/limits.h"
#include "formats/bbmod/bbmod/bbmod.h"

#define AL_LAYOUT      "formats/bbmod/bbmod/layout.def"
#define AL_LAYOUT_LIST bbmod_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const bbm_format bbmod_format = {.magic = {"BBMOD", "bbmod"},
                                        .magic_length = sizeof "BBMOD",
                                        .header = &bbmod_header_layout,
                                        .bad_magic = BBMOD_BAD_MAGIC,
                                        .unsupported_version = BBMOD_UNSUPPORTED_VERSION,
                                        .truncated = BBMOD_TRUNCATED,
                                        .count_range = BBMOD_COUNT_RANGE,
                                        .wide_counts = BBMOD_WIDE_COUNTS};

static const bbmod_form forms[BBM_LAST_MINOR + 1] = {
    {&bbmod_mesh_0_layout, &bbmod_format_7_layout, &bbmod_data_0_layout, BBMOD_DATA_0_AT_vertex_count, false},
    {&bbmod_mesh_1_layout, &bbmod_format_7_layout, &bbmod_data_0_layout, BBMOD_DATA_0_AT_vertex_count, false},
    {&bbmod_mesh_1_layout, &bbmod_format_7_layout, &bbmod_data_2_layout, BBMOD_DATA_2_AT_vertex_count, true},
    {&bbmod_mesh_1_layout, &bbmod_format_8_layout, &bbmod_data_2_layout, BBMOD_DATA_2_AT_vertex_count, true},
    {&bbmod_mesh_1_layout, &bbmod_format_8_layout, &bbmod_data_2_layout, BBMOD_DATA_2_AT_vertex_count, true},
};

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

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* A byte that is neither 0 nor 1 is read as true. Up to 3.2 there is no second pair of texture coordinates.
 */
static uint32_t flags_of(al_span format)
{
    const bool has_second = format.len == BBMOD_FORMAT_8_BYTES;
    uint32_t flags = 0;
    for (uint32_t i = 0; i < format.len; i++)
        if (al_u8_at(format, i) != 0)
            flags |= UINT32_C(1) << (i >= BBMOD_FORMAT_8_AT_texture_coords_2 && !has_second ? i + 1 : i);
    return flags;
}

static uint64_t least_mesh(const bbmod_file *f)
{
    const bbmod_form *form = f->form;
    return (uint64_t)form->mesh->size + (form->format_in_mesh ? form->format->size : 0) + form->data->size +
           (f->base.wide ? 8 : 0);
}

static bool take_mesh(const bbmod_file *f, al_walk *w, bbmod_mesh *m)
{
    const bbmod_form *form = f->form;
    const al_path format_path = al_field(&m->path, "vertexFormat");
    const al_path vertices_path = al_field(&m->path, "vertices");
    al_span upper;
    if (!al_walk_take(w, form->mesh->size, &m->path, "a mesh", &m->start) ||
        !bbm_take_upper(&f->base, w, &m->path, &m->start_upper))
        return false;
    m->has_material = true;
    m->format = f->format;
    if (form->format_in_mesh &&
        !al_walk_take(w, form->format->size, &format_path, "a vertex format", &m->format))
        return false;
    m->flags = flags_of(m->format);
    (void)bbmod_find_part(m->flags, BBMOD_PARTS, &m->stride);
    if (!al_walk_take(w, form->data->size, &m->path, "a mesh", &m->data) ||
        !bbm_take_upper(&f->base, w, &m->path, &upper))
        return false;
    w->stopped = al_u32_at(upper, 0) > 0; /* as in bbm_take_count */
    const al_counter counter = {form->data, m->data, form->count_at, &m->path};
    m->vertex_count = al_counted(&counter);
    m->has_data = !w->stopped;
    m->counted = al_walk_count(w, &counter, m->stride, "vertices");
    return al_walk_array(w, &counter, &(al_form){.stride = m->stride}, &vertices_path, "vertices",
                         &m->vertices);
}

static bool walk_meshes(const bbmod_file *f, al_walk *w, bbmod_mesh_visit *visit, void *context)
{
    bool whole = true;
    for (uint32_t i = 0; whole && i < f->meshes.count; i++) {
        bbmod_mesh m = {.number = i, .path = al_item(NULL, "meshes", i), .extent.offset = w->at};
        whole = take_mesh(f, w, &m);
        m.extent.length = w->at - m.extent.offset;
        if (visit != NULL)
            visit(context, &m);
    }
    return whole;
}

uint64_t bbmod_material_of(const bbmod_mesh *mesh)
{
    return (uint64_t)al_u32_at(mesh->start_upper, 0) << 32 |
           al_u32_at(mesh->start, BBMOD_MESH_0_AT_material_index); /* of all versions the first */
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* What is still to come of the tree. */
typedef struct tree {
    uint64_t expected;                /* nodes, all in all */
    uint64_t beyond;                  /* of them, those below a node of the last level; they come first */
    uint32_t level;                   /* of those that come next otherwise */
    uint32_t left[AL_MAX_NODE_LEVEL]; /* by level - 1: children of the node above that are to come */
} tree;

/* The level of the next node. */
static uint32_t next_level(tree *t)
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

static void expect_children(tree *t, uint32_t level, uint32_t count)
{
    t->expected += count;
    if (count > 0 && level < AL_MAX_NODE_LEVEL) {
        t->level = level + 1;
        t->left[level] = count;
    } else {
        t->beyond += count;
    }
}

static uint64_t least_node(const bbmod_file *f)
{
    return 1 + BBMOD_NODE_BYTES + BBMOD_CHILD_COUNT_BYTES + (f->base.wide ? 8 : 0);
}

static bool take_node(const bbmod_file *f, al_walk *w, bbmod_node *n)
{
    const al_path meshes_path = al_field(&n->path, "meshes");
    al_span upper;
    n->named = al_walk_text_nul(w, &n->path, "name", &n->name);
    n->has_record = n->named && al_walk_take(w, BBMOD_NODE_BYTES, &n->path, "a node", &n->record);
    if (!n->has_record || !bbm_take_upper(&f->base, w, &n->path, &upper))
        return false;
    w->stopped = al_u32_at(upper, 0) > 0; /* as in bbm_take_count */
    const al_counter meshes = {&bbmod_node_record_layout, n->record, BBMOD_NODE_AT_num_meshes, &n->path};
    if (!al_walk_array(w, &meshes, &(al_form){.stride = bbm_number_size(&f->base)}, &meshes_path,
                       "meshes of a node", &n->meshes))
        return false;
    return bbm_take_count(&f->base, w, &bbmod_child_count_layout, &n->path, "a node", &n->child_count);
}

/* Whether the file could hold the children that the node says it has. */
static bool has_room(const bbmod_file *f, al_walk *w, const bbmod_node *n)
{
    const al_counter counter = {&bbmod_child_count_layout, n->child_count, 0, &n->path};
    return al_walk_count(w, &counter, least_node(f), "children");
}

static bool walk_nodes(const bbmod_file *f, al_walk *w, bbmod_node_visit *visit, void *context)
{
    tree t; /* what is left on a level is set when a node of the level above is read */
    bool whole = true;
    t.expected = t.level = t.left[0] = 1;
    t.beyond = 0;
    for (uint32_t i = 0; whole && t.expected > 0; i++) {
        bbmod_node n = {.number = i, .path = al_item(NULL, "nodes", i), .extent.offset = w->at};
        n.level = next_level(&t);
        whole = take_node(f, w, &n) && has_room(f, w, &n);
        n.extent.length = w->at - n.extent.offset;
        visit(context, &n);
        if (whole)
            expect_children(&t, n.level, al_u32_at(n.child_count, 0));
    }
    return whole;
}

uint64_t bbmod_node_mesh_count(const bbmod_file *f, const bbmod_node *node)
{
    return node->meshes.len / bbm_number_size(&f->base);
}

uint64_t bbmod_node_mesh(const bbmod_file *f, const bbmod_node *node, uint64_t number)
{
    const uint32_t size = bbm_number_size(&f->base);
    return size == 8 ? al_u64_at(node->meshes, number * size) : al_u32_at(node->meshes, number * size);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static bool walk_materials(const bbmod_file *f, al_walk *w, bbmod_name_visit *visit, void *context)
{
    bool whole = true;
    for (uint32_t i = 0; whole && i < f->materials.count; i++) {
        const al_path path = al_item(NULL, "materials", i);
        al_string name;
        whole = al_walk_text_nul(w, &path, "name", &name);
        if (whole && visit != NULL)
            visit(context, i, &name);
    }
    return whole;
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* A count and how many of its things the file could hold. A list that can't be does not stop the walk when
 * `leads` is false: then it doesn't say where anything is. */
static bool read_count(bbmod_file *f, al_walk *w, const al_layout *layout, uint64_t least, bool leads,
                       const char *what, bbmod_list *list)
{
    if (!bbm_take_count(&f->base, w, layout, NULL, "a count", &list->record))
        return false;
    const al_counter counter = {layout, list->record, 0, NULL};
    al_walk probe = *w;
    list->count = al_counted(&counter);
    list->counted = al_walk_count(leads ? w : &probe, &counter, least, what);
    list->at = list->end = w->at;
    return list->counted || !leads;
}

static bool end_list(const al_walk *w, bool whole, bbmod_list *list)
{
    list->whole = whole;
    list->end = w->at;
    return whole;
}

static bool read_meshes(bbmod_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "vertexFormat");
    if (!f->form->format_in_mesh &&
        !al_walk_take(w, f->form->format->size, &path, "the vertex format", &f->format))
        return false;
    return read_count(f, w, &bbmod_mesh_count_layout, least_mesh(f), true, "meshes", &f->meshes) &&
           end_list(w, walk_meshes(f, w, NULL, NULL), &f->meshes);
}

static void count_node(void *context, const bbmod_node *n)
{
    bbmod_file *f = context;
    f->tree_nodes++;
    f->named_nodes += n->named && n->name.text.len > 0;
    f->bone_nodes += al_u8_at(n->record, BBMOD_NODE_AT_is_bone) != 0;
}

/* The count is that of the indices, and files of the converter have fewer nodes: so it may be more than have
 * room in the file, but not without bounds, for readers reserve memory for so many. */
static bool read_nodes(bbmod_file *f, al_walk *w)
{
    return read_count(f, w, &bbmod_node_count_layout, 1, false, "nodes", &f->nodes) &&
           end_list(w, walk_nodes(f, w, count_node, f), &f->nodes);
}

static bool read_bones(bbmod_file *f, al_walk *w)
{
    const al_path path = al_field(NULL, "bones");
    if (!read_count(f, w, &bbmod_bone_count_layout, BBMOD_BONE_BYTES, true, "bones", &f->bones))
        return false;
    const al_counter counter = {&bbmod_bone_count_layout, f->bones.record, 0, NULL};
    return end_list(
        w, al_walk_array(w, &counter, &(al_form){.stride = BBMOD_BONE_BYTES}, &path, "bones", &f->bone_data),
        &f->bones);
}

static bool read_materials(bbmod_file *f, al_walk *w)
{
    return read_count(f, w, &bbmod_material_count_layout, 1, true, "materials", &f->materials) &&
           end_list(w, walk_materials(f, w, NULL, NULL), &f->materials);
}

static void read_all(bbmod_file *f, bool silent)
{
    al_walk w = bbm_walk_from(&f->base, f->base.start, silent);
    *f = (bbmod_file){.base = f->base, .form = f->form};
    (void)(read_meshes(f, &w) && read_nodes(f, &w) && read_bones(f, &w) && read_materials(f, &w));
}

static uint64_t end_of(void *document)
{
    bbmod_file *f = document;
    read_all(f, true);
    return f->materials.whole ? f->materials.end : UINT64_MAX;
}

void bbmod_parse(al_job *job, bbmod_file *f)
{
    *f = (bbmod_file){.base = bbm_file_of(job, &bbmod_format)};
    if (!f->base.readable)
        return;
    f->form = &forms[f->base.minor];
    bbm_find_width(&f->base, end_of, f);
    read_all(f, false);
}

void bbmod_each_mesh(const bbmod_file *f, bbmod_mesh_visit *visit, void *context)
{
    al_walk w = bbm_walk_from(&f->base, f->meshes.at, true);
    if (f->meshes.counted)
        (void)walk_meshes(f, &w, visit, context);
}

void bbmod_each_node(const bbmod_file *f, bbmod_node_visit *visit, void *context)
{
    al_walk w = bbm_walk_from(&f->base, f->nodes.at, true);
    if (f->nodes.at > 0)
        (void)walk_nodes(f, &w, visit, context);
}

void bbmod_each_material(const bbmod_file *f, bbmod_name_visit *visit, void *context)
{
    al_walk w = bbm_walk_from(&f->base, f->materials.at, true);
    if (f->materials.counted)
        (void)walk_materials(f, &w, visit, context);
}
