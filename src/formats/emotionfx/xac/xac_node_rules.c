/* xac_node_rules.c: rules about each node of an XAC, and about all nodes together. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/vectors.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/parents.h"

/* ---- Nodes, one by one --------------------------------------------------------------------------------- */

/* The fields of a node that have to be finite are its first ones, in all versions. The first two are
 * rotations. */
enum { ROTATIONS = 2, QUATERNION_BYTES = 16, VECTOR_FLOATS = 6, PLACE_ROWS = 4 };
enum { SCALE_AT = XAC_NODE_AT_scale };
_Static_assert((int)SCALE_AT == (int)XAC_OLD_NODE_AT_scale, "one place for the scale in all versions");

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
    for (uint64_t at = 0; at < (uint64_t)ROTATIONS * QUATERNION_BYTES; at += QUATERNION_BYTES) {
        double square = 0;
        for (uint64_t i = 0; i < 4; i++) {
            const double number = (double)al_f32_at(node->record, at + 4 * i);
            square += number * number;
        }
        if (!isfinite(square) || fabs(sqrt(square) - 1) <= (double)XAC_UNIT_TOLERANCE)
            continue;
        const al_claim claim = node_claim(XAC_NODE_ROTATION_NORM, node);
        al_report(s, &claim, "%s of the node \"%.*s\" has the length %s, not 1", at == 0 ? "rot" : "scaleRot",
                  AL_SHOW(node->name.text), al_show_real(sqrt(square), 6).text);
        return;
    }
}

/* A negative scale mirrors, which is usual. */
static void check_node_scale(al_sink *s, const xac_node *node)
{
    float scale[3];
    for (uint64_t i = 0; i < 3; i++)
        scale[i] = al_f32_at(node->record, SCALE_AT + 4 * i);
    if (scale[0] != 0 && scale[1] != 0 && scale[2] != 0)
        return;
    const al_claim claim =
        al_field_claim(XAC_ZERO_SCALE, node->form->layout, node->record, SCALE_AT, node->path);
    al_report(s, &claim, "scale of the node \"%.*s\" is 0 on an axis: %s, %s, %s", AL_SHOW(node->name.text),
              al_show_number((double)scale[0]).text, al_show_number((double)scale[1]).text,
              al_show_number((double)scale[2]).text);
}

static void check_node_name(const xac_judging *j, const xac_node *node)
{
    if (!node->named || node->name.text.len > 0)
        return;
    const al_claim claim = al_string_claim(XAC_EMPTY_NODE_NAME, &node->name);
    al_report(j->sink, &claim, "node %" PRIu64 " has no name", j->node_count);
}

static void judge_node(void *context, const xac_node *node)
{
    xac_judging *j = context;
    al_arena *arena = j->efx.job->arena;
    check_node_scale(j->sink, node);
    check_node_name(j, node);
    if (al_any_place_off(node->record, ROTATIONS, VECTOR_FLOATS, XAC_UNIT_TOLERANCE)) {
        check_node_finite(j->sink, node);
        check_node_norm(j->sink, node);
    }
    if (node->named)
        efx_check_text(&j->efx, &node->name);
    if (node->named && node->name.text.len > 0)
        al_names_add(&j->names, arena, node->name.text, node->chunk, node->number);
    const xac_node_entry entry = {.at = node->record.base - j->x->file.bytes.base,
                                  .parent = al_i32_at(node->record, node->form->parent),
                                  .chunk = node->chunk,
                                  .number = node->number};
    if (!AL_APPEND(arena, j->nodes, j->node_count, j->node_capacity, entry))
        j->efx.out_of_memory = true;
}

static void check_no_nodes(const xac_judging *j, const efx_reading *r)
{
    const al_span record = efx_payload(&j->x->file, r->number, XAC_NODES_BYTES);
    if (r->header.id != XAC_NODES_CHUNK || record.len < XAC_NODES_BYTES ||
        al_u32_at(record, XAC_NODES_AT_num_nodes) > 0)
        return;
    const al_claim claim = xac_nodes_claim_at(XAC_NO_NODES, record, XAC_NODES_AT_num_nodes, &r->path);
    al_report(j->sink, &claim, "actor has 0 nodes");
}

