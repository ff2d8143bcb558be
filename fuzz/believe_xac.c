/* believe_xac.c: reads an XAC as importers do that trust it: once, from the first chunk to the last.
 *
 * It allocates what a count declares before it reads it, looks up what has a number at once, and reaches
 * children by recursion. Only what needs all chunks (materials of submeshes, levels of detail, the node of
 * motion extraction) waits for the end.
 */
#include "believe_emotionfx.h"

enum {
    KINDS = 14, /* of chunks */
    ATTRIBUTES = 8,
    INFO_TEXTS = 4,
    LEVELS = 32,         /* of detail: as many as there are bits in a node's mask */
    MAX_DEPTH = 1000,    /* of the node tree: matrices that a renderer has */
    ORIGINALS = 4,       /* room for original vertices: for each vertex so many, and */
    MORE_ORIGINALS = 64, /* these */
    SLOTS = 4            /* for influences of a vertex */
};

static const uint32_t versions[KINDS] = {4, 2, 4, 3, 2, 3, 1, 4, 1, 1, 1, 1, 1, 2};
typedef struct node {
    struct node *next; /* of nodes that are chunks of their own */
    struct node **children;
    struct node *first_child, *next_sibling; /* in files that don't state the number of children */
    uint32_t room, child_count;              /* children: declared, and read */
    bool counted, is_root, used;
} node;

typedef struct mesh {
    struct mesh *next;
    uint32_t node, lod, originals, vertices;
    bool collision, skinned;
    bool layers[ATTRIBUTES];
    uint8_t *moved;        /* one for each vertex, for morph targets */
    uint32_t *original_of; /* by vertex; NULL without a layer of them */
} mesh;

/* A reference that is looked up after the last chunk: the material of a submesh, that of a layer. */
typedef struct late_reference {
    struct late_reference *next;
    uint32_t lod, number;
} late_reference;

/* A chunk 3, 5 or 13 of a level of detail. */
typedef struct material_chunk {
    struct material_chunk *next;
    uint32_t id, lod;
    uint32_t total, standard, fx;
} material_chunk;

typedef struct actor {
    believe_reader r;
    efx_chunk chunk; /* that is read, or the last */
    node *nodes;     /* of chunk 11: all of them, otherwise the first */
    node *last_node;
    node **roots;
    uint32_t node_count, root_room, root_count;
    mesh *meshes;
    late_reference *submeshes, *layers;
    material_chunk *materials;
    uint32_t material_count;
    uint32_t *levels;          /* of detail: whatever names one is counted */
    uint8_t *masks;            /* of levels */
    uint8_t *attribute_sizes;  /* by type */
    uint32_t lods;             /* that the info chunk declares */
    uint32_t special_nodes[2]; /* for motion extraction; UINT32_MAX: none */
    unsigned seen[KINDS];
    bool nested, one_by_one;
} actor;

static void read_actor(actor *a);

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* Importers call this without a look at the number. */
static node *node_at(const actor *a, uint64_t number)
{
    if (!a->one_by_one)
        return &a->nodes[number];
    node *found = a->nodes;
    for (uint64_t i = 0; i < number; i++)
        found = found->next;
    return found;
}

static void use_node(const actor *a, uint64_t number)
{
    /* relies on xac/mesh-node, xac/submesh-bone, xac/influence-bone, xac/group-node, xac/limit-node */
    /* relies on xac/morph-node, xac/info-node, xac/chunk-order */
    node_at(a, number)->used = true;
}

/* Gives a node to its parent, which was read before and has room for its children. */
static void place_node(actor *a, node *n, int32_t parent)
{
    n->is_root = parent == -1;
    if (n->is_root) {
        if (!a->one_by_one)
            a->roots[a->root_count] = n; /* relies on xac/root-count */
        a->root_count++;
        return;
    }
    node *up =
        node_at(a, (uint32_t)parent); /* relies on xac/parent-index, xac/parent-order, xac/parent-cycle */
    if (up->counted)
        up->children[up->child_count] = n; /* relies on xac/child-count */
    up->child_count++;
    n->next_sibling = up->first_child;
    up->first_child = n;
}

