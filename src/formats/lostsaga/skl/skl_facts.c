/* skl_facts.c: the names and the number of bones of a Lost Saga SKL, and the skeleton that it links to. */
#include "formats/lostsaga/skl/skl.h"

void skl_facts(const void *document, const al_facts *facts)
{
    const skl_file *k = document;
    const al_counter bones = skl_header_counter(k->file.header, SKL_HEADER_AT_bones, &k->file.header_path);
    al_walk w = skl_bones(k);
    if (k->bones > 0)
        al_add_number(facts, AL_FACT_NODE_COUNT, false, &bones);
    for (uint32_t i = 0; i < k->read; i++) {
        skl_bone bone;
        const bool whole = skl_read_bone(&w, i, &bone);
        al_add_text(facts, AL_FACT_NODE, false, &bone.name);
        if (whole)
            skl_skip_children(&w, &bone);
    }
    if (k->linked.text.len > 0)
        al_add_text(facts, AL_FACT_SKELETON, true, &k->linked);
}

void skl_measure(const void *document, al_measures *measures)
{
    measures->bones = ((const skl_file *)document)->bones;
}