void xac_judge_nodes(void *judging, efx_reading *r)
{
    check_no_nodes(judging, r);
    (void)xac_each_node(r, judge_node, judging);
}

/* ---- All nodes together -------------------------------------------------------------------------------- */

static const xac_node_form *form_of(const xac_judging *j, const xac_node_entry *entry)
{
    const efx_chunk_header header = efx_header_of(&j->x->file, entry->chunk);
    return xac_node_form_of(&header);
}

static void append(xac_node_text *shown, const char *bytes, size_t length)
{
    const size_t end = strlen(shown->text);
    memcpy(&shown->text[end], bytes, length);
    shown->text[end + length] = '\0';
}

xac_node_text xac_show_node(const xac_judging *j, int64_t number)
{
    enum { SHOWN = 60 };
    static_assert(sizeof(xac_node_text) >= sizeof "node -9223372036854775808 \"...\"" + SHOWN, "all fits");
    const al_number_text digits = al_show_signed(number);
    xac_node_text shown = {.text = "node "};
    al_span name = {.len = 0};
    append(&shown, digits.text, strlen(digits.text));
    if (number >= 0 && (uint64_t)number < j->node_count) {
        const xac_node_entry *entry = &j->nodes[number];
        const uint64_t at = entry->at + form_of(j, entry)->size;
        name = al_slice_available(j->x->file.bytes, at + 4, al_u32_at(j->x->file.bytes, at));
    }
    if (name.len == 0)
        return shown;
    const al_span start = al_slice_available(name, 0, SHOWN);
    append(&shown, " \"", 2);
    append(&shown, (const char *)start.ptr, al_text_length(start));
    if (name.len > SHOWN)
        append(&shown, "...", 3);
    append(&shown, "\"", 1);
    return shown;
}

/* The paths of a node that was read earlier. */
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
    if (parent >= -1 && parent < own && !too_high)
        return;
    WITH_NODE_PATH(j, entry, chunk_path, path);
    if (parent < -1 || parent == own || too_high) {
        const al_claim claim = parent_claim(XAC_PARENT_INDEX, j, entry, &path);
        if (parent == own)
            al_report(j->sink, &claim, "%s is its own parent", xac_show_node(j, own).text);
        else
            al_report(j->sink, &claim, "%s has the parent %" PRId64 ", but the nodes are 0 to %" PRId64,
                      xac_show_node(j, own).text, parent,
                      (int64_t)(x->nodes_known ? x->num_nodes : j->node_count) - 1);
    } else {
        const al_claim claim = parent_claim(XAC_PARENT_ORDER, j, entry, &path);
        al_report(j->sink, &claim, "%s comes before its parent, %s", xac_show_node(j, own).text,
                  xac_show_node(j, parent).text);
    }
}

static int64_t parent_of(const void *document, uint64_t number)
{
    const xac_judging *j = document;
    return j->nodes[number].parent;
}

/* Reports a loop at its lowest node. */
static void report_cycle(void *context, const al_tally *loop)
{
    const xac_judging *j = context;
    const uint64_t lowest = loop->first[0];
    const xac_node_entry *entry = &j->nodes[lowest];
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = parent_claim(XAC_PARENT_CYCLE, j, entry, &path);
    claim.tally = loop;
    al_report(j->sink, &claim, "%" PRIu64 " nodes form a loop of parents, which starts at %s", loop->count,
              xac_show_node(j, (int64_t)lowest).text);
}

/* Reports deep nodes at the parent field of the first one, like a loop. False when memory is short. */
static bool check_nesting(const xac_judging *j, const al_parents *parents)
{
    al_tally deep;
    if (!al_find_deep(parents, j->efx.job->arena, &deep))
        return false;
    if (deep.count == 0)
        return true;
    const xac_node_entry *entry = &j->nodes[deep.first[0]];
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = parent_claim(XAC_NESTING, j, entry, &path);
    claim.tally = &deep;
    al_report(j->sink, &claim,
              "nodes below level %d of the skeleton: %" PRIu64 " of %" PRIu64 ", the first is %s",
              AL_MAX_NODE_LEVEL, deep.count, j->node_count, xac_show_node(j, (int64_t)deep.first[0]).text);
    return true;
}

