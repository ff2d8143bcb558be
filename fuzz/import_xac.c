/* import_xac.c: loads an XAC into an actor, as engines do: nodes by number, each with its meshes by level of
 * detail, materials by level, and four slots in a vertex for its influences.
 */
#include "import_emotionfx.h"

enum {
    LODS = 32, /* an engine has a bit for each in the mask of a node */
    SLOTS = 4, /* of a vertex */
    INFO_TEXTS = 4
};

typedef enum kind { VISUAL, COLLISION, KINDS } kind;

typedef struct mesh {
    uint32_t vertices, originals, corner_count;
    float *positions;
    uint32_t *corners, *original_of;
    bool skinned;
} mesh;

typedef struct node {
    int32_t parent;
    float place[3];
    uint32_t declared_children, children, users;
    mesh *meshes[KINDS][LODS];
} node;

/* Something that names a material, which may come later. */
typedef struct link {
    struct link *next;
    uint32_t lod, number;
} link;

/* The numbers of materials in the chunk 13 of a level of detail. */
typedef struct totals {
    bool stated;
    uint32_t all, standard, fx;
} totals;

typedef struct actor {
    believe_reader r;
    node **nodes;
    uint32_t node_count, capacity, roots, lods;
    link *submeshes, *layers;
    totals stated[LODS], found[LODS];
    uint32_t materials;
    bool has_info, has_list, has_morphs;
} actor;

static void import_actor(actor *a);

/* ---- Nodes --------------------------------------------------------------------------------------------- */

static node *add_node(actor *a)
{
    if (a->node_count == a->capacity) {
        node **before = a->nodes;
        a->capacity = a->capacity == 0 ? 1 : 2 * a->capacity;
        a->nodes = import_room(&a->r, a->capacity, sizeof(node *));
        memcpy(a->nodes, before != NULL ? before : a->nodes, a->node_count * sizeof(node *));
    }
    node *n = import_room(&a->r, 1, sizeof *n);
    a->nodes[a->node_count++] = n;
    return n;
}

/* Engines ask for a node without a look at the number. */
static node *use_node(const actor *a, uint32_t number)
{
    /* relies on xac/mesh-node, xac/submesh-bone, xac/influence-bone, xac/limit-node, xac/group-node */
    /* relies on xac/morph-node, xac/chunk-order */
    believe_require(&a->r, number < a->node_count, "a node has a number that no node has");
    a->nodes[number]->users++;
    return a->nodes[number];
}

static void import_node(actor *a, believe_reader *r, uint32_t version)
{
    node *n = add_node(a);
    /* relies on xac/node-not-finite */
    believe_require(r, next_finite(r, 8), "the rotation of a node is not finite");
    for (size_t i = 0; i < 3; i++) {
        n->place[i] = next_f32(r);
        believe_require(r, isfinite(n->place[i]),
                        "the place of a node is not finite"); /* relies on xac/node-not-finite */
    }
    /* relies on xac/node-not-finite */
    believe_require(r, next_finite(r, 3), "the scale of a node is not finite");
    r->at += 12 + (version == 4 ? 8u : 4u); /* shear, levels of detail */
    n->parent = next_i32(r);
    n->declared_children = version == 4 ? next_u32(r) : UINT32_MAX;
    r->at += (version > 1 ? 4u : 0) + (version > 2 ? 64u : 0) + (version == 4 ? 4u : 0);
    efx_texts(r, 1);
    a->roots += n->parent == -1;
    if (n->parent != -1) /* relies on xac/parent-index, xac/parent-order */
        a->nodes[n->parent]->children++;
}

/* A node of an old file, which has a chunk of its own. */
static void import_old_node(actor *a, believe_reader *r, uint32_t version)
{
    believe_require(r, !a->has_list, "an actor has two skeletons"); /* relies on xac/duplicate-chunk */
    import_node(a, r, version);
}

static void import_nodes(actor *a, believe_reader *r)
{
    const uint32_t count = next_u32(r), roots = next_u32(r);
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_list && a->node_count == 0, "an actor has two skeletons");
    a->has_list = true;
    for (uint32_t i = 0; i < count; i++)
        import_node(a, r, 4);
    /* relies on xac/root-count */
    believe_require(r, a->roots == roots, "the array of roots has another size");
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

static void link_later(const actor *a, link **list, uint32_t lod, uint32_t number)
{
    link *l = import_room(&a->r, 1, sizeof *l);
    *l = (link){*list, lod, number};
    *list = l;
}

