/* believe_xac.c: reads an XAC as importers do that trust it: once, from the first chunk to the last.
 *
 * What a count declares is allocated before it is read, what has a number is looked up by it at once, and
 * children are reached by recursion. Only what is of use when all is loaded (materials of submeshes, levels
 * of detail, the node of motion extraction) waits for the end.
 */
#include "believe_emotionfx.h"

enum {
    KINDS = 14,
    TYPES = 8,
    INFO_TEXTS = 4,
    LEVELS = 32,        /* of detail: as many as there are bits in a node's mask */
    DEEPEST = 1000,     /* node, that there is a matrix for */
    ORIGINALS = 4,      /* for each vertex, and */
    MORE_ORIGINALS = 64 /* there is room for */
};

static const uint32_t versions[KINDS] = {4, 2, 4, 3, 2, 3, 1, 4, 1, 1, 1, 1, 1, 2};
static const uint32_t attribute_sizes[TYPES] = {12, 12, 16, 8, 4, 4, 16, 12};

typedef struct node {
    struct node *next; /* of those that are chunks of their own */
    struct node **children;
    struct node *first_child, *next_sibling; /* of files that don't say how many there are */
    uint32_t room, born;                     /* children that are declared, and that came */
    bool counted, is_root, used;
} node;

typedef struct mesh {
    struct mesh *next;
    uint32_t node, lod, originals, vertices;
    bool collision, skinned;
    bool layers[TYPES];
    uint8_t *moved;        /* one for each vertex, for morph targets */
    uint32_t *original_of; /* NULL where no layer says it */
} mesh;

/* What is only looked up when everything is there: the material of a submesh, that of a layer. */
typedef struct later {
    struct later *next;
    uint32_t lod, number, materials; /* there were so many by then */
} later;

/* A chunk 3, 5 or 13 of a level of detail. */
typedef struct material_chunk {
    struct material_chunk *next;
    uint32_t id, lod;
    bool known; /* its version, and so its level */
    uint32_t total, standard, fx;
} material_chunk;

typedef struct actor {
    efx_reader r;
    node *nodes; /* of chunk 11: all of them, otherwise the first */
    node *last_node;
    node **roots;
    uint32_t node_count, root_room, root_count;
    mesh *meshes;
    later *submeshes, *layers;
    material_chunk *materials;
    uint32_t material_count;
    uint32_t *levels;          /* of detail: materials of each, and whether anything else is in it */
    uint8_t *masks;            /* of levels */
    uint32_t lods;             /* that the info chunk declares */
    uint32_t special_nodes[2]; /* for motion extraction; UINT32_MAX: none */
    unsigned seen[KINDS];
    bool known[KINDS]; /* a chunk of the kind has a version that is known */
    bool nested, one_by_one;
} actor;

static const char *read_actor(actor *a);

/* ---- Nodes --------------------------------------------------------------------------------------------- */

/* What importers call without a look at the number. */
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

/* Hangs a node on its parent, which has to be there already, with room for its children. */
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
        up->children[up->born] = n; /* relies on xac/child-count */
    up->born++;
    n->next_sibling = up->first_child;
    up->first_child = n;
}

static const char *read_node(actor *a, node *n, uint32_t version)
{
    efx_reader *r = &a->r;
    bool finite = efx_finite(r, 14);
    r->at += version == 4 ? 20 : 16;
    int32_t parent = efx_i32(r);
    n->counted = version == 4;
    n->room = n->counted ? efx_u32(r) : 0;
    r->at += (version > 1 ? 4u : 0) + (version > 2 ? 64u : 0) + (version == 4 ? 4u : 0);
    n->children = believe_alloc(r->file, n->room, sizeof(node *));
    const char *lie = efx_texts(r, 1);
    if (n->children == NULL || lie != NULL)
        return believe_too_much;
    if (!finite)
        return "a node is nowhere"; /* relies on xac/node-not-finite */
    place_node(a, n, parent);
    return NULL;
}

/* The next node of a file that has a chunk for each. */
static node *new_node(actor *a)
{
    node *n = believe_alloc(a->r.file, 1, sizeof *n);
    if (n == NULL)
        return NULL;
    if (a->nodes == NULL)
        a->nodes = n;
    else
        a->last_node->next = n;
    a->last_node = n;
    a->node_count++;
    a->one_by_one = true;
    return n;
}

