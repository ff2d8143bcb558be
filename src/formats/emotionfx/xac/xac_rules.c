/* xac_rules.c: the check of an XAC from end to end, and the rules about nodes, groups, limits and totals. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "core/reduce/unit.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/parents.h"

static const float unit_tolerance = 0.01f;

/* ---- Nodes, one by one --------------------------------------------------------------------------------- */

/* The fields of a node that have to be finite stand at its start, in all versions; the first two are
 * rotations. */
enum { PLACE_BYTES = 56, ROTATIONS_BYTES = 32, QUATERNION_BYTES = 16, PLACE_ROWS = 4 };

static al_claim node_claim(size_t rule, const xac_node *node)
{
    return (al_claim){
        .rule = rule, .offset = node->record.base, .length = node->record.len, .path = *node->path};
}

static const al_row *first_not_finite(const xac_node *node)
{
    for (size_t i = 0; i < PLACE_ROWS; i++) {
        const al_row *row = &node->layout->rows[i];
        for (uint32_t k = 0; k < row->count; k++)
            if (!isfinite(al_f32_at(node->record, row->offset + 4 * (uint64_t)k)))
                return row;
    }
    return NULL;
}

static void check_node_finite(const efx_file *f, const xac_node *node)
{
    const al_row *row = first_not_finite(node);
    if (row == NULL)
        return;
    const al_claim claim = node_claim(XAC_NODE_NOT_FINITE, node);
    al_report(f->job->sink, &claim, "%s of the node \"%.*s\" is not finite: %s, %s, %s", row->name,
              AL_SHOW(node->name.text), al_show_number((double)al_f32_at(node->record, row->offset)).text,
              al_show_number((double)al_f32_at(node->record, (uint64_t)row->offset + 4)).text,
              al_show_number((double)al_f32_at(node->record, (uint64_t)row->offset + 8)).text);
}

static void check_node_norm(const efx_file *f, const xac_node *node)
{
    for (uint64_t at = 0; at < ROTATIONS_BYTES; at += QUATERNION_BYTES) {
        double square = 0;
        for (uint64_t i = 0; i < 4; i++) {
            const double number = (double)al_f32_at(node->record, at + 4 * i);
            square += number * number;
        }
        if (!isfinite(square) || fabs(sqrt(square) - 1) <= (double)unit_tolerance)
            continue;
        const al_claim claim = node_claim(XAC_NODE_ROTATION_NORM, node);
        al_report(f->job->sink, &claim, "%s of the node \"%.*s\" has the length %.6g, not 1",
                  at == 0 ? "rot" : "scaleRot", AL_SHOW(node->name.text), sqrt(square));
        return;
    }
}

static void judge_node(void *context, const xac_node *node)
{
    xac_file *x = context;
    efx_file *f = &x->file;
    if (al_any_f32_not_finite(al_slice_available(node->record, 0, PLACE_BYTES)))
        check_node_finite(f, node);
    if (al_any_off_unit_f32(al_slice_available(node->record, 0, ROTATIONS_BYTES), QUATERNION_BYTES,
                            unit_tolerance))
        check_node_norm(f, node);
    if (node->named) {
        efx_check_text(f, &node->name);
        if (node->name.text.len > 0)
            al_names_add(&x->names, f->job->arena, node->name.text, node->chunk, node->number);
    }
    xac_node_entry *nodes =
        al_grow(f->job->arena, x->nodes, x->node_count, &x->node_capacity, sizeof *x->nodes);
    x->out_of_memory = x->out_of_memory || nodes == NULL;
    if (nodes == NULL)
        return;
    x->nodes = nodes;
    nodes[x->node_count++] = (xac_node_entry){.at = node->record.base - f->bytes.base,
                                              .parent = al_i32_at(node->record, node->parent_at),
                                              .chunk = node->chunk,
                                              .number = node->number};
}

void xac_judge_nodes(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    xac_file *x = document;
    (void)chunk;
    if (!x->out_of_memory)
        (void)xac_each_node(c, judge_node, x);
    c->out_of_memory = x->out_of_memory;
}

/* ---- All nodes together -------------------------------------------------------------------------------- */

