/* bbanim_facts.c: the numbers of nodes and bones that a BBANIM needs of a model. */
#include "formats/bbmod/bbanim/bbanim.h"

void bbanim_facts(const void *document, const al_facts *facts)
{
    const bbanim_file *f = document;
    if (!f->has_counts || !f->nodes_fit || !f->bones_fit) /* the counts are damaged */
        return;
    al_add_number(facts, AL_FACT_NODE_COUNT, true, &f->nodes);
    al_add_number(facts, AL_FACT_BONE_COUNT, true, &f->bones);
}

void bbanim_measure(const void *document, al_measures *measures)
{
    const bbanim_file *f = document;
    measures->bones = f->has_counts && f->bones_fit ? f->bone_count : 0;
}
