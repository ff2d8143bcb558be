/* xani_facts.c: the animated parts and the animations of an Egosoft ANI, which its component refers to. */
#include "formats/xani/xani.h"

static al_span until_nul(al_span text)
{
    return al_slice_available(text, 0, al_text_length(text));
}

void xani_facts(const void *document, const al_facts *facts)
{
    const xani_file *f = document;
    for (uint32_t i = 0; i < f->anim_count; i++) {
        const xani_anim *a = &f->anims[i];
        const al_path path = al_field(&a->path, "name");
        const al_fact fact = {.kind = AL_FACT_ANIMATION,
                              .refers = true,
                              .path = &path,
                              .field = a->desc.name,
                              .name = until_nul(a->desc.name),
                              .of = until_nul(a->desc.sub_name)};
        facts->add(facts->context, &fact);
    }
}

/* The facts end with the descriptors; the keys after them are most of a file. */
uint64_t xani_facts_end(al_span head)
{
    const xani_header h = xani_header_read(head);
    return XANI_HEADER_BYTES + (h.num_anims > 0 ? (uint64_t)h.num_anims * XANI_DESC_BYTES : 0);
}
