/* believe_xac.c: reads an XAC as a game would that trusts it.
 *
 * Twice: a first pass puts nodes, meshes and skins into memory, a second one uses every number that names
 * one of them.
 */
#include "believe_emotionfx.h"

enum { KINDS = 14, NODE = 156, LAYER = 12, SUBMESH = 16, INFLUENCE = 8, INFO_TEXTS = 4, TYPES = 8 };

/* Original vertices that a mesh is kept a map of. More than it has vertices is a warning alone, and without a
 * skin no record stands behind them: to clear a map of as many as a count can say takes too long.
 */
#define MOST_ORIGINALS (UINT32_C(1) << 24)

static const uint32_t versions[KINDS] = {4, 2, 4, 3, 2, 3, 1, 4, 1, 1, 1, 1, 1, 2};
static const uint32_t attribute_sizes[TYPES] = {12, 12, 16, 8, 4, 4, 16, 12};

/* A mesh as a game keeps it: for skins and morph targets to look up. */
typedef struct mesh {
    struct mesh *next;
    int32_t node;
    uint32_t lod, originals, vertices;
    bool collision;
} mesh;

/* A chunk about materials, and its level of detail. */
typedef struct material_chunk {
    struct material_chunk *next;
    uint32_t id, lod;
} material_chunk;

typedef struct actor {
    efx_reader r;
    uint32_t nodes, material_count;
    material_chunk *materials;
    uint8_t *node_marks; /* one for each */
    int32_t *parents;
    uint32_t *children; /* declared; UINT32_MAX where nothing is declared */
    uint32_t placed;    /* nodes read so far */
    mesh *meshes;
    unsigned seen[KINDS];
    bool uses; /* the second pass */
    bool nested;
} actor;

static const char *read_actor(actor *a);

/* What a game would do with the number of a node. */
static void touch_node(const actor *a, uint64_t node)
{
    /* relies on xac/mesh-node, xac/influence-bone, xac/group-node, xac/limit-node, xac/morph-node */
    if (a->uses && a->node_marks != NULL)
        a->node_marks[node] = 1;
}

static mesh *find_mesh(const actor *a, int64_t node, bool collision, uint32_t lod)
{
    for (mesh *m = a->meshes; m != NULL; m = m->next)
        if (m->node == node && m->collision == collision && m->lod == lod)
            return m;
    return NULL;
}

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static const char *read_node(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    bool finite = efx_finite(r, 14);
    r->at += version == 4 ? 20 : 16;
    int32_t parent = efx_i32(r);
    uint32_t children = version == 4 ? efx_u32(r) : UINT32_MAX;
    r->at += (version > 1 ? 4u : 0) + (version > 2 ? 64u : 0) + (version == 4 ? 4u : 0);
    const char *lie = efx_texts(r, 1);
    if (!finite)
        return "a node is nowhere"; /* relies on xac/node-not-finite */
    if (a->uses && a->parents != NULL) {
        a->parents[a->placed] = parent;
        a->children[a->placed] = children;
        /* relies on xac/parent-index, xac/parent-order, xac/parent-cycle */
        if (parent != -1 && (parent < 0 || (uint32_t)parent >= a->placed))
            return "a node comes before its parent";
    }
    a->placed++;
    return lie;
}

static const char *read_nodes(actor *a)
{
    uint32_t count = efx_u32(&a->r), roots = efx_u32(&a->r), found = 0;
    const char *lie = NULL;
    a->nodes = count;
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_node(a, 4);
    for (uint32_t i = 0; a->uses && i < count && lie == NULL; i++)
        found += a->parents[i] == -1;
    /* relies on xac/root-count */
    return lie == NULL && a->uses && found != roots ? "it has another number of roots than it says" : lie;
}

/* Each node's children are as many as it says. */
static const char *count_children(actor *a)
{
    uint32_t *found = believe_alloc(a->r.file, a->placed, sizeof *found);
    if (found == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < a->placed; i++)
        if (a->parents[i] >= 0)
            found[a->parents[i]]++;
    for (uint32_t i = 0; i < a->placed; i++)
        if (a->children[i] != found[i] && a->children[i] != UINT32_MAX)
            return "a node has other children than it says"; /* relies on xac/child-count */
    return NULL;
}

/* ---- Meshes and skins ---------------------------------------------------------------------------------- */

