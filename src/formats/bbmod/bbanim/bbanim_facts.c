/* bbanim_facts.c: what a BBANIM needs of a model: so many nodes, and so many bones. */
#include "formats/bbmod/bbanim/bbanim.h"

void bbanim_facts(const void *document, const al_facts *facts)
{
    const bbanim_file *f = document;
    if (!f->has_counts)
        return;
    al_add_number(facts, AL_FACT_NODE_COUNT, true, &f->nodes);
    al_add_number(facts, AL_FACT_BONE_COUNT, true, &f->bones);
}