/* A claim about a field of a node that was read before. */
static al_claim entry_claim(size_t rule, const xac_file *x, const xac_node_entry *entry, uint32_t field,
                            const al_path *path)
{
    const efx_chunk *chunk = &x->file.chunks[entry->chunk];
    const al_span record = al_slice_available(x->file.bytes, entry->at, xac_node_size(chunk));
    return al_field_claim(rule, xac_node_layout_of(chunk), record, field, path);
}

/* The claims of a node, at one of its fields; both layouts have a parent. */
#define WITH_NODE_PATH(x, entry, chunk_path, node_path)                                       \
    const al_path chunk_path = efx_chunk_path(&(x)->file, &(x)->file.chunks[(entry)->chunk]); \
    const al_path node_path =                                                                 \
        (entry)->number == UINT32_MAX ? chunk_path : al_item(&chunk_path, "nodes", (entry)->number)

static al_claim parent_claim(size_t rule, const xac_file *x, const xac_node_entry *entry, const al_path *path)
{
    const bool old = xac_node_layout_of(&x->file.chunks[entry->chunk]) == &xac_old_node_layout;
    return entry_claim(rule, x, entry, old ? (uint32_t)XAC_OLD_NODE_AT_parent : (uint32_t)XAC_NODE_AT_parent,
                       path);
}

static void check_parent(const xac_file *x, uint64_t number)
{
    const xac_node_entry *entry = &x->nodes[number];
    const int64_t parent = entry->parent, own = (int64_t)number;
    const bool too_high = x->nodes_known && parent >= x->num_nodes;
    WITH_NODE_PATH(x, entry, chunk_path, path);
    if (parent < -1 || parent == own || too_high) {
        const al_claim claim = parent_claim(XAC_PARENT_INDEX, x, entry, &path);
        if (parent == own)
            al_report(x->file.job->sink, &claim, "node %" PRId64 " is its own parent", own);
        else
            al_report(x->file.job->sink, &claim,
                      "node %" PRId64 " has the parent %" PRId64 ", there are nodes 0 to %" PRId64, own,
                      parent, (int64_t)(x->nodes_known ? x->num_nodes : x->node_count) - 1);
    } else if (parent > own) {
        const al_claim claim = parent_claim(XAC_PARENT_ORDER, x, entry, &path);
        al_report(x->file.job->sink, &claim, "node %" PRId64 " comes before its parent, node %" PRId64, own,
                  parent);
    }
}

static int64_t parent_of(const void *document, uint64_t number)
{
    const xac_file *x = document;
    return x->nodes[number].parent;
}

/* A loop, told at its lowest number. */
static void report_cycle(void *context, const al_tally *loop)
{
    const xac_file *x = context;
    const uint64_t lowest = loop->first[0];
    const xac_node_entry *entry = &x->nodes[lowest];
    WITH_NODE_PATH(x, entry, chunk_path, path);
    al_claim claim = parent_claim(XAC_PARENT_CYCLE, x, entry, &path);
    claim.tally = loop;
    al_report(x->file.job->sink, &claim,
              "%" PRIu64 " nodes are each other's parents, from node %" PRIu64 " on up to itself",
              loop->count, lowest);
}

