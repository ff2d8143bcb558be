/* bsg_facts.c: what the BGF of a BSG may refer to: the numbers of its nodes and assets. */
#include "formats/anark/bsg/bsg.h"

static void add_items(const al_items *items, uint32_t field, const al_facts *facts)
{
    for (uint64_t i = 0; i < al_items_count(items); i++) {
        const al_path item = al_item(NULL, items->path->name, i);
        const al_path path = al_field(&item, "sceneNodeId");
        const al_span bytes = al_slice_available(al_items_at(items, i), field, 4);
        const al_fact fact = {
            .kind = AL_FACT_SCENE_ITEM, .path = &path, .field = bytes, .number = al_u32_at(bytes, 0)};
        if (al_i32_at(bytes, 0) >= 0) /* nothing refers to another */
            facts->add(facts->context, &fact);
    }
}

void bsg_facts(const void *document, const al_facts *facts)
{
    const bsg_file *f = document;
    add_items(&f->nodes, BSG_NODE_AT_scene_node_id, facts);
    add_items(&f->assets, BSG_ASSET_AT_scene_node_id, facts);
}
