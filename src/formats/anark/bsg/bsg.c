/* bsg.c: reads and judges a BSG: the numbers and the places of its nodes and assets. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"
#include "core/sort.h"
#include "formats/anark/anark.h"
#include "kit/arrays.h"

#define AL_RULES "rules/bsg.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/anark/bsg/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const bsg_layouts[];
extern const al_hooks bsg_hooks; /* for formats.c */

/* The sections, in the order of the file. */
enum { BSG_SECTION_MEMORY, BSG_SECTION_NODES, BSG_SECTION_ASSETS, BSG_SECTIONS };

typedef struct bsg_file {
    anark_file file;
    al_path memory_path, node_path, asset_path;
    al_span memory; /* the part that exists */
    uint64_t node_total;
    al_items nodes, assets; /* the part that was read */
} bsg_file;

#define AL_LAYOUT        "formats/anark/bsg/layout.def"
#define AL_LAYOUT_LIST   bsg_layouts
#define AL_LAYOUT_SHARED ANARK_LAYOUTS
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Reading ------------------------------------------------------------------------------------------- */

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
    /* A section whose size agrees with the count was reported already: the file is cut off in it. */
    w->silent = al_u32_at(f->file.sections[section].record, 0) == (uint64_t)there * records->stride;
    const bool possible = !counted || al_walk_count(w, &count, records->stride, path->name);
    w->silent = false;
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

static al_parsed bsg_parse(al_job *job, void *document)
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

/* ---- Nodes, one by one --------------------------------------------------------------------------------- */

typedef struct node {
    al_path path;
    al_span record;
} node;

static al_claim node_claim(size_t rule, const node *n, bsg_node_field field)
{
    return bsg_node_claim_at(rule, n->record, field, &n->path);
}

static void check_node_type(const node *n, al_sink *s)
{
    if (bsg_node_is_legal(n->record, BSG_NODE_AT_type))
        return;
    const al_claim claim = node_claim(BSG_NODE_TYPE, n, BSG_NODE_AT_type);
    al_report(
        s, &claim,
        "node has the type %u, known types are 1 (dummy), 2 (geometry), 3 (camera), 4 (light), 5 (text) "
        "and 8 (layer)",
        al_u8_at(n->record, BSG_NODE_AT_type));
}

static void check_layer(const node *n, al_sink *s)
{
    if (bsg_node_is_legal(n->record, BSG_NODE_AT_layer))
        return;
    const al_claim claim = node_claim(BSG_LAYER, n, BSG_NODE_AT_layer);
    al_report(s, &claim, "node is on layer %u, but layers are 0 to 7",
              al_u8_at(n->record, BSG_NODE_AT_layer));
}

static void check_rotation_method(const node *n, al_sink *s)
{
    if (bsg_node_is_legal(n->record, BSG_NODE_AT_rotation_method))
        return;
    al_claim claim = node_claim(BSG_ROTATION_METHOD, n, BSG_NODE_AT_rotation_method);
    claim.expected = al_uint(4);
    al_report(s, &claim, "node has the rotation method %u, only 4 is known",
              al_u8_at(n->record, BSG_NODE_AT_rotation_method));
}

/* bsg/not-finite reports numbers that are not finite. */
static void check_opacity(const node *n, al_sink *s)
{
    const float opacity = al_f32_at(n->record, BSG_NODE_AT_opacity);
    if (!isfinite(opacity) || (opacity >= 0 && opacity <= 1))
        return;
    const al_claim claim = node_claim(BSG_OPACITY, n, BSG_NODE_AT_opacity);
    al_report(s, &claim, "node has the opacity %s, not 0 to 1", al_show_number((double)opacity).text);
}

static void check_bool(const node *n, bsg_node_field field, const char *name, al_sink *s)
{
    if (bsg_node_is_legal(n->record, field))
        return;
    const al_claim claim = node_claim(BSG_BOOL_VALUE, n, field);
    al_report(s, &claim, "%s of the node is %u, neither 0 nor 1", name, al_u8_at(n->record, field));
}