/* The differences between declared counts and parents. One wrong parent makes two counts differ: of the node
 * that lost a child, and of the node that got it. */
typedef struct family {
    uint32_t roots, declared_roots; /* nodes without a parent; both are 0 if no chunk declares them */
    uint64_t excuses;               /* reported parents, each of which explains one missing child */
    uint64_t short_by, over_by;     /* total of missing and of extra children */
    uint64_t short_of, over_of;     /* the last node with missing or extra children; ROOTS: the file */
} family;

#define ROOTS UINT64_MAX

/* Whether a rule reports the parent of a node. */
static bool is_bad_parent(const xac_judging *j, uint64_t number)
{
    const int64_t parent = j->nodes[number].parent;
    return parent < -1 || parent >= (int64_t)number;
}

static void note_difference(family *f, uint64_t node, uint64_t declared, uint64_t there, uint64_t doubtful)
{
    if (declared < there) {
        f->over_by += there - declared;
        f->over_of = node;
    } else if (declared > there + doubtful) {
        f->short_by += declared - there - doubtful;
        f->short_of = node;
    }
}

static uint32_t declared_children(const xac_judging *j, uint64_t number)
{
    const xac_node_entry *entry = &j->nodes[number];
    const uint32_t field = form_of(j, entry)->num_children;
    return field == EFX_NO_FIELD ? entry->children : al_u32_at(j->x->file.bytes, entry->at + field);
}

static al_span nodes_record(const xac_judging *j)
{
    return efx_payload(&j->x->file, j->x->node_chunk, XAC_NODES_BYTES);
}

static family measure_family(xac_judging *j)
{
    family f = {.roots = 0};
    for (uint64_t i = 0; i < j->node_count; i++) {
        const int64_t parent = j->nodes[i].parent;
        const bool bad = is_bad_parent(j, i);
        f.roots += parent == -1;
        f.excuses += bad;
        if (parent >= 0 && (uint64_t)parent < j->node_count)
            *(bad ? &j->nodes[parent].doubtful : &j->nodes[parent].children) += 1;
    }
    for (uint64_t i = 0; i < j->node_count; i++)
        note_difference(&f, i, declared_children(j, i), j->nodes[i].children, j->nodes[i].doubtful);
    if (efx_known_id(&j->x->file, j->x->node_chunk) == XAC_NODES_CHUNK) {
        f.declared_roots = al_u32_at(nodes_record(j), XAC_NODES_AT_num_roots);
        note_difference(&f, ROOTS, f.declared_roots, f.roots, 0);
    }
    return f;
}

/* Where the nodes end, which counts of nodes are compared with. Each old chunk is a node. */
static uint64_t nodes_end(const xac_judging *j)
{
    const xac_file *x = j->x;
    return efx_known_id(&x->file, x->node_chunk) == XAC_NODES_CHUNK ? efx_chunk_end(&x->file, x->node_chunk)
                                                                    : AL_WHOLE_FILE;
}

/* Values for "%u %s" and for "%u node%s it as parent". */
#define CHILDREN(count) (count), AL_BY_COUNT(count, "child", "children")
#define PARENTED(count) (count), AL_BY_COUNT(count, " has", "s have")

/* One wrong parent explains the difference: one count is one too high, another one too low. */
static void report_moved(const xac_judging *j, const family *f)
{
    const bool lost = f->over_of == ROOTS;
    const uint64_t number = lost ? f->short_of : f->over_of;
    const xac_node_entry *entry = &j->nodes[number];
    const uint32_t declared = declared_children(j, number);
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = entry_claim(XAC_CHILD_COUNT, j, entry, form_of(j, entry)->num_children, &path);
    claim.expected = al_uint(entry->children);
    claim.reach = nodes_end(j);
    if (lost)
        al_report(
            j->sink, &claim,
            "%s declares %u %s, %u node%s it as parent, and there is one more root than declared: one of "
            "the roots belongs here",
            xac_show_node(j, (int64_t)number).text, CHILDREN(declared), PARENTED(entry->children));
    else if (f->short_of == ROOTS)
        al_report(
            j->sink, &claim,
            "%s declares %u %s, %u node%s it as parent, and a root is missing: one of them has the wrong "
            "parent",
            xac_show_node(j, (int64_t)number).text, CHILDREN(declared), PARENTED(entry->children));
    else
        al_report(j->sink, &claim,
                  "%s declares %u %s, %u node%s it as parent, and %s lacks one: one of them has the wrong "
                  "parent",
                  xac_show_node(j, (int64_t)number).text, CHILDREN(declared), PARENTED(entry->children),
                  xac_show_node(j, (int64_t)f->short_of).text);
}

