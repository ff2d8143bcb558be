/* believe_bbmod.c: reads a BBMOD as a game would that trusts it. */
#include "believe_bbmod.h"

enum { POSITION, NORMAL, UV, UV2, COLOUR, TANGENT, BONES, ID, FLAGS, DEEPEST = 1000 };

static const unsigned sizes[FLAGS] = {12, 12, 8, 8, 4, 16, 32, 4};

typedef struct bb_format {
    bool has[FLAGS];
    unsigned stride;
} bb_format;

/* A mesh, in a block of its own. */
typedef struct bb_mesh {
    bb_format format;
    uint32_t material, vertices;
    uint8_t *data;
} bb_mesh;

typedef struct bb_model {
    bb_reader r;
    bb_mesh *meshes;
    uint32_t mesh_count, node_count, bone_count;
    uint8_t *nodes; /* by index: whether somebody has it */
    uint32_t tree;  /* nodes there */
    uint8_t *bones; /* by number: whether it has an offset */
} bb_model;

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

static const char *read_mesh(bb_model *m, bb_mesh *mesh)
{
    bb_reader *r = &m->r;
    mesh->material = bb_u32(r);
    r->at += r->minor >= 1 ? 24 : 0;
    if (r->minor >= 2) {
        mesh->format = read_format(r);
        uint32_t type = bb_u32(r);
        if (type < 1 || type > 6)
            return "a mesh is of primitives that nobody draws"; /* relies on bbmod/primitive-type */
    }
    mesh->vertices = bb_u32(r);
    mesh->data = believe_alloc(r->file, mesh->vertices, mesh->format.stride);
    if (mesh->data == NULL)
        return believe_too_much;
    size_t size = (size_t)mesh->vertices * mesh->format.stride;
    memcpy(mesh->data, r->file->data + r->at, size); /* relies on bbmod/count-range */
    r->at += size;
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

static const char *read_node(bb_model *m, unsigned depth)
{
    if (depth > DEEPEST) /* relies on bbmod/nesting */
        return "its nodes lie too deep in each other";
    m->tree++;
    if (bb_string(&m->r) == NULL)
        return believe_too_much;
    float index = bb_f32(&m->r);
    /* relies on bbmod/wide-counts: with them it lies elsewhere */
    if (index != floorf(index))
        return "a node has half an index";
    if (m->nodes[(size_t)index]++ != 0) /* relies on bbmod/node-index, bbmod/duplicate-node-index */
        return "two nodes have one index";
    m->r.at += 1 + 32;
    const char *lie = read_node_meshes(m);
    uint32_t children = bb_u32(&m->r);
    for (uint32_t i = 0; i < children && lie == NULL; i++)
        lie = read_node(m, depth + 1);
    return lie;
}

static const char *read_nodes(bb_model *m)
{
    m->node_count = bb_u32(&m->r);
    m->nodes = believe_alloc(m->r.file, m->node_count, 1);
    if (m->nodes == NULL)
        return believe_too_much;
    const char *lie = read_node(m, 1);
    /* relies on bbmod/node-count */
    return lie == NULL && m->tree > m->node_count ? "its tree has more nodes than it says" : lie;
}

static const char *read_bones(bb_model *m)
{
    m->bone_count = bb_u32(&m->r);
    m->bones = believe_alloc(m->r.file, m->bone_count, 1);
    if (m->bones == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->bone_count; i++) {
        float index = bb_f32(&m->r);
        if (index != floorf(index))
            return "an offset is for half a bone";
        if (m->bones[(size_t)index]++ != 0) /* relies on bbmod/offset-index */
            return "a bone has two offsets";
        m->r.at += 32;
    }
    return NULL;
}

static const char *see_bones(const bb_model *m, const uint8_t *vertex)
{
    for (size_t i = 0; i < 4; i++) {
        float bone = believe_f32(vertex + 4 * i), weight = believe_f32(vertex + 16 + 4 * i);
        if (weight == 0)
            continue;
        if (bone != floorf(bone))
            return "a vertex is bound to half a bone";
        if (m->bones[(size_t)bone] != 1) /* relies on bbmod/vertex-bone-index */
            return "a vertex is bound to a bone without an offset";
    }
    return NULL;
}

static const char *see_vertices(const bb_model *m, const bb_mesh *mesh)
{
    const char *lie = NULL;
    size_t bones_at = 0;
    for (size_t i = 0; i < BONES; i++)
        bones_at += mesh->format.has[i] ? sizes[i] : 0;
    for (uint32_t v = 0; mesh->format.stride > 0 && v < mesh->vertices && lie == NULL; v++) {
        const uint8_t *vertex = mesh->data + (size_t)v * mesh->format.stride;
        for (size_t i = 0; mesh->format.has[POSITION] && i < 3; i++)
            if (!isfinite(believe_f32(vertex + 4 * i)))
                lie = "a position is not finite"; /* relies on bbmod/vertex-not-finite */
        if (lie == NULL && mesh->format.has[BONES])
            lie = see_bones(m, vertex + bones_at);
    }
    return lie;
}

static const char *read_materials(bb_model *m)
{
    const char *lie = NULL;
    uint32_t count = bb_u32(&m->r);
    const char **names = believe_alloc(m->r.file, count, sizeof *names);
    if (names == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count && lie == NULL; i++) {
        names[i] = bb_string(&m->r);
        lie = names[i] == NULL ? believe_too_much : NULL;
    }
    for (uint32_t i = 0; i < m->mesh_count && lie == NULL; i++)
        if (names[m->meshes[i].material] == NULL) /* relies on bbmod/material-index */
            lie = "a mesh has no material";
    return lie;
}

const char *believe_bbmod(believe_file *file)
{
    bb_model m = {.r = {.file = file}};
    const char *lie = bb_start(&m.r, "BBMOD", "bbmod");
    if (lie == NULL)
        lie = read_meshes(&m);
    if (lie == NULL)
        lie = read_nodes(&m);
    if (lie == NULL)
        lie = read_bones(&m);
    if (lie == NULL)
        lie = read_materials(&m);
    for (uint32_t i = 0; i < m.mesh_count && lie == NULL; i++)
        lie = see_vertices(&m, &m.meshes[i]);
    if (lie != NULL)
        return lie;
    return m.r.at <= file->size ? NULL : "its last material ends outside the file";
}
