/* believe_xac.c: loads an XAC into an actor, as engines do, once, from the first chunk to the last: nodes by
 * number, each with its meshes by level of detail, materials by level, and four slots in a vertex for its
 * influences. Only what needs all chunks (materials of submeshes, levels of detail, the node of motion
 * extraction) waits for the end.
 */
#include "believe_emotionfx.h"

enum {
    ATTRIBUTES = 8,
    LODS = 32,           /* an engine has a bit for each in the mask of a node */
    ORIGINALS = 4,       /* room for original vertices: for each vertex so many, and */
    MORE_ORIGINALS = 64, /* these */
    SLOTS = 4            /* of a vertex */
};

typedef enum kind { VISUAL, COLLISION, KINDS } kind;

typedef struct mesh {
    uint32_t vertices, originals, corner_count;
    float *positions;
    uint32_t *corners, *original_of;
    bool has[ATTRIBUTES];
    bool skinned;
} mesh;

typedef struct node {
    int32_t parent;
    struct node **children; /* NULL in files that don't state how many there are */
    uint32_t declared_children, child_count, users;
    mesh *meshes[KINDS][LODS];
} node;

/* Something that names a material, which may come later. */
typedef struct late_reference {
    struct late_reference *next;
    uint32_t lod, number;
} late_reference;

/* The numbers of materials in the chunk 13 of a level of detail. */
typedef struct totals {
    bool stated;
    uint32_t all, standard, fx;
} totals;

typedef struct actor {
    believe_reader *r;
    node **nodes;
    uint32_t node_count, room, roots;
    late_reference *submeshes, *layers;
    totals stated[LODS], found[LODS];
    uint32_t materials;
    uint32_t lods, used_lods;  /* levels of detail: declared, and one more than the highest */
    uint32_t special_nodes[2]; /* for motion extraction; UINT32_MAX: none */
    bool has_info, has_list, has_morphs;
} actor;

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static void make_room(actor *a, uint32_t room)
{
    node **before = a->nodes;
    a->nodes = believe_alloc(a->r, room, sizeof(node *));
    a->room = room;
    if (a->node_count > 0)
        memcpy(a->nodes, before, a->node_count * sizeof(node *));
}

/* Engines ask for a node without a look at the number. */
static node *use_node(const actor *a, uint32_t number)
{
    /* relies on xac/mesh-node, xac/submesh-bone, xac/influence-bone, xac/limit-node, xac/group-node */
    /* relies on xac/morph-node, xac/info-node, xac/chunk-order */
    believe_require(a->r, number < a->node_count, "a node has a number that no node has");
    a->nodes[number]->users++;
    return a->nodes[number];
}

/* Gives a node to its parent, which was read before and has room for its children. */
static void place_node(actor *a, node *n)
{
    if (n->parent == -1) {
        a->roots++;
        return;
    }
    /* relies on xac/parent-index, xac/parent-order */
    believe_require(a->r, n->parent >= 0 && (uint32_t)n->parent < a->node_count,
                    "a parent comes later, or never");
    node *parent = a->nodes[n->parent];
    if (parent->children != NULL)
        parent->children[parent->child_count] = n; /* relies on xac/child-count */
    parent->child_count++;
}

static void read_node(actor *a, believe_reader *r, uint32_t version)
{
    node *n = believe_alloc(a->r, 1, sizeof *n);
    if (a->node_count == a->room)
        make_room(a, 2 * a->room + 1);
    a->nodes[a->node_count++] = n;
    /* relies on xac/node-not-finite */
    believe_require(r, next_finite(r, 14), "the place of a node is not finite");
    r->at += version == 4 ? 20 : 16; /* shear, levels of detail */
    n->parent = next_i32(r);
    if (version == 4) {
        n->declared_children = next_u32(r);
        n->children = believe_alloc(r, n->declared_children, sizeof(node *)); /* relies on xac/count-range */
    }
    r->at += (version > 1 ? 4u : 0) + (version > 2 ? 64u : 0) + (version == 4 ? 4u : 0);
    efx_texts(r, 1);
    place_node(a, n);
}

/* A node of an old file, which has a chunk of its own. */
static void read_old_node(actor *a, believe_reader *r, uint32_t version)
{
    believe_require(r, !a->has_list, "an actor has two skeletons"); /* relies on xac/duplicate-chunk */
    read_node(a, r, version);
}

