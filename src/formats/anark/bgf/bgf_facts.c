/* bgf_facts.c: the items of its scene graph that the elements of a BGF refer to. */
#include "formats/anark/bgf/bgf.h"

void bgf_facts(const void *document, const al_facts *facts)
{
    const bgf_file *f = document;
    for (uint64_t i = 0; i < f->element_count; i++) {
        const al_span record = bgf_element_record_at(f, i);
        const al_path path = al_item(NULL, "elements", i);
        const al_counter item = bgf_element_record_counter(record, BGF_ELEMENT_AT_scene_item_id, &path);
        if (al_i32_at(record, BGF_ELEMENT_AT_scene_item_id) > 0) /* 0: no item */
            al_add_number(facts, AL_FACT_SCENE_ITEM, true, &item);
    }
}
