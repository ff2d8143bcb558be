/* xac_facts.c: names in an XAC that motions and configuration may refer to, and the pictures that it needs.
 */
#include "formats/emotionfx/xac/xac.h"

static void add_name(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    if (name->text.len > 0)
        al_add_text(facts, kind, false, name);
}

static void add_node(void *context, const xac_node *node)
{
    if (node->named)
        add_name(context, AL_FACT_NODE, &node->name);
}

/* ---- Materials ----------------------------------------------------------------------------------------- */

/* No valid actor has more levels of detail: see xac/lod-range. */
enum { MOST_LODS = 32 };

/* The state while the facts of a file, or of a nested file, are passed on. */
typedef struct fact_walk {
    const al_facts *facts;
    const xac_file *x;
    const al_path *up;
    uint64_t number;               /* of the file among the nested ones */
    uint32_t chunk;                /* the current chunk */
    uint64_t lod;                  /* its level of detail */
    uint64_t materials[MOST_LODS]; /* before the chunk, by level of detail */
} fact_walk;

/* Materials are counted from 0 for each file and level of detail. */
static uint64_t material_number(const fact_walk *h, uint64_t lod, uint64_t material)
{
    return (h->number & UINT16_MAX) << 48 | (lod & UINT16_MAX) << 32 | (material & UINT32_MAX);
}

static void add_texture(void *context, const xac_texture *t)
{
    const fact_walk *h = context;
    const uint64_t before = h->lod < MOST_LODS ? h->materials[h->lod] : 0;
    if (!t->named || t->name.text.len == 0)
        return;
    const bool alone = efx_known_id(&h->x->file, h->chunk) == XAC_TEXTURE_CHUNK && before > 0;
    const al_fact fact = {.kind = AL_FACT_TEXTURE,
                          .refers = true,
                          .path = &t->name.path,
                          .field = t->name.field,
                          .name = t->name.text,
                          .number = al_u8_at(t->record, XAC_TEXTURE_AT_map_type),
                          .material = material_number(h, h->lod, alone ? before - 1 : before)};
    h->facts->add(h->facts->context, &fact);
}

static void add_submesh(void *context, const xac_submesh *s)
{
    const fact_walk *h = context;
    const al_fact fact = {.kind = AL_FACT_MATERIAL_USE,
                          .refers = true,
                          .path = s->path,
                          .field = s->record,
                          .material = material_number(h, h->lod, s->row.material)};
    h->facts->add(h->facts->context, &fact);
}

static void add_mesh(efx_reading *r, fact_walk *h)
{
    xac_mesh mesh;
    if (!xac_open_mesh(r, &mesh))
        return;
    h->lod = mesh.lod;
    if (!xac_each_layer(r, &mesh, NULL, NULL) || !xac_each_submesh(r, &mesh, add_submesh, h))
        return; /* the existing ones were passed on */
}

/* ---- Morph targets ------------------------------------------------------------------------------------- */

static void add_target(void *context, const xac_morph *m)
{
    if (m->named)
        add_name(context, AL_FACT_MORPH, &m->name);
}

static void skip_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    (void)context, (void)m, (void)d;
}

static void skip_transformation(void *context, const al_path *path, al_span record)
{
    (void)context, (void)path, (void)record;
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static void add_material(efx_reading *r, fact_walk *h)
{
    xac_material_head material;
    if (!xac_open_material(r, &material))
        return;
    add_name(h->facts, AL_FACT_MATERIAL, &material.name);
    (void)xac_each_texture(r, &material, add_texture, h);
}

static void add_chunk(efx_reading *r, fact_walk *h)
{
    al_facts to = *h->facts;
    const xac_morph_visitor morphs = {.context = &to,
                                      .target = add_target,
                                      .deformation = skip_deformation,
                                      .transformation = skip_transformation};
    xac_texture texture;
    al_string name;
    switch (r->header.id) {
    case XAC_OLD_NODE_CHUNK:
    case XAC_NODES_CHUNK: (void)xac_each_node(r, add_node, &to); break;
    case XAC_MESH_CHUNK: add_mesh(r, h); break;
    case XAC_MATERIAL_CHUNK: add_material(r, h); break;
    case XAC_FX_CHUNK:
        (void)xac_read_fx(r, &name);
        add_name(h->facts, AL_FACT_MATERIAL, &name);
        break;
    case XAC_TEXTURE_CHUNK:
        if (xac_read_texture(r, &texture))
            add_texture(h, &texture);
        break;
    case XAC_MORPH_CHUNK:
    case XAC_MORPHS_CHUNK: (void)xac_each_morph(r, &morphs); break;
    default: break; /* has no names for other files */
    }
}

static uint64_t lod_of(const xac_file *x, uint32_t chunk)
{
    const uint32_t id = efx_known_id(&x->file, chunk);
    const bool has_lod = (id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK) && x->file.chunks[chunk].supported;
    return has_lod ? xac_lod_of(x, chunk) : 0;
}

static void count_material(fact_walk *h, uint32_t chunk)
{
    const uint32_t id = efx_known_id(&h->x->file, chunk);
    const uint64_t lod = lod_of(h->x, chunk);
    if ((id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK) && lod < MOST_LODS)
        h->materials[lod]++;
}

/* Whether the whole file was understood. Nested files are levels of detail with their own nodes and
 * pictures; they have no nested files. */
static bool add_file(fact_walk *h)
{
    bool understood = efx_is_understood(&h->x->file);
    uint32_t inside = 0;
    for (uint32_t i = 0; i < h->x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&h->x->file, h->up, i, NULL);
        h->chunk = i;
        h->lod = lod_of(h->x, i);
        if (inside < h->x->inside_count && h->x->nested_files[inside].chunk == i) {
            const al_path path = al_field(&r.path, "lod");
            const xac_file *x = h->x->nested_files[inside++].file;
            fact_walk inner = {.facts = h->facts, .x = x, .up = &path, .number = inside};
            understood = add_file(&inner) && understood;
        } else if (h->x->file.chunks[i].supported && !h->x->file.chunks[i].misfit) {
            add_chunk(&r, h);
        }
        count_material(h, i);
    }
    return understood;
}

void xac_facts(const void *document, const al_facts *facts)
{
    fact_walk h = {.facts = facts, .x = document};
    if (add_file(&h))
        al_add_end(facts);
}

/* Counts what is drawn at the highest level of detail, without collision meshes and nested files. Each node
 * counts as a bone, since the game moves each. */
void xac_measure(const void *document, al_measures *measures)
{
    const xac_file *x = document;
    if (x->nodes_known)
        measures->bones = x->num_nodes;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        const uint32_t id = r.header.id;
        xac_mesh mesh;
        if (!x->file.chunks[i].supported)
            continue;
        if (id == XAC_MATERIAL_CHUNK || id == XAC_FX_CHUNK)
            measures->materials += xac_lod_of(x, i) == 0;
        if (id != XAC_MESH_CHUNK || !xac_open_mesh(&r, &mesh) || mesh.is_collision || mesh.lod != 0)
            continue;
        measures->triangles += mesh.indices / 3;
        measures->vertices += mesh.vertices;
    }
}
