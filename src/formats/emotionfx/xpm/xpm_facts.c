/* xpm_facts.c: the names of the morph targets that an XPM moves. */
#include "formats/emotionfx/xpm/xpm.h"

static void add_anim(void *context, const xpm_anim *a)
{
    if (a->named && a->name.text.len > 0) /* one of phonemes needs no name */
        al_add_text(context, AL_FACT_MORPH, true, &a->name);
}

void xpm_facts(const void *document, const al_facts *facts)
{
    const xpm_file *x = document;
    al_facts to = *facts;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        if (x->file.chunks[i].supported && !x->file.chunks[i].misfit && r.header.id != XPM_INFO_CHUNK)
            (void)xpm_each_anim(&r, add_anim, &to);
    }
    if (efx_is_understood(&x->file))
        al_add_end(&to);
}