static uint32_t next_lod(const actor *a, believe_reader *r)
{
    const uint32_t lod = next_u32(r);
    /* relies on xac/lod-range */
    believe_require(r, lod < a->lods, "a level of detail that the actor doesn't have");
    return lod;
}

static void import_originals(mesh *m, believe_reader *r, believe_reader *values)
{
    uint8_t *used = import_room(r, m->originals, 1);
    m->original_of = import_room(r, m->vertices, sizeof(uint32_t));
    for (uint32_t i = 0; i < m->vertices; i++) {
        m->original_of[i] = next_u32(values);
        used[m->original_of[i]] = 1; /* relies on xac/original-vertex */
    }
}

static void import_layer(mesh *m, believe_reader *r)
{
    static const uint32_t sizes[] = {12, 12, 16, 8, 4, 4, 16, 12};
    const uint32_t type = next_u32(r), size = next_u32(r);
    r->at += 4;
    /* relies on xac/attribute-type, xac/attribute-size */
    believe_require(r, type < sizeof sizes / sizeof sizes[0] && size == sizes[type],
                    "an attribute has another size than an engine's");
    believe_reader values = import_part(r, m->vertices * size);
    if (type == 5) {
        import_originals(m, r, &values);
    } else if (type == 0) {
        m->positions = import_room(r, m->vertices, 3 * sizeof(float));
        for (size_t i = 0; i < 3 * (size_t)m->vertices; i++)
            m->positions[i] = next_f32(&values);
    }
}

/* Corners go into the buffer of the mesh, with numbers of vertices of the mesh. */
static void import_submesh(actor *a, believe_reader *r, mesh *m, uint32_t lod, uint32_t place[2])
{
    const uint32_t count = next_u32(r), own = next_u32(r), material = next_u32(r), bones = next_u32(r);
    for (uint32_t i = 0; i < count; i++)
        m->corners[place[1] + i] = place[0] + next_u32(r); /* relies on xac/index-total */
    for (uint32_t i = 0; i < bones; i++)
        (void)use_node(a, next_u32(r));
    place[0] += own;
    place[1] += count;
    link_later(a, &a->submeshes, lod, material);
}

static void import_mesh(actor *a, believe_reader *r, uint32_t version)
{
    mesh *m = import_room(r, 1, sizeof *m);
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
    for (uint32_t i = 0; i < layers; i++)
        import_layer(m, r);
    m->corners = import_room(r, m->corner_count, sizeof *m->corners);
    for (uint32_t i = 0; i < submeshes; i++)
        import_submesh(a, r, m, lod, place);
    /* relies on xac/vertex-total, xac/index-total */
    believe_require(r, place[0] == m->vertices && place[1] == m->corner_count, "a buffer is not full");
    /* relies on xac/missing-positions, xac/attribute-not-finite, xac/index-range */
    import_draw(r, m->positions, m->corners, m->corner_count);
}

/* ---- Skins --------------------------------------------------------------------------------------------- */

typedef struct influence {
    float weight;
    uint16_t bone;
} influence;

static influence next_influence(const actor *a, believe_reader *r)
{
    const influence next = {next_f32(r), next_u16(r)};
    r->at += 2;
    (void)use_node(a, next.bone);
    return next;
}

/* Puts the influences of each vertex into its slots. */
static void bend(believe_reader *r, const mesh *m, const influence *all, const uint32_t *ranges)
{
    influence(*slots)[SLOTS] = import_room(r, m->vertices, sizeof *slots);
    for (uint32_t i = 0; i < m->vertices; i++) {
        const uint32_t *range =
            ranges + 2 * (size_t)m->original_of[i]; /* relies on xac/missing-original-vertices */
        /* relies on xac/influence-count */
        believe_require(r, range[1] <= SLOTS, "a vertex has more influences than slots");
        for (uint32_t k = 0; k < range[1]; k++)
            slots[i][k] = all[range[0] + k]; /* relies on xac/influence-range */
    }
}

/* Those of a vertex, in the first version. */
static void import_old_influences(const actor *a, believe_reader *r)
{
    influence slots[SLOTS];
    const uint8_t count = next_u8(r);
    believe_require(r, count <= SLOTS,
                    "a vertex has more influences than slots"); /* relies on xac/influence-count */
    for (uint8_t i = 0; i < count; i++)
        slots[i] = next_influence(a, r);
    /* relies on xac/influence-bone */
    believe_require(r, count == 0 || slots[0].bone < a->node_count, "a slot has no bone");
}

