/* bbmod_facts.c: names and number of the nodes of a BBMOD, its number of bones, and the names of its
 * materials.
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

/* The number of triangles: the vertices are drawn without indices. Files without a primitive type have
 * triangles. */
static uint64_t triangles_of(const bbmod_file *f, const bbmod_mesh *m)
{
    enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };
    const bool typed = f->form->vertex_count.layout == &bbmod_data_2_layout;
    const uint32_t type = typed ? bbmod_data_2_read(m->data).primitive_type : TRIANGLES;
    if (type == TRIANGLES)
        return m->vertex_count / 3;
    return (type == STRIP || type == FAN) && m->vertex_count > 2 ? m->vertex_count - 2 : 0;
}

void bbmod_measure(const void *document, al_measures *measures)
{
    const bbmod_file *f = document;
    al_walk w = bbmod_again(f, &f->meshes);
    bool whole = f->meshes.counted;
    for (uint32_t i = 0; i < f->meshes.count && whole; i++) {
        bbmod_mesh mesh;
        whole = bbmod_read_mesh(f, &w, i, &mesh);
        if (!mesh.has_data || !mesh.counted)
            continue;
        measures->triangles += triangles_of(f, &mesh);
        measures->vertices += mesh.vertex_count;
    }
    measures->bones = f->bones.counted ? f->bones.count : 0;
    measures->materials = f->materials.counted ? f->materials.count : 0;
}
