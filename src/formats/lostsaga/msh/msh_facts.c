/* msh_facts.c: the names of the bones that a Lost Saga MSH needs. */
#include "formats/lostsaga/msh/msh.h"

void msh_facts(const void *document, const al_facts *facts)
{
    const msh_file *m = document;
    al_walk w = al_walk_again(&m->file.walk, m->bones_at);
    msh_bone bone;
    for (uint32_t i = 0; i < m->bones && msh_read_bone(&w, i, &bone); i++)
        al_add_text(facts, AL_FACT_NODE, true, &bone.name);
}

/* Each submesh has a material of its own, which the file doesn't name. */
void msh_measure(const void *document, al_measures *measures)
{
    const msh_file *m = document;
    measures->triangles = m->has_faces ? m->faces : 0;
    measures->vertices = m->has_vertices ? m->vertices : 0;
    measures->materials = m->submeshes.len / MSH_SUBMESH_BYTES;
    measures->bones = m->has_bones ? m->bones : 0;
}
