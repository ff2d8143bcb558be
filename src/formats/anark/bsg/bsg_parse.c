/* bsg_parse.c: reads a BSG: how many nodes and assets there are, and where. */
#include "formats/anark/bsg/bsg.h"

#define AL_LAYOUT        "formats/anark/bsg/layout.def"
#define AL_LAYOUT_LIST   bsg_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static const anark_form form = {.header = &bsg_header_layout,
                                .endianness_at = BSG_HEADER_AT_endianness,
                                .header_size_at = BSG_HEADER_AT_header_size,
                                .magic_at = BSG_HEADER_AT_magic,
                                .version_at = BSG_HEADER_AT_version,
                                .header_size = 0x18,
                                .version = 2,
                                .rules = ANARK_RULES(BSG),
                                .section_count = BSG_SECTIONS,
                                .sections = {"the section of the numbers in memory",
                                             "the section of the scene graph", "the section of the assets"}};

/* A list of records, as many as the memory section says at `field`. */
static void read_list(bsg_file *f, al_walk *w, uint32_t field, const al_layout *layout, const char *name,
                      al_span *out)
{
    const al_path path = al_field(NULL, name);
    const al_counter count = {
        .layout = &bsg_memory_layout, .record = f->memory, .field = field, .up = &f->memory_path};
    if ((uint64_t)field + 4 > f->memory.len)
        anark_skip_section(&f->file, f->file.section_count - 1, w);
    else
        (void)!al_walk_array(w, &count, &(al_form){.stride = layout->size}, &path, name, out);
}

static void read_section(bsg_file *f, uint32_t number)
{
    al_walk w = anark_walk(&f->file, number, false);
    if (number == BSG_SECTION_MEMORY)
        (void)!al_walk_take(&w, BSG_MEMORY_BYTES, &f->memory_path, "the numbers", &f->memory);
    else if (number == BSG_SECTION_NODES)
        read_list(f, &w, BSG_MEMORY_AT_num_nodes, &bsg_node_layout, "nodes", &f->nodes);
    else
        read_list(f, &w, BSG_MEMORY_AT_num_assets, &bsg_asset_layout, "assets", &f->assets);
    anark_end_section(&f->file, number, &w);
}

void bsg_parse(al_job *job, bsg_file *f)
{
    *f = (bsg_file){.file = anark_open(job, &form), .memory_path = al_field(NULL, "memory")};
    if (!f->file.readable)
        return;
    while (anark_next_section(&f->file))
        read_section(f, f->file.section_count - 1);
    f->node_total = al_u32_at(f->memory, BSG_MEMORY_AT_num_nodes);
}
