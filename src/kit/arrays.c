/* arrays.c: items, positions and keys. */
#include "kit/arrays.h"

#include <inttypes.h>
#include <math.h>

#include "core/number.h"
#include "core/reduce/floats.h"

/* ---- Items --------------------------------------------------------------------------------------------- */

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

/* ---- Positions ----------------------------------------------------------------------------------------- */

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

/* ---- Keys ---------------------------------------------------------------------------------------------- */

double al_key_time(const al_keys *keys, uint64_t key)
{
    const al_span bytes = keys->items->bytes;
    const uint64_t at = key * keys->items->stride + keys->time_at;
    return keys->milliseconds ? (double)al_u32_at(bytes, at) : (double)al_f32_at(bytes, at);
}

/* Ten digits show every u32, nine every float. */
static al_number_text show_time(const al_keys *keys, double time)
{
    return al_show_real(time, keys->milliseconds ? 10 : 9);
}

static const char *unit_of(const al_keys *keys)
{
    return keys->milliseconds ? "ms" : "s";
}

void al_check_first_key(al_sink *s, const al_keys *keys, size_t rule)
{
    const al_items *items = keys->items;
    const double first = al_key_time(keys, 0);
    if (!(first > 0) || isinf(first))
        return;
    const al_tally tally = {.count = 1};
    al_claim claim = al_items_claim(rule, items, &tally);
    claim.expected = keys->milliseconds ? al_uint(0) : al_real(0);
    claim.actual = keys->milliseconds ? al_uint((uint64_t)first) : al_real(first);
    al_report(s, &claim, "the first of the %s of %s\"%.*s\" is at %s %s, not at 0", items->what, keys->kind,
              AL_SHOW(keys->name), show_time(keys, first).text, unit_of(keys));
}

/* `before` is the last finite time before the first wrong key. */
static void report_order(al_sink *s, const al_keys *keys, const al_tally *wrong, double before, size_t rule)
{
    if (wrong->count == 0)
        return;
    const al_items *items = keys->items;
    const al_claim claim = al_items_claim(rule, items, wrong);
    const uint64_t key = wrong->first[0];
    const double at = al_key_time(keys, key);
    if (at < 0)
        al_report(s, &claim,
                  "%s of %s\"%.*s\" with a negative time or one below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %s %s",
                  items->what, keys->kind, AL_SHOW(keys->name), wrong->count, al_items_count(items), key,
                  show_time(keys, at).text, unit_of(keys));
    else
        al_report(s, &claim,
                  "%s of %s\"%.*s\" with a time below the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 ": %s after %s %s",
                  items->what, keys->kind, AL_SHOW(keys->name), wrong->count, al_items_count(items), key,
                  show_time(keys, at).text, show_time(keys, before).text, unit_of(keys));
}

static void report_duplicates(al_sink *s, const al_keys *keys, const al_tally *same, size_t rule)
{
    const al_items *items = keys->items;
    const al_claim claim = al_items_claim(rule, items, same);
    if (same->count > 0)
        al_report(s, &claim,
                  "%s of %s\"%.*s\" with the time of the key before: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64 " at %s %s",
                  items->what, keys->kind, AL_SHOW(keys->name), same->count, al_items_count(items),
                  same->first[0], show_time(keys, al_key_time(keys, same->first[0])).text, unit_of(keys));
}

static bool may_be_out_of_order(const al_keys *keys)
{
    const al_items *items = keys->items;
    if (keys->milliseconds)
        return al_any_not_rising_u32(items->bytes, items->stride, keys->time_at);
    return al_key_time(keys, 0) < 0 || al_any_not_rising(items->bytes, items->stride, keys->time_at);
}

void al_check_key_order(al_sink *s, const al_keys *keys, size_t order_rule, size_t duplicate_rule)
{
    al_tally wrong = {.count = 0}, same = {.count = 0};
    double last = -1, before = 0;
    if (!may_be_out_of_order(keys))
        return;
    for (uint64_t i = 0; i < al_items_count(keys->items); i++) {
        const double time = al_key_time(keys, i);
        if (!isfinite(time))
            continue;
        if (time < 0 || time < last) {
            before = wrong.count == 0 ? last : before;
            al_tally_add(&wrong, i);
        } else if (time == last) {
            al_tally_add(&same, i);
        }
        last = time;
    }
    report_order(s, keys, &wrong, before, order_rule);
    report_duplicates(s, keys, &same, duplicate_rule);
}

void al_check_keys_finite(al_sink *s, const al_keys *keys, size_t rule, const al_layout *layout,
                          const char *value)
{
    const al_items *items = keys->items;
    const al_tally bad = al_find_not_finite(items, layout);
    const al_claim claim = al_items_claim(rule, items, &bad);
    if (bad.count > 0)
        al_report(s, &claim,
                  "keys of %s\"%.*s\" with a %s that is not finite: %" PRIu64 " of %" PRIu64
                  ", the first is key %" PRIu64,
                  keys->kind, AL_SHOW(keys->name), value, bad.count, al_items_count(items), bad.first[0]);
}