/* Counts that a node chunk gives, against the parents that its nodes name. Only where all nodes are there. */
static void check_child_counts(xac_file *x, const al_parents *parents)
{
    uint32_t roots = 0;
    for (uint64_t i = 0; i < x->node_count; i++) {
        roots += x->nodes[i].parent == -1;
        if (al_has_parent(parents, i))
            x->nodes[x->nodes[i].parent].children++;
    }
    for (uint64_t i = 0; i < x->node_count; i++) {
        const xac_node_entry *entry = &x->nodes[i];
        WITH_NODE_PATH(x, entry, chunk_path, path);
        if (xac_node_layout_of(&x->file.chunks[entry->chunk]) == &xac_old_node_layout)
            continue;
        const uint32_t declared = al_u32_at(x->file.bytes, entry->at + XAC_NODE_AT_num_children);
        const uint32_t self = entry->parent >= 0 && (uint64_t)entry->parent == i;
        if (declared == entry->children || declared == entry->children + self)
            continue;
        al_claim claim = entry_claim(XAC_CHILD_COUNT, x, entry, XAC_NODE_AT_num_children, &path);
        claim.expected = al_uint(entry->children);
        al_report(x->file.job->sink, &claim, "node %" PRIu64 " is said to have %u children, %u nodes name it",
                  i, declared, entry->children);
    }
    const efx_chunk *chunk = &x->file.chunks[x->node_chunk];
    const al_path path = efx_chunk_path(&x->file, chunk);
    const al_span record = al_slice_available(x->file.bytes, chunk->at + EFX_CHUNK_BYTES, XAC_NODES_BYTES);
    if (chunk->id != XAC_NODES_CHUNK || al_u32_at(record, XAC_NODES_AT_num_roots) == roots)
        return;
    al_claim claim = al_field_claim(XAC_ROOT_COUNT, &xac_nodes_layout, record, XAC_NODES_AT_num_roots, &path);
    claim.expected = al_uint(roots);
    al_report(x->file.job->sink, &claim, "%u root nodes are declared, %u of the %u nodes have no parent",
              al_u32_at(record, XAC_NODES_AT_num_roots), roots, x->num_nodes);
}

static void check_nodes(xac_file *x)
{
    const al_parents parents = {.count = x->node_count, .document = x, .parent = parent_of};
    for (uint64_t i = 0; i < x->node_count; i++)
        check_parent(x, i);
    if (!al_find_loops(&parents, x->file.job->arena, report_cycle, x))
        efx_report_memory_limit(&x->file);
    if (x->nodes_known && x->node_count == x->num_nodes)
        check_child_counts(x, &parents);
    efx_check_names(&x->names, &x->file, XAC_DUPLICATE_NODE_NAME, "nodes", "node");
}

bool xac_second_nodes(void *document, const efx_chunk *chunk, uint32_t *first)
{
    const xac_file *x = document;
    const efx_chunk *source = &x->file.chunks[x->node_chunk];
    *first = x->node_chunk;
    return chunk->number != x->node_chunk && (chunk->id == XAC_NODES_CHUNK || source->id == XAC_NODES_CHUNK);
}

/* ---- Groups, limits, info ------------------------------------------------------------------------------ */

static void judge_group(void *context, const xac_group *g)
{
    const xac_file *x = context;
    al_tally bad = {.count = 0};
    if (g->named)
        efx_check_text(&x->file, &g->name);
    for (uint64_t i = 0; i < g->nodes.len / 2 && x->nodes_known; i++)
        if (al_u16_at(g->nodes, 2 * i) >= x->num_nodes)
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = {.rule = XAC_GROUP_NODE,
                            .offset = g->nodes.base,
                            .length = g->nodes.len,
                            .path = al_field(g->path, "nodes"),
                            .tally = &bad};
    al_report(x->file.job->sink, &claim,
              "nodes of the group \"%.*s\" beyond the %u nodes of the file: %" PRIu64
              " of %zu, the first is node %u",
              AL_SHOW(g->name.text), x->num_nodes, bad.count, (g->nodes.len / 2),
              al_u16_at(g->nodes, 2 * bad.first[0]));
}

void xac_judge_groups(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    (void)chunk;
    (void)xac_each_group(c, judge_group, document);
}

void xac_judge_limits(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const xac_file *x = document;
    al_span record;
    (void)chunk;
    if (!efx_take_fixed(c, XAC_LIMITS_BYTES, &record) || !x->nodes_known)
        return;
    const uint32_t node = al_u32_at(record, XAC_LIMITS_AT_node);
    if (node < x->num_nodes)
        return;
    const al_claim claim =
        al_field_claim(XAC_LIMIT_NODE, &xac_limits_layout, record, XAC_LIMITS_AT_node, &c->path);
    al_report(x->file.job->sink, &claim, "limits are for node %u, there are %u nodes", node, x->num_nodes);
}

void xac_judge_info(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    al_span record;
    (void)document;
    if (efx_take_fixed(c, xac_info_size(chunk), &record))
        (void)efx_take_texts(c, xac_info_texts, XAC_INFO_TEXTS, efx_judge_text, c->file);
}

