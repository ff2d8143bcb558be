/* msh_fix.c: the fixers of Lost Saga's meshes. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/number.h"
#include "core/reduce/floats.h"
#include "formats/lostsaga/msh/msh.h"

/* ---- The box ------------------------------------------------------------------------------------------- */

static void set_corner(al_fix_plan *plan, const msh_file *m, msh_header_field field, const float found[3],
                       double most, float corner[3])
{
    const al_path path = al_field(&m->file.header_path, al_row_at(&msh_header_layout, field)->name);
    al_fix_corner(plan, al_slice_available(m->file.header, field, 12), &path, found, most, corner);
}

static void set_radius(al_fix_plan *plan, const msh_file *m, const msh_box *box)
{
    const double radius = al_box_diagonal(box->low, box->high) / 2;
    const al_claim field = msh_header_claim_at(0, m->file.header, MSH_HEADER_AT_radius, &m->file.header_path);
    if (!isfinite(radius))
        al_fix_refuse(plan, "the box is not finite, so that it has no diagonal");
    else if (msh_is_radius_off((double)m->header.radius, box))
        al_fix_set(plan, &field, al_real(radius));
}

/* How far a coordinate of a box may be off: by nothing, not even 0, if the box would still be inside out. */
static double slack_of(const msh_box *box, const msh_box *found)
{
    const double most = msh_box_slack(found);
    msh_box fixed = *box;
    for (size_t i = 0; i < 3; i++) {
        if (!(fabs((double)box->low[i] - (double)found->low[i]) <= most))
            fixed.low[i] = found->low[i];
        if (!(fabs((double)box->high[i] - (double)found->high[i]) <= most))
            fixed.high[i] = found->high[i];
    }
    return msh_is_inside_out(&fixed) ? -1 : most;
}

/* The radius was that of the wrong box, unless it fits the right one. */
static void fix_box(al_fix_plan *plan, const void *document)
{
    const msh_file *m = document;
    msh_box box = msh_declared_box(m), found;
    if (!msh_measure_box(m, &found)) {
        al_fix_refuse(plan, "the mesh has no positions to measure");
        return;
    }
    const double most = slack_of(&box, &found);
    set_corner(plan, m, MSH_HEADER_AT_box_min, found.low, most, box.low);
    set_corner(plan, m, MSH_HEADER_AT_box_max, found.high, most, box.high);
    set_radius(plan, m, &box);
}

static void fix_radius(al_fix_plan *plan, const void *document)
{
    const msh_box box = msh_declared_box(document);
    set_radius(plan, document, &box);
}

/* ---- Weights ------------------------------------------------------------------------------------------- */

/* Changes the weights of a vertex that break the rule of the plan. */
typedef void vertex_fix(al_fix_plan *plan, uint64_t number, al_span item, uint8_t *copy);

static void fix_weights(al_fix_plan *plan, const msh_file *m, vertex_fix *fix)
{
    static const al_form form = {.type = AL_TYPE_f32, .numbers = MSH_WEIGHTS_OF_VERTEX};
    const al_path path = al_field(NULL, msh_components[MSH_WEIGHTS].name);
    const al_items weights = msh_array(m, MSH_WEIGHTS, &path);
    uint8_t *copy = al_fix_copy(plan, weights.bytes);
    for (uint64_t i = 0; i < al_items_count(&weights) && copy != NULL; i++)
        fix(plan, i, al_items_at(&weights, i), &copy[i * weights.stride]);
    al_fix_rewrite(plan, &weights, copy, &form);
}

static void divide(al_fix_plan *plan, uint64_t number, al_span item, uint8_t *copy)
{
    const msh_vertex v = msh_vertex_of(item);
    if (isnan(v.sum) || fabs(v.sum - 1) <= MSH_SUM_TOLERANCE)
        return;
    if (v.sum <= AL_LEAST_DIVISOR || isinf(v.sum))
        al_fix_leave(plan, 1,
                     "the weights of vertex %" PRIu64 " add up to %s, by which they can't be divided", number,
                     al_show_real(v.sum, 6).text);
    else
        al_divide(&copy[MSH_WEIGHTS_AT_weight], AL_TYPE_f32, MSH_WEIGHTS_OF_VERTEX, 4, v.sum, false);
}

static void swap(uint8_t *a, uint8_t *b)
{
    uint8_t kept[4];
    memcpy(kept, a, sizeof kept);
    memcpy(a, b, sizeof kept);
    memcpy(b, kept, sizeof kept);
}

/* Weights that are equal stay in their order. */
static void sort(al_fix_plan *plan, uint64_t number, al_span item, uint8_t *copy)
{
    msh_vertex v = msh_vertex_of(item);
    (void)plan, (void)number;
    while (!isnan(v.sum) && !msh_is_descending(&v)) {
        for (size_t i = 1; i < MSH_WEIGHTS_OF_VERTEX; i++) {
            if (v.weight[i] <= v.weight[i - 1])
                continue;
            swap(&copy[MSH_WEIGHTS_AT_weight + 4 * i - 4], &copy[MSH_WEIGHTS_AT_weight + 4 * i]);
            swap(&copy[MSH_WEIGHTS_AT_bone + 4 * i - 4], &copy[MSH_WEIGHTS_AT_bone + 4 * i]);
            v = msh_vertex_of(al_span_of(copy, item.len));
        }
    }
}

static void fix_weight_sum(al_fix_plan *plan, const void *document)
{
    fix_weights(plan, document, divide);
}

static void fix_weight_order(al_fix_plan *plan, const void *document)
{
    fix_weights(plan, document, sort);
}

const al_fixer msh_fixers[] = {
    {MSH_TRAILING_BYTES, al_fix_cut_off}, {MSH_BOUNDING_BOX, fix_box},
    {MSH_BOUNDING_RADIUS, fix_radius},    {MSH_WEIGHT_SUM, fix_weight_sum},
    {MSH_WEIGHT_ORDER, fix_weight_order}, {.plan = NULL},
};