static void read_nodes(actor *a, believe_reader *r)
{
    const uint32_t count = next_u32(r), roots = next_u32(r);
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_list && a->node_count == 0, "an actor has two skeletons");
    a->has_list = true;
    make_room(a, count); /* relies on xac/count-range */
    for (uint32_t i = 0; i < count; i++)
        read_node(a, r, 4);
    believe_require(r, a->roots == roots,
                    "the array of roots has another size"); /* relies on xac/root-count */
}

static void link_nodes(const actor *a)
{
    int32_t *parents = believe_alloc(a->r, a->node_count, sizeof *parents);
    for (uint32_t i = 0; i < a->node_count; i++) {
        const node *n = a->nodes[i];
        /* relies on xac/child-count */
        believe_require(a->r, n->children == NULL || n->declared_children == n->child_count,
                        "the array of the children of a node has another size");
        parents[i] = n->parent;
    }
    believe_tree(a->r, parents, a->node_count); /* relies on xac/nesting, xac/parent-cycle */
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static void refer_later(const actor *a, late_reference **list, uint32_t lod, uint32_t number)
{
    late_reference *l = believe_alloc(a->r, 1, sizeof *l);
    *l = (late_reference){*list, lod, number};
    *list = l;
}

/* The info chunk, which says how many levels there are, may come later. */
static uint32_t next_lod(actor *a, believe_reader *r)
{
    const uint32_t lod = next_u32(r);
    believe_require(r, lod < LODS, "a level that no mask has a bit for"); /* relies on xac/lod-range */
    a->used_lods = lod >= a->used_lods ? lod + 1 : a->used_lods;
    return lod;
}

static void read_positions(mesh *m, believe_reader values)
{
    m->positions = believe_alloc(&values, m->vertices, 3 * sizeof *m->positions);
    for (size_t i = 0; i < 3 * (size_t)m->vertices; i++) {
        m->positions[i] = next_f32(&values);
        /* relies on xac/attribute-not-finite */
        believe_require(&values, isfinite(m->positions[i]), "a vertex is not finite");
    }
}

/* The original vertex of each vertex, which has the influences. */
static void read_originals(mesh *m, believe_reader values)
{
    m->original_of = believe_alloc(&values, m->vertices, sizeof *m->original_of);
    for (uint32_t i = 0; i < m->vertices; i++) {
        m->original_of[i] = next_u32(&values);
        /* relies on xac/original-vertex */
        believe_require(&values, m->original_of[i] < m->originals, "an original vertex doesn't exist");
    }
}

static void read_layer(mesh *m, believe_reader *r)
{
    static const uint32_t sizes[ATTRIBUTES] = {12, 12, 16, 8, 4, 4, 16, 12};
    const uint32_t type = next_u32(r), size = next_u32(r);
    r->at += 4;
    /* relies on xac/attribute-type, xac/attribute-size */
    believe_require(r, type < ATTRIBUTES && size == sizes[type],
                    "an attribute has another size than an engine's");
    /* relies on xac/duplicate-attribute */
    believe_require(r, !m->has[type] || (type >= 2 && type != 5), "a mesh has two layers of a type");
    m->has[type] = true;
    const believe_reader values = next_part(r, (uint64_t)m->vertices * size);
    if (type == 0)
        read_positions(m, values);
    else if (type == 5)
        read_originals(m, values);
}

/* Corners go into the buffer of the mesh, with numbers of vertices of the mesh. */
static void read_submesh(actor *a, believe_reader *r, mesh *m, uint32_t lod, uint32_t place[2])
{
    const uint32_t count = next_u32(r), own = next_u32(r), material = next_u32(r), bones = next_u32(r);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t corner = next_u32(r);
        believe_require(r, corner < own, "a corner has no vertex"); /* relies on xac/index-range */
        m->corners[(size_t)place[1] + i] = place[0] + corner;       /* relies on xac/index-total */
    }
    for (uint32_t i = 0; i < bones; i++)
        (void)use_node(a, next_u32(r));
    place[0] += own;
    place[1] += count;
    /* relies on xac/index-multiple */
    believe_require(r, count % 3 == 0, "a triangle has less than three corners");
    refer_later(a, &a->submeshes, lod, material);
}

