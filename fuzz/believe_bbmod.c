/* believe_bbmod.c: reads a BBMOD as an importer does: once, in the order of the file, node by node down the
 * tree; then it lays out the palette of bones and draws the meshes from what it has in memory.
 */
#include "believe_bbmod.h"

enum {
    POSITION,
    NORMAL,
    UV,
    UV2,
    COLOUR,
    TANGENT,
    BONES,
    ID,
    FLAGS,
    TRIANGLES = 4,
    SLOTS = 4,
    DEEPEST = 1000
};

static const unsigned sizes[FLAGS] = {12, 12, 8, 8, 4, 16, 32, 4};

/* Corners of a primitive, by its type. */
static const uint32_t corners[] = {0, 1, 2, 2, 3, 3, 3};

typedef struct bb_format {
    bool has[FLAGS];
    unsigned stride;
} bb_format;

/* A mesh, with its vertices in a block of their own. */
typedef struct bb_mesh {
    bb_format format;
    uint32_t material, vertices, primitives, hash;
    uint8_t *data;
} bb_mesh;

typedef struct bb_node {
    int32_t index;
    bool is_bone;
    uint8_t *transform; /* a dual quaternion */
    struct bb_node **children;
} bb_node;

typedef struct bb_model {
    bb_reader r;
    bb_mesh *meshes;
    bb_node **nodes; /* in the order of the file: as many as it declares */
    bb_node **path;  /* from the root down to the node that is read */
    float *pose;     /* by the index of the node: its dual quaternion */
    uint8_t *posed;  /* by the index: whether a node has it */
    float *offsets;  /* by the number of the bone */
    uint32_t mesh_count, node_count, bone_count, tree;
} bb_model;

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static bb_format read_format(bb_reader *r)
{
    bb_format format = {.stride = 0};
    for (unsigned i = 0; i < FLAGS; i++) {
        if (i == UV2 && r->minor < 3)
            continue;
        format.has[i] = bb_u8(r) != 0;
        format.stride += format.has[i] ? sizes[i] : 0;
    }
    return format;
}

/* All vertices, to the declared number of them: the first word of each is what equal ones are found by. */
static uint32_t weld(const bb_mesh *mesh)
{
    uint32_t hash = 0;
    for (size_t v = 0; v < mesh->vertices; v++)
        hash ^= believe_u32(mesh->data + v * mesh->format.stride); /* relies on bbmod/empty-vertex */
    return hash;
}

static const char *read_mesh(bb_model *m, bb_mesh *mesh)
{
    bb_reader *r = &m->r;
    uint32_t type = TRIANGLES;
    mesh->material = bb_u32(r);
    r->at += r->minor >= 1 ? 24 : 0;
    if (r->minor >= 2) {
        mesh->format = read_format(r);
        type = bb_u32(r);
    }
    mesh->vertices = bb_u32(r);
    mesh->data = bb_bytes(r, mesh->vertices, mesh->format.stride);
    if (mesh->data == NULL)
        return believe_too_much;
    mesh->primitives = mesh->vertices / corners[type]; /* relies on bbmod/primitive-type */
    mesh->hash = weld(mesh);
    return NULL;
}

