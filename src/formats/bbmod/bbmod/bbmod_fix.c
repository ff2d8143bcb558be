/* bbmod_fix.c: the fixers of BBMOD models. */
#include <inttypes.h>
#include <math.h>

#include "core/number.h"
#include "formats/bbmod/bbmod/bbmod.h"

/* ---- Transforms ---------------------------------------------------------------------------------------- */

static void fix_transforms(al_fix_plan *plan, const void *document)
{
    static const al_form form = {.type = AL_TYPE_f32, .numbers = BBM_DUAL_BYTES / 4};
    (void)document;
    for (const al_finding *f = al_fix_next(plan, NULL); f != NULL; f = al_fix_next(plan, f)) {
        const al_path path = al_field(NULL, f->field);
        const al_items items = al_items_of(al_slice_available(plan->job->file, f->offset, BBM_DUAL_BYTES),
                                           BBM_DUAL_BYTES, &path, NULL);
        uint8_t *copy = al_fix_copy(plan, items.bytes);
        if (copy == NULL)
            return;
        bbm_fix_dual(plan, items.bytes, copy, BBMOD_UNIT_TOLERANCE);
        al_fix_rewrite(plan, &items, copy, &form);
    }
}

/* ---- Meshes -------------------------------------------------------------------------------------------- */

/* Plans what is to be done about a mesh of which all vertices exist. `at` is the offset of a component. */
typedef void mesh_fix(al_fix_plan *plan, const bbmod_mesh *m, uint32_t at);

/* Visits the meshes that have a component. */
static void fix_meshes(al_fix_plan *plan, const bbmod_file *f, bbmod_part part, mesh_fix *fix)
{
    al_walk w = bbmod_again(f, &f->meshes);
    bbmod_mesh m;
    for (uint32_t i = 0; f->meshes.counted && i < f->meshes.count && bbmod_read_mesh(f, &w, i, &m); i++) {
        uint32_t at;
        if (m.vertex_count > 0 && bbmod_find_part(m.flags, part, &at))
            fix(plan, &m, at);
    }
}

/* ---- The box ------------------------------------------------------------------------------------------- */

enum { AXES = 3, CORNER_BYTES = 12 };

/* False if a position is not finite: such a mesh has no box. */
static bool measure(const bbmod_mesh *m, uint32_t at, float low[AXES], float high[AXES])
{
    for (size_t i = 0; i < AXES; i++) {
        low[i] = INFINITY;
        high[i] = -INFINITY;
    }
    for (uint64_t i = 0; i < m->vertex_count; i++)
        if (!al_all_finite(al_slice_available(m->vertices, i * m->stride + at, CORNER_BYTES)))
            return false;
    al_range_f32x3(m->vertices, m->stride, at, low, high);
    return true;
}

static void set_corner(al_fix_plan *plan, const bbmod_mesh *m, bbmod_mesh_1_field field,
                       const float found[AXES], double most)
{
    const al_path path = al_field(&m->path, al_row_at(&bbmod_mesh_1_layout, field)->name);
    const al_span bytes = al_slice_available(m->start, field, CORNER_BYTES);
    float corner[AXES];
    for (size_t i = 0; i < AXES; i++)
        corner[i] = al_f32_at(bytes, 4 * i);
    al_fix_corner(plan, bytes, &path, found, most, corner);
}

static void fix_box(al_fix_plan *plan, const bbmod_mesh *m, uint32_t at)
{
    float low[AXES], high[AXES];
    if (!measure(m, at, low, high))
        return;
    const double most = BBMOD_BOX_TOLERANCE * al_box_diagonal(low, high);
    set_corner(plan, m, BBMOD_MESH_1_AT_bbox_min, low, most);
    set_corner(plan, m, BBMOD_MESH_1_AT_bbox_max, high, most);
}

static void fix_boxes(al_fix_plan *plan, const void *document)
{
    const bbmod_file *f = document;
    if (f->form->boxed)
        fix_meshes(plan, f, BBMOD_POSITIONS, fix_box);
}

/* ---- Weights ------------------------------------------------------------------------------------------- */

static void divide(al_fix_plan *plan, uint64_t number, al_span weights, uint8_t *copy)
{
    enum { SLOTS = 4 };
    bool negative = false;
    double sum = 0;
    for (uint64_t i = 0; i < SLOTS; i++) {
        const double weight = (double)al_f32_at(weights, 4 * i);
        negative = negative || !(weight >= 0);
        sum += weight;
    }
    if (!negative && fabs(sum - 1) <= BBMOD_WEIGHT_TOLERANCE)
        return;
    if (negative)
        al_fix_leave(plan, 1, "a weight of vertex %" PRIu64 " is below 0 or not a number", number);
    else if (sum <= AL_LEAST_DIVISOR || isinf(sum))
        al_fix_leave(plan, 1,
                     "the weights of vertex %" PRIu64 " add up to %s, by which they can't be divided", number,
                     al_show_real(sum, 6).text);
    else
        al_divide(copy, AL_TYPE_f32, SLOTS, 4, sum, false);
}

static void fix_weights(al_fix_plan *plan, const bbmod_mesh *m, uint32_t at)
{
    const al_form form = {.type = AL_TYPE_f32, .numbers = 4, .at = at};
    const al_path path = al_field(&m->path, bbmod_components[BBMOD_BONE_WEIGHTS].name);
    const al_items vertices = al_items_of(m->vertices, m->stride, &path, NULL);
    uint8_t *copy = al_fix_copy(plan, vertices.bytes);
    for (uint64_t i = 0; i < al_items_count(&vertices) && copy != NULL; i++)
        divide(plan, i, al_slice_available(al_items_at(&vertices, i), at, 16), &copy[i * m->stride + at]);
    al_fix_rewrite(plan, &vertices, copy, &form);
}

static void fix_all_weights(al_fix_plan *plan, const void *document)
{
    fix_meshes(plan, document, BBMOD_BONE_WEIGHTS, fix_weights);
}

const al_fixer bbmod_fixers[] = {
    {BBMOD_WIDE_COUNTS, bbm_fix_wide_counts},
    {BBMOD_TRAILING_BYTES, al_fix_cut_off},
    {BBMOD_BOOL_VALUE, al_fix_to_one},
    {BBMOD_VERTEX_BONE_WEIGHT, fix_all_weights},
    {BBMOD_BOUNDING_BOX, fix_boxes},
    {BBMOD_TRANSFORM_NORM, fix_transforms},
    {.plan = NULL},
};
