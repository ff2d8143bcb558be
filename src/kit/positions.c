/* positions.c: rules about the positions of vertices. */
#include "kit/positions.h"

#include <inttypes.h>
#include <math.h>

enum { AXES = 3, LEAST_VERTICES = 3 };

static double coordinate(al_span vertex, const al_form *form, uint32_t axis)
{
    const uint64_t at = form->at + (uint64_t)axis * al_scalar_size(form->type);
    return form->type == AL_TYPE_f16 ? (double)al_f16_at(vertex, at) : (double)al_f32_at(vertex, at);
}

static bool is_at(const al_positions *p, al_span vertex, const al_form *form)
{
    for (uint32_t i = 0; i < AXES; i++) {
        const double value = coordinate(vertex, form, i);
        if (value != p->point[i] || !isfinite(value))
            return false;
    }
    return true;
}

void al_positions_take(al_positions *p, al_span vertices, const al_form *form)
{
    const uint64_t count = vertices.len / form->stride;
    for (uint32_t i = 0; i < AXES && p->count == 0 && count > 0; i++)
        p->point[i] = coordinate(vertices, form, i);
    for (uint64_t i = 0; i < count && !p->spread; i++)
        p->spread = !is_at(p, al_slice_available(vertices, i * form->stride, form->stride), form);
    p->count += count;
}

void al_positions_find_beyond(al_positions *p, al_span vertices, const al_form *form, uint64_t first)
{
    const uint64_t count = p->most > 0 ? vertices.len / form->stride : 0;
    for (uint64_t i = 0; i < count; i++) {
        const al_span vertex = al_slice_available(vertices, i * form->stride, form->stride);
        for (uint32_t axis = 0; axis < AXES; axis++) {
            const double value = coordinate(vertex, form, axis);
            if (!isfinite(value) || fabs(value) <= p->most)
                continue;
            p->farthest = p->beyond.count == 0 ? value : p->farthest;
            al_tally_add(&p->beyond, first + i);
            break;
        }
    }
}

/* Tests the vertices block by block, since nearly all are near even if one is not. */
static void find_in_blocks(al_positions *p, al_span vertices, const al_form *form)
{
    enum { BLOCK = 64 };
    const uint64_t size = (uint64_t)BLOCK * form->stride;
    for (uint64_t at = 0; at < vertices.len; at += size) {
        const al_span block = al_slice_available(vertices, at, size);
        if (al_any_f32_beyond(block, AL_NEAR_POWER))
            al_positions_find_beyond(p, block, form, at / form->stride);
    }
}

bool al_positions_take_all(al_positions *p, const al_items *items)
{
    const al_form form = {.type = AL_TYPE_f32, .numbers = AXES, .stride = items->stride};
    const bool odd = al_any_f32_beyond(items->bytes, AL_NEAR_POWER);
    al_positions_take(p, items->bytes, &form);
    if (odd)
        find_in_blocks(p, items->bytes, &form);
    return odd;
}

static void check_range(al_sink *s, const al_positions *p, al_claim claim, const char *mesh)
{
    if (p->beyond.count == 0)
        return;
    claim.tally = &p->beyond;
    al_report(s, &claim,
              "vertices of the mesh%s with a coordinate beyond %s: %" PRIu64 " of %" PRIu64
              ", the first is vertex %" PRIu64 " with %s",
              mesh, al_show_number(p->most).text, p->beyond.count, p->count, p->beyond.first[0],
              al_show_number(p->farthest).text);
}

static void check_extent(al_sink *s, const al_positions *p, al_claim claim, const char *mesh)
{
    if (p->spread || p->count < LEAST_VERTICES)
        return;
    /* + 0 makes 0 of -0 */
    al_report(s, &claim, "all %" PRIu64 " vertices of the mesh%s are at one point: %s, %s, %s", p->count,
              mesh, al_show_number(p->point[0] + 0).text, al_show_number(p->point[1] + 0).text,
              al_show_number(p->point[2] + 0).text);
}

void al_check_positions(al_sink *s, const al_positions *p, const al_position_rules *rules,
                        const al_claim *claim, bool whole, const char *mesh)
{
    al_claim range = *claim, extent = *claim;
    range.rule = rules->range;
    extent.rule = rules->no_extent;
    extent.in_inflated = false; /* it is about all vertices */
    check_range(s, p, range, mesh);
    if (whole)
        check_extent(s, p, extent, mesh);
}