static const char *read_layer(actor *a, const mesh *m, bool *positions)
{
    efx_reader *r = &a->r;
    uint32_t type = efx_u32(r), size = efx_u32(r);
    r->at += 4;
    uint8_t *data = believe_alloc(r->file, m->vertices, size);
    if (data == NULL)
        return believe_too_much;
    memcpy(data, r->data + r->at, (size_t)m->vertices * size);
    efx_reader values = *r;
    r->at += (size_t)m->vertices * size;
    *positions = *positions || type == 0;
    /* relies on xac/attribute-size */
    if (type < TYPES && size != attribute_sizes[type])
        return "attributes have the size of another type";
    if (type == 0 && !efx_finite(&values, 3 * m->vertices))
        return "a vertex is nowhere"; /* relies on xac/attribute-not-finite */
    if (type != 5 || m->originals > MOST_ORIGINALS)
        return NULL;
    uint8_t *originals = believe_alloc(r->file, m->originals, 1);
    for (uint32_t i = 0; originals != NULL && i < m->vertices; i++)
        originals[efx_u32(&values)] = 1; /* relies on xac/original-vertex */
    return originals != NULL ? NULL : believe_too_much;
}

static const char *read_submesh(actor *a, uint64_t *vertices, uint64_t *indices)
{
    efx_reader *r = &a->r;
    uint32_t count = efx_u32(r), own = efx_u32(r), material = efx_u32(r), bones = efx_u32(r);
    uint8_t *used = believe_alloc(r->file, own, 1);
    if (used == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++)
        used[efx_u32(r)] = 1; /* relies on xac/index-range */
    for (uint32_t i = 0; i < bones; i++)
        (void)efx_u32(r);
    *vertices += own;
    *indices += count;
    if (count % 3 != 0) /* relies on xac/index-multiple */
        return "a triangle has less than three corners";
    /* relies on xac/submesh-material */
    return a->uses && material >= a->material_count ? "a submesh has no material" : NULL;
}

static const char *read_mesh(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    mesh m = {.node = efx_i32(r), .lod = version == 2 ? efx_u32(r) : 0};
    m.originals = efx_u32(r);
    m.vertices = efx_u32(r);
    uint32_t total = efx_u32(r), submeshes = efx_u32(r), layers = efx_u32(r);
    uint64_t vertices = 0, indices = 0;
    bool positions = false;
    const char *lie = NULL;
    m.collision = efx_u8(r) != 0;
    r->at += 3;
    touch_node(a, (uint64_t)m.node);
    for (uint32_t i = 0; i < layers && lie == NULL; i++)
        lie = read_layer(a, &m, &positions);
    for (uint32_t i = 0; i < submeshes && lie == NULL; i++)
        lie = read_submesh(a, &vertices, &indices);
    /* relies on xac/vertex-total, xac/index-total */
    if (lie == NULL && (vertices != m.vertices || indices != total))
        lie = "its submeshes don't make up the mesh";
    if (lie == NULL && m.vertices > 0 && !positions)
        lie = "a mesh has no positions"; /* relies on xac/missing-positions */
    if (lie != NULL || a->uses)
        return lie;
    mesh *kept = believe_alloc(r->file, 1, sizeof *kept);
    if (kept == NULL)
        return believe_too_much;
    if (find_mesh(a, m.node, m.collision, m.lod) != NULL)
        return "a node has two meshes of a kind"; /* relies on xac/duplicate-mesh */
    m.next = a->meshes;
    *kept = m;
    a->meshes = kept;
    return NULL;
}

static void read_influence(actor *a, float *weight)
{
    efx_reader *r = &a->r;
    *weight = efx_f32(r);
    touch_node(a, efx_u16(r));
    r->at += 2;
}

static const char *read_skin(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    int32_t node = efx_i32(r);
    uint32_t lod = version == 4 ? efx_u32(r) : 0;
    r->at += version > 2 ? 4 : 0;
    uint32_t count = version > 1 ? efx_u32(r) : 0;
    bool collision = efx_u8(r) != 0;
    r->at += 3;
    touch_node(a, (uint64_t)node);
    const mesh *m = find_mesh(a, node, collision, lod);
    if (m == NULL)
        return "a skin has no mesh"; /* relies on xac/skin-node */
    float *weights = believe_alloc(r->file, count, sizeof *weights), weight;
    if (weights == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++)
        read_influence(a, &weights[i]);
    for (uint32_t i = 0; i < m->originals; i++) {
        uint32_t first = version > 1 ? efx_u32(r) : 0, own = version > 1 ? efx_u32(r) : efx_u8(r);
        for (uint32_t k = 0; version == 1 && k < own; k++)
            read_influence(a, &weight);
        /* relies on xac/influence-range; the first and the last stand for all */
        if (version > 1 && own > 0)
            weights[first] = weights[first + own - 1];
    }
    return NULL;
}

