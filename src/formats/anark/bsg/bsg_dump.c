/* bsg_dump.c: shows what was read of a BSG. */
#include "formats/anark/bsg/bsg.h"

static void dump_list(const char *name, const al_layout *layout, al_span records, const al_visitor *v)
{
    v->list(v->context, name, records.len / layout->size, al_extent_of(records));
    for (uint64_t i = 0; i < records.len / layout->size; i++) {
        const al_span record = al_slice_available(records, i * layout->size, layout->size);
        v->object(v->context, name, (int64_t)i, al_extent_of(record));
        al_visit_record(v, layout, record, NULL);
        v->object_end(v->context);
    }
    v->list_end(v->context);
}

void bsg_dump(al_job *job, const al_visitor *v)
{
    bsg_file f;
    bsg_parse(job, &f);
    anark_dump_sections(&f.file, v);
    if (f.file.section_count > BSG_SECTION_MEMORY) {
        v->object(v->context, "memory", -1, al_extent_of(f.memory));
        al_visit_record(v, &bsg_memory_layout, f.memory, NULL);
        v->object_end(v->context);
    }
    if (f.file.section_count > BSG_SECTION_NODES)
        dump_list("nodes", &bsg_node_layout, f.nodes, v);
    if (f.file.section_count > BSG_SECTION_ASSETS)
        dump_list("assets", &bsg_asset_layout, f.assets, v);
}
