/* items.c: views of arrays, and the check for floats that are not finite. */
#include "kit/items.h"

#include <inttypes.h>
#include <math.h>

#include "core/reduce/floats.h"

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

static bool is_finite(al_span item, const al_layout *layout)
{
    for (size_t i = 0; i < layout->row_count; i++) {
        const al_row *row = &layout->rows[i];
        if (row->type == AL_TYPE_f32 &&
            !al_all_finite(al_slice_available(item, row->offset, 4 * (uint64_t)row->count)))
            return false;
    }
    return true;
}

/* Items of floats are tested block by block, since nearly all are finite even if one is not. */
al_tally al_find_not_finite(const al_items *a, const al_layout *layout)
{
    enum { BLOCK = 128 };
    const uint64_t count = al_items_count(a);
    al_tally found = {.count = 0};
    for (uint64_t first = 0; first < count; first += BLOCK) {
        const uint64_t end = count - first > BLOCK ? first + BLOCK : count;
        const al_span block = al_slice_available(a->bytes, first * a->stride, (end - first) * a->stride);
        if (layout == NULL && !al_any_f32_not_finite(block))
            continue;
        for (uint64_t i = first; i < end; i++) {
            const al_span item = al_items_at(a, i);
            if (layout != NULL ? !is_finite(item, layout) : !al_all_finite(item))
                al_tally_add(&found, i);
        }
    }
    return found;
}

al_tally al_find_beyond(al_span numbers, uint32_t limit)
{
    enum { BLOCK = 256 }; /* bytes */
    al_tally found = {.count = 0};
    for (uint64_t at = 0; at < numbers.len; at += BLOCK) {
        const al_span block = al_slice_available(numbers, at, BLOCK);
        if (al_max_u32(block) < limit)
            continue;
        for (uint64_t i = 0; i < block.len / 4; i++)
            if (al_u32_at(block, 4 * i) >= limit)
                al_tally_add(&found, at / 4 + i);
    }
    return found;
}

void al_check_finite(al_sink *s, const al_items *a, size_t rule, al_level level)
{
    if (!al_any_f32_not_finite(a->bytes))
        return;
    const al_tally bad = al_find_not_finite(a, NULL);
    if (bad.count == 0)
        return;
    al_claim claim = al_items_claim(rule, a, &bad);
    claim.level = level;
    al_report(s, &claim, "%s that are not finite: %" PRIu64 " of %" PRIu64 ", the first is number %" PRIu64,
              a->what, bad.count, al_items_count(a), bad.first[0]);
}
