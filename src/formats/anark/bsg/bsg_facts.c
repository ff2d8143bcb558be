/* bsg_facts.c: the numbers of nodes and assets that the BGF of a BSG may refer to, and whether these are
 * all.
 */
#include "formats/anark/bsg/bsg.h"

static void add_items(const al_items *items, const al_layout *layout, uint32_t field, const al_facts *facts)
{
    for (uint64_t i = 0; i < al_items_count(items); i++) {
        const al_path path = al_item(NULL, items->path->name, i);
        const al_counter number = {
            .layout = layout, .record = al_items_at(items, i), .field = field, .up = &path};
        if (al_i32_at(number.record, field) >= 0) /* a BGF refers to no other number */
            al_add_number(facts, AL_FACT_SCENE_ITEM, false, &number);
    }
}

/* Whether all sections were read to their end and fit the counts of the memory section. */
static bool is_understood(const bsg_file *f)
{
    bool whole = f->file.section_count == BSG_SECTIONS;
    for (uint32_t i = 0; i < BSG_SECTIONS && whole; i++)
        whole = f->file.sections[i].whole;
    return whole && al_items_count(&f->nodes) == al_u32_at(f->memory, BSG_MEMORY_AT_num_nodes) &&
           al_items_count(&f->assets) == al_u32_at(f->memory, BSG_MEMORY_AT_num_assets);
}

void bsg_facts(const void *document, const al_facts *facts)
{
    const bsg_file *f = document;
    add_items(&f->nodes, &bsg_node_layout, BSG_NODE_AT_scene_node_id, facts);
    add_items(&f->assets, &bsg_asset_layout, BSG_ASSET_AT_scene_node_id, facts);
    if (is_understood(f))
        al_add_end(facts);
}