static void import_skin(actor *a, believe_reader *r, uint32_t version)
{
    const node *n = use_node(a, next_u32(r));
    const uint32_t lod = version == 4 ? next_lod(a, r) : 0, bones = version > 2 ? next_u32(r) : 0;
    const uint32_t count = version > 1 ? next_u32(r) : 0;
    mesh *m = n->meshes[next_flag(r) ? COLLISION : VISUAL][lod];
    r->at += 3;
    /* relies on xac/skin-node, xac/duplicate-skin */
    believe_require(r, !m->skinned, "a mesh has two skins");
    m->skinned = true;
    /* relies on xac/local-bone-count */
    believe_require(r, bones <= a->node_count, "a skin reserves more bones than there are nodes");
    influence *all = import_room(r, count, sizeof *all);
    uint32_t *ranges = import_room(r, m->originals, 2 * sizeof *ranges);
    for (uint32_t i = 0; i < count; i++)
        all[i] = next_influence(a, r);
    for (uint32_t i = 0; version > 1 && i < 2 * m->originals; i++)
        ranges[i] = next_u32(r);
    for (uint32_t i = 0; version == 1 && i < m->originals; i++)
        import_old_influences(a, r);
    if (version > 1)
        bend(r, m, all, ranges);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

static void import_layers(actor *a, believe_reader *r, uint8_t count)
{
    for (; count > 0; count--) {
        r->at += 24;
        link_later(a, &a->layers, 0, next_u16(r));
        r->at += 2;
        efx_texts(r, 1);
    }
}

static void import_material(actor *a, believe_reader *r, uint32_t version)
{
    a->found[version == 3 ? next_lod(a, r) : 0].standard++;
    a->materials++;
    r->at += 80;
    (void)next_flag(r);
    r->at += 2;
    const uint8_t layers = next_u8(r);
    efx_texts(r, 1);
    import_layers(a, r, version > 1 ? layers : 0);
}

/* A layer of an old file, which has a chunk of its own. */
static void import_late_layer(actor *a, believe_reader *r)
{
    believe_require(r, a->materials > 0, "a layer comes before its material"); /* relies on xac/chunk-order */
    import_layers(a, r, 1);
    believe_require(r, a->layers->number < a->materials,
                    "a layer belongs to a later material"); /* relies on xac/chunk-order */
}

static void import_fx(actor *a, believe_reader *r, uint32_t version)
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

static void import_totals(actor *a, believe_reader *r, uint32_t version)
{
    totals *t = &a->stated[version == 2 ? next_lod(a, r) : 0];
    believe_require(r, !t->stated, "two arrays of materials"); /* relies on xac/duplicate-chunk */
    *t = (totals){.stated = true, .all = next_u32(r)};
    t->standard = next_u32(r);
    t->fx = next_u32(r);
}

/* ---- Morph targets, groups, limits, info --------------------------------------------------------------- */

static void import_morph(actor *a, believe_reader *r, const uint32_t *list_lod)
{
    r->at += 8;
    const uint32_t own_lod = next_lod(a, r), deformations = next_u32(r), transformations = next_u32(r);
    r->at += 4;
    efx_texts(r, 1);
    for (uint32_t i = 0; i < deformations; i++) {
        const mesh *m = use_node(a, next_u32(r))->meshes[VISUAL][list_lod != NULL ? *list_lod : own_lod];
        r->at += 8;
        const uint32_t count = next_u32(r);
        believe_reader deltas = import_part(r, count * 12);
        for (uint32_t k = 0; k < count; k++) {
            float *moved =
                &m->positions[3 * (size_t)next_u32(r)]; /* relies on xac/morph-vertex, xac/morph-node */
            *moved += (float)next_u16(&deltas);
        }
    }
    for (uint32_t i = 0; i < transformations; i++) {
        (void)use_node(a, next_u32(r));
        r->at += 56;
    }
}

static void import_morphs(actor *a, believe_reader *r)
{
    const uint32_t count = next_u32(r), lod = next_lod(a, r);
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_morphs, "an actor has two collections of morph targets");
    a->has_morphs = true;
    for (uint32_t i = 0; i < count; i++)
        import_morph(a, r, &lod);
}

static void import_groups(actor *a, believe_reader *r)
{
    for (uint16_t groups = next_u16(r); groups > 0; groups--) {
        uint16_t members = next_u16(r);
        r->at += 2;
        efx_texts(r, 1);
        for (; members > 0; members--)
            (void)use_node(a, next_u16(r));
    }
}

static void import_limit(actor *a, believe_reader *r)
{
    r->at += 84;
    (void)use_node(a, next_u32(r));
}

