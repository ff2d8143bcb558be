/* xsm_facts.c: the names of the nodes that an XSM moves. */
#include "formats/emotionfx/xsm/xsm.h"

static void add_submotion(void *context, const xsm_submotion *s)
{
    if (s->named)
        al_add_text(context, AL_FACT_NODE, true, &s->name);
}

void xsm_facts(const void *document, const al_facts *facts)
{
    const xsm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && !x->file.chunks[i].misfit && r.header.id != XSM_INFO_CHUNK)
            (void)xsm_each_submotion(&r, add_submotion, &to);
    }
    if (efx_is_understood(&x->file))
        al_add_end(&to);
}

static void count_submotion(void *context, const xsm_submotion *s)
{
    al_measures *measures = context;
    (void)s;
    measures->bones++;
}

/* Each submotion moves a bone. */
void xsm_measure(const void *document, al_measures *measures)
{
    const xsm_file *x = document;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && r.header.id != XSM_INFO_CHUNK)
            (void)xsm_each_submotion(&r, count_submotion, measures);
    }
}
