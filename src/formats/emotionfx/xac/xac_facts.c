/* xac_facts.c: what motions and configuration may refer to in an XAC, and the pictures that it needs. */
#include "formats/emotionfx/xac/xac.h"

static void tell(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    const al_fact fact = {.kind = kind,
                          .refers = kind == AL_FACT_TEXTURE,
                          .path = &name->path,
                          .field = name->field,
                          .name = name->text};
    if (name->text.len > 0)
        facts->add(facts->context, &fact);
}

static void tell_node(void *context, const xac_node *node)
{
    if (node->named)
        tell(context, AL_FACT_NODE, &node->name);
}

static void tell_texture(void *context, const xac_texture *t)
{
    if (t->named)
        tell(context, AL_FACT_TEXTURE, &t->name);
}

static void tell_target(void *context, const xac_morph *m)
{
    if (m->named)
        tell(context, AL_FACT_MORPH, &m->name);
}

static void pass_over_deformation(void *context, const xac_morph *m, const xac_deformation *d)
{
    (void)context, (void)m, (void)d;
}

static void pass_over_transformation(void *context, const al_path *path, al_span record)
{
    (void)context, (void)path, (void)record;
}

static void tell_of_chunk(efx_reading *r, al_facts *facts)
{
    const xac_morph_visitor morphs = {.context = facts,
                                      .target = tell_target,
                                      .deformation = pass_over_deformation,
                                      .transformation = pass_over_transformation};
    xac_material_head material;
    xac_texture texture;
    al_string name;
    switch (r->header.id) {
    case XAC_OLD_NODE_CHUNK:
    case XAC_NODES_CHUNK: (void)xac_each_node(r, tell_node, facts); break;
    case XAC_MATERIAL_CHUNK:
        if (!xac_open_material(r, &material))
            break;
        tell(facts, AL_FACT_MATERIAL, &material.name);
        (void)xac_each_texture(r, &material, tell_texture, facts);
        break;
    case XAC_FX_CHUNK:
        (void)xac_read_fx(r, &name);
        tell(facts, AL_FACT_MATERIAL, &name);
        break;
    case XAC_TEXTURE_CHUNK:
        if (xac_read_texture(r, &texture))
            tell(facts, AL_FACT_TEXTURE, &texture.name);
        break;
    case XAC_MORPH_CHUNK:
    case XAC_MORPHS_CHUNK: (void)xac_each_morph(r, &morphs); break;
    default: break; /* has no names that others know */
    }
}

/* Levels of detail too: they have nodes and pictures of their own. */
static void tell_of_file(const xac_file *x, const al_path *up, al_facts *facts)
{
    uint32_t inside = 0;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, up, i, NULL);
        const al_path path = al_field(&r.path, "lod");
        if (inside < x->inside_count && x->insides[inside].chunk == i)
            tell_of_file(x->insides[inside++].file, &path, facts);
        else if (x->file.chunks[i].supported)
            tell_of_chunk(&r, facts);
    }
}

void xac_facts(const void *document, const al_facts *facts)
{
    al_facts to = *facts;
    tell_of_file(document, NULL, &to);
}
