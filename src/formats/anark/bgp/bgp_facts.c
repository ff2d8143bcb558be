/* bgp_facts.c: the faces that the assets of a BGP refer to. */
#include "formats/anark/bgp/bgp.h"

static void add_face(void *context, const bgp_asset *a)
{
    const al_facts *facts = context;
    const al_fact fact = {.kind = AL_FACT_FACE,
                          .refers = true,
                          .path = &a->file.path,
                          .field = a->file.field,
                          .name = bgp_text(&a->file),
                          .of = bgp_text(&a->id)};
    if (fact.name.len > 0)
        facts->add(facts->context, &fact);
}

void bgp_facts(const void *document, const al_facts *facts)
{
    al_facts copy = *facts;
    const bgp_visitor faces = {.context = &copy, .asset = add_face};
    bgp_visit_assets(document, &faces);
}