static const char *read_meshes(bb_model *m)
{
    bb_format format = {.stride = 0};
    const char *lie = NULL;
    if (m->r.minor < 2)
        format = read_format(&m->r);
    m->mesh_count = bb_u32(&m->r);
    m->meshes = believe_alloc(m->r.file, m->mesh_count, sizeof *m->meshes);
    if (m->meshes == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->mesh_count && lie == NULL; i++) {
        m->meshes[i].format = format;
        lie = read_mesh(m, &m->meshes[i]);
    }
    return lie;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* What the node draws is looked up at once. */
static const char *read_node_meshes(bb_model *m)
{
    uint32_t count = bb_u32(&m->r);
    const bb_mesh **drawn = believe_alloc(m->r.file, count, sizeof *drawn);
    if (drawn == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        drawn[i] = &m->meshes[bb_u32(&m->r)]; /* relies on bbmod/node-mesh-index */
        if (drawn[i]->data == NULL)
            return "a node draws a mesh without data";
    }
    return NULL;
}

/* The floats of a dual quaternion go where its index says. */
static void place(float *all, int32_t index, const uint8_t *dual)
{
    for (ptrdiff_t i = 0; i < BB_DUAL; i++)
        all[(ptrdiff_t)index * BB_DUAL + i] = believe_f32(dual + 4 * i);
}

static const char *read_node_fields(bb_model *m, bb_node *node)
{
    if (bb_string(&m->r) == NULL)
        return believe_too_much;
    float index = bb_f32(&m->r);
    /* relies on bbmod/wide-counts: with them it lies elsewhere */
    if (index != floorf(index))
        return "a node has half an index";
    node->index = (int32_t)index;
    node->is_bone = bb_u8(&m->r) != 0;
    node->transform = bb_bytes(&m->r, 1, BB_DUAL_BYTES);
    if (node->transform == NULL)
        return believe_too_much;
    place(m->pose, node->index, node->transform); /* relies on bbmod/node-index */
    if (m->posed[node->index]++ != 0)             /* relies on bbmod/duplicate-node-index */
        return "two nodes have one index";
    return read_node_meshes(m);
}

static const char *read_node(bb_model *m, unsigned level, bb_node **out)
{
    bb_node *node = believe_alloc(m->r.file, 1, sizeof *node);
    if (node == NULL)
        return believe_too_much;
    *out = node;
    m->path[level] = node;      /* relies on bbmod/nesting */
    m->nodes[m->tree++] = node; /* relies on bbmod/node-count */
    const char *lie = read_node_fields(m, node);
    uint32_t children = lie == NULL ? bb_u32(&m->r) : 0;
    node->children = believe_alloc(m->r.file, children, sizeof(bb_node *));
    if (node->children == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < children && lie == NULL; i++)
        lie = read_node(m, level + 1, &node->children[i]);
    return lie;
}

static const char *read_nodes(bb_model *m)
{
    bb_node *root = NULL;
    m->node_count = bb_u32(&m->r);
    m->nodes = believe_alloc(m->r.file, m->node_count, sizeof(bb_node *));
    m->pose = believe_alloc(m->r.file, m->node_count, BB_DUAL_BYTES);
    m->posed = believe_alloc(m->r.file, m->node_count, 1);
    m->path = believe_alloc(m->r.file, DEEPEST, sizeof(bb_node *));
    if (m->nodes == NULL || m->pose == NULL || m->posed == NULL || m->path == NULL)
        return believe_too_much;
    return read_node(m, 0, &root);
}

/* ---- Bones and materials ------------------------------------------------------------------------------- */

static const char *read_bones(bb_model *m)
{
    m->bone_count = bb_u32(&m->r);
    m->offsets = believe_alloc(m->r.file, m->bone_count, BB_DUAL_BYTES);
    uint8_t *named = believe_alloc(m->r.file, m->bone_count, 1);
    if (m->offsets == NULL || named == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->bone_count; i++) {
        float index = bb_f32(&m->r);
        if (index != floorf(index))
            return "an offset is for half a bone";
        const uint8_t *offset = bb_bytes(&m->r, 1, BB_DUAL_BYTES);
        if (offset == NULL)
            return believe_too_much;
        place(m->offsets, (int32_t)index, offset); /* relies on bbmod/offset-index */
        if (named[(int32_t)index]++ != 0)
            return "a bone has two offsets";
    }
    return NULL;
}

static const char *read_materials(bb_model *m)
{
    uint32_t count = bb_u32(&m->r);
    const char **names = believe_alloc(m->r.file, count, sizeof *names);
    if (names == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = bb_string(&m->r);
        if (names[i] == NULL)
            return believe_too_much;
    }
    for (uint32_t i = 0; i < m->mesh_count; i++)
        if (names[m->meshes[i].material] == NULL) /* relies on bbmod/material-index */
            return "a mesh has no material";
    return NULL;
}

/* ---- The model in memory ------------------------------------------------------------------------------- */

/* The transforms of the bones, each under the index of its node; and a frame of an animation, in which the
 * transforms of the bones take the place of those of the nodes. */
static const char *pose_bones(bb_model *m, float **palette)
{
    float *frame = believe_alloc(m->r.file, m->node_count, BB_DUAL_BYTES);
    *palette = believe_alloc(m->r.file, m->bone_count, BB_DUAL_BYTES);
    if (frame == NULL || *palette == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->tree; i++)
        if (m->nodes[i]->is_bone)
            place(*palette, m->nodes[i]->index, m->nodes[i]->transform); /* relies on bbmod/bone-index */
    /* relies on bbmod/bone-count */
    memcpy(frame, *palette, (size_t)m->bone_count * BB_DUAL_BYTES);
    return NULL;
}

static const char *move_vertex(const float *palette, const uint8_t *bones)
{
    float moved = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        float bone = believe_f32(bones + 4 * i), weight = believe_f32(bones + 16 + 4 * i);
        if (weight == 0)
            continue;
        if (bone != floorf(bone))
            return "a vertex is bound to half a bone";
        moved += weight * palette[(ptrdiff_t)(int32_t)bone * BB_DUAL]; /* relies on bbmod/vertex-bone-index */
    }
    return moved == 1e30f ? "a vertex is moved to where nobody is" : NULL;
}

static const char *draw(const bb_mesh *mesh, const float *palette)
{
    const char *lie = NULL;
    size_t bones_at = 0;
    for (size_t i = 0; i < BONES; i++)
        bones_at += mesh->format.has[i] ? sizes[i] : 0;
    for (size_t v = 0; v < mesh->vertices && lie == NULL; v++) {
        const uint8_t *vertex = mesh->data + v * mesh->format.stride;
        for (size_t i = 0; mesh->format.has[POSITION] && i < 3; i++)
            if (!isfinite(believe_f32(vertex + 4 * i)))
                lie = "a position is not finite"; /* relies on bbmod/vertex-not-finite */
        if (lie == NULL && mesh->format.has[BONES])
            lie = move_vertex(palette, vertex + bones_at);
    }
    return lie;
}

const char *believe_bbmod(believe_file *file)
{
    bb_model m = {.r = {.file = file}};
    float *palette = NULL;
    const char *lie = bb_start(&m.r, "BBMOD", "bbmod");
    if (lie == NULL)
        lie = read_meshes(&m);
    if (lie == NULL)
        lie = read_nodes(&m);
    if (lie == NULL)
        lie = read_bones(&m);
    if (lie == NULL)
        lie = read_materials(&m);
    if (lie == NULL)
        lie = pose_bones(&m, &palette);
    for (uint32_t i = 0; i < m.mesh_count && lie == NULL; i++)
        lie = draw(&m.meshes[i], palette);
    if (lie != NULL)
        return lie;
    return m.r.at <= file->size ? NULL : "its last material ends outside the file";
}