static void import_info(actor *a, believe_reader *r, uint32_t version)
{
    /* relies on xac/duplicate-chunk */
    believe_require(r, !a->has_info, "an actor has two chunks of information");
    a->has_info = true;
    a->lods = version == 4 ? next_u32(r) : LODS;
    /* relies on xac/lod-range */
    believe_require(r, a->lods <= LODS, "an actor has more levels of detail than a mask has bits");
    r->at += version == 1 ? 12 : version == 4 ? 16 : version == 2 ? 16 : 20;
    efx_texts(r, INFO_TEXTS);
}

/* A level of detail that is an actor of its own. */
static void import_inside(believe_reader *r)
{
    /* relies on xac/lod-range */
    believe_require(r, next_u32(r) < LODS, "a level that no mask has a bit for");
    const uint32_t size = next_u32(r);
    actor inside = {.r = import_part(r, size)};
    import_actor(&inside);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

static void import_chunk(actor *a, efx_part *part)
{
    believe_reader *r = &part->r;
    const uint32_t version = part->version;
    switch (part->id) {
    case 0: import_old_node(a, r, version); break;
    case 1: import_mesh(a, r, version); break;
    case 2: import_skin(a, r, version); break;
    case 3: import_material(a, r, version); break;
    case 4: import_late_layer(a, r); break;
    case 5: import_fx(a, r, version); break;
    case 6: import_limit(a, r); break;
    case 7: import_info(a, r, version); break;
    case 8: import_inside(r); break;
    case 9: import_morph(a, r, NULL); break;
    case 10: import_groups(a, r); break;
    case 11: import_nodes(a, r); break;
    case 12: import_morphs(a, r); break;
    case 13: import_totals(a, r, version); break;
    default: break;
    }
}

static bool is_open(const efx_chunk *chunk)
{
    return chunk->id == 3 && chunk->version == 2;
}

static void link_materials(const actor *a)
{
    for (const link *l = a->submeshes; l != NULL; l = l->next) /* relies on xac/submesh-material */
        believe_require(&a->r, l->number < a->found[l->lod].standard + a->found[l->lod].fx,
                        "a submesh has no material");
    for (const link *l = a->layers; l != NULL; l = l->next) /* relies on xac/layer-material */
        believe_require(&a->r, l->number < a->materials, "a layer has no material");
    for (uint32_t i = 0; i < LODS; i++) {
        const totals *stated = &a->stated[i], *found = &a->found[i];
        /* relies on xac/material-total */
        believe_require(&a->r,
                        !stated->stated || (stated->standard == found->standard && stated->fx == found->fx &&
                                            stated->all == found->standard + found->fx),
                        "the array of materials has another size");
    }
}

static void link_nodes(actor *a)
{
    int32_t *parents = import_room(&a->r, a->node_count, sizeof *parents);
    float *places = import_room(&a->r, a->node_count, 3 * sizeof *places);
    for (uint32_t i = 0; i < a->node_count; i++) {
        const node *n = a->nodes[i];
        /* relies on xac/child-count */
        believe_require(&a->r, n->declared_children == UINT32_MAX || n->declared_children == n->children,
                        "the array of the children of a node has another size");
        parents[i] = n->parent;
        memcpy(places + 3 * (size_t)i, n->place, 3 * sizeof *places);
    }
    (void)import_pose(&a->r, parents, places, a->node_count); /* relies on xac/nesting, xac/parent-cycle */
}

static void import_actor(actor *a)
{
    static const uint32_t versions[] = {4, 2, 4, 3, 2, 3, 1, 4, 1, 1, 1, 1, 1, 2};
    efx_part part = {.id = 0};
    a->lods = LODS;
    efx_read_header(&a->r, "XAC ");
    while (efx_next_part(&a->r, &part, is_open)) {
        const bool known = part.id < sizeof versions / sizeof versions[0];
        /* relies on xac/unsupported-chunk-version */
        believe_require(&a->r, !known || (part.version >= 1 && part.version <= versions[part.id]),
                        "an engine has no function for a chunk");
        import_chunk(a, &part);
        efx_end_part(&a->r, &part, known);
    }
    efx_end(&a->r, &part.chunk);
    /* relies on xac/missing-chunk, xac/no-nodes */
    believe_require(&a->r, a->has_info && a->node_count > 0, "an actor without nodes or information");
    link_nodes(a);
    link_materials(a);
}

void import_xac(believe_reader *r)
{
    actor a = {.r = *r};
    import_actor(&a);
}
