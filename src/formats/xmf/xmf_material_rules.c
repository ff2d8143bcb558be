/* xmf_material_rules.c: rules about materials: the ranges of indices they draw, and their names. */
#include <inttypes.h>

#include "core/sort.h"
#include "core/text.h"
#include "formats/xmf/xmf.h"

static uint64_t range_start(const xmf_material_range *m)
{
    return (uint64_t)m->row.first_index;
}

static uint64_t range_end(const xmf_material_range *m)
{
    return (uint64_t)m->row.first_index + (uint64_t)m->row.num_indices;
}

/* The name up to its NUL; false if it has none. */
static bool name_of(const xmf_material_range *m, al_span *name)
{
    const size_t len = al_text_length(m->row.name);
    *name = al_slice_available(m->row.name, 0, len);
    return len < m->row.name.len;
}

/* The name for messages, also without a NUL. */
static al_span shown_name(const xmf_material_range *m)
{
    al_span name;
    (void)name_of(m, &name);
    return name;
}

static void check_range(const xmf_material_range *m, const xmf_buffer *indices, al_sink *s)
{
    const bool known = m->row.first_index >= 0 && m->row.num_indices >= 0;
    if (known && (indices == NULL || !indices->counted || range_end(m) <= indices->items))
        return;
    const al_span name = shown_name(m);
    if (m->row.first_index < 0) {
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_RANGE, m, XMF_MATERIAL_AT_first_index);
        al_report(s, &claim, "material '%.*s' begins at index %d", AL_SHOW(name), (int)m->row.first_index);
    } else if (m->row.num_indices < 0) {
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_RANGE, m, XMF_MATERIAL_AT_num_indices);
        al_report(s, &claim, "material '%.*s' has %d indices", AL_SHOW(name), (int)m->row.num_indices);
    } else {
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_RANGE, m, XMF_MATERIAL_AT_num_indices);
        al_report(s, &claim,
                  "material '%.*s' goes beyond the index buffer: %d + %d, there are %" PRIu64 " indices",
                  AL_SHOW(name), (int)m->row.first_index, (int)m->row.num_indices, indices->items);
    }
}

static void check_multiple(const xmf_material_range *m, al_sink *s)
{
    if (m->row.first_index % 3 != 0) {
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_MULTIPLE, m, XMF_MATERIAL_AT_first_index);
        const al_span name = shown_name(m);
        al_report(s, &claim, "material '%.*s' begins in the middle of a triangle: at index %d", AL_SHOW(name),
                  (int)m->row.first_index);
    }
    if (m->row.num_indices % 3 != 0) {
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_MULTIPLE, m, XMF_MATERIAL_AT_num_indices);
        const al_span name = shown_name(m);
        al_report(s, &claim, "number of indices of material '%.*s' is not a multiple of 3: %d", AL_SHOW(name),
                  (int)m->row.num_indices);
    }
}

static void check_empty(const xmf_material_range *m, al_sink *s)
{
    if (m->row.num_indices != 0)
        return;
    const al_claim claim = xmf_material_claim(XMF_MATERIAL_EMPTY, m, XMF_MATERIAL_AT_num_indices);
    const al_span name = shown_name(m);
    al_report(s, &claim, "material '%.*s' draws nothing", AL_SHOW(name));
}

static void check_sum(const xmf_file *f, const xmf_buffer *indices, al_sink *s)
{
    uint64_t sum = 0;
    if (f->material_count == 0 || indices == NULL || !indices->counted)
        return;
    for (uint32_t i = 0; i < f->material_count; i++) {
        if (f->materials[i].row.num_indices < 0) /* xmf/material-range reports it */
            return;
        sum += (uint64_t)f->materials[i].row.num_indices;
    }
    if (sum >= indices->items) /* more than there are: material-range or material-overlap says where */
        return;
    const al_claim claim = {.rule = XMF_MATERIAL_SUM,
                            .offset = f->materials[0].record.base,
                            .length = (uint64_t)f->material_count * XMF_MATERIAL_BYTES,
                            .path = al_field(NULL, "materials"),
                            .expected = al_uint(indices->items),
                            .actual = al_uint(sum)};
    al_report(s, &claim, "materials draw only %" PRIu64 " of the %" PRIu64 " indices", sum, indices->items);
}

static int by_first_index(const void *left, const void *right, void *context)
{
    (void)context;
    const xmf_material_range *a = *(const xmf_material_range *const *)left;
    const xmf_material_range *b = *(const xmf_material_range *const *)right;
    if (a->row.first_index != b->row.first_index)
        return a->row.first_index < b->row.first_index ? -1 : 1;
    return a->path.index < b->path.index ? -1 : 1;
}

/* Whether the materials are in the order of their ranges. `ranges` are in the order of the table. */
static void check_order(const xmf_material_range *const *ranges, size_t count, al_sink *s)
{
    for (size_t i = 1; i < count; i++) {
        if (ranges[i]->row.first_index >= ranges[i - 1]->row.first_index)
            continue;
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_GAP, ranges[i], XMF_MATERIAL_AT_first_index);
        const al_span name = shown_name(ranges[i]);
        al_report(s, &claim,
                  "material '%.*s' begins at index %d, before the previous material, which begins at %d",
                  AL_SHOW(name), (int)ranges[i]->row.first_index, (int)ranges[i - 1]->row.first_index);
    }
}

