/* bbmod_facts.c: what a BBMOD has for animations: nodes with their names, how many, how many bones; and the
 * names of its materials.
 */
#include "formats/bbmod/bbmod/bbmod.h"

static void add_name(const al_facts *facts, al_fact_kind kind, const al_string *name)
{
    if (name->text.len > 0)
        al_add_text(facts, kind, false, name);
}

static void add_nodes(const bbmod_file *f, const al_facts *facts)
{
    al_walk w = bbmod_again(f, &f->nodes);
    bbmod_tree tree;
    bbmod_node node;
    bbmod_start_tree(&tree);
    while (f->nodes.at > 0 && bbmod_next_node(f, &w, &tree, &node))
        if (node.named)
            add_name(facts, AL_FACT_NODE, &node.name);
}

void bbmod_facts(const void *document, const al_facts *facts)
{
    const bbmod_file *f = document;
    al_walk w = bbmod_again(f, &f->materials);
    if (f->nodes.counted)
        al_add_number(facts, AL_FACT_NODE_COUNT, false, &f->nodes.counter);
    add_nodes(f, facts);
    if (f->bones.counted)
        al_add_number(facts, AL_FACT_BONE_COUNT, false, &f->bones.counter);
    bbmod_material material;
    for (uint32_t i = 0; f->materials.counted && i < f->materials.count; i++)
        if (bbmod_read_material(&w, i, &material))
            add_name(facts, AL_FACT_MATERIAL, &material.name);
}
