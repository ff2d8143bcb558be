/* bgf_facts.c: what a BGF needs of the scene graph that belongs to it: the items that its elements are for.
 */
#include "formats/anark/bgf/bgf.h"

void bgf_facts(const void *document, const al_facts *facts)
{
    const bgf_file *f = document;
    for (uint64_t i = 0; i < f->element_count; i++) {
        const al_span record = bgf_element_record_at(f, i);
        const al_path element = al_item(NULL, "elements", i);
        const al_path path = al_field(&element, "sceneItemId");
        const int32_t item = al_i32_at(record, BGF_ELEMENT_AT_scene_item_id);
        const al_fact fact = {.kind = AL_FACT_SCENE_ITEM,
                              .refers = true,
                              .path = &path,
                              .field = al_slice_available(record, BGF_ELEMENT_AT_scene_item_id, 4),
                              .number = (uint32_t)item};
        if (item > 0) /* 0 is none */
            facts->add(facts->context, &fact);
    }
}