static void read_node(actor *a, node *n, uint32_t version)
{
    believe_reader *r = &a->r;
    believe_require(r, next_finite(r, 14),
                    "the place of a node is not finite"); /* relies on xac/node-not-finite */
    r->at += version == 4 ? 20 : 16;
    const int32_t parent = next_i32(r);
    n->counted = version == 4;
    n->room = n->counted ? next_u32(r) : 0;
    r->at += (version > 1 ? 4u : 0) + (version > 2 ? 64u : 0) + (version == 4 ? 4u : 0);
    n->children = believe_alloc(r, n->room, sizeof(node *));
    efx_texts(r, 1);
    place_node(a, n, parent);
}

/* The next node of a file that has a chunk for each. */
static node *new_node(actor *a)
{
    node *n = believe_alloc(&a->r, 1, sizeof *n);
    if (a->nodes == NULL)
        a->nodes = n;
    else
        a->last_node->next = n;
    a->last_node = n;
    a->node_count++;
    a->one_by_one = true;
    return n;
}

static void read_nodes(actor *a)
{
    a->node_count = next_u32(&a->r);
    a->root_room = next_u32(&a->r);
    a->nodes = believe_alloc(&a->r, a->node_count, sizeof *a->nodes);
    a->roots = believe_alloc(&a->r, a->root_room, sizeof(node *));
    believe_require(&a->r, a->node_count > 0, "an actor without nodes"); /* relies on xac/no-nodes */
    for (uint32_t i = 0; i < a->node_count; i++)
        read_node(a, &a->nodes[i], 4);
}

/* Goes down as a renderer does, which has a matrix for each level of the path. */
static uint32_t visit_node(node *n, node **path, uint32_t depth)
{
    uint32_t visited = 1;
    path[depth] = n; /* relies on xac/nesting */
    n->used = true;
    if (n->counted) {
        for (uint32_t i = 0; i < n->room; i++)
            visited += visit_node(n->children[i], path, depth + 1);
        return visited;
    }
    for (node *child = n->first_child; child != NULL; child = child->next_sibling)
        visited += visit_node(child, path, depth + 1);
    return visited;
}

static void visit_nodes(const actor *a)
{
    uint32_t visited = 0;
    node **path = believe_alloc(&a->r, MAX_DEPTH, sizeof(node *));
    for (uint32_t i = 0; i < a->root_room; i++)
        visited += visit_node(a->roots[i], path, 0);
    for (node *n = a->one_by_one ? a->nodes : NULL; n != NULL; n = n->next)
        visited += n->is_root ? visit_node(n, path, 0) : 0;
    believe_require(&a->r, visited == a->node_count, "a node is below no root");
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static mesh *find_mesh(const actor *a, uint32_t number, bool collision, uint32_t lod)
{
    for (mesh *m = a->meshes; m != NULL; m = m->next)
        if (m->node == number && m->collision == collision && m->lod == lod)
            return m;
    return NULL;
}

static void use_level(const actor *a, uint32_t lod)
{
    a->levels[lod]++; /* relies on xac/lod-range */
}

static void refer_later(const actor *a, late_reference **list, uint32_t lod, uint32_t number)
{
    late_reference *l = believe_alloc(&a->r, 1, sizeof *l);
    *l = (late_reference){*list, lod, number};
    *list = l;
}

/* The original vertex of each vertex, in room for all originals that the mesh declares. */
static void read_originals(mesh *m, believe_reader values)
{
    uint8_t *map = believe_alloc(&values, m->originals, 1);
    m->original_of = believe_alloc(&values, m->vertices, sizeof *m->original_of);
    for (uint32_t i = 0; i < m->vertices; i++) {
        m->original_of[i] = next_u32(&values);
        map[m->original_of[i]] = 1; /* relies on xac/original-vertex */
    }
}

static void read_layer(actor *a, mesh *m)
{
    believe_reader *r = &a->r;
    const uint32_t type = next_u32(r), size = next_u32(r);
    r->at += 4;
    believe_reader values = *r;
    (void)next_bytes(r, m->vertices, size);
    const uint8_t *sizes = a->attribute_sizes; /* by type */
    /* relies on xac/attribute-type, xac/attribute-size */
    believe_require(r, size == sizes[type], "attributes have the size of another type");
    /* relies on xac/duplicate-attribute */
    believe_require(r, !m->layers[type] || (type >= 2 && type != 5), "a mesh has two layers of a type");
    m->layers[type] = true;
    if (type == 0) /* relies on xac/attribute-not-finite */
        believe_require(r, next_finite(&values, 3 * (uint64_t)m->vertices), "a vertex is not finite");
    else if (type == 5)
        read_originals(m, values);
}

/* A submesh adds to the vertices and indices of the mesh, which has room for all of them. */
static void read_submesh(actor *a, const mesh *m, uint32_t *buffer, uint64_t *vertices, uint64_t *indices)
{
    believe_reader *r = &a->r;
    const uint32_t count = next_u32(r), own = next_u32(r), material = next_u32(r), bones = next_u32(r);
    uint8_t *used = believe_alloc(r, own, 1);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t index = next_u32(r);
        used[index] = 1;                                      /* relies on xac/index-range */
        buffer[(*indices)++] = (uint32_t)(*vertices) + index; /* relies on xac/index-total */
    }
    for (uint32_t i = 0; i < bones; i++)
        use_node(a, next_u32(r));
    for (uint32_t i = 0; i < own; i++)
        m->moved[(*vertices)++] = 0; /* relies on xac/vertex-total */
    /* relies on xac/index-multiple */
    believe_require(r, count % 3 == 0, "a triangle has less than three corners");
    refer_later(a, &a->submeshes, m->lod, material);
}

