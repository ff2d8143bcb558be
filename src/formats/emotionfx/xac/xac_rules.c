/* xac_rules.c: the judging of an XAC, and its rules about nodes, groups and limits. */
#include <inttypes.h>
#include <math.h>

#include "core/reduce/finite.h"
#include "core/reduce/unit.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/items.h"
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
        const al_row *row = &node->form->layout->rows[i];
        for (uint32_t k = 0; k < row->count; k++)
            if (!isfinite(al_f32_at(node->record, row->offset + 4 * (uint64_t)k)))
                return row;
    }
    return NULL;
}

static void check_node_finite(al_sink *s, const xac_node *node)
{
    const al_row *row = first_not_finite(node);
    if (row == NULL)
        return;
    const al_claim claim = node_claim(XAC_NODE_NOT_FINITE, node);
    al_report(s, &claim, "%s of the node \"%.*s\" is not finite: %s, %s, %s", row->name,
              AL_SHOW(node->name.text), al_show_number((double)al_f32_at(node->record, row->offset)).text,
              al_show_number((double)al_f32_at(node->record, (uint64_t)row->offset + 4)).text,
              al_show_number((double)al_f32_at(node->record, (uint64_t)row->offset + 8)).text);
}

static void check_node_norm(al_sink *s, const xac_node *node)
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
        al_report(s, &claim, "%s of the node \"%.*s\" has the length %.6g, not 1",
                  at == 0 ? "rot" : "scaleRot", AL_SHOW(node->name.text), sqrt(square));
        return;
    }
}

static void judge_node(void *context, const xac_node *node)
{
    xac_judging *j = context;
    al_arena *arena = j->efx.job->arena;
    if (al_any_f32_not_finite(al_slice_available(node->record, 0, PLACE_BYTES)))
        check_node_finite(j->sink, node);
    if (al_any_off_unit_f32(al_slice_available(node->record, 0, ROTATIONS_BYTES), QUATERNION_BYTES,
                            unit_tolerance))
        check_node_norm(j->sink, node);
    if (node->named)
        efx_check_text(&j->efx, &node->name);
    if (node->named && node->name.text.len > 0)
        al_names_add(&j->names, arena, node->name.text, node->chunk, node->number);
    xac_node_entry *nodes = al_grow(arena, j->nodes, j->node_count, &j->node_capacity, sizeof *j->nodes);
    j->efx.out_of_memory = j->efx.out_of_memory || nodes == NULL;
    if (nodes == NULL)
        return;
    j->nodes = nodes;
    nodes[j->node_count++] = (xac_node_entry){.at = node->record.base - j->x->file.bytes.base,
                                              .parent = al_i32_at(node->record, node->form->parent),
                                              .chunk = node->chunk,
                                              .number = node->number};
}

void xac_judge_nodes(void *judging, efx_reading *r)
{
    (void)xac_each_node(r, judge_node, judging);
}

/* ---- All nodes together -------------------------------------------------------------------------------- */

static const xac_node_form *form_of(const xac_judging *j, const xac_node_entry *entry)
{
    const efx_chunk_header header = efx_header_of(&j->x->file, entry->chunk);
    return xac_node_form_of(&header);
}

/* The paths of a node that was read before. */
#define WITH_NODE_PATH(j, entry, chunk_path, node_path)                     \
    const al_path chunk_path = efx_chunk_path((j)->efx.up, (entry)->chunk); \
    const al_path node_path =                                               \
        (entry)->number == UINT32_MAX ? chunk_path : al_item(&chunk_path, "nodes", (entry)->number)

/* A claim about one of its fields. */
static al_claim entry_claim(size_t rule, const xac_judging *j, const xac_node_entry *entry, uint32_t field,
                            const al_path *path)
{
    const xac_node_form *form = form_of(j, entry);
    const al_span record = al_slice_available(j->x->file.bytes, entry->at, form->size);
    return al_field_claim(rule, form->layout, record, field, path);
}