/* ---- A file within the file ---------------------------------------------------------------------------- */

void xac_judge_lod(void *document, efx_cursor *c, const efx_chunk *chunk)
{
    const xac_file *x = document;
    if (chunk->inside != NULL) {
        xac_judge(chunk->inside);
        return;
    }
    const al_span record = al_slice_available(c->file->bytes, c->at, XAC_LOD_BYTES);
    const al_span bytes =
        al_slice_available(c->file->bytes, c->at + XAC_LOD_BYTES, al_u32_at(record, XAC_LOD_AT_size));
    const al_claim claim = {.rule = XAC_LIMIT,
                            .offset = bytes.base,
                            .length = bytes.len,
                            .path = al_field(&c->path, "lod"),
                            .limit = true};
    if (x->nested)
        al_report(x->file.job->sink, &claim,
                  "a level of detail within a level of detail was not checked: %zu bytes", bytes.len);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* How many nodes there are. A number that the file can't hold is none. */
static void count_nodes(xac_file *x)
{
    const efx_file *f = &x->file;
    if (!x->has_nodes)
        return;
    const efx_chunk *chunk = &f->chunks[x->node_chunk];
    if (chunk->id == XAC_OLD_NODE_CHUNK) {
        x->nodes_known = f->complete;
        x->num_nodes = x->old_nodes;
        return;
    }
    const al_span record = al_slice_available(f->bytes, chunk->at + EFX_CHUNK_BYTES, XAC_NODES_BYTES);
    const uint64_t left = f->bytes.len - chunk->at;
    x->num_nodes = al_u32_at(record, XAC_NODES_AT_num_nodes);
    x->nodes_known = chunk->supported && record.len == XAC_NODES_BYTES &&
                     (uint64_t)x->num_nodes * (XAC_NODE_BYTES + 4) <= left;
}

/* Chunks that have to be counted before anything is judged, also where they are broken. */
static bool count_chunks(xac_file *x)
{
    efx_file *f = &x->file;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const efx_chunk *chunk = &f->chunks[i];
        x->old_nodes += chunk->id == XAC_OLD_NODE_CHUNK;
        if (!x->has_nodes && (chunk->id == XAC_OLD_NODE_CHUNK || chunk->id == XAC_NODES_CHUNK)) {
            x->has_nodes = true;
            x->node_chunk = i;
        }
        if (chunk->id != XAC_MATERIAL_CHUNK && chunk->id != XAC_FX_CHUNK)
            continue;
        x->materials++;
        const al_span record = al_slice_available(f->bytes, chunk->at + EFX_CHUNK_BYTES, 4);
        const uint32_t lod = chunk->supported ? xac_lod_of(chunk, record) : 0;
        const uint32_t *found = al_map_find(&x->lod_of, lod);
        if (found == NULL) {
            xac_lod_materials *lods =
                al_grow(f->job->arena, x->lods, x->lod_count, &x->lod_capacity, sizeof *x->lods);
            if (lods == NULL)
                return false;
            x->lods = lods; /* at once: the old ones are gone */
            if (!al_map_add(&x->lod_of, f->job->arena, lod, x->lod_count))
                return false;
            lods[x->lod_count++] = (xac_lod_materials){.lod = lod};
            found = al_map_find(&x->lod_of, lod);
        }
        x->lods[*found].standard += chunk->id == XAC_MATERIAL_CHUNK;
        x->lods[*found].fx += chunk->id == XAC_FX_CHUNK;
    }
    count_nodes(x);
    return true;
}

void xac_judge(xac_file *x)
{
    if (!count_chunks(x)) {
        efx_report_memory_limit(&x->file);
        return;
    }
    efx_check(&x->file);
    if (!x->out_of_memory)
        check_nodes(x);
}

void xac_check(al_job *job)
{
    xac_file x = {.nested = false};
    if (xac_parse(job, job->file, &x))
        xac_judge(&x);
    else
        efx_report_memory_limit(&x.file);
}

const al_hooks xac_hooks = {.limit_rule = XAC_LIMIT, .layouts = xac_layouts, .check = xac_check};
