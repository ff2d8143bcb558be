/* xsm_facts.c: what an XSM needs of an actor: nodes with the names of its submotions. */
#include "formats/emotionfx/xsm/xsm.h"

static void tell_submotion(void *context, const xsm_submotion *s)
{
    const al_facts *facts = context;
    const al_fact fact = {.kind = AL_FACT_NODE,
                          .refers = true,
                          .path = &s->name.path,
                          .field = s->name.field,
                          .name = s->name.text};
    if (s->named)
        facts->add(facts->context, &fact);
}

void xsm_facts(const void *document, const al_facts *facts)
{
    const xsm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && r.header.id != XSM_INFO_CHUNK)
            (void)xsm_each_submotion(&r, tell_submotion, &to);
    }
}