static al_claim parent_claim(size_t rule, const xac_judging *j, const xac_node_entry *entry,
                             const al_path *path)
{
    return entry_claim(rule, j, entry, form_of(j, entry)->parent, path);
}

static void check_parent(const xac_judging *j, uint64_t number)
{
    const xac_file *x = j->x;
    const xac_node_entry *entry = &j->nodes[number];
    const int64_t parent = entry->parent, own = (int64_t)number;
    const bool too_high = x->nodes_known && parent >= x->num_nodes;
    WITH_NODE_PATH(j, entry, chunk_path, path);
    if (parent < -1 || parent == own || too_high) {
        const al_claim claim = parent_claim(XAC_PARENT_INDEX, j, entry, &path);
        if (parent == own)
            al_report(j->sink, &claim, "node %" PRId64 " is its own parent", own);
        else
            al_report(j->sink, &claim,
                      "node %" PRId64 " has the parent %" PRId64 ", there are nodes 0 to %" PRId64, own,
                      parent, (int64_t)(x->nodes_known ? x->num_nodes : j->node_count) - 1);
    } else if (parent > own) {
        const al_claim claim = parent_claim(XAC_PARENT_ORDER, j, entry, &path);
        al_report(j->sink, &claim, "node %" PRId64 " comes before its parent, node %" PRId64, own, parent);
    }
}

static int64_t parent_of(const void *document, uint64_t number)
{
    const xac_judging *j = document;
    return j->nodes[number].parent;
}

/* A loop, reported at its lowest number. */
static void report_cycle(void *context, const al_tally *loop)
{
    const xac_judging *j = context;
    const uint64_t lowest = loop->first[0];
    const xac_node_entry *entry = &j->nodes[lowest];
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = parent_claim(XAC_PARENT_CYCLE, j, entry, &path);
    claim.tally = loop;
    al_report(j->sink, &claim,
              "%" PRIu64 " nodes are each other's parents, from node %" PRIu64 " on up to itself",
              loop->count, lowest);
}

static void check_child_count(const xac_judging *j, uint64_t number)
{
    const xac_node_entry *entry = &j->nodes[number];
    const uint32_t field = form_of(j, entry)->num_children;
    if (field == EFX_NO_FIELD)
        return;
    const uint32_t declared = al_u32_at(j->x->file.bytes, entry->at + field);
    const uint32_t self = entry->parent >= 0 && (uint64_t)entry->parent == number;
    if (declared == entry->children || declared == entry->children + self)
        return;
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = entry_claim(XAC_CHILD_COUNT, j, entry, field, &path);
    claim.expected = al_uint(entry->children);
    al_report(j->sink, &claim, "node %" PRIu64 " is said to have %u children, %u nodes name it", number,
              declared, entry->children);
}

static void check_root_count(const xac_judging *j, uint32_t roots)
{
    const xac_file *x = j->x;
    const al_path path = efx_chunk_path(j->efx.up, x->node_chunk);
    const al_span record = efx_payload(&x->file, x->node_chunk, XAC_NODES_BYTES);
    const uint32_t declared = al_u32_at(record, XAC_NODES_AT_num_roots);
    if (efx_known_id(&x->file, x->node_chunk) != XAC_NODES_CHUNK || declared == roots)
        return;
    al_claim claim = xac_nodes_claim_at(XAC_ROOT_COUNT, record, XAC_NODES_AT_num_roots, &path);
    claim.expected = al_uint(roots);
    al_report(j->sink, &claim, "%u root nodes are declared, %u of the %u nodes have no parent", declared,
              roots, x->num_nodes);
}

/* Counts that a node chunk gives, against the parents that its nodes name. Only where all nodes are there. */
static void check_counts(xac_judging *j, const al_parents *parents)
{
    uint32_t roots = 0;
    for (uint64_t i = 0; i < j->node_count; i++) {
        roots += j->nodes[i].parent == -1;
        if (al_has_parent(parents, i))
            j->nodes[j->nodes[i].parent].children++;
    }
    for (uint64_t i = 0; i < j->node_count; i++)
        check_child_count(j, i);
    check_root_count(j, roots);
}

