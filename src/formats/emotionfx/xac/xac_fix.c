/* xac_fix.c: the fixers of XAC actors. */
#include <inttypes.h>
#include <math.h>

#include "core/number.h"
#include "core/work.h"
#include "formats/emotionfx/xac/xac.h"
#include "kit/fix_keys.h"

/* ---- The file, and the files inside of it -------------------------------------------------------------- */

/* Plans what is to be done in a file. Returns how many bytes longer it becomes, or shorter. */
typedef int64_t file_fix(al_fix_plan *plan, const xac_file *x, const al_path *up);

static void each_file(al_fix_plan *plan, const xac_file *x, file_fix *fix)
{
    (void)fix(plan, x, NULL);
    for (uint64_t i = 0; i < x->inside_count; i++) {
        const uint32_t chunk = x->nested_files[i].chunk;
        const efx_reading r = efx_read_again(&x->file, NULL, chunk, NULL);
        const al_path path = al_field(&r.path, "lod");
        const al_span record = efx_payload(&x->file, chunk, XAC_LOD_BYTES);
        const al_claim size = xac_lod_claim_at(0, record, XAC_LOD_AT_size, &r.path);
        const int64_t change = fix(plan, x->nested_files[i].file, &path);
        if (change != 0)
            al_fix_add(plan, &size, change);
        efx_fix_length(plan, &r, change);
    }
}

/* In a file inside of another only its end is cut off. */
static int64_t cut_off(al_fix_plan *plan, const xac_file *x, const al_path *up)
{
    static const al_span nothing = {.len = 0};
    const al_span rest = al_slice_available(x->file.bytes, x->file.end, UINT64_MAX);
    if (up == NULL || !x->file.complete || rest.len == 0)
        return 0;
    al_fix_replace(plan, rest.base, rest.len, nothing, up, "bytes behind the last chunk", "nothing");
    return -(int64_t)rest.len;
}

static void fix_trailing_bytes(al_fix_plan *plan, const void *document)
{
    const al_finding *f = al_fix_next(plan, NULL);
    if (f != NULL && f->field[0] == '\0')
        al_fix_cut_off(plan, document);
    else
        each_file(plan, document, cut_off);
}

/* ---- Counts of nodes ----------------------------------------------------------------------------------- */

typedef struct node_sums {
    uint64_t nodes, roots, children; /* roots and children as declared, if they are */
} node_sums;

static void add_node(void *context, const xac_node *node)
{
    node_sums *sums = context;
    const bool alone = node->number == UINT32_MAX; /* no chunk says how many roots there are */
    sums->nodes++;
    sums->roots += alone && al_i32_at(node->record, node->form->parent) == -1;
    if (node->form->num_children != EFX_NO_FIELD)
        sums->children += al_u32_at(node->record, node->form->num_children);
}

/* If the counts add up, they may be right, and a node has the wrong parent. */
static void fix_child_count(al_fix_plan *plan, const void *document)
{
    const xac_file *x = document;
    node_sums sums = {.nodes = 0};
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, NULL, i, NULL);
        const uint32_t id = efx_known_id(&x->file, i);
        if (!efx_is_readable(&x->file, i) || (id != XAC_NODES_CHUNK && id != XAC_OLD_NODE_CHUNK))
            continue;
        (void)xac_each_node(&r, add_node, &sums);
        if (id == XAC_NODES_CHUNK)
            sums.roots += al_u32_at(efx_payload(&x->file, i, XAC_NODES_BYTES), XAC_NODES_AT_num_roots);
    }
    if (sums.children + sums.roots == sums.nodes)
        plan->kind = AL_FIX_UNSAFE;
    al_fix_to_expected(plan, document);
}

/* ---- Rotations of nodes -------------------------------------------------------------------------------- */

