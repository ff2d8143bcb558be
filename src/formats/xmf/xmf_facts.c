/* xmf_facts.c: what an XMF refers to: the materials of a material library. */
#include "formats/xmf/xmf.h"

void xmf_facts(const void *document, const al_facts *facts)
{
    const xmf_file *f = document;
    for (uint32_t i = 0; i < f->material_count; i++) {
        const xmf_material_range *m = &f->materials[i];
        const al_path path = al_field(&m->path, "name");
        const al_fact fact = {.kind = AL_FACT_MATERIAL,
                              .refers = true,
                              .path = &path,
                              .field = m->row.name,
                              .name = al_slice_available(m->row.name, 0, al_text_length(m->row.name))};
        facts->add(facts->context, &fact);
    }
}