/* Whether ranges touch and do not share indices. `ranges` are in the order of their first indices. */
static void check_neighbours(const xmf_material_range *const *ranges, size_t count, al_sink *s)
{
    const xmf_material_range *furthest = count > 0 ? ranges[0] : NULL;
    for (size_t i = 1; i < count; i++) {
        const xmf_material_range *m = ranges[i];
        const uint64_t end = range_end(furthest), start = range_start(m);
        if (start < end) {
            const al_claim claim = xmf_material_claim(XMF_MATERIAL_OVERLAP, m, XMF_MATERIAL_AT_first_index);
            const al_span name = shown_name(m), other = shown_name(furthest);
            al_report(s, &claim, "material '%.*s' shares %" PRIu64 " indices with materials[%d] '%.*s'",
                      AL_SHOW(name), ((range_end(m) < end ? range_end(m) : end) - start),
                      (int)furthest->path.index, AL_SHOW(other));
        } else if (start > end) {
            const al_claim claim = xmf_material_claim(XMF_MATERIAL_GAP, m, XMF_MATERIAL_AT_first_index);
            const al_span name = shown_name(m);
            al_report(s, &claim,
                      "no material draws the %" PRIu64 " indices from %" PRIu64 " on, before material '%.*s'",
                      (start - end), end, AL_SHOW(name));
        }
        furthest = range_end(m) > end ? m : furthest;
    }
}

static void check_ranges(const xmf_file *f, al_sink *s)
{
    const xmf_material_range *ranges[UINT8_MAX];
    size_t count = 0;
    for (uint32_t i = 0; i < f->material_count; i++)
        if (f->materials[i].row.first_index >= 0 && f->materials[i].row.num_indices > 0)
            ranges[count++] = &f->materials[i];
    check_order(ranges, count, s);
    al_sort(ranges, count, sizeof ranges[0], by_first_index, NULL);
    check_neighbours(ranges, count, s);
}

static void check_name_terminator(const xmf_material_range *m, al_sink *s)
{
    al_span name;
    if (name_of(m, &name))
        return;
    const al_claim claim = xmf_material_claim(XMF_MATERIAL_NAME_TERMINATOR, m, XMF_MATERIAL_AT_name);
    al_report(s, &claim, "name fills all 128 bytes, without room for its NUL");
}

static bool is_word_character(uint8_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether the name has one dot, with text on both sides of it. */
static bool is_qualified(al_span name)
{
    uint64_t dot = name.len;
    for (uint64_t i = 0; i < name.len; i++) {
        const uint8_t c = al_u8_at(name, i);
        if (c == '.' && dot == name.len)
            dot = i;
        else if (!is_word_character(c))
            return false;
    }
    return dot > 0 && dot + 1 < name.len;
}

/* Whether the name ends in a dot and three digits, as a modelling program names the copy of a material. */
static bool is_copy(al_span name)
{
    enum { DIGITS = 3 };
    if (name.len <= DIGITS || al_u8_at(name, name.len - DIGITS - 1) != '.')
        return false;
    for (uint64_t i = name.len - DIGITS; i < name.len; i++)
        if (!al_is_digit(al_u8_at(name, i)))
            return false;
    return true;
}

/* Egosoft's exporter gives this name to placeholder meshes of the scene's root, which no component names. */
static bool is_placeholder(al_span name)
{
    static const char literal[] = "colormaterial";
    return name.len == sizeof literal - 1 && al_starts_with(name, literal, sizeof literal - 1);
}

static void check_name(const xmf_material_range *m, al_sink *s)
{
    al_span name;
    if (!name_of(m, &name) || (is_qualified(name) && !is_copy(name)))
        return;
    al_claim claim = xmf_material_claim(XMF_MATERIAL_NAME, m, XMF_MATERIAL_AT_name);
    claim.actual = al_text_bytes(name);
    if (is_placeholder(name)) {
        claim.level = AL_NOTE;
        al_report(s, &claim, "'colormaterial' is the exporter's placeholder for a missing material");
    } else if (is_copy(name)) {
        al_report(s, &claim, "material name '%.*s' ends as a modelling program names a copy of a material",
                  AL_SHOW(name));
    } else {
        al_report(s, &claim, "material name '%.*s' is not of the form collection.material", AL_SHOW(name));
    }
}

static int by_name(const void *left, const void *right, void *context)
{
    (void)context;
    const xmf_material_range *a = *(const xmf_material_range *const *)left;
    const xmf_material_range *b = *(const xmf_material_range *const *)right;
    const int order = al_compare_ignoring_case(a->row.name, b->row.name);
    return order != 0 ? order : (a->path.index < b->path.index ? -1 : 1);
}

static void check_repeated_names(const xmf_file *f, al_sink *s)
{
    const xmf_material_range *named[UINT8_MAX];
    size_t count = 0;
    for (uint32_t i = 0; i < f->material_count; i++)
        if (al_text_length(f->materials[i].row.name) > 0)
            named[count++] = &f->materials[i];
    al_sort(named, count, sizeof named[0], by_name, NULL);
    for (size_t i = 1, first = 0; i < count; i++) {
        if (al_compare_ignoring_case(named[first]->row.name, named[i]->row.name) != 0) {
            first = i;
            continue;
        }
        al_span name;
        (void)name_of(named[i], &name);
        const al_claim claim = xmf_material_claim(XMF_MATERIAL_REPEATED, named[i], XMF_MATERIAL_AT_name);
        al_report(s, &claim, "'%.*s' is also the name of materials[%d]", AL_SHOW(name),
                  (int)named[first]->path.index);
    }
}

void xmf_judge_materials(const xmf_file *f, al_sink *s)
{
    const xmf_buffer *indices = xmf_index_buffer(f);
    for (uint32_t i = 0; i < f->material_count; i++) {
        const xmf_material_range *m = &f->materials[i];
        check_range(m, indices, s);
        check_multiple(m, s);
        check_empty(m, s);
        check_name_terminator(m, s);
        check_name(m, s);
    }
    if (f->material_count == f->header.num_materials)
        check_sum(f, indices, s);
    check_ranges(f, s);
    check_repeated_names(f, s);
}