/* ---- Materials, morph targets, the rest ---------------------------------------------------------------- */

static const char *read_material(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    r->at += version == 3 ? 4 : 0;
    r->at += 83;
    uint32_t layers = efx_u8(r);
    const char *lie = efx_texts(r, 1);
    for (uint32_t i = 0; version > 1 && i < layers && lie == NULL; i++) {
        r->at += 28;
        lie = efx_texts(r, 1);
    }
    return lie;
}

static const char *read_fx(actor *a, uint32_t version)
{
    static const size_t sizes[] = {4, 4, 16, 1, 12, 0};
    efx_reader *r = &a->r;
    uint32_t counts[6] = {0};
    r->at += version == 3 ? 4 : 0;
    for (unsigned i = 0; i < 6; i++)
        counts[i] = version == 1 && (i == 3 || i == 4) ? 0 : efx_u32(r);
    const char *lie = efx_texts(r, version > 1 ? 3 : 2);
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t k = 0; k < counts[i] && lie == NULL; k++) {
            r->at += sizes[i];
            lie = efx_texts(r, i == 5 ? 2 : 1);
        }
    return lie;
}

static const char *read_morph(actor *a, uint32_t lod, bool listed)
{
    efx_reader *r = &a->r;
    r->at += 8;
    uint32_t own_lod = efx_u32(r), deformations = efx_u32(r), transformations = efx_u32(r);
    r->at += 4;
    const char *lie = efx_texts(r, 1);
    for (uint32_t i = 0; i < deformations && lie == NULL; i++) {
        uint32_t node = efx_u32(r);
        r->at += 8;
        uint32_t count = efx_u32(r);
        const mesh *m = a->uses ? find_mesh(a, node, false, listed ? lod : own_lod) : NULL;
        touch_node(a, node);
        r->at += (size_t)count * 12;
        uint8_t *moved = believe_alloc(r->file, m != NULL ? m->vertices : 0, 1);
        if (moved == NULL)
            return believe_too_much;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t vertex = efx_u32(r);
            if (a->uses)
                moved[vertex] = 1; /* relies on xac/morph-vertex */
        }
    }
    for (uint32_t i = 0; i < transformations && lie == NULL; i++) {
        touch_node(a, efx_u32(r));
        r->at += 56;
    }
    return lie;
}

static const char *read_morphs(actor *a)
{
    uint32_t count = efx_u32(&a->r), lod = efx_u32(&a->r);
    const char *lie = NULL;
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_morph(a, lod, true);
    return lie;
}

static const char *read_groups(actor *a)
{
    uint32_t count = efx_u16(&a->r);
    const char *lie = NULL;
    for (uint32_t i = 0; i < count && lie == NULL; i++) {
        uint32_t nodes = efx_u16(&a->r);
        a->r.at += 2;
        lie = efx_texts(&a->r, 1);
        for (uint32_t k = 0; k < nodes; k++)
            touch_node(a, efx_u16(&a->r));
    }
    return lie;
}

static const char *read_totals(actor *a, uint32_t version)
{
    uint32_t lod = version == 2 ? efx_u32(&a->r) : 0;
    uint32_t total = efx_u32(&a->r), standard = efx_u32(&a->r), fx = efx_u32(&a->r);
    uint32_t standard_there = 0, fx_there = 0;
    for (const material_chunk *m = a->materials; m != NULL; m = m->next) {
        standard_there += m->lod == lod && m->id == 3;
        fx_there += m->lod == lod && m->id == 5;
    }
    if (total != (uint64_t)standard + fx)
        return "the totals of materials contradict each other";
    if (a->uses && (standard != standard_there || fx != fx_there))
        return "there are other materials than the totals say"; /* relies on xac/material-total */
    return NULL;
}

static const char *read_limits(actor *a)
{
    a->r.at += 84;
    touch_node(a, efx_u32(&a->r));
    return NULL;
}

static const char *read_info(actor *a, uint32_t version)
{
    static const size_t sizes[] = {12, 16, 20, 20};
    a->r.at += sizes[version - 1];
    return efx_texts(&a->r, INFO_TEXTS);
}