static const char *read_old_node(actor *a, uint32_t version)
{
    node *n = new_node(a);
    return n != NULL ? read_node(a, n, version) : believe_too_much;
}

static const char *read_nodes(actor *a)
{
    const char *lie = NULL;
    a->node_count = efx_u32(&a->r);
    a->root_room = efx_u32(&a->r);
    a->nodes = believe_alloc(a->r.file, a->node_count, sizeof *a->nodes);
    a->roots = believe_alloc(a->r.file, a->root_room, sizeof(node *));
    if (a->nodes == NULL || a->roots == NULL)
        return believe_too_much;
    if (a->node_count == 0)
        return "an actor without nodes"; /* relies on xac/no-nodes */
    for (uint32_t i = 0; i < a->node_count && lie == NULL; i++)
        lie = read_node(a, &a->nodes[i], 4);
    return lie;
}

/* Goes down as a renderer does, which has a matrix for each level on the way. */
static uint32_t visit_node(node *n, node **way, uint32_t depth)
{
    uint32_t visited = 1;
    way[depth] = n; /* relies on xac/nesting */
    n->used = true;
    if (n->counted) {
        for (uint32_t i = 0; i < n->room; i++)
            visited += visit_node(n->children[i], way, depth + 1);
        return visited;
    }
    for (node *child = n->first_child; child != NULL; child = child->next_sibling)
        visited += visit_node(child, way, depth + 1);
    return visited;
}

static const char *visit_nodes(const actor *a)
{
    uint32_t visited = 0;
    node **way = believe_alloc(a->r.file, DEEPEST, sizeof(node *));
    if (way == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < a->root_room; i++)
        visited += visit_node(a->roots[i], way, 0);
    for (node *n = a->one_by_one ? a->nodes : NULL; n != NULL; n = n->next)
        visited += n->is_root ? visit_node(n, way, 0) : 0;
    return visited == a->node_count ? NULL : "a node hangs on no root";
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

static const char *note_later(const actor *a, later **list, uint32_t lod, uint32_t number)
{
    later *l = believe_alloc(a->r.file, 1, sizeof *l);
    if (l == NULL)
        return believe_too_much;
    *l = (later){*list, lod, number, a->material_count};
    *list = l;
    return NULL;
}

/* The original vertex of each vertex, in room for so many as a mesh of that size may come from. */
static const char *read_originals(actor *a, mesh *m, efx_reader values)
{
    uint8_t *map = believe_alloc(a->r.file, m->originals, 1);
    m->original_of = believe_alloc(a->r.file, m->vertices, sizeof *m->original_of);
    if (map == NULL || m->original_of == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < m->vertices; i++) {
        m->original_of[i] = efx_u32(&values);
        map[m->original_of[i]] = 1; /* relies on xac/original-vertex */
    }
    return NULL;
}

static const char *read_layer(actor *a, mesh *m)
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
    if (type >= TYPES)
        return NULL;
    if (size != attribute_sizes[type]) /* relies on xac/attribute-size */
        return "attributes have the size of another type";
    if (m->layers[type] && (type < 2 || type == 5))
        return "a mesh has two layers of a type"; /* relies on xac/duplicate-attribute */
    m->layers[type] = true;
    if (type == 0 && !efx_finite(&values, 3 * (uint64_t)m->vertices))
        return "a vertex is nowhere"; /* relies on xac/attribute-not-finite */
    return type == 5 ? read_originals(a, m, values) : NULL;
}

/* A submesh adds to the vertices and indices of the mesh, which there is room for. */
static const char *read_submesh(actor *a, const mesh *m, uint32_t *buffer, uint64_t *vertices,
                                uint64_t *indices)
{
    efx_reader *r = &a->r;
    uint32_t count = efx_u32(r), own = efx_u32(r), material = efx_u32(r), bones = efx_u32(r);
    uint8_t *used = believe_alloc(r->file, own, 1);
    if (used == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = efx_u32(r);
        used[index] = 1;                                      /* relies on xac/index-range */
        buffer[(*indices)++] = (uint32_t)(*vertices) + index; /* relies on xac/index-total */
    }
    for (uint32_t i = 0; i < bones; i++)
        use_node(a, efx_u32(r));
    for (uint32_t i = 0; i < own; i++)
        m->moved[(*vertices)++] = 0; /* relies on xac/vertex-total */
    if (count % 3 != 0)              /* relies on xac/index-multiple */
        return "a triangle has less than three corners";
    return note_later(a, &a->submeshes, m->lod, material);
}

