/* import_bbmod.c: loads a BBMOD as a game does: a buffer of vertices for each mesh, transforms by the index
 * of their node, offsets by the number of their bone, which vertices name in floats.
 */
#include "believe_bbmod.h"
#include "import.h"

enum { POSITION, NORMAL, UV, UV2, COLOUR, TANGENT, BONES, ID, FLAGS, BOX = 24, SLOTS = 4, PRIMITIVES = 7 };

typedef struct format {
    bool has[FLAGS];
    uint32_t stride, bones_at;
} format;

typedef struct mesh {
    format format;
    uint32_t material, vertices;
    believe_reader data;
    bool drawn;
} mesh;

typedef struct model {
    believe_reader *r;
    unsigned minor;
    uint32_t mesh_count, node_count, bone_count, read, bones_read;
    mesh *meshes;
    float (*nodes)[BB_DUAL]; /* by index */
    uint8_t *taken;          /* by index */
    float (*bones)[BB_DUAL]; /* by number */
    int32_t *bone_nodes;
} model;

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static format import_format(model *m)
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

static void import_mesh(model *m, mesh *into)
{
    uint32_t primitive = 4;
    into->material = next_u32(m->r);
    m->r->at += m->minor >= 1 ? BOX : 0;
    if (m->minor >= 2) {
        into->format = import_format(m);
        primitive = next_u32(m->r);
    }
    into->vertices = next_u32(m->r);
    /* relies on bbmod/primitive-type */
    believe_require(m->r, primitive > 0 && primitive < PRIMITIVES, "a renderer has no such primitive");
    into->data = import_part(m->r, into->vertices * into->format.stride); /* relies on bbmod/truncated */
    /* relies on bbmod/empty-vertex */
    believe_require(m->r, into->vertices == 0 || into->format.stride > 0,
                    "a vertex has no bytes, and a renderer divides by their number");
}

static void import_meshes(model *m)
{
    const format shared = m->minor < 2 ? import_format(m) : (format){.stride = 0};
    m->mesh_count = next_u32(m->r);
    m->meshes = import_room(m->r, m->mesh_count, sizeof *m->meshes); /* relies on bbmod/count-range */
    for (uint32_t i = 0; i < m->mesh_count; i++) {
        m->meshes[i].format = shared;
        import_mesh(m, &m->meshes[i]);
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

static void import_transform(believe_reader *r, float transform[BB_DUAL])
{
    for (unsigned i = 0; i < BB_DUAL; i++)
        transform[i] = next_f32(r);
}

static void import_node(model *m, unsigned level)
{
    /* relies on bbmod/nesting, bbmod/node-count */
    believe_require(m->r, level < IMPORT_LEVELS && m->read++ < m->node_count,
                    "a tree has more nodes or levels than room");
    (void)bb_text(m->r);
    /* relies on bbmod/node-index, bbmod/wide-counts */
    const uint32_t index = to_index(m->r, next_f32(m->r), m->node_count);
    const bool is_bone = next_flag(m->r);
    /* relies on bbmod/duplicate-node-index */
    believe_require(m->r, m->taken[index]++ == 0, "the index of a node is taken");
    import_transform(m->r, m->nodes[index]);
    if (is_bone)
        m->bone_nodes[m->bones_read++] = (int32_t)index;
    for (uint32_t left = next_u32(m->r); left > 0; left--)
        m->meshes[next_u32(m->r)].drawn = true; /* relies on bbmod/node-mesh-index */
    for (uint32_t left = next_u32(m->r); left > 0; left--)
        import_node(m, level + 1);
}

static void import_nodes(model *m)
{
    m->node_count = next_u32(m->r);
    m->nodes = import_room(m->r, m->node_count, sizeof *m->nodes);
    m->taken = import_room(m->r, m->node_count, 1);
    m->bone_nodes = import_room(m->r, m->node_count, sizeof *m->bone_nodes);
    import_node(m, 0);
}

static void import_bones(model *m)
{
    m->bone_count = next_u32(m->r);
    m->bones = import_room(m->r, m->bone_count, sizeof *m->bones);
    uint8_t *filled = import_room(m->r, m->bone_count, 1);
    for (uint32_t i = 0; i < m->bone_count; i++) {
        const uint32_t bone = to_index(m->r, next_f32(m->r), m->bone_count);
        believe_require(m->r, filled[bone]++ == 0,
                        "a bone has two offsets"); /* relies on bbmod/offset-index */
        import_transform(m->r, m->bones[bone]);
    }
    /* relies on bbmod/bone-count */
    believe_require(m->r, m->bone_count <= m->node_count, "a frame has less room than there are bones");
    for (uint32_t i = 0; i < m->bones_read; i++) /* relies on bbmod/bone-index */
        believe_require(m->r, (uint32_t)m->bone_nodes[i] < m->bone_count, "a node is no bone of the palette");
}

/* ---- Vertices ------------------------------------------------------------------------------------------ */

static void import_vertex(model *m, const mesh *drawn, believe_reader vertex)
{
    if (drawn->format.has[POSITION]) /* relies on bbmod/vertex-not-finite */
        believe_require(m->r, next_finite(&vertex, 3), "a position is not finite");
    vertex = drawn->data;
    vertex.at += drawn->format.bones_at;
    for (unsigned i = 0; drawn->format.has[BONES] && i < SLOTS; i++) /* relies on bbmod/vertex-bone-index */
        (void)to_index(m->r, next_f32(&vertex), m->bone_count);
}

static void import_materials(model *m)
{
    const uint32_t count = next_u32(m->r);
    const char **names = import_room(m->r, count, sizeof *names);
    for (uint32_t i = 0; i < count; i++)
        names[i] = bb_text(m->r);
    for (uint32_t i = 0; i < m->mesh_count; i++) /* relies on bbmod/material-index */
        believe_require(m->r, m->meshes[i].material < count, "a mesh has no material");
}

void import_bbmod(believe_reader *r)
{
    model m = {.r = r, .minor = bb_read_start(r, "BBMOD", "bbmod")};
    import_meshes(&m);
    import_nodes(&m);
    import_bones(&m);
    import_materials(&m);
    for (uint32_t i = 0; i < m.mesh_count; i++) {
        mesh *drawn = &m.meshes[i];
        for (uint32_t v = 0; v < drawn->vertices; v++, drawn->data.at += drawn->format.stride)
            import_vertex(&m, drawn, drawn->data);
    }
}