/* A finding has the record of a node, which begins with both rotations. */
static void fix_node_rotations(al_fix_plan *plan, const void *document)
{
    enum { BYTES = 16 };
    const xac_file *x = document;
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f)) {
        const al_path node = al_field(NULL, f->field);
        const al_path rot = al_field(&node, "rot"), scale_rot = al_field(&node, "scaleRot");
        const al_items rots =
            al_items_of(al_slice_available(x->file.bytes, f->offset, BYTES), BYTES, &rot, NULL);
        const al_items scale_rots =
            al_items_of(al_slice_available(x->file.bytes, f->offset + BYTES, BYTES), BYTES, &scale_rot, NULL);
        al_fix_rotations(plan, &rots, AL_TYPE_f32, 1, (double)XAC_UNIT_TOLERANCE);
        al_fix_rotations(plan, &scale_rots, AL_TYPE_f32, 1, (double)XAC_UNIT_TOLERANCE);
    }
}

/* ---- Weights ------------------------------------------------------------------------------------------- */

/* Divides the weights of a vertex. They are read from the copy: vertices may share them. */
static void divide_weights(al_fix_plan *plan, uint64_t vertex, uint8_t *copy, al_span influences)
{
    const uint32_t count = (uint32_t)(influences.len / XAC_INFLUENCE_BYTES);
    al_span now = al_span_of(copy, influences.len);
    double sum = 0;
    now.big_endian = influences.big_endian;
    for (uint64_t i = 0; i < count; i++)
        sum += (double)al_f32_at(now, i * XAC_INFLUENCE_BYTES + XAC_INFLUENCE_AT_weight);
    if (count == 0 || !isfinite(sum) || fabs(sum - 1) <= XAC_SUM_TOLERANCE)
        return;
    if (sum <= AL_LEAST_DIVISOR)
        al_fix_leave(plan, 1, "the weights of vertex %" PRIu64 " add up to %s, which is too little", vertex,
                     al_show_real(sum, 6).text);
    else
        al_divide(&copy[XAC_INFLUENCE_AT_weight], AL_TYPE_f32, count, XAC_INFLUENCE_BYTES, sum,
                  influences.big_endian);
}

static void divide_listed(al_fix_plan *plan, const xac_skin *s, uint8_t *copy)
{
    al_work sums = al_work_of(s->influences.len, XAC_SUMS_PER_BYTE);
    for (uint64_t i = 0; i < s->ranges.len / XAC_RANGE_BYTES; i++) {
        const uint64_t at = (uint64_t)al_u32_at(s->ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_first);
        const uint64_t count = al_u32_at(s->ranges, i * XAC_RANGE_BYTES + XAC_RANGE_AT_count);
        al_span influences;
        if (!al_slice(s->influences, at * XAC_INFLUENCE_BYTES, count * XAC_INFLUENCE_BYTES, &influences))
            continue;
        if (!al_work_pay(&sums, count)) {
            al_fix_refuse(plan, "the vertices share too many weights");
            return;
        }
        divide_weights(plan, i, &copy[at * XAC_INFLUENCE_BYTES], influences);
    }
}

static void divide_table(al_fix_plan *plan, const xac_skin *s, uint8_t *copy)
{
    uint64_t at = 0;
    for (uint64_t i = 0; at < s->table.len; i++) {
        const uint64_t size = (uint64_t)al_u8_at(s->table, at) * XAC_INFLUENCE_BYTES;
        al_span influences;
        if (!al_slice(s->table, at + 1, size, &influences))
            return;
        divide_weights(plan, i, &copy[at + 1], influences);
        at += 1 + size;
    }
}