static void check_child_count(const xac_judging *j, const family *f, uint64_t number)
{
    const xac_node_entry *entry = &j->nodes[number];
    const uint32_t declared = declared_children(j, number);
    const bool too_many = declared > entry->children + entry->doubtful;
    if (declared >= entry->children && (!too_many || f->short_by <= f->excuses))
        return;
    WITH_NODE_PATH(j, entry, chunk_path, path);
    al_claim claim = entry_claim(XAC_CHILD_COUNT, j, entry, form_of(j, entry)->num_children, &path);
    claim.expected = al_uint(entry->children);
    claim.reach = nodes_end(j);
    al_report(j->sink, &claim, "%s declares %u %s, but %u node%s it as parent",
              xac_show_node(j, (int64_t)number).text, CHILDREN(declared), PARENTED(entry->children));
}

static void check_root_count(const xac_judging *j, const family *f)
{
    const al_path path = efx_chunk_path(j->efx.up, j->x->node_chunk);
    if (f->declared_roots == f->roots || efx_known_id(&j->x->file, j->x->node_chunk) != XAC_NODES_CHUNK ||
        (f->declared_roots > f->roots && f->short_by <= f->excuses))
        return;
    al_claim claim = xac_nodes_claim_at(XAC_ROOT_COUNT, nodes_record(j), XAC_NODES_AT_num_roots, &path);
    claim.expected = al_uint(f->roots);
    claim.reach = nodes_end(j);
    al_report(j->sink, &claim, "%u root node%s declared, but %u of the %u node%s no parent",
              f->declared_roots, AL_BY_COUNT(f->declared_roots, " is", "s are"), f->roots, j->x->num_nodes,
              AL_BY_COUNT(j->x->num_nodes, " has", "s have"));
}

/* Compares the counts in a node chunk with the parents of the nodes. Only if all nodes were read. */
static void check_counts(xac_judging *j)
{
    const family f = measure_family(j);
    if (f.short_by == 0 && f.over_by == 0)
        return;
    if (f.short_by == 1 && f.over_by == 1 && f.excuses == 0) {
        report_moved(j, &f);
        return;
    }
    for (uint64_t i = 0; i < j->node_count; i++)
        check_child_count(j, &f, i);
    check_root_count(j, &f);
}

void xac_judge_skeleton(xac_judging *j)
{
    const al_parents parents = {.count = j->node_count, .document = j, .parent = parent_of};
    for (uint64_t i = 0; i < j->node_count; i++)
        check_parent(j, i);
    if (!al_find_loops(&parents, j->efx.job->arena, report_cycle, j) || !check_nesting(j, &parents))
        efx_report_memory_limit(&j->efx);
    if (j->x->nodes_known && j->node_count == j->x->num_nodes)
        check_counts(j);
    efx_check_names(&j->efx, &j->names, XAC_DUPLICATE_NODE_NAME, "nodes", "node");
}

bool xac_second_nodes(void *judging, uint32_t number, uint32_t *first)
{
    const xac_judging *j = judging;
    const efx_file *f = &j->x->file;
    *first = j->x->node_chunk;
    return number != *first &&
           (efx_known_id(f, number) == XAC_NODES_CHUNK || efx_known_id(f, *first) == XAC_NODES_CHUNK);
}

/* ---- The order of the chunks --------------------------------------------------------------------------- */

/* Importers read the file once and store each chunk under the numbers that it has. */

/* The number of nodes that an importer has read before a chunk. If it has none, the order is wrong, which is
 * reported, and all nodes of the file count. Chunks are checked in their order. */
