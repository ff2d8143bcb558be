/* bsg_parse.c: reads the numbers and the places of the nodes and assets of a BSG. */
#include <inttypes.h>

#include "formats/anark/bsg/bsg.h"

#define AL_LAYOUT        "formats/anark/bsg/layout.def"
#define AL_LAYOUT_LIST   bsg_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

static uint64_t contents_end(const anark_file *f, uint32_t number, al_span rest);

static const anark_format format = {
    ANARK_FORMAT(BSG, bsg_header_layout), .contents_end = contents_end, .guessed = ANARK_SECTIONS,
    .sections = {"the section of the numbers in memory", "the section of the scene graph",
                 "the section of the assets"}};

static uint64_t contents_end(const anark_file *f, uint32_t number, al_span rest)
{
    const al_span memory = f->sections[BSG_SECTION_MEMORY].contents;
    (void)rest;
    if (number == BSG_SECTION_MEMORY)
        return BSG_MEMORY_BYTES;
    if (number == BSG_SECTION_NODES)
        return (uint64_t)al_u32_at(memory, BSG_MEMORY_AT_num_nodes) * BSG_NODE_BYTES;
    return (uint64_t)al_u32_at(memory, BSG_MEMORY_AT_num_assets) * BSG_ASSET_BYTES;
}

/* The section has complete records, but another number of them than the memory section says. */
static void report_count(const bsg_file *f, const al_counter *count, uint32_t section, uint64_t held,
                         const char *what)
{
    al_claim claim = al_counter_claim(BSG_SECTION_SIZE, count);
    claim.expected = al_uint(held);
    al_report(f->file.job->sink, &claim, "memory for %s: %" PRIu32 ", but %s has %" PRIu64, what,
              al_counted(count), format.sections[section], held);
}

/* A list of records. Their number is in the memory section at `field`; if the section's size fits another
 * number, that one counts. */
static al_items read_list(bsg_file *f, uint32_t section, al_walk *w, bsg_memory_field field,
                          const al_form *records, const al_path *path)
{
    const al_counter count = bsg_memory_counter(f->memory, field, &f->memory_path);
    const uint32_t there = al_counted(&count);
    const bool counted = (uint64_t)field + 4 <= f->memory.len;
    const bool possible = !counted || al_walk_count(w, &count, records->stride, path->name);
    const bool sized = f->file.sections[section].sized;
    uint64_t items = there;
    al_span bytes = {.base = w->bytes.base};
    w->stopped = false;
    if (sized && w->bytes.len % records->stride == 0) {
        items = w->bytes.len / records->stride;
        if (counted && possible && items != there)
            report_count(f, &count, section, items, path->name);
    } else if ((!counted || !possible) && !sized && !f->file.sections[section].cut) {
        anark_skip_section(&f->file, section, w); /* the end of the records is not known either */
        items = 0;
    } else if (!counted || !possible) { /* takes the existing records */
        items = w->bytes.len / records->stride + (w->bytes.len % records->stride > 0);
    }
    (void)!al_walk_items(w, items, records, path, path->name, &bytes);
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
        f->nodes = read_list(f, number, &w, BSG_MEMORY_AT_num_nodes, &nodes, &f->node_path);
    else
        f->assets = read_list(f, number, &w, BSG_MEMORY_AT_num_assets, &assets, &f->asset_path);
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
    f->node_total = al_items_count(&f->nodes);
    const anark_section *nodes = &f->file.sections[BSG_SECTION_NODES];
    if (f->file.section_count > BSG_SECTION_NODES && !nodes->whole && nodes->cut)
        f->node_total = al_u32_at(f->memory, BSG_MEMORY_AT_num_nodes); /* the others are cut off */
    return AL_READ;
}
