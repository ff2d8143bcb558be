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
    MAX_DEPTH = 1000
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
    believe_reader *r;
    unsigned minor; /* version */
    bb_mesh *meshes;
    bb_node **nodes;   /* in the order of the file: as many as it declares */
    bb_node **path;    /* from the root down to the node that is read */
    float *pose;       /* by the index of the node: its dual quaternion */
    uint8_t *has_pose; /* by the index of the node */
    float *offsets;    /* by the number of the bone */
    uint32_t mesh_count, node_count, bone_count, nodes_read;
} bb_model;

/* An index that the file holds as a float. */
static int32_t next_index(believe_reader *r)
{
    const float index = next_f32(r);
    /* relies on bbmod/wide-counts: with them the index lies elsewhere */
    believe_require(r, index == floorf(index), "an index is not whole");
    return (int32_t)index;
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static bb_format read_format(bb_model *m)
{
    bb_format format = {.stride = 0};
    for (unsigned i = 0; i < FLAGS; i++) {
        if (i == UV2 && m->minor < 3)
            continue;
        format.has[i] = next_flag(m->r); /* relies on bbmod/bool-value */
        format.stride += format.has[i] ? sizes[i] : 0;
    }
    return format;
}

/* Finds equal vertices by the first word of each. */
static uint32_t weld(const bb_mesh *mesh)
{
    uint32_t hash = 0;
    for (size_t v = 0; v < mesh->vertices; v++)
        hash ^= believe_u32(mesh->data + v * mesh->format.stride); /* relies on bbmod/empty-vertex */
    return hash;
}

static void read_mesh(bb_model *m, bb_mesh *mesh)
{
    uint32_t type = TRIANGLES;
    mesh->material = next_u32(m->r);
    m->r->at += m->minor >= 1 ? 24 : 0;
    if (m->minor >= 2) {
        mesh->format = read_format(m);
        type = next_u32(m->r);
    }
    mesh->vertices = next_u32(m->r);
    mesh->data = next_bytes(m->r, mesh->vertices, mesh->format.stride);
    mesh->primitives = mesh->vertices / corners[type]; /* relies on bbmod/primitive-type */
    mesh->hash = weld(mesh);
}

static void read_meshes(bb_model *m)
{
    bb_format format = {.stride = 0};
    if (m->minor < 2)
        format = read_format(m);
    m->mesh_count = next_u32(m->r);
    m->meshes = believe_alloc(m->r, m->mesh_count, sizeof *m->meshes);
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        m->meshes[i].format = format;
        read_mesh(m, &m->meshes[i]);
    }
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* The floats of a dual quaternion go where its index says. */
static void place(float *all, int32_t index, const uint8_t *dual)
{
    for (ptrdiff_t i = 0; i < BB_DUAL; i++)
        all[(ptrdiff_t)index * BB_DUAL + i] = believe_f32(dual + 4 * i);
}

/* Looks up the meshes that the node draws. */
static void read_node_meshes(bb_model *m)
{
    const uint32_t count = next_u32(m->r);
    const bb_mesh **drawn = believe_alloc(m->r, count, sizeof *drawn);
    for (uint32_t i = 0; i < count; i++) {
        drawn[i] = &m->meshes[next_u32(m->r)]; /* relies on bbmod/node-mesh-index */
        believe_require(m->r, drawn[i]->data != NULL, "a node draws a mesh without data");
    }
}

static bb_node *read_node(bb_model *m, unsigned level)
{
    bb_node *node = believe_alloc(m->r, 1, sizeof *node);
    m->path[level] = node;            /* relies on bbmod/nesting */
    m->nodes[m->nodes_read++] = node; /* relies on bbmod/node-count */
    (void)bb_text(m->r);
    node->index = next_index(m->r);
    node->is_bone = next_flag(m->r);
    node->transform = next_bytes(m->r, 1, BB_DUAL_BYTES);
    place(m->pose, node->index, node->transform); /* relies on bbmod/node-index */
    /* relies on bbmod/duplicate-node-index */
    believe_require(m->r, m->has_pose[node->index]++ == 0, "two nodes have one index");
    read_node_meshes(m);
    const uint32_t children = next_u32(m->r);
    node->children = believe_alloc(m->r, children, sizeof(bb_node *));
    for (uint32_t i = 0; i < children; i++)
        node->children[i] = read_node(m, level + 1);
    return node;
}

static void read_nodes(bb_model *m)
{
    m->node_count = next_u32(m->r);
    m->nodes = believe_alloc(m->r, m->node_count, sizeof(bb_node *));
    m->pose = believe_alloc(m->r, m->node_count, BB_DUAL_BYTES);
    m->has_pose = believe_alloc(m->r, m->node_count, 1);
    m->path = believe_alloc(m->r, MAX_DEPTH, sizeof(bb_node *));
    (void)read_node(m, 0);
}

/* ---- Bones and materials ------------------------------------------------------------------------------- */

static void read_bones(bb_model *m)
{
    m->bone_count = next_u32(m->r);
    m->offsets = believe_alloc(m->r, m->bone_count, BB_DUAL_BYTES);
    uint8_t *has_offset = believe_alloc(m->r, m->bone_count, 1);
    for (uint32_t i = 0; i < m->bone_count; i++) {
        const int32_t index = next_index(m->r);
        place(m->offsets, index, next_bytes(m->r, 1, BB_DUAL_BYTES)); /* relies on bbmod/offset-index */
        believe_require(m->r, has_offset[index]++ == 0, "a bone has two offsets");
    }
}

static void read_materials(bb_model *m)
{
    const uint32_t count = next_u32(m->r);
    const char **names = believe_alloc(m->r, count, sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = bb_text(m->r);
    for (uint32_t i = 0; i < m->mesh_count; i++)
        /* relies on bbmod/material-index */
        believe_require(m->r, names[m->meshes[i].material] != NULL, "a mesh has no material");
}

/* ---- The model in memory ------------------------------------------------------------------------------- */

/* The transforms of the bones, each under the index of its node. In a frame of an animation they replace
 * those of the first nodes. */
static const float *pose_bones(bb_model *m)
{
    float *frame = believe_alloc(m->r, m->node_count, BB_DUAL_BYTES);
    float *palette = believe_alloc(m->r, m->bone_count, BB_DUAL_BYTES);
    for (uint32_t i = 0; i < m->nodes_read; i++)
        if (m->nodes[i]->is_bone)
            place(palette, m->nodes[i]->index, m->nodes[i]->transform); /* relies on bbmod/bone-index */
    /* relies on bbmod/bone-count */
    memcpy(frame, palette, (size_t)m->bone_count * BB_DUAL_BYTES);
    return palette;
}

static void move_vertex(believe_reader *r, const float *palette, const uint8_t *bones)
{
    float moved = 0;
    for (size_t i = 0; i < SLOTS; i++) {
        const float bone = believe_f32(bones + 4 * i), weight = believe_f32(bones + 16 + 4 * i);
        believe_require(r, bone == floorf(bone), "the bone index of a vertex is not whole");
        moved += weight * palette[(ptrdiff_t)(int32_t)bone * BB_DUAL]; /* relies on bbmod/vertex-bone-index */
    }
    believe_require(r, moved != 1e30f, "a vertex is moved out of the world");
}

static void draw(believe_reader *r, const bb_mesh *mesh, const float *palette)
{
    size_t bones_at = 0;
    for (size_t i = 0; i < BONES; i++)
        bones_at += mesh->format.has[i] ? sizes[i] : 0;
    for (size_t v = 0; v < mesh->vertices; v++) {
        const uint8_t *vertex = mesh->data + v * mesh->format.stride;
        for (size_t i = 0; mesh->format.has[POSITION] && i < 3; i++)
            /* relies on bbmod/vertex-not-finite */
            believe_require(r, isfinite(believe_f32(vertex + 4 * i)), "a position is not finite");
        if (mesh->format.has[BONES])
            move_vertex(r, palette, vertex + bones_at);
    }
}

void believe_bbmod(believe_reader *r)
{
    bb_model m = {.r = r, .minor = bb_read_start(r, "BBMOD", "bbmod")};
    read_meshes(&m);
    read_nodes(&m);
    read_bones(&m);
    read_materials(&m);
    const float *palette = pose_bones(&m);
    for (uint32_t i = 0; i < m.mesh_count; i++)
        draw(r, &m.meshes[i], palette);
    believe_require(r, r->at <= r->end, "its last material ends outside the file");
}