static const char *read_inside(actor *a)
{
    (void)efx_u32(&a->r);
    uint32_t size = efx_u32(&a->r);
    actor inside = {.nested = true, .r = a->r};
    inside.r.end = inside.r.at + size;
    inside.r.big = false;
    a->r.at += size;
    if (a->nested)
        return "a level of detail is in a level of detail";
    return a->uses ? NULL : read_actor(&inside);
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static const char *read_contents(actor *a, const efx_chunk *chunk)
{
    switch (chunk->id) {
    case 0: return read_node(a, chunk->version);
    case 1: return read_mesh(a, chunk->version);
    case 2: return read_skin(a, chunk->version);
    case 3: return read_material(a, chunk->version);
    case 4: a->r.at += 28; return efx_texts(&a->r, 1);
    case 5: return read_fx(a, chunk->version);
    case 6: return read_limits(a);
    case 7: return read_info(a, chunk->version);
    case 8: return read_inside(a);
    case 9: return read_morph(a, 0, false);
    case 10: return read_groups(a);
    case 11: return read_nodes(a);
    case 12: return read_morphs(a);
    default: return read_totals(a, chunk->version);
    }
}

static const char *read_chunk(actor *a, const efx_chunk *chunk)
{
    const char *lie = read_contents(a, chunk);
    size_t size = a->r.at - chunk->start;
    bool habit = false;
    if (chunk->id == 3 && chunk->version == 2) {
        efx_reader name = a->r;
        name.at = chunk->start + 84;
        habit = chunk->length == 88 + (uint64_t)efx_u32(&name);
    }
    if (lie == NULL && chunk->length != size && !habit)
        return "a chunk has another length than it says"; /* relies on xac/chunk-length */
    return lie;
}

/* In the first pass: a chunk of a version that nobody knows is one of lod 0. */
static const char *note_material(actor *a, const efx_chunk *chunk)
{
    efx_reader start = a->r;
    const uint32_t lod = chunk->version == versions[chunk->id] ? efx_u32(&start) : 0;
    for (const material_chunk *m = a->materials; m != NULL && chunk->id == 13; m = m->next)
        if (m->id == 13 && m->lod == lod)
            return "it has two totals for one level of detail";
    material_chunk *m = believe_alloc(a->r.file, 1, sizeof *m);
    if (m == NULL)
        return believe_too_much;
    *m = (material_chunk){a->materials, chunk->id, lod};
    a->materials = m;
    a->material_count += chunk->id != 13;
    return NULL;
}

static const char *read_chunks(actor *a)
{
    efx_chunk chunk;
    const char *lie = NULL;
    memset(a->seen, 0, sizeof a->seen);
    a->placed = 0;
    while (lie == NULL && efx_next(&a->r, &chunk)) {
        if (chunk.id < KINDS)
            a->seen[chunk.id]++;
        if (!a->uses && (chunk.id == 3 || chunk.id == 5 || chunk.id == 13))
            lie = note_material(a, &chunk);
        if (lie == NULL && chunk.id < KINDS && chunk.version >= 1 && chunk.version <= versions[chunk.id])
            lie = read_chunk(a, &chunk);
        else
            efx_skip(&a->r, &chunk);
    }
    return lie;
}

static const char *use_chunks(actor *a, size_t start)
{
    /* Without nodes that can be read, nobody knows how many there are. */
    if (a->placed > 0 || a->seen[11] == 0) {
        a->nodes = a->seen[11] > 0 ? a->nodes : a->seen[0];
        a->node_marks = believe_alloc(a->r.file, a->nodes, 1);
        a->parents = believe_alloc(a->r.file, a->placed, sizeof *a->parents);
        a->children = believe_alloc(a->r.file, a->placed, sizeof *a->children);
        if (a->node_marks == NULL || a->parents == NULL || a->children == NULL)
            return believe_too_much;
    } else {
        return NULL;
    }
    a->uses = true;
    a->r.at = start;
    const char *lie = read_chunks(a);
    return lie != NULL || a->placed < a->nodes ? lie : count_children(a);
}

static const char *read_actor(actor *a)
{
    const char *lie = efx_start(&a->r, "XAC ");
    size_t start = a->r.at;
    if (lie == NULL)
        lie = read_chunks(a);
    if (lie != NULL)
        return lie;
    /* relies on xac/missing-chunk, xac/duplicate-chunk */
    if (a->seen[7] != 1 || a->seen[11] > 1 || (a->seen[0] > 0) == (a->seen[11] > 0))
        return "it has no skeleton or info, or two";
    if (a->r.at > a->r.end)
        return "its last chunk ends outside the file";
    return use_chunks(a, start);
}

const char *believe_xac(believe_file *file)
{
    actor a = {.r = {.file = file, .data = file->data, .end = file->size}};
    return read_actor(&a);
}