static void check_box(const node *n, al_sink *s)
{
    enum { BOX_BYTES = BSG_NODE_AT_box_max - BSG_NODE_AT_box_min };
    for (uint64_t at = 0; at < BOX_BYTES; at += 4) {
        const float low = al_f32_at(n->record, BSG_NODE_AT_box_min + at);
        const float high = al_f32_at(n->record, BSG_NODE_AT_box_max + at);
        if (!(low > high) || !isfinite(low) || !isfinite(high))
            continue;
        const al_claim claim = node_claim(BSG_BOUNDING_BOX, n, BSG_NODE_AT_box_min);
        al_report(s, &claim, "bounding box has the minimum %c = %s and the maximum %s", "xyz"[at / 4],
                  al_show_number((double)low).text, al_show_number((double)high).text);
        return;
    }
}

/* The fields that are floats, translation to opacity. */
static void check_finite(const node *n, al_sink *s)
{
    for (size_t i = 0; i < bsg_node_layout.row_count; i++) {
        const al_row *row = &bsg_node_layout.rows[i];
        const al_span floats = al_slice_available(n->record, row->offset, 4 * (uint64_t)row->count);
        if (row->type != AL_TYPE_f32 || al_all_finite(floats))
            continue;
        const al_items values = al_items_of(floats, 4, &n->path, NULL);
        const al_tally bad = al_find_not_finite(&values, NULL);
        const uint64_t first = row->offset + 4 * bad.first[0];
        al_claim claim = node_claim(BSG_NOT_FINITE, n, (bsg_node_field)row->offset);
        claim.tally = row->count > 1 ? &bad : NULL;
        al_report(s, &claim, "%s of the node is not finite: %s", row->name,
                  al_show_number((double)al_f32_at(n->record, first)).text);
    }
}

static void judge_nodes(const bsg_file *f, al_sink *s)
{
    for (uint64_t i = 0; i < al_items_count(&f->nodes); i++) {
        const node n = {.path = al_item(NULL, "nodes", i), .record = al_items_at(&f->nodes, i)};
        check_node_type(&n, s);
        if (al_any_f32_not_finite(al_slice_available(n.record, BSG_NODE_AT_translation,
                                                     BSG_NODE_AT_layer - BSG_NODE_AT_translation)))
            check_finite(&n, s);
        check_box(&n, s);
        check_opacity(&n, s);
        check_layer(&n, s);
        check_bool(&n, BSG_NODE_AT_invert_y, "invertY", s);
        check_bool(&n, BSG_NODE_AT_transparent, "transparent", s);
        check_rotation_method(&n, s);
    }
}

/* ---- Assets, one by one -------------------------------------------------------------------------------- */

static void judge_assets(const bsg_file *f, al_sink *s)
{
    for (uint64_t i = 0; i < al_items_count(&f->assets); i++) {
        const al_span record = al_items_at(&f->assets, i);
        if (bsg_asset_is_legal(record, BSG_ASSET_AT_type))
            continue;
        const al_path path = al_item(NULL, "assets", i);
        const al_claim claim = bsg_asset_claim_at(BSG_ASSET_TYPE, record, BSG_ASSET_AT_type, &path);
        al_report(s, &claim, "asset has the type %u, known types are 6 (material) and 7 (texture)",
                  al_u8_at(record, BSG_ASSET_AT_type));
    }
}

/* ---- Duplicate numbers --------------------------------------------------------------------------------- */

typedef struct list {
    const al_items *items;
    const char *one; /* "node" */
    const al_layout *layout;
    uint32_t field; /* of the number in the record */
    size_t rule;
} list;

static uint32_t number_at(const list *l, uint64_t item)
{
    return al_u32_at(l->items->bytes, item * l->items->stride + l->field);
}

static int32_t signed_at(const list *l, uint64_t item)
{
    return al_i32_at(l->items->bytes, item * l->items->stride + l->field);
}

/* Exporters number upwards: then no number occurs twice. */
static bool any_not_rising(const list *l)
{
    for (uint64_t i = 1; i < al_items_count(l->items); i++)
        if (signed_at(l, i) <= signed_at(l, i - 1))
            return true;
    return false;
}