static void check_nodes(xac_judging *j)
{
    const al_parents parents = {.count = j->node_count, .document = j, .parent = parent_of};
    for (uint64_t i = 0; i < j->node_count; i++)
        check_parent(j, i);
    if (!al_find_loops(&parents, j->efx.job->arena, report_cycle, j))
        efx_report_memory_limit(&j->efx);
    if (j->x->nodes_known && j->node_count == j->x->num_nodes)
        check_counts(j, &parents);
    efx_check_names(&j->efx, &j->names, XAC_DUPLICATE_NODE_NAME, "nodes", "node");
}

static bool second_nodes(void *judging, uint32_t number, uint32_t *first)
{
    const xac_judging *j = judging;
    const efx_file *f = &j->x->file;
    *first = j->x->node_chunk;
    return number != *first &&
           (efx_known_id(f, number) == XAC_NODES_CHUNK || efx_known_id(f, *first) == XAC_NODES_CHUNK);
}

/* ---- Groups, limits, info ------------------------------------------------------------------------------ */

static void judge_group(void *context, const xac_group *g)
{
    const xac_judging *j = context;
    const xac_file *x = j->x;
    const al_path path = al_field(g->path, "nodes");
    const al_items nodes = al_items_of(g->nodes, 2, &path, "nodes");
    al_tally bad = {.count = 0};
    for (uint64_t i = 0; i < al_items_count(&nodes) && x->nodes_known; i++)
        if (al_u16_at(nodes.bytes, 2 * i) >= x->num_nodes)
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    const al_claim claim = {
        .rule = XAC_GROUP_NODE, .offset = g->nodes.base, .length = g->nodes.len, .path = path, .tally = &bad};
    al_report(j->sink, &claim,
              "nodes of the group \"%.*s\" beyond the %u nodes of the file: %" PRIu64 " of %" PRIu64
              ", the first is node %u",
              AL_SHOW(g->name.text), x->num_nodes, bad.count, al_items_count(&nodes),
              al_u16_at(nodes.bytes, 2 * bad.first[0]));
}

void xac_judge_groups(void *judging, efx_reading *r)
{
    (void)xac_each_group(r, judge_group, judging);
}

void xac_judge_limits(void *judging, efx_reading *r)
{
    const xac_judging *j = judging;
    const xac_file *x = j->x;
    al_span record;
    if (!xac_read_limits(r, &record) || !x->nodes_known)
        return;
    const uint32_t node = al_u32_at(record, XAC_LIMITS_AT_node);
    if (node < x->num_nodes)
        return;
    const al_claim claim = xac_limits_claim_at(XAC_LIMIT_NODE, record, XAC_LIMITS_AT_node, &r->path);
    al_report(j->sink, &claim, "limits are for node %u, there are %u nodes", node, x->num_nodes);
}

/* Its texts are all that there is to judge. */
void xac_judge_info(void *judging, efx_reading *r)
{
    (void)judging;
    (void)xac_read_info(r);
}

/* ---- A file within the file ---------------------------------------------------------------------------- */