static int64_t divide_skins(al_fix_plan *plan, const xac_file *x, const al_path *up)
{
    static const al_form weight = {.type = AL_TYPE_f32, .numbers = 1},
                         byte = {.type = AL_TYPE_u8, .numbers = 1};
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, up, i, NULL);
        xac_skin s;
        if (!efx_is_readable(&x->file, i) || r.header.id != XAC_SKIN_CHUNK || !xac_read_skin(&r, &s))
            continue;
        const al_path path = al_field(s.path, s.listed ? "influences" : "vertices");
        const al_items items = s.listed ? al_items_of(s.influences, XAC_INFLUENCE_BYTES, &path, NULL)
                                        : al_items_of(s.table, 1, &path, NULL);
        uint8_t *copy = al_fix_copy(plan, items.bytes);
        if (copy == NULL)
            return 0;
        if (s.listed)
            divide_listed(plan, &s, copy);
        else
            divide_table(plan, &s, copy);
        al_fix_rewrite(plan, &items, copy, s.listed ? &weight : &byte);
    }
    return 0;
}

static void fix_influence_sums(al_fix_plan *plan, const void *document)
{
    each_file(plan, document, divide_skins);
}

/* ---- Names of textures --------------------------------------------------------------------------------- */

typedef struct name_fix {
    al_fix_plan *plan;
    int64_t change; /* of the bytes of the chunk */
} name_fix;

static void fix_name(void *context, const xac_texture *t)
{
    enum { LENGTH_BYTES = 4 };
    name_fix *n = context;
    const al_span name = t->name.text, stem = xac_texture_stem(name);
    char before[AL_MAX_MESSAGE], after[AL_MAX_MESSAGE];
    if (!t->named || name.len == 0 || (stem.len == name.len && al_u8_at(name, name.len - 1) != ' '))
        return;
    if (stem.len == name.len || stem.len == 0) {
        al_fix_leave(n->plan, 1, "only an extension and dots can be taken off a name: \"%.*s\"",
                     AL_SHOW(name));
        return;
    }
    uint8_t *text = al_fix_copy(n->plan, al_slice_available(t->name.field, 0, LENGTH_BYTES + stem.len));
    if (text == NULL)
        return;
    al_put_number(text, AL_TYPE_u32, (double)stem.len, name.big_endian);
    (void)al_value_words(al_text_bytes(name), before, sizeof before);
    (void)al_value_words(al_text_bytes(stem), after, sizeof after);
    al_fix_replace(n->plan, t->name.field.base, t->name.field.len,
                   al_span_of(text, LENGTH_BYTES + (size_t)stem.len), &t->name.path, before, after);
    n->change -= (int64_t)(name.len - stem.len);
}

static int64_t fix_names(al_fix_plan *plan, const xac_file *x, const al_path *up)
{
    int64_t all = 0;
    for (uint32_t i = 0; i < x->file.chunk_count; i++) {
        efx_reading r = efx_read_again(&x->file, up, i, NULL);
        name_fix n = {.plan = plan};
        xac_material_head material;
        xac_texture texture;
        if (efx_is_readable(&x->file, i) && r.header.id == XAC_MATERIAL_CHUNK &&
            xac_open_material(&r, &material))
            (void)xac_each_texture(&r, &material, fix_name, &n);
        if (efx_is_readable(&x->file, i) && r.header.id == XAC_TEXTURE_CHUNK &&
            xac_read_texture(&r, &texture))
            fix_name(&n, &texture);
        efx_fix_length(plan, &r, n.change);
        all += n.change;
    }
    return all;
}

static void fix_texture_names(al_fix_plan *plan, const void *document)
{
    each_file(plan, document, fix_names);
}

const al_fixer xac_fixers[] = {
    {XAC_TRAILING_BYTES, fix_trailing_bytes},
    {XAC_CHUNK_LENGTH, al_fix_to_expected},
    {XAC_ROOT_COUNT, al_fix_to_expected},
    {XAC_CHILD_COUNT, fix_child_count},
    {XAC_NODE_ROTATION_NORM, fix_node_rotations},
    {XAC_INFLUENCE_SUM, fix_influence_sums},
    {XAC_LOCAL_BONE_COUNT, al_fix_to_expected},
    {XAC_MATERIAL_TOTAL, al_fix_to_expected},
    {XAC_LAYER_MATERIAL, al_fix_to_expected},
    {XAC_LAYER_TEXTURE_NAME, fix_texture_names},
    {.plan = NULL},
};