static const char *read_parts(actor *a, mesh *m, uint32_t total, uint32_t submeshes, uint32_t layers)
{
    uint64_t vertices = 0, indices = 0;
    const char *lie = NULL;
    for (uint32_t i = 0; i < layers && lie == NULL; i++)
        lie = read_layer(a, m);
    uint32_t *buffer = believe_alloc(a->r.file, total, sizeof *buffer);
    m->moved = believe_alloc(a->r.file, m->vertices, 1);
    if (buffer == NULL || m->moved == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < submeshes && lie == NULL; i++)
        lie = read_submesh(a, m, buffer, &vertices, &indices);
    if (lie == NULL && (vertices != m->vertices || indices != total))
        return "its submeshes don't make up the mesh";
    if (lie == NULL && m->vertices > 0 && !m->layers[0])
        return "a mesh has no positions"; /* relies on xac/missing-positions */
    return lie;
}

static const char *read_mesh(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    mesh *m = believe_alloc(r->file, 1, sizeof *m);
    if (m == NULL)
        return believe_too_much;
    m->node = efx_u32(r);
    m->lod = version == 2 ? efx_u32(r) : 0;
    m->originals = efx_u32(r);
    m->vertices = efx_u32(r);
    uint32_t total = efx_u32(r), submeshes = efx_u32(r), layers = efx_u32(r);
    m->collision = efx_u8(r) != 0;
    r->at += 3;
    use_node(a, m->node);
    use_level(a, m->lod);
    uint8_t *room = believe_alloc(r->file, ORIGINALS * (uint64_t)m->vertices + MORE_ORIGINALS, 1);
    if (room == NULL)
        return believe_too_much;
    memset(room, 1, m->originals); /* relies on xac/original-vertex-count */
    if (find_mesh(a, m->node, m->collision, m->lod) != NULL)
        return "a node has two meshes of a kind"; /* relies on xac/duplicate-mesh */
    m->next = a->meshes;
    a->meshes = m;
    return read_parts(a, m, total, submeshes, layers);
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

static void read_influence(actor *a, float *weight)
{
    efx_reader *r = &a->r;
    *weight = efx_f32(r);
    use_node(a, (uint64_t)(int16_t)efx_u16(r));
    r->at += 2;
}

/* Each vertex by its original one; of its influences the first and the last stand for all. */
static void bend(const mesh *m, float *weights, const uint32_t *ranges)
{
    for (uint32_t i = 0; i < m->vertices; i++) {
        const uint32_t *range =
            &ranges[2 * (size_t)m->original_of[i]]; /* relies on xac/missing-original-vertices */
        if (range[1] > 0)
            weights[range[0]] = weights[(size_t)range[0] + range[1] - 1];
    }
}

static const char *read_tables(actor *a, const mesh *m, uint32_t version, uint32_t count)
{
    efx_reader *r = &a->r;
    float *weights = believe_alloc(r->file, count, sizeof *weights), weight;
    uint32_t *ranges = believe_alloc(r->file, m->originals, 2 * sizeof *ranges);
    if (weights == NULL || ranges == NULL)
        return believe_too_much;
    for (uint32_t i = 0; i < count; i++)
        read_influence(a, &weights[i]);
    for (uint32_t i = 0; i < m->originals; i++) {
        ranges[2 * (size_t)i] = version > 1 ? efx_u32(r) : 0;
        uint32_t own = version > 1 ? efx_u32(r) : efx_u8(r);
        for (uint32_t k = 0; version == 1 && k < own; k++)
            read_influence(a, &weight);
        ranges[2 * (size_t)i + 1] = version > 1 ? own : 0;
        if (version > 1 && own > 0) /* relies on xac/influence-range */
            weights[ranges[2 * (size_t)i]] = weights[(size_t)ranges[2 * (size_t)i] + own - 1];
    }
    bend(m, weights, ranges);
    return NULL;
}

static const char *read_skin(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    uint32_t number = efx_u32(r), lod = version == 4 ? efx_u32(r) : 0;
    uint32_t bones = version > 2 ? efx_u32(r) : 0;
    uint32_t count = version > 1 ? efx_u32(r) : 0;
    bool collision = efx_u8(r) != 0;
    r->at += 3;
    use_node(a, number);
    use_level(a, lod);
    uint8_t *palette = believe_alloc(r->file, a->node_count, 1);
    if (palette == NULL)
        return believe_too_much;
    memset(palette, 1, bones); /* relies on xac/local-bone-count */
    mesh *m = find_mesh(a, number, collision, lod);
    if (m->skinned)                    /* relies on xac/skin-node */
        return "a mesh has two skins"; /* relies on xac/duplicate-skin */
    m->skinned = true;
    return read_tables(a, m, version, count);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static const char *note_material(actor *a, const efx_chunk *chunk, uint32_t lod, bool known)
{
    material_chunk *m = believe_alloc(a->r.file, 1, sizeof *m);
    if (m == NULL)
        return believe_too_much;
    *m = (material_chunk){.next = a->materials, .id = chunk->id, .lod = lod, .known = known};
    for (const material_chunk *other = a->materials; other != NULL && chunk->id == 13; other = other->next)
        if (other->id == 13 && other->lod == lod)
            return "it has two totals for one level of detail";
    a->materials = m;
    a->material_count += chunk->id != 13;
    if (known)
        use_level(a, lod);
    return NULL;
}

static const char *read_material(actor *a, const efx_chunk *chunk)
{
    efx_reader *r = &a->r;
    const char *lie = note_material(a, chunk, chunk->version == 3 ? efx_u32(r) : 0, true);
    r->at += 83;
    uint32_t layers = efx_u8(r);
    if (lie == NULL)
        lie = efx_texts(r, 1);
    for (uint32_t i = 0; chunk->version > 1 && i < layers && lie == NULL; i++) {
        r->at += 28;
        lie = efx_texts(r, 1);
    }
    return lie;
}

/* A layer of an old file: it is put into the last material, and into that of its number. */
static const char *read_layer_chunk(actor *a)
{
    efx_reader *r = &a->r;
    const material_chunk *last = a->materials;
    r->at += 24;
    int16_t number = (int16_t)efx_u16(r);
    r->at += 2;
    while (last->id == 13) /* relies on xac/chunk-order */
        last = last->next;
    const char *lie = note_later(a, &a->layers, 0, (uint32_t)number);
    return lie == NULL ? efx_texts(r, 1) : lie;
}

static const char *read_fx(actor *a, const efx_chunk *chunk)
{
    static const size_t sizes[] = {4, 4, 16, 1, 12, 0};
    efx_reader *r = &a->r;
    uint32_t counts[6] = {0};
    const uint32_t version = chunk->version;
    const char *lie = note_material(a, chunk, version == 3 ? efx_u32(r) : 0, true);
    for (unsigned i = 0; i < 6; i++)
        counts[i] = version == 1 && (i == 3 || i == 4) ? 0 : efx_u32(r);
    if (lie == NULL)
        lie = efx_texts(r, version > 1 ? 3 : 2);
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t k = 0; k < counts[i] && lie == NULL; k++) {
            r->at += sizes[i];
            lie = efx_texts(r, i == 5 ? 2 : 1);
        }
    return lie;
}

static const char *read_totals(actor *a, const efx_chunk *chunk)
{
    const char *lie = note_material(a, chunk, chunk->version == 2 ? efx_u32(&a->r) : 0, true);
    if (lie != NULL)
        return lie;
    material_chunk *m = a->materials;
    m->total = efx_u32(&a->r);
    m->standard = efx_u32(&a->r);
    m->fx = efx_u32(&a->r);
    return NULL;
}

/* How many chunks of an id a level of detail has: one of an unknown version counts as one of level 0. */
static uint32_t count_materials(const actor *a, uint32_t id, uint32_t lod)
{
    uint32_t count = 0;
    for (const material_chunk *m = a->materials; m != NULL; m = m->next)
        count += m->id == id && m->lod == lod;
    return count;
}

static const char *check_totals(const actor *a)
{
    for (const material_chunk *m = a->materials; m != NULL; m = m->next) {
        if (m->id != 13 || !m->known)
            continue;
        if (m->total != (uint64_t)m->standard + m->fx || m->standard != count_materials(a, 3, m->lod) ||
            m->fx != count_materials(a, 5, m->lod))
            return "there are other materials than the totals say"; /* relies on xac/material-total */
    }
    return NULL;
}

/* ---- Morph targets, the rest --------------------------------------------------------------------------- */

static const char *read_morph(actor *a, uint32_t lod, bool listed)
{
    efx_reader *r = &a->r;
    r->at += 8;
    uint32_t own_lod = efx_u32(r), deformations = efx_u32(r), transformations = efx_u32(r);
    r->at += 4;
    use_level(a, own_lod);
    const char *lie = efx_texts(r, 1);
    for (uint32_t i = 0; i < deformations && lie == NULL; i++) {
        uint32_t number = efx_u32(r);
        r->at += 8;
        uint32_t count = efx_u32(r);
        const mesh *m = find_mesh(a, number, false, listed ? lod : own_lod);
        use_node(a, number);
        uint8_t *deltas = believe_alloc(r->file, count, 12);
        if (deltas == NULL)
            return believe_too_much;
        memcpy(deltas, r->data + r->at, (size_t)count * 12);
        r->at += (size_t)count * 12;
        for (uint32_t k = 0; k < count; k++)
            m->moved[efx_u32(r)] = 1; /* relies on xac/morph-vertex */
    }
    for (uint32_t i = 0; i < transformations && lie == NULL; i++) {
        use_node(a, efx_u32(r));
        r->at += 56;
    }
    return lie;
}

static const char *read_morphs(actor *a)
{
    uint32_t count = efx_u32(&a->r), lod = efx_u32(&a->r);
    const char *lie = NULL;
    use_level(a, lod);
    for (uint32_t i = 0; i < count && lie == NULL; i++)
        lie = read_morph(a, lod, true);
    return lie;
}

static const char *read_groups(actor *a)
{
    uint16_t count = efx_u16(&a->r);
    const char *lie = NULL;
    for (uint16_t i = 0; i < count && lie == NULL; i++) {
        uint16_t nodes = efx_u16(&a->r);
        a->r.at += 2;
        lie = efx_texts(&a->r, 1);
        for (uint16_t k = 0; k < nodes && lie == NULL; k++)
            use_node(a, efx_u16(&a->r));
    }
    return lie;
}

static const char *read_limits(actor *a)
{
    a->r.at += 84;
    use_node(a, efx_u32(&a->r));
    return NULL;
}

/* Its nodes are not there yet. */
static const char *read_info(actor *a, uint32_t version)
{
    efx_reader *r = &a->r;
    if (version == 4) {
        a->lods = efx_u32(r);
        memset(a->masks, 1, a->lods);
    } else if (version < 3) {
        r->at += 4;
    }
    a->special_nodes[0] = efx_u32(r);
    a->special_nodes[1] = version > 2 ? efx_u32(r) : UINT32_MAX;
    r->at += (version == 3 ? 4u : 0) + 4 + (version > 1 ? 4u : 0);
    return efx_texts(r, INFO_TEXTS);
}

static const char *read_inside(actor *a)
{
    (void)efx_u32(&a->r);
    uint32_t size = efx_u32(&a->r);
    actor inside = {.nested = true, .r = a->r};
    inside.r.end = inside.r.at + size;
    a->r.at += size;
    if (a->nested)
        return "a level of detail is in a level of detail";
    return read_actor(&inside);
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static const char *read_contents(actor *a, const efx_chunk *chunk)
{
    switch (chunk->id) {
    case 0: return read_old_node(a, chunk->version);
    case 1: return read_mesh(a, chunk->version);
    case 2: return read_skin(a, chunk->version);
    case 3: return read_material(a, chunk);
    case 4: return read_layer_chunk(a);
    case 5: return read_fx(a, chunk);
    case 6: return read_limits(a);
    case 7: return read_info(a, chunk->version);
    case 8: return read_inside(a);
    case 9: return read_morph(a, 0, false);
    case 10: return read_groups(a);
    case 11: return read_nodes(a);
    case 12: return read_morphs(a);
    default: return read_totals(a, chunk);
    }
}

static const char *read_chunk(actor *a, const efx_chunk *chunk)
{
    const char *lie = read_contents(a, chunk);
    size_t size = a->r.at - chunk->start;
    bool habit = false;
    if (lie == NULL && chunk->id == 3 && chunk->version == 2)
        habit = chunk->length == 88 + (uint64_t)believe_u32(a->r.data + chunk->start + 84);
    if (lie == NULL && chunk->length != size && !habit)
        return "a chunk has another length than it says"; /* relies on xac/chunk-length */
    return lie;
}

/* A chunk of a version that nobody knows is left out. What it holds still has a number. */
static const char *skip_chunk(actor *a, const efx_chunk *chunk)
{
    efx_skip(&a->r, chunk);
    if (chunk->id == 3 || chunk->id == 5 || chunk->id == 13)
        return note_material(a, chunk, 0, false);
    if (chunk->id != 0)
        return NULL;
    node *n = new_node(a);
    if (n != NULL)
        n->is_root = true;
    return n != NULL ? NULL : believe_too_much;
}

static const char *read_chunks(actor *a)
{
    static const bool once[KINDS] = {[7] = true, [11] = true, [12] = true};
    efx_chunk chunk;
    const char *lie = NULL;
    while (lie == NULL && efx_next(&a->r, &chunk)) {
        if (chunk.id < KINDS && a->seen[chunk.id]++ > 0 && once[chunk.id])
            return "it has a chunk twice"; /* relies on xac/duplicate-chunk */
        if (a->seen[0] > 0 && a->seen[11] > 0)
            return "it has two skeletons";
        if (chunk.id < KINDS && chunk.version >= 1 && chunk.version <= versions[chunk.id]) {
            a->known[chunk.id] = true;
            lie = read_chunk(a, &chunk);
        } else {
            lie = skip_chunk(a, &chunk);
        }
    }
    return lie;
}

/* ---- When all is there --------------------------------------------------------------------------------- */

/* How many materials each level has; those of an unknown version may be of any. */
static uint32_t *count_levels(const actor *a)
{
    uint32_t unknown = 0;
    uint32_t *counts = believe_alloc(a->r.file, LEVELS, sizeof *counts);
    for (const material_chunk *m = a->materials; m != NULL && counts != NULL; m = m->next) {
        counts[m->lod] += m->id != 13;
        unknown += m->id != 13 && !m->known;
    }
    for (uint32_t lod = 1; lod < LEVELS && counts != NULL; lod++)
        counts[lod] += unknown;
    return counts;
}

/* Room for as many levels of detail as are declared above the first, and materials for each submesh. */
static const char *use_levels(const actor *a)
{
    uint8_t *more = believe_alloc(a->r.file, a->lods, 1);
    const uint32_t *counts = count_levels(a);
    uint8_t *lists[LEVELS];
    if (more == NULL || counts == NULL)
        return believe_too_much;
    for (uint32_t lod = 0; lod < LEVELS; lod++) {
        lists[lod] = believe_alloc(a->r.file, counts[lod], 1);
        if (lists[lod] == NULL)
            return believe_too_much;
        if (lod > 0 && a->levels[lod] > 0)
            more[lod] = 1;
    }
    for (const later *l = a->submeshes; l != NULL; l = l->next)
        lists[l->lod][l->number] = 1; /* relies on xac/submesh-material */
    for (const later *l = a->layers; l != NULL; l = l->next)
        if (l->number < a->material_count && l->number >= l->materials)
            return "a layer comes before its material";
    return NULL;
}

static const char *use_actor(const actor *a)
{
    /* relies on xac/missing-chunk */
    if (a->seen[7] == 0 || a->seen[0] + a->seen[11] == 0)
        return "it has no skeleton or info";
    /* relies on xac/unsupported-chunk-version */
    if ((!a->known[0] && !a->known[11]) || (a->seen[1] > 0 && !a->known[1]))
        return "nobody knows its skeleton or its meshes";
    if (efx_end(&a->r) != NULL)
        return efx_end(&a->r);
    for (unsigned i = 0; i < 2; i++)
        if (a->special_nodes[i] != UINT32_MAX)
            use_node(a, a->special_nodes[i]);
    const char *lie = visit_nodes(a);
    if (lie == NULL)
        lie = use_levels(a);
    return lie == NULL ? check_totals(a) : lie;
}

static const char *read_actor(actor *a)
{
    const char *lie = efx_start(&a->r, "XAC ");
    if (lie != NULL)
        return lie;
    a->lods = LEVELS;
    a->levels = believe_alloc(a->r.file, LEVELS, sizeof *a->levels);
    a->masks = believe_alloc(a->r.file, LEVELS, 1);
    a->special_nodes[0] = a->special_nodes[1] = UINT32_MAX;
    if (a->levels == NULL || a->masks == NULL)
        return believe_too_much;
    lie = read_chunks(a);
    return lie != NULL ? lie : use_actor(a);
}

const char *believe_xac(believe_file *file)
{
    actor a = {.r = {.file = file, .data = file->data, .end = file->size}};
    return read_actor(&a);
}
