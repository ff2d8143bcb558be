/* xac_facts.c: what motions and configuration may refer to in an XAC, and the pictures that it needs. */
#include "formats/emotionfx/xac/xac.h"

static void add_name(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    if (name->text.len > 0)
        al_add_text(facts, kind, kind == AL_FACT_TEXTURE, name);
}

static void add_node(void *context, const xac_node *node)
{
    if (node->named)
        add_name(context, AL_FACT_NODE, &node->name);
}

static void add_texture(void *context, const xac_texture *t)
{
    if (t->named)
        add_name(context, AL_FACT_TEXTURE, &t->name);
}

static void add_target(void *context, const xac_morph *m)
{
    if (m->named)
        add_name(context, AL_FACT_MORPH, &m->name);
}

static void pass_over_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    (void)context, (void)m, (void)d;
}

static void pass_over_transformation(void *context, const al_path *path, al_span record)
{
    (void)context, (void)path, (void)record;
}

static void add_chunk(efx_reading *r, al_facts *facts)
{
    const xac_morph_visitor morphs = {.context = facts,
                                      .target = add_target,
                                      .deformation = pass_over_deformation,
                                      .transformation = pass_over_transformation};
    xac_material_head material;
    xac_texture texture;
    al_string name;
    switch (r->header.id) {
    case XAC_OLD_NODE_CHUNK:
    case XAC_NODES_CHUNK: (void)xac_each_node(r, add_node, facts); break;
    case XAC_MATERIAL_CHUNK:
        if (!xac_open_material(r, &material))
            break;
        add_name(facts, AL_FACT_MATERIAL, &material.name);
        (void)xac_each_texture(r, &material, add_texture, facts);
        break;
    case XAC_FX_CHUNK:
        (void)xac_read_fx(r, &name);
        add_name(facts, AL_FACT_MATERIAL, &name);
        break;
    case XAC_TEXTURE_CHUNK:
        if (xac_read_texture(r, &texture))
            add_name(facts, AL_FACT_TEXTURE, &texture.name);
        break;
    case XAC_MORPH_CHUNK:
    case XAC_MORPHS_CHUNK: (void)xac_each_morph(r, &morphs); break;
    default: break; /* has no names that others know */
    }
}

/* Levels of detail too: they have nodes and pictures of their own. */
static void add_file(const xac_file *x, const al_path *up, al_facts *facts)
{
    uint32_t inside = 0;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, up, i, NULL);
        const al_path path = al_field(&r.path, "lod");
        if (inside < x->inside_count && x->insides[inside].chunk == i)
            add_file(x->insides[inside++].file, &path, facts);
        else if (x->file.chunks[i].supported && !x->file.chunks[i].misfit)
            add_chunk(&r, facts);
    }
}

void xac_facts(const void *document, const al_facts *facts)
{
    al_facts to = *facts;
    add_file(document, NULL, &to);
}

/* What is drawn at the highest level of detail: neither meshes for collisions nor files within. Each node
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
        al_measure_more(&measures->triangles, mesh.indices / 3);
        al_measure_more(&measures->vertices, mesh.vertices);
    }
}
