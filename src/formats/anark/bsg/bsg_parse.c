/* bsg_parse.c: reads a BSG: how many nodes and assets there are, and where. */
#include "formats/anark/bsg/bsg.h"

#define AL_LAYOUT        "formats/anark/bsg/layout.def"
#define AL_LAYOUT_LIST   bsg_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const anark_format format = {ANARK_FORMAT(BSG, bsg_header_layout), .header_size = 0x18, .version = 2,
                                    .sections = {"the section of the numbers in memory",
                                                 "the section of the scene graph",
                                                 "the section of the assets"}};

/* A list of records, as many as the memory section says at `field`. */
static al_items read_list(bsg_file *f, al_walk *w, bsg_memory_field field, const al_form *records,
                          const al_path *path)
{
    const al_counter count = bsg_memory_counter(f->memory, field, &f->memory_path);
    al_span bytes = {.base = w->bytes.base};
    if ((uint64_t)field + 4 > f->memory.len)
        anark_skip_section(&f->file, f->file.section_count - 1, w);
    else
        (void)!al_walk_array(w, &count, records, path, path->name, &bytes);
    return al_items_of(bytes, records->stride, path, path->name);
}

static void read_section(bsg_file *f, uint32_t number)
{
    static const al_form nodes = AL_RECORDS(bsg_node_layout, BSG_NODE_BYTES);
    static const al_form assets = AL_RECORDS(bsg_asset_layout, BSG_ASSET_BYTES);
    al_walk w = anark_walk(&f->file, number);
    if (number == BSG_SECTION_MEMORY)
        (void)!al_walk_record(&w, &bsg_memory_layout, &f->memory_path, &f->memory);
    else if (number == BSG_SECTION_NODES)
        f->nodes = read_list(f, &w, BSG_MEMORY_AT_num_nodes, &nodes, &f->node_path);
    else
        f->assets = read_list(f, &w, BSG_MEMORY_AT_num_assets, &assets, &f->asset_path);
    anark_end_section(&f->file, number, &w);
}

al_parsed bsg_parse(al_job *job, void *document)
{
    bsg_file *f = document;
    if (!anark_open(&f->file, job, &format))
        return AL_REFUSED;
    f->memory_path = al_field(NULL, "memory");
    f->node_path = al_field(NULL, "nodes");
    f->asset_path = al_field(NULL, "assets");
    f->nodes.stride = BSG_NODE_BYTES;
    f->assets.stride = BSG_ASSET_BYTES;
    for (uint32_t i = 0; i < f->file.section_count; i++)
        read_section(f, i);
    f->node_total = al_u32_at(f->memory, BSG_MEMORY_AT_num_nodes);
    return AL_READ;
}