static void read_parts(actor *a, mesh *m, uint32_t total, uint32_t submeshes, uint32_t layers)
{
    uint64_t vertices = 0, indices = 0;
    for (uint32_t i = 0; i < layers; i++)
        read_layer(a, m);
    uint32_t *buffer = believe_alloc(&a->r, total, sizeof *buffer);
    m->moved = believe_alloc(&a->r, m->vertices, 1);
    for (uint32_t i = 0; i < submeshes; i++)
        read_submesh(a, m, buffer, &vertices, &indices);
    believe_require(&a->r, vertices == m->vertices && indices == total,
                    "the submeshes are less than the mesh");
    /* relies on xac/missing-positions */
    believe_require(&a->r, m->vertices == 0 || m->layers[0], "a mesh has no positions");
}

static void read_mesh(actor *a, uint32_t version)
{
    believe_reader *r = &a->r;
    mesh *m = believe_alloc(r, 1, sizeof *m);
    m->node = next_u32(r);
    m->lod = version == 2 ? next_u32(r) : 0;
    m->originals = next_u32(r);
    m->vertices = next_u32(r);
    const uint32_t total = next_u32(r), submeshes = next_u32(r), layers = next_u32(r);
    m->collision = next_flag(r); /* relies on xac/bool-value */
    r->at += 3;
    use_node(a, m->node);
    use_level(a, m->lod);
    uint8_t *room = believe_alloc(r, ORIGINALS * (uint64_t)m->vertices + MORE_ORIGINALS, 1);
    memset(room, 1, m->originals); /* relies on xac/original-vertex-count */
    /* relies on xac/duplicate-mesh */
    believe_require(r, find_mesh(a, m->node, m->collision, m->lod) == NULL,
                    "a node has two meshes of a kind");
    m->next = a->meshes;
    a->meshes = m;
    read_parts(a, m, total, submeshes, layers);
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

static void read_influence(actor *a, float *weight)
{
    *weight = next_f32(&a->r);
    use_node(a, (uint64_t)next_i16(&a->r));
    a->r.at += 2;
}

/* Each vertex by its original; of its influences only the first and the last are read. */
static void bend(const mesh *m, float *weights, const uint32_t *ranges)
{
    for (uint32_t i = 0; i < m->vertices; i++) {
        const uint32_t *range =
            &ranges[2 * (size_t)m->original_of[i]]; /* relies on xac/missing-original-vertices */
        if (range[1] > 0)
            weights[range[0]] = weights[(size_t)range[0] + range[1] - 1];
    }
}

static void read_tables(actor *a, const mesh *m, uint32_t version, uint32_t count)
{
    believe_reader *r = &a->r;
    float *weights = believe_alloc(r, count, sizeof *weights), weight;
    uint32_t *ranges = believe_alloc(r, m->originals, 2 * sizeof *ranges);
    for (uint32_t i = 0; i < count; i++)
        read_influence(a, &weights[i]);
    for (uint32_t i = 0; i < m->originals; i++) {
        ranges[2 * (size_t)i] = version > 1 ? next_u32(r) : 0;
        const uint32_t own = version > 1 ? next_u32(r) : next_u8(r);
        believe_require(r, own <= SLOTS,
                        "a vertex has too many influences"); /* relies on xac/influence-count */
        for (uint32_t k = 0; version == 1 && k < own; k++)
            read_influence(a, &weight);
        ranges[2 * (size_t)i + 1] = version > 1 ? own : 0;
        if (version > 1 && own > 0) /* relies on xac/influence-range */
            weights[ranges[2 * (size_t)i]] = weights[(size_t)ranges[2 * (size_t)i] + own - 1];
    }
    bend(m, weights, ranges);
}

static void read_skin(actor *a, uint32_t version)
{
    believe_reader *r = &a->r;
    const uint32_t number = next_u32(r), lod = version == 4 ? next_u32(r) : 0;
    const uint32_t bones = version > 2 ? next_u32(r) : 0, count = version > 1 ? next_u32(r) : 0;
    const bool collision = next_flag(r);
    r->at += 3;
    use_node(a, number);
    use_level(a, lod);
    uint8_t *palette = believe_alloc(r, a->node_count, 1);
    memset(palette, 1, bones); /* relies on xac/local-bone-count */
    mesh *m = find_mesh(a, number, collision, lod);
    /* relies on xac/skin-node, xac/duplicate-skin */
    believe_require(r, !m->skinned, "a mesh has two skins");
    m->skinned = true;
    read_tables(a, m, version, count);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static material_chunk *add_material(actor *a, uint32_t lod)
{
    const uint32_t id = a->chunk.id;
    material_chunk *m = believe_alloc(&a->r, 1, sizeof *m);
    *m = (material_chunk){.next = a->materials, .id = id, .lod = lod};
    for (const material_chunk *other = a->materials; other != NULL && id == 13; other = other->next)
        believe_require(&a->r, other->id != 13 || other->lod != lod,
                        "it has two totals for one level of detail");
    a->materials = m;
    a->material_count += id != 13;
    use_level(a, lod);
    return m;
}

/* A layer's material may come later. */
static void read_layer_of(actor *a)
{
    a->r.at += 24;
    refer_later(a, &a->layers, 0, (uint32_t)next_i16(&a->r));
    a->r.at += 2;
    efx_texts(&a->r, 1);
}

static void read_material(actor *a, uint32_t version)
{
    believe_reader *r = &a->r;
    add_material(a, version == 3 ? next_u32(r) : 0);
    r->at += 80;
    (void)next_flag(r);
    r->at += 2;
    const uint32_t layers = next_u8(r);
    efx_texts(r, 1);
    for (uint32_t i = 0; version > 1 && i < layers; i++)
        read_layer_of(a);
}

/* A layer of an old file goes into the last material, and into that of its number. */
static void read_layer_chunk(actor *a)
{
    const material_chunk *last = a->materials;
    while (last->id == 13) /* relies on xac/chunk-order */
        last = last->next;
    read_layer_of(a);
    believe_require(&a->r, a->layers->number < a->material_count, "a layer comes before its material");
}

static void read_fx(actor *a, uint32_t version)
{
    static const size_t sizes[] = {4, 4, 16, 1, 12, 0};
    uint32_t counts[6] = {0};
    add_material(a, version == 3 ? next_u32(&a->r) : 0);
    for (unsigned i = 0; i < 6; i++)
        counts[i] = version == 1 && (i == 3 || i == 4) ? 0 : next_u32(&a->r);
    efx_texts(&a->r, version > 1 ? 3 : 2);
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t k = 0; k < counts[i]; k++) {
            a->r.at += sizes[i];
            efx_texts(&a->r, i == 5 ? 2 : 1);
        }
}

static void read_totals(actor *a, uint32_t version)
{
    material_chunk *m = add_material(a, version == 2 ? next_u32(&a->r) : 0);
    m->total = next_u32(&a->r);
    m->standard = next_u32(&a->r);
    m->fx = next_u32(&a->r);
}

/* Chunks of an id in a level of detail. */
static uint32_t count_materials(const actor *a, uint32_t id, uint32_t lod)
{
    uint32_t count = 0;
    for (const material_chunk *m = a->materials; m != NULL; m = m->next)
        count += m->id == id && m->lod == lod;
    return count;
}

static void check_totals(const actor *a)
{
    for (const material_chunk *m = a->materials; m != NULL; m = m->next)
        if (m->id == 13) /* relies on xac/material-total */
            believe_require(&a->r,
                            m->total == (uint64_t)m->standard + m->fx &&
                                m->standard == count_materials(a, 3, m->lod) &&
                                m->fx == count_materials(a, 5, m->lod),
                            "the totals of materials are wrong");
}

/* ---- Morph targets, groups, limits, info --------------------------------------------------------------- */

static void read_morph(actor *a, uint32_t lod, bool listed)
{
    believe_reader *r = &a->r;
    r->at += 8;
    const uint32_t own_lod = next_u32(r), deformations = next_u32(r), transformations = next_u32(r);
    r->at += 4;
    use_level(a, own_lod);
    efx_texts(r, 1);
    for (uint32_t i = 0; i < deformations; i++) {
        const uint32_t number = next_u32(r);
        r->at += 8;
        const uint32_t count = next_u32(r);
        const mesh *m = find_mesh(a, number, false, listed ? lod : own_lod);
        use_node(a, number);
        (void)next_bytes(r, count, 12);
        for (uint32_t k = 0; k < count; k++)
            m->moved[next_u32(r)] = 1; /* relies on xac/morph-vertex */
    }
    for (uint32_t i = 0; i < transformations; i++) {
        use_node(a, next_u32(r));
        r->at += 56;
    }
}

static void read_morphs(actor *a)
{
    const uint32_t count = next_u32(&a->r), lod = next_u32(&a->r);
    use_level(a, lod);
    for (uint32_t i = 0; i < count; i++)
        read_morph(a, lod, true);
}

static void read_groups(actor *a)
{
    const uint16_t count = next_u16(&a->r);
    for (uint16_t i = 0; i < count; i++) {
        const uint16_t nodes = next_u16(&a->r);
        a->r.at += 2;
        efx_texts(&a->r, 1);
        for (uint16_t k = 0; k < nodes; k++)
            use_node(a, next_u16(&a->r));
    }
}

static void read_limits(actor *a)
{
    a->r.at += 84;
    use_node(a, next_u32(&a->r));
}

/* The nodes that it names come later. */
static void read_info(actor *a, uint32_t version)
{
    believe_reader *r = &a->r;
    if (version == 4) {
        a->lods = next_u32(r);
        memset(a->masks, 1, a->lods);
    } else if (version < 3) {
        r->at += 4;
    }
    a->special_nodes[0] = next_u32(r);
    a->special_nodes[1] = version > 2 ? next_u32(r) : UINT32_MAX;
    r->at += (version == 3 ? 4u : 0) + 4 + (version > 1 ? 4u : 0);
    efx_texts(r, INFO_TEXTS);
}

/* A level of detail that is an XAC within the XAC. */
static void read_inside(actor *a)
{
    use_level(a, next_u32(&a->r));
    const uint32_t size = next_u32(&a->r);
    actor inside = {.nested = true, .r = a->r};
    inside.r.end = inside.r.at + size;
    a->r.at += size;
    believe_require(&a->r, !a->nested, "a level of detail is in a level of detail");
    read_actor(&inside);
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static void read_contents(actor *a, uint32_t version)
{
    switch (a->chunk.id) {
    case 0: read_node(a, new_node(a), version); break;
    case 1: read_mesh(a, version); break;
    case 2: read_skin(a, version); break;
    case 3: read_material(a, version); break;
    case 4: read_layer_chunk(a); break;
    case 5: read_fx(a, version); break;
    case 6: read_limits(a); break;
    case 7: read_info(a, version); break;
    case 8: read_inside(a); break;
    case 9: read_morph(a, 0, false); break;
    case 10: read_groups(a); break;
    case 11: read_nodes(a); break;
    case 12: read_morphs(a); break;
    default: read_totals(a, version); break;
    }
}

static void read_chunk(actor *a)
{
    const efx_chunk *chunk = &a->chunk;
    read_contents(a, chunk->version);
    /* Exporters write a chunk 3 of version 2 with the length that it has without layers. */
    const bool without_layers = chunk->id == 3 && chunk->version == 2 &&
                                chunk->length == 88 + (uint64_t)believe_u32(a->r.data + chunk->start + 84);
    /* relies on xac/chunk-length */
    believe_require(&a->r, chunk->length == a->r.at - chunk->start || without_layers,
                    "a chunk has another length than it says");
}

static void read_chunks(actor *a)
{
    static const bool once[KINDS] = {[7] = true, [11] = true, [12] = true};
    while (efx_next(&a->r, &a->chunk)) {
        const uint32_t id = a->chunk.id;
        if (id < KINDS) /* relies on xac/duplicate-chunk */
            believe_require(&a->r, a->seen[id]++ == 0 || !once[id], "it has a chunk twice");
        believe_require(&a->r, a->seen[0] == 0 || a->seen[11] == 0, "it has two skeletons");
        if (id >= KINDS) {
            efx_skip(&a->r, &a->chunk);
            continue;
        }
        /* relies on xac/unsupported-chunk-version */
        believe_require(&a->r, a->chunk.version >= 1 && a->chunk.version <= versions[id],
                        "the version of a chunk is unknown");
        read_chunk(a);
    }
}

/* ---- After the last chunk ------------------------------------------------------------------------------ */

/* The materials of each level. */
static const uint32_t *count_levels(const actor *a)
{
    uint32_t *counts = believe_alloc(&a->r, LEVELS, sizeof *counts);
    for (const material_chunk *m = a->materials; m != NULL; m = m->next)
        counts[m->lod] += m->id != 13;
    return counts;
}

/* Room for as many levels of detail as are declared above the first, and materials for each submesh. */
static void use_levels(const actor *a)
{
    uint8_t *more = believe_alloc(&a->r, a->lods, 1), *lists[LEVELS];
    const uint32_t *counts = count_levels(a);
    for (uint32_t lod = 0; lod < LEVELS; lod++) {
        lists[lod] = believe_alloc(&a->r, counts[lod], 1);
        if (lod > 0 && a->levels[lod] > 0)
            more[lod] = 1;
    }
    for (const late_reference *l = a->submeshes; l != NULL; l = l->next)
        lists[l->lod][l->number] = 1; /* relies on xac/submesh-material */
    uint8_t *textured = believe_alloc(&a->r, a->material_count, 1);
    for (const late_reference *l = a->layers; l != NULL; l = l->next)
        textured[l->number] = 1; /* relies on xac/layer-material */
}

static void use_actor(const actor *a)
{
    /* relies on xac/missing-chunk */
    believe_require(&a->r, a->seen[7] > 0 && a->seen[0] + a->seen[11] > 0, "it has no skeleton or info");
    efx_end(&a->r, &a->chunk);
    for (unsigned i = 0; i < 2; i++)
        if (a->special_nodes[i] != UINT32_MAX)
            use_node(a, a->special_nodes[i]);
    visit_nodes(a);
    use_levels(a);
    check_totals(a);
}

static void read_actor(actor *a)
{
    efx_read_header(&a->r, "XAC ");
    a->lods = LEVELS;
    a->levels = believe_alloc(&a->r, LEVELS, sizeof *a->levels);
    a->masks = believe_alloc(&a->r, LEVELS, 1);
    a->attribute_sizes = believe_alloc(&a->r, ATTRIBUTES, 1);
    memcpy(a->attribute_sizes, (const uint8_t[ATTRIBUTES]){12, 12, 16, 8, 4, 4, 16, 12}, ATTRIBUTES);
    a->special_nodes[0] = a->special_nodes[1] = UINT32_MAX;
    read_chunks(a);
    use_actor(a);
}

void believe_xac(believe_reader *r)
{
    actor a = {.r = *r};
    read_actor(&a);
}