static void report_duplicate(const list *l, uint64_t number, uint64_t first, al_sink *s)
{
    const al_path path = al_item(NULL, l->items->path->name, number);
    const al_claim claim = al_field_claim(l->rule, l->layout, al_items_at(l->items, number), l->field, &path);
    al_report(s, &claim, "sceneNodeId %" PRId32 " is that of %s %" PRIu64 ", too", signed_at(l, number),
              l->one, first);
}

/* False when memory is short. */
static bool check_duplicates(al_job *job, const list *l)
{
    const uint64_t count = al_items_count(l->items);
    if (!any_not_rising(l))
        return true;
    uint64_t *sorted =
        al_alloc(job->arena, count, sizeof *sorted); /* the id in the upper half, the number in the lower */
    if (sorted == NULL)
        return false;
    for (uint64_t i = 0; i < count; i++)
        sorted[i] = (uint64_t)number_at(l, i) << 32 | i;
    al_sort(sorted, (size_t)count, sizeof *sorted, al_compare_u64, NULL);
    uint64_t first = 0;
    for (uint64_t i = 1; i < count; i++) {
        if (sorted[i] >> 32 == sorted[first] >> 32)
            report_duplicate(l, sorted[i] & UINT32_MAX, sorted[first] & UINT32_MAX, job->sink);
        else
            first = i;
    }
    return true;
}

/* ---- The whole file ------------------------------------------------------------------------------------ */

static al_span node_record(const void *document, uint64_t number)
{
    return al_items_at(&((const bsg_file *)document)->nodes, number);
}

static bool check_together(al_job *job, const bsg_file *f)
{
    const anark_parents parents = {.index_rule = BSG_PARENT_INDEX,
                                   .cycle_rule = BSG_PARENT_CYCLE,
                                   .nesting_rule = BSG_NESTING,
                                   .list = "nodes",
                                   .one = "node",
                                   .layout = &bsg_node_layout,
                                   .field = BSG_NODE_AT_parent_idx,
                                   .count = al_items_count(&f->nodes),
                                   .there = f->node_total,
                                   .document = f,
                                   .record = node_record};
    const list nodes = {.items = &f->nodes,
                        .one = "node",
                        .layout = &bsg_node_layout,
                        .field = BSG_NODE_AT_scene_node_id,
                        .rule = BSG_DUPLICATE_SCENE_NODE};
    const list assets = {.items = &f->assets,
                         .one = "asset",
                         .layout = &bsg_asset_layout,
                         .field = BSG_ASSET_AT_scene_node_id,
                         .rule = BSG_DUPLICATE_ASSET};
    return anark_check_parents(job, &parents) && check_duplicates(job, &nodes) &&
           check_duplicates(job, &assets);
}

static void judge(al_job *job, const void *document)
{
    const bsg_file *f = document;
    anark_judge(&f->file);
    if (!f->file.readable)
        return;
    judge_nodes(f, job->sink);
    judge_assets(f, job->sink);
    if (!check_together(job, f))
        al_report_no_memory(job);
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

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

static void bsg_facts(const void *document, const al_facts *facts)
{
    const bsg_file *f = document;
    add_items(&f->nodes, &bsg_node_layout, BSG_NODE_AT_scene_node_id, facts);
    add_items(&f->assets, &bsg_asset_layout, BSG_ASSET_AT_scene_node_id, facts);
    if (is_understood(f))
        al_add_end(facts);
}

/* ---- The format ---------------------------------------------------------------------------------------- */

static const al_fixer fixers[] = {
    {BSG_TRAILING_BYTES, al_fix_cut_off},
    {.plan = NULL},
};

const al_hooks bsg_hooks = {.limit_rule = BSG_LIMIT,
                            .layouts = bsg_layouts,
                            .magic = &BSG_HEADER_MAGIC,
                            .document_size = sizeof(bsg_file),
                            .parse = bsg_parse,
                            .judge = judge,
                            .facts = bsg_facts,
                            .fixers = fixers};