static uint32_t nodes_before(xac_judging *j, uint32_t chunk)
{
    const xac_file *x = j->x;
    for (; j->looked < chunk; j->looked++)
        j->old_nodes += efx_known_id(&x->file, j->looked) == XAC_OLD_NODE_CHUNK;
    const bool one_by_one = x->has_nodes && efx_known_id(&x->file, x->node_chunk) == XAC_OLD_NODE_CHUNK;
    return one_by_one && j->old_nodes > 0 ? j->old_nodes : x->num_nodes;
}

bool xac_lacks_node(const xac_judging *j, int64_t number)
{
    return j->x->nodes_known && (number < 0 || number >= j->nodes_before);
}

static void check_order(const xac_judging *j, const efx_reading *r)
{
    const xac_file *x = j->x;
    const uint32_t id = r->header.id;
    const bool needs_nodes = id != XAC_MATERIAL_CHUNK && id != XAC_FX_CHUNK && id != XAC_TOTALS_CHUNK;
    if (!needs_nodes || !x->has_nodes || x->node_chunk < r->number)
        return;
    const al_span header = al_slice_available(x->file.bytes, x->file.chunks[r->number].at, EFX_CHUNK_BYTES);
    const al_claim claim = efx_chunk_header_claim_at(XAC_CHUNK_ORDER, header, EFX_CHUNK_AT_id, &r->path);
    al_report(j->sink, &claim, "%s chunk (%u) comes before the nodes, which are in chunks[%u]",
              al_find_word(&efx_chunk_kind_words, id), id, x->node_chunk);
}

/* ---- Levels of detail ---------------------------------------------------------------------------------- */

static void find_last_lod(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        const bool counts = f->chunks[i].supported && efx_known_id(f, i) != XAC_MORPHS_CHUNK;
        const uint32_t lod = counts ? xac_lod_of(j->x, i) : 0;
        j->last_lod = lod > j->last_lod ? lod : j->last_lod;
    }
}

bool xac_is_above_last_lod(const xac_judging *j, uint32_t lod)
{
    const xac_file *x = j->x;
    return lod > j->last_lod && lod < j->lods && !j->lods_declared && !x->nested && x->file.complete &&
           x->lost_meshes == 0;
}

void xac_find_lods(xac_judging *j)
{
    const efx_file *f = &j->x->file;
    j->lods = XAC_MOST_LODS;
    find_last_lod(j);
    for (uint32_t i = 0; i < f->chunk_count; i++) {
        if (efx_known_id(f, i) != XAC_INFO_CHUNK)
            continue;
        const al_span record = efx_payload(f, i, XAC_INFO4_BYTES);
        if (f->chunks[i].supported && efx_header_of(f, i).version == 4 && record.len == XAC_INFO4_BYTES)
            j->lods = al_u32_at(record, XAC_INFO4_AT_num_lods);
        j->lods_declared = efx_header_of(f, i).version == 4;
        return;
    }
}

void xac_check_lod(const xac_judging *j, const al_claim *claim, uint32_t lod)
{
    if (lod < j->lods)
        return;
    if (j->lods_declared)
        al_report(j->sink, claim, "level of detail is %u, but the info chunk declares %u level%s", lod,
                  j->lods, AL_S(j->lods));
    else
        al_report(j->sink, claim, "level of detail is %u, but readers support %u level%s", lod, j->lods,
                  AL_S(j->lods));
}

static void check_lod_of_chunk(const xac_judging *j, const efx_reading *r)
{
    const xac_lod_place *place = xac_lod_place_of(r->header);
    if (place == NULL)
        return;
    const al_span record = efx_payload(&j->x->file, r->number, place->layout->size);
    const al_claim claim = al_field_claim(XAC_LOD_RANGE, place->layout, record, place->field, &r->path);
    if (record.len >= place->field + 4)
        xac_check_lod(j, &claim, al_u32_at(record, place->field));
}

void xac_judge_place(xac_judging *j, const efx_reading *r)
{
    j->chunk = r->number;
    j->nodes_before = nodes_before(j, r->number);
    check_order(j, r);
    check_lod_of_chunk(j, r);
}