static void read_mesh(actor *a, believe_reader *r, uint32_t version)
{
    mesh *m = believe_alloc(r, 1, sizeof *m);
    node *n = use_node(a, next_u32(r));
    const uint32_t lod = version == 2 ? next_lod(a, r) : 0;
    uint32_t place[2] = {0, 0};
    m->originals = next_u32(r);
    m->vertices = next_u32(r);
    m->corner_count = next_u32(r);
    const uint32_t submeshes = next_u32(r), layers = next_u32(r);
    mesh **slot = &n->meshes[next_flag(r) ? COLLISION : VISUAL][lod]; /* relies on xac/bool-value */
    r->at += 3;
    believe_require(r, *slot == NULL, "a node has two meshes of a kind"); /* relies on xac/duplicate-mesh */
    *slot = m;
    uint8_t *originals = believe_alloc(r, ORIGINALS * (uint64_t)m->vertices + MORE_ORIGINALS, 1);
    memset(originals, 1, m->originals); /* relies on xac/original-vertex-count */
    for (uint32_t i = 0; i < layers; i++)
        read_layer(m, r);
    m->corners = believe_alloc(r, m->corner_count, sizeof *m->corners); /* relies on xac/count-range */
    for (uint32_t i = 0; i < submeshes; i++)
        read_submesh(a, r, m, lod, place);
    /* relies on xac/vertex-total, xac/index-total */
    believe_require(r, place[0] == m->vertices && place[1] == m->corner_count, "a buffer is not full");
    /* relies on xac/missing-positions */
    believe_require(r, m->vertices == 0 || m->has[0], "a mesh has no positions");
    believe_draw(r, m->positions, m->vertices, m->corners, m->corner_count); /* relies on xac/index-range */
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

typedef struct influence {
    float weight;
    uint32_t bone;
} influence;

static influence next_influence(const actor *a, believe_reader *r)
{
    const float weight = next_f32(r);
    const influence next = {weight, (uint32_t)next_i16(r)};
    r->at += 2;
    (void)use_node(a, next.bone);
    return next;
}

/* Puts the influences of each vertex into its slots. */
static void bend(believe_reader *r, const mesh *m, const influence *all, const uint32_t (*ranges)[2])
{
    influence(*slots)[SLOTS] = believe_alloc(r, m->vertices, sizeof *slots);
    for (uint32_t i = 0; i < m->vertices; i++) {
        const uint32_t *range = ranges[m->original_of[i]]; /* relies on xac/missing-original-vertices */
        for (uint32_t k = 0; k < range[1]; k++)
            slots[i][k] = all[(size_t)range[0] + k]; /* relies on xac/influence-range */
    }
}

/* In the first version each original vertex has its influences with it, otherwise a range in a table. */
static void read_tables(const actor *a, believe_reader *r, const mesh *m, uint32_t version, uint32_t count)
{
    influence *all = believe_alloc(r, count, sizeof *all),
              last = {.weight = 0}; /* relies on xac/count-range */
    uint32_t(*ranges)[2] = believe_alloc(r, m->originals, sizeof *ranges);
    for (uint32_t i = 0; i < count; i++)
        all[i] = next_influence(a, r);
    for (uint32_t i = 0; i < m->originals; i++) {
        const uint32_t first = version > 1 ? next_u32(r) : 0;
        const uint32_t own = version > 1 ? next_u32(r) : next_u8(r);
        /* relies on xac/influence-count */
        believe_require(r, own <= SLOTS, "a vertex has more influences than slots");
        for (uint32_t k = 0; k < own; k++)
            last = version > 1 ? all[(size_t)first + k]
                               : next_influence(a, r); /* relies on xac/influence-range */
        believe_require(r, own == 0 || last.bone < a->node_count,
                        "a slot has no bone"); /* relies on xac/influence-bone */
        ranges[i][0] = first;
        ranges[i][1] = version > 1 ? own : 0;
    }
    bend(r, m, all, (const uint32_t(*)[2])ranges);
}

static void read_skin(actor *a, believe_reader *r, uint32_t version)
{
    const node *n = use_node(a, next_u32(r));
    const uint32_t lod = version == 4 ? next_lod(a, r) : 0, bones = version > 2 ? next_u32(r) : 0;
    const uint32_t count = version > 1 ? next_u32(r) : 0;
    mesh *m = n->meshes[next_flag(r) ? COLLISION : VISUAL][lod]; /* relies on xac/bool-value */
    r->at += 3;
    /* relies on xac/skin-node, xac/duplicate-skin */
    believe_require(r, !m->skinned, "a mesh has two skins");
    m->skinned = true;
    /* relies on xac/local-bone-count */
    believe_require(r, bones <= a->node_count, "a skin reserves more bones than there are nodes");
    read_tables(a, r, m, version, count);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static void read_layers(actor *a, believe_reader *r, uint8_t count)
{
    for (; count > 0; count--) {
        r->at += 24;
        refer_later(a, &a->layers, 0, (uint32_t)next_i16(r));
        r->at += 2;
        efx_texts(r, 1);
    }
}

static void read_material(actor *a, believe_reader *r, uint32_t version)
{
    a->found[version == 3 ? next_lod(a, r) : 0].standard++;
    a->materials++;
    r->at += 80;
    (void)next_flag(r); /* relies on xac/bool-value */
    r->at += 2;
    const uint8_t layers = next_u8(r);
    efx_texts(r, 1);
    read_layers(a, r, version > 1 ? layers : 0);
}

/* A layer of an old file, which has a chunk of its own. */
static void read_late_layer(actor *a, believe_reader *r)
{
    read_layers(a, r, 1);
    /* relies on xac/chunk-order */
    believe_require(r, a->layers->number < a->materials, "a layer comes before its material");
}

static void read_fx(actor *a, believe_reader *r, uint32_t version)
{
    static const size_t sizes[] = {4, 4, 16, 1, 12, 0};
    uint32_t counts[6] = {0};
    a->found[version == 3 ? next_lod(a, r) : 0].fx++;
    a->materials++;
    for (unsigned i = 0; i < 6; i++)
        counts[i] = version == 1 && (i == 3 || i == 4) ? 0 : next_u32(r);
    efx_texts(r, version > 1 ? 3 : 2);
    for (unsigned i = 0; i < 6; i++)
        for (uint32_t k = 0; k < counts[i]; k++) {
            r->at += sizes[i];
            efx_texts(r, i == 5 ? 2 : 1);
        }
}

static void read_totals(actor *a, believe_reader *r, uint32_t version)
{
    totals *t = &a->stated[version == 2 ? next_lod(a, r) : 0];
    believe_require(r, !t->stated, "two arrays of materials"); /* relies on xac/duplicate-chunk */
    *t = (totals){.stated = true, .all = next_u32(r)};
    t->standard = next_u32(r);
    t->fx = next_u32(r);
}

static void link_materials(const actor *a)
{
    for (const late_reference *l = a->submeshes; l != NULL; l = l->next) /* relies on xac/submesh-material */
        believe_require(a->r, l->number < a->found[l->lod].standard + a->found[l->lod].fx,
                        "a submesh has no material");
    for (const late_reference *l = a->layers; l != NULL; l = l->next) /* relies on xac/layer-material */
        believe_require(a->r, l->number < a->materials, "a layer has no material");
    for (uint32_t i = 0; i < LODS; i++) {
        const totals *stated = &a->stated[i], *found = &a->found[i];
        /* relies on xac/material-total */
        believe_require(a->r,
                        !stated->stated || (stated->standard == found->standard && stated->fx == found->fx &&
                                            stated->all == found->standard + found->fx),
                        "the array of materials has another size");
    }
}

/* ---- Morph targets, groups, limits, info --------------------------------------------------------------- */

static void read_morph(actor *a, believe_reader *r, const uint32_t *list_lod)
{
    r->at += 8;
    const uint32_t own_lod = next_lod(a, r), deformations = next_u32(r), transformations = next_u32(r);
    r->at += 4;
    efx_texts(r, 1);
    for (uint32_t i = 0; i < deformations; i++) {
        const mesh *m = use_node(a, next_u32(r))->meshes[VISUAL][list_lod != NULL ? *list_lod : own_lod];
        r->at += 8;
        const uint32_t count = next_u32(r);
        believe_reader deltas = next_part(r, 12 * (uint64_t)count);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t vertex = next_u32(r);
            /* relies on xac/morph-vertex, xac/morph-node */
            believe_require(r, vertex < m->vertices, "a morph target moves no vertex");
            m->positions[3 * (size_t)vertex] += (float)next_u16(&deltas);
        }
    }
    for (uint32_t i = 0; i < transformations; i++) {
        (void)use_node(a, next_u32(r));
        r->at += 56;
    }
}

static void read_morphs(actor *a, believe_reader *r)
{
    const uint32_t count = next_u32(r), lod = next_lod(a, r);
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_morphs, "an actor has two collections of morph targets");
    a->has_morphs = true;
    for (uint32_t i = 0; i < count; i++)
        read_morph(a, r, &lod);
}

