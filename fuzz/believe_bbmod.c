/* believe_bbmod.c: loads a BBMOD as a game does: once, in the order of the file, a buffer of vertices for
 * each mesh, node by node down the tree, transforms by the index of their node, offsets by the number of
 * their bone. Then it lays out the palette of bones and draws the meshes.
 */
#include "believe_bbmod.h"

enum { POSITION, NORMAL, UV, UV2, COLOUR, TANGENT, BONES, ID, FLAGS, BOX = 24, SLOTS = 4, PRIMITIVES = 7 };

typedef struct format {
    bool has[FLAGS];
    uint32_t stride, bones_at;
} format;

typedef struct mesh {
    format format;
    uint32_t material, vertices;
    believe_reader data; /* of the vertices alone */

} mesh;

typedef struct model {
    believe_reader *r;
    unsigned minor; /* version */
    mesh *meshes;
    float (*nodes)[BB_DUAL];   /* transforms by index */
    uint8_t *taken;            /* by index */
    uint32_t *bones;           /* indices of nodes that are bones, in the order of the file */
    float (*offsets)[BB_DUAL]; /* by the number of the bone */
    uint32_t mesh_count, node_count, bone_count, nodes_read, bones_read;
} model;

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static format read_format(model *m)
{
    static const uint32_t sizes[FLAGS] = {12, 12, 8, 8, 4, 16, 32, 4};
    format f = {.stride = 0};
    for (unsigned i = 0; i < FLAGS; i++) {
        f.has[i] = (i != UV2 || m->minor >= 3) && next_flag(m->r); /* relies on bbmod/bool-value */
        f.bones_at = i == BONES ? f.stride : f.bones_at;
        f.stride += f.has[i] ? sizes[i] : 0;
    }
    return f;
}

static void read_mesh(model *m, mesh *into)
{
    uint32_t primitive = 4;
    into->material = next_u32(m->r);
    m->r->at += m->minor >= 1 ? BOX : 0;
    if (m->minor >= 2) {
        into->format = read_format(m);
        primitive = next_u32(m->r);
    }
    into->vertices = next_u32(m->r);
    /* relies on bbmod/primitive-type */
    believe_require(m->r, primitive > 0 && primitive < PRIMITIVES, "a renderer has no such primitive");
    /* relies on bbmod/truncated */
    into->data = next_part(m->r, (uint64_t)into->vertices * into->format.stride);
    /* relies on bbmod/empty-vertex */
    believe_require(m->r, into->vertices == 0 || into->format.stride > 0,
                    "a vertex has no bytes, and a renderer divides by their number");
}

static void read_meshes(model *m)
{
    const format shared = m->minor < 2 ? read_format(m) : (format){.stride = 0};
    m->mesh_count = next_u32(m->r);
    m->meshes = believe_alloc(m->r, m->mesh_count, sizeof *m->meshes); /* relies on bbmod/count-range */
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        m->meshes[i].format = shared;
        read_mesh(m, &m->meshes[i]);
    }
}

/* ---- Nodes and bones ----------------------------------------------------------------------------------- */

/* A number that the file has as a float, for an array of so many. */
static uint32_t to_index(const believe_reader *r, float number, uint32_t count)
{
    /* relies on bbmod/node-index, bbmod/offset-index, bbmod/vertex-bone-index */
    believe_require(r, number >= 0 && number < (float)count && number == floorf(number),
                    "a float is no index of an array");
    return (uint32_t)number;
}

static void read_transform(believe_reader *r, float transform[BB_DUAL])
{
    for (unsigned i = 0; i < BB_DUAL; i++)
        transform[i] = next_f32(r);
}

