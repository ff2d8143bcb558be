/* items.c: views of arrays, and the question that every format asks of its floats. */
#include "kit/items.h"

#include <inttypes.h>
#include <math.h>

al_items al_items_of(al_span bytes, uint32_t stride, const al_path *path, const char *what)
{
    return (al_items){.bytes = al_slice_available(bytes, 0, bytes.len / stride * stride),
                      .stride = stride,
                      .path = path,
                      .what = what};
}

uint64_t al_items_count(const al_items *a)
{
    return a->bytes.len / a->stride;
}

al_span al_items_at(const al_items *a, uint64_t number)
{
    return al_slice_available(a->bytes, number * a->stride, a->stride);
}

al_claim al_items_claim(size_t rule, const al_items *a, const al_tally *tally)
{
    return (al_claim){
        .rule = rule, .offset = a->bytes.base, .length = a->bytes.len, .path = *a->path, .tally = tally};
}

bool al_lanes_of(al_lanes *lanes, const al_layout *layout)
{
    al_lane_kind kinds[AL_LANES_MAX];
    if (layout->size % 4 != 0 || layout->size / 4 > AL_LANES_MAX)
        return false;
    for (uint32_t i = 0; i < layout->size / 4; i++)
        kinds[i] = AL_LANE_OTHER;
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        for (uint32_t k = 0; row->type == AL_TYPE_f32 && k < row->count; k++)
            kinds[row->offset / 4 + k] = AL_LANE_F32;
    }
    return al_lanes_set(lanes, kinds, layout->size / 4);
}

bool al_all_finite(al_span floats)
{
    for (uint64_t at = 0; at + 4 <= floats.len; at += 4)
        if (!isfinite(al_f32_at(floats, at)))
            return false;
    return true;
}

void al_check_finite(al_sink *s, const al_items *a, size_t rule, al_level level)
{
    al_tally bad = {.count = 0};
    if (!al_any_f32_not_finite(a->bytes))
        return;
    for (uint64_t i = 0; i < al_items_count(a); i++)
        if (!al_all_finite(al_items_at(a, i)))
            al_tally_add(&bad, i);
    if (bad.count == 0)
        return;
    al_claim claim = al_items_claim(rule, a, &bad);
    claim.level = level;
    al_report(s, &claim, "%s that are not finite: %" PRIu64 " of %" PRIu64 ", the first is number %" PRIu64,
              a->what, bad.count, al_items_count(a), bad.first[0]);
}