static void read_groups(actor *a, believe_reader *r)
{
    for (uint16_t groups = next_u16(r); groups > 0; groups--) {
        uint16_t members = next_u16(r);
        r->at += 2;
        efx_texts(r, 1);
        for (; members > 0; members--)
            (void)use_node(a, next_u16(r));
    }
}

static void read_limit(actor *a, believe_reader *r)
{
    r->at += 84;
    (void)use_node(a, next_u32(r));
}

/* The nodes that it names come later. */
static void read_info(actor *a, believe_reader *r, uint32_t version)
{
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_info, "an actor has two chunks of information");
    a->has_info = true;
    a->lods = version == 4 ? next_u32(r) : LODS;
    /* relies on xac/lod-range */
    believe_require(r, a->lods <= LODS, "an actor has more levels of detail than a mask has bits");
    r->at += version < 3 ? 4 : 0;
    a->special_nodes[0] = next_u32(r);
    a->special_nodes[1] = version > 2 ? next_u32(r) : UINT32_MAX;
    r->at += (version == 3 ? 4u : 0) + 4 + (version > 1 ? 4u : 0);
    efx_texts(r, EFX_INFO_TEXTS);
}

/* A level of detail that is an actor of its own. */
static void read_inside(believe_reader *r)
{
    /* relies on xac/lod-range */
    believe_require(r, next_u32(r) < LODS, "a level that no mask has a bit for");
    const uint32_t size = next_u32(r);
    believe_reader inside = next_part(r, size);
    believe_xac(&inside);
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static void read_chunk(actor *a, efx_chunk *chunk)
{
    believe_reader *r = &chunk->r;
    const uint32_t version = chunk->version;
    switch (chunk->id) {
    case 0: read_old_node(a, r, version); break;
    case 1: read_mesh(a, r, version); break;
    case 2: read_skin(a, r, version); break;
    case 3: read_material(a, r, version); break;
    case 4: read_late_layer(a, r); break;
    case 5: read_fx(a, r, version); break;
    case 6: read_limit(a, r); break;
    case 7: read_info(a, r, version); break;
    case 8: read_inside(r); break;
    case 9: read_morph(a, r, NULL); break;
    case 10: read_groups(a, r); break;
    case 11: read_nodes(a, r); break;
    case 12: read_morphs(a, r); break;
    default: read_totals(a, r, version); break;
    }
}

static void read_chunks(actor *a)
{
    static const uint32_t versions[] = {4, 2, 4, 3, 2, 3, 1, 4, 1, 1, 1, 1, 1, 2};
    believe_reader *r = a->r;
    efx_chunk chunk = {.id = 0};
    while (efx_next(r, &chunk)) {
        const bool open = chunk.id == 3 && chunk.version == 2;
        const size_t start = r->at;
        efx_start_chunk(r, &chunk, open);
        if (chunk.id >= sizeof versions / sizeof versions[0])
            continue;
        /* relies on xac/unsupported-chunk-version */
        believe_require(r, chunk.version >= 1 && chunk.version <= versions[chunk.id],
                        "the version of a chunk is unknown");
        read_chunk(a, &chunk);
        efx_end_chunk(r, &chunk, open);
        /* relies on xac/chunk-length: without layers, a material of version 2 has 88 bytes and a name */
        believe_require(r,
                        !open || chunk.length == r->at - start ||
                            chunk.length == 88 + (uint64_t)believe_u32(r->data + start + 84),
                        "a material has another length than it says");
    }
}

void believe_xac(believe_reader *r)
{
    actor a = {.r = r, .lods = LODS, .special_nodes = {UINT32_MAX, UINT32_MAX}};
    efx_read_header(r, "XAC ");
    read_chunks(&a);
    /* relies on xac/missing-chunk, xac/no-nodes */
    believe_require(r, a.has_info && a.node_count > 0, "an actor without nodes or information");
    believe_require(r, a.used_lods <= a.lods,
                    "a level that the actor doesn't have"); /* relies on xac/lod-range */
    for (unsigned i = 0; i < 2; i++)
        if (a.special_nodes[i] != UINT32_MAX)
            (void)use_node(&a, a.special_nodes[i]);
    link_nodes(&a);
    link_materials(&a);
}