void xac_judge_lod(void *judging, efx_reading *r)
{
    xac_judging *j = judging;
    const xac_file *x = j->x;
    const al_path path = al_field(&r->path, "lod");
    if (j->next_inside < x->inside_count && x->insides[j->next_inside].chunk == r->number) {
        xac_judge(j->efx.job, x->insides[j->next_inside++].file, &path);
        return;
    }
    const al_span record = efx_payload(&x->file, r->number, XAC_LOD_BYTES);
    const al_span bytes =
        al_slice_available(x->file.bytes, r->walk.at + XAC_LOD_BYTES, al_u32_at(record, XAC_LOD_AT_size));
    const al_claim claim = {
        .rule = XAC_LIMIT, .offset = bytes.base, .length = bytes.len, .path = path, .limit = true};
    if (x->nested)
        al_report(j->sink, &claim, "a level of detail within a level of detail was not checked: %zu bytes",
                  bytes.len);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

/* The entry of a level of detail; NULL when memory is short. */
static xac_lod_materials *lod_of(xac_judging *j, uint32_t lod)
{
    al_arena *arena = j->efx.job->arena;
    const uint32_t *found = al_map_find(&j->lod_of, lod);
    if (found != NULL)
        return &j->lods[*found];
    xac_lod_materials *lods = al_grow(arena, j->lods, j->lod_count, &j->lod_capacity, sizeof *j->lods);
    if (lods == NULL)
        return NULL;
    j->lods = lods; /* at once: the old ones are gone */
    if (!al_map_add(&j->lod_of, arena, lod, j->lod_count))
        return NULL;
    lods[j->lod_count] = (xac_lod_materials){.lod = lod};
    return &lods[j->lod_count++];
}

/* Before anything is judged, also where the chunks are broken. False when memory is short. */
static bool count_materials(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const uint32_t id = efx_known_id(f, i);
        if (id != XAC_MATERIAL_CHUNK && id != XAC_FX_CHUNK)
            continue;
        xac_lod_materials *lod = lod_of(j, f->chunks[i].supported ? xac_lod_of(j->x, i) : 0);
        if (lod == NULL)
            return false;
        j->materials++;
        lod->standard += id == XAC_MATERIAL_CHUNK;
        lod->fx += id == XAC_FX_CHUNK;
    }
    return true;
}

/* In the order of the kinds of chunks. */
static const efx_chunk_rules chunk_rules[] = {
    {.id = XAC_OLD_NODE_CHUNK, .judge = xac_judge_nodes, .second = second_nodes},
    {.id = XAC_MESH_CHUNK, .judge = xac_judge_mesh},
    {.id = XAC_SKIN_CHUNK, .judge = xac_judge_skin},
    {.id = XAC_MATERIAL_CHUNK, .judge = xac_judge_material, .texts = true},
    {.id = XAC_TEXTURE_CHUNK, .judge = xac_judge_texture, .texts = true},
    {.id = XAC_FX_CHUNK, .judge = xac_judge_fx, .texts = true},
    {.id = XAC_LIMIT_CHUNK, .judge = xac_judge_limits},
    {.id = XAC_INFO_CHUNK, .judge = xac_judge_info, .texts = true},
    {.id = XAC_LOD_CHUNK, .judge = xac_judge_lod},
    {.id = XAC_MORPH_CHUNK, .judge = xac_judge_morphs, .texts = true},
    {.id = XAC_GROUPS_CHUNK, .judge = xac_judge_groups, .texts = true},
    {.id = XAC_NODES_CHUNK, .judge = xac_judge_nodes, .second = second_nodes},
    {.id = XAC_MORPHS_CHUNK, .judge = xac_judge_morphs, .texts = true},
    {.id = XAC_TOTALS_CHUNK, .judge = xac_judge_totals, .second = xac_second_totals},
};

void xac_judge(al_job *job, const xac_file *x, const al_path *up)
{
    xac_judging j = {
        .efx = {.job = job, .rules = chunk_rules, .file = &x->file, .up = up}, .x = x, .sink = job->sink};
    if (!count_materials(&j)) {
        efx_report_memory_limit(&j.efx);
        return;
    }
    efx_judge(&j);
    if (!j.efx.out_of_memory)
        check_nodes(&j);
}

static void judge(al_job *job, const void *document)
{
    xac_judge(job, document, NULL);
}

const al_hooks xac_hooks = {.limit_rule = XAC_LIMIT,
                            .layouts = xac_layouts,
                            .document_size = sizeof(xac_file),
                            .parse = xac_parse,
                            .judge = judge,
                            .facts = xac_facts};