static void read_node(model *m, unsigned level)
{
    /* relies on bbmod/nesting, bbmod/node-count */
    believe_require(m->r, level < BELIEVE_LEVELS && m->nodes_read++ < m->node_count,
                    "a tree has more nodes or levels than room");
    (void)bb_text(m->r);
    /* relies on bbmod/node-index, bbmod/wide-counts */
    const uint32_t index = to_index(m->r, next_f32(m->r), m->node_count);
    const bool is_bone = next_flag(m->r); /* relies on bbmod/bool-value */
    /* relies on bbmod/duplicate-node-index */
    believe_require(m->r, m->taken[index]++ == 0, "two nodes have one index");
    read_transform(m->r, m->nodes[index]);
    if (is_bone)
        m->bones[m->bones_read++] = index;
    const uint32_t meshes = next_u32(m->r);
    uint32_t *drawn = believe_alloc(m->r, meshes, sizeof *drawn); /* relies on bbmod/count-range */
    for (uint32_t i = 0; i < meshes; i++) {
        drawn[i] = next_u32(m->r);
        /* relies on bbmod/node-mesh-index */
        believe_require(m->r, drawn[i] < m->mesh_count, "a node draws a mesh that doesn't exist");
    }
    const uint32_t children = next_u32(m->r);
    size_t *places = believe_alloc(m->r, children, sizeof *places); /* relies on bbmod/count-range */
    for (uint32_t i = 0; i < children; i++) {
        places[i] = m->r->at;
        read_node(m, level + 1);
    }
}

static void read_nodes(model *m)
{
    m->node_count = next_u32(m->r);
    m->nodes = believe_alloc(m->r, m->node_count, sizeof *m->nodes);
    m->taken = believe_alloc(m->r, m->node_count, 1);
    m->bones = believe_alloc(m->r, m->node_count, sizeof *m->bones);
    read_node(m, 0);
}

static void read_bones(model *m)
{
    m->bone_count = next_u32(m->r);
    m->offsets = believe_alloc(m->r, m->bone_count, sizeof *m->offsets);
    uint8_t *filled = believe_alloc(m->r, m->bone_count, 1);
    for (uint32_t i = 0; i < m->bone_count; i++) {
        const uint32_t bone = to_index(m->r, next_f32(m->r), m->bone_count);
        /* relies on bbmod/offset-index */
        believe_require(m->r, filled[bone]++ == 0, "a bone has two offsets");
        read_transform(m->r, m->offsets[bone]);
    }
}

/* The transforms of the bones, each under the index of its node. In a frame of an animation they replace
 * those of the first nodes. */
static void pose_bones(const model *m)
{
    float(*palette)[BB_DUAL] = believe_alloc(m->r, m->bone_count, sizeof *palette);
    for (uint32_t i = 0; i < m->bones_read; i++) {
        /* relies on bbmod/bone-index */
        believe_require(m->r, m->bones[i] < m->bone_count, "a node is no bone of the palette");
        memcpy(palette[m->bones[i]], m->nodes[m->bones[i]], sizeof *palette);
    }
    memcpy(m->nodes, palette, m->bone_count * sizeof *palette); /* relies on bbmod/bone-count */
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static void draw(const model *m, const mesh *drawn)
{
    believe_reader vertex = drawn->data;
    for (uint32_t v = 0; v < drawn->vertices; v++) {
        const size_t start = vertex.at;
        if (drawn->format.has[POSITION]) /* relies on bbmod/vertex-not-finite */
            believe_require(m->r, next_finite(&vertex, 3), "a position is not finite");
        vertex.at = start + drawn->format.bones_at;
        for (unsigned i = 0; drawn->format.has[BONES] && i < SLOTS;
             i++) /* relies on bbmod/vertex-bone-index */
            (void)to_index(m->r, next_f32(&vertex), m->bone_count);
        vertex.at = start + drawn->format.stride;
    }
}

static void read_materials(const model *m)
{
    const uint32_t count = next_u32(m->r);
    const char **names = believe_alloc(m->r, count, sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = bb_text(m->r);
    for (uint32_t i = 0; i < m->mesh_count; i++) /* relies on bbmod/material-index */
        believe_require(m->r, m->meshes[i].material < count, "a mesh has no material");
}

void believe_bbmod(believe_reader *r)
{
    model m = {.r = r, .minor = bb_read_start(r, "BBMOD", "bbmod")};
    read_meshes(&m);
    read_nodes(&m);
    read_bones(&m);
    read_materials(&m);
    pose_bones(&m);
    for (uint32_t i = 0; i < m.mesh_count; i++)
        draw(&m, &m.meshes[i]);
    believe_require(r, r->at <= r->end,
                    "its last material ends outside the file"); /* relies on bbmod/truncated */
}
