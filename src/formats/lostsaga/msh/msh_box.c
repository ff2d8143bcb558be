/* msh_box.c: the bounding box of a Lost Saga MSH, and its radius. */
#include <math.h>

#include "core/reduce/floats.h"
#include "formats/lostsaga/msh/msh.h"

static const double box_tolerance = 0.02;    /* of the diagonal; a working file has 0.005 */
static const double radius_tolerance = 0.01; /* of half the diagonal */

msh_box msh_declared_box(const msh_file *m)
{
    msh_box b = {.low = {0}};
    for (size_t i = 0; i < 3; i++) {
        b.low[i] = al_f32_at(m->header.box_min, 4 * i);
        b.high[i] = al_f32_at(m->header.box_max, 4 * i);
    }
    return b;
}

bool msh_measure_box(const msh_file *m, msh_box *b)
{
    const al_path path = al_field(NULL, msh_components[MSH_POSITION].name);
    const al_items positions = msh_array(m, MSH_POSITION, &path);
    bool any = false;
    *b = (msh_box){.low = {0}};
    for (uint64_t i = 0; i < al_items_count(&positions); i++) {
        const al_span item = al_items_at(&positions, i);
        if (!al_all_finite(item))
            continue;
        for (size_t k = 0; k < 3; k++) {
            const float value = al_f32_at(item, 4 * k);
            b->low[k] = any && b->low[k] < value ? b->low[k] : value;
            b->high[k] = any && b->high[k] > value ? b->high[k] : value;
        }
        any = true;
    }
    return any && al_items_count(&positions) == m->vertices;
}

double msh_box_slack(const msh_box *measured)
{
    return box_tolerance * al_box_diagonal(measured->low, measured->high);
}

bool msh_is_inside_out(const msh_box *b)
{
    for (size_t i = 0; i < 3; i++)
        if (!(b->low[i] <= b->high[i]))
            return true;
    return false;
}

bool msh_is_radius_off(double radius, const msh_box *box)
{
    const double half = al_box_diagonal(box->low, box->high) / 2;
    return !(fabs(radius - half) <= radius_tolerance * half);
}
