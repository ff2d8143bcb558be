/* xpm_facts.c: what an XPM needs of an actor: morph targets with the names of its animations. */
#include "formats/emotionfx/xpm/xpm.h"

static void tell_anim(void *context, const xpm_anim *a)
{
    const al_facts *facts = context;
    const al_fact fact = {.kind = AL_FACT_MORPH,
                          .refers = true,
                          .path = &a->name.path,
                          .field = a->name.field,
                          .name = a->name.text};
    if (a->named && a->name.text.len > 0) /* one of phonemes needs no name */
        facts->add(facts->context, &fact);
}

void xpm_facts(const void *document, const al_facts *facts)
{
    const xpm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && r.header.id != XPM_INFO_CHUNK)
            (void)xpm_each_anim(&r, tell_anim, &to);
    }
}
