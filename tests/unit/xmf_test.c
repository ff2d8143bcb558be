/* xmf_test.c: several defects in one mesh, declared sizes without data, and the memory that both need. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "engine/judge.h"
#include "formats/catalogue.h"
#include "formats/xmf/xmf.h"
#include "mesh.h"
#include "results.h"
#include "unit_rule.h"

enum { ITEMS = 28, ITEM_SIZE = 32, STORED = 24, SECTIONS = 36, DATA_OFFSET = 8, NUM_ELEMENTS = 56 };

static al_result *check_named(const mesh *m, const char *name)
{
    al_checker *checker = al_checker_new(NULL);
    al_result *r = NULL;
    assert_non_null(checker);
    assert_int_equal(al_check_memory(checker, name, m->bytes, m->size, 0, &r), AL_OK);
    al_checker_free(checker);
    return r;
}

static al_result *check(const mesh *m)
{
    return check_named(m, "hull.xmf");
}

static void expect(const al_result *r, const char *rule, const char *field, uint64_t offset, uint64_t length)
{
    const al_finding *f = result_finding(r, rule, field);
    assert_int_equal(f->offset, offset);
    assert_int_equal(f->length, length);
}

/* ---- Several defects ----------------------------------------------------------------------------------- */

static void three_defects_of_the_tables(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    mesh_set_i32(&m, 0x16, 5);
    mesh_set_i32(&m, mesh_desc_at(0, DATA_OFFSET), (int32_t)m.size);
    mesh_set_i32(&m, mesh_data_at(2, 0), 60);
    al_result *r = check(&m);
    expect(r, "xmf/primitive-type", "header.primitiveType", 0x16, 4);
    expect(r, "xmf/data-range", "buffers[0].dataOffset", mesh_desc_at(0, DATA_OFFSET), 4);
    expect(r, "xmf/material-range", "materials[0].numIndices", mesh_data_at(2, 0) + 4, 4);
    assert_int_equal(r->finding_count, 3);
    assert_int_equal(r->errors, 3);
    assert_string_equal(r->findings[0].rule->id, "xmf/primitive-type"); /* in the order of the file */
    assert_string_equal(r->findings[1].rule->id, "xmf/data-range");
    assert_string_equal(r->findings[2].rule->id, "xmf/material-range");
    al_result_free(r);
    mesh_free(&m);
}

static void three_defects_of_the_data(void **state)
{
    (void)state;
    uint8_t positions[9 * 12] = {0};
    uint8_t indices[9 * 2] = {0, 0, 1, 0, 2, 0, 3, 0, 3, 0, 4, 0, 5, 0, 9, 0, 8, 0};
    memcpy(positions + 4 * 12 + 4, "\0\0\xC0\x7F", 4); /* NaN */
    memcpy(positions + 7 * 12 + 8, "\0\0\x80\xFF", 4); /* -infinity */
    const mesh_part parts[] = {
        {.type = 0,
         .format = 2,
         .items = 9,
         .item_size = 12,
         .compressed = true,
         .level = 9,
         .data = positions,
         .data_size = sizeof positions},
        {.type = 30,
         .format = 30,
         .items = 9,
         .item_size = 2,
         .compressed = true,
         .level = 9,
         .data = indices,
         .data_size = sizeof indices},
    };
    mesh m = mesh_of(parts, 2, "ships.hull");
    const size_t first = mesh_data_at(2, 1), second = first + (size_t)mesh_i32(&m, mesh_desc_at(0, STORED));
    al_result *r = check(&m);
    expect(r, "xmf/not-finite", "buffers[0].data", first, second - first);
    expect(r, "xmf/index-range", "buffers[1].data", second, m.size - second);
    expect(r, "xmf/degenerate-triangle", "buffers[1].data", second, m.size - second);
    const al_finding *not_finite = result_finding(r, "xmf/not-finite", "buffers[0].data");
    assert_int_equal(not_finite->count, 2);
    assert_int_equal(not_finite->element_count, 2);
    assert_int_equal(not_finite->elements[0], 4);
    assert_int_equal(not_finite->elements[1], 7);
    assert_true(not_finite->in_inflated);
    assert_int_equal(not_finite->inflated_offset, 4 * 12);
    const al_finding *range = result_finding(r, "xmf/index-range", "buffers[1].data");
    assert_int_equal(range->count, 1);
    assert_int_equal(range->elements[0], 7);
    assert_int_equal(range->inflated_offset, 7 * 2);
    const al_finding *degenerate = result_finding(r, "xmf/degenerate-triangle", "buffers[1].data");
    assert_int_equal(degenerate->count, 1);
    assert_int_equal(degenerate->elements[0], 1);
    al_result_free(r);
    mesh_free(&m);
}

/* A broken buffer doesn't affect the others. */
static void a_broken_stream_and_a_defect_behind_it(void **state)
{
    (void)state;
    mesh m = mesh_plain(300, true);
    const size_t first = mesh_data_at(2, 1);
    memset(m.bytes + first + 20, 0x55, 10);
    mesh_set_i32(&m, mesh_desc_at(1, ITEMS), 298); /* fewer indices than vertices, and no whole triangles */
    al_result *r = check(&m);
    expect(r, "xmf/inflate", "buffers[0].data", first, (uint64_t)mesh_i32(&m, mesh_desc_at(0, STORED)));
    expect(r, "xmf/index-count", "buffers[1].itemsPerSection", mesh_desc_at(1, ITEMS), 4);
    (void)result_finding(r, "xmf/inflated-size", "buffers[1].data");
    (void)result_finding(r, "xmf/material-range", "materials[0].numIndices");
    al_result_free(r);
    mesh_free(&m);
}

/* The data is one byte larger or smaller than declared. */
static void sizes_off_by_one(void **state)
{
    (void)state;
    static const int by[] = {-2, -1, 0, 1, 2};
    for (size_t i = 0; i < sizeof by / sizeof by[0]; i++)
        for (unsigned compressed = 0; compressed <= 1; compressed++) {
            uint8_t data[12 * 12 + 2] = {0};
            static const uint8_t indices[] = {0, 0, 1, 0, 2, 0, 3, 0, 4,  0, 5,  0,
                                              6, 0, 7, 0, 8, 0, 9, 0, 10, 0, 11, 0};
            const mesh_part parts[] = {
                {.type = 0,
                 .format = 2,
                 .items = 12,
                 .item_size = 12,
                 .compressed = compressed != 0,
                 .level = 9,
                 .data = data,
                 .data_size = (size_t)(144 + by[i])},
                {.type = 30,
                 .format = 30,
                 .items = 12,
                 .item_size = 2,
                 .compressed = compressed != 0,
                 .level = 9,
                 .data = indices,
                 .data_size = sizeof indices},
            };
            mesh m = mesh_of(parts, 2, "ships.hull");
            al_result *r = check(&m);
            assert_int_equal(r->errors, by[i] == 0 ? 0 : 1);
            if (by[i] != 0 && compressed != 0)
                expect(r, "xmf/inflated-size", "buffers[0].data", mesh_data_at(2, 1),
                       (uint64_t)mesh_i32(&m, mesh_desc_at(0, STORED)));
            if (by[i] != 0 && compressed == 0)
                expect(r, "xmf/stored-size", "buffers[0].compressedDataSize", mesh_desc_at(0, STORED), 4);
            al_result_free(r);
            mesh_free(&m);
        }
}

/* Nobody sees a collision mesh, whatever the rest of its name says. */
static void a_collision_mesh_needs_no_material(void **state)
{
    (void)state;
    const uint8_t data[9 * 12] = {0};
    const mesh_part part = {
        .type = 0, .format = 2, .items = 9, .item_size = 12, .data = data, .data_size = sizeof data};
    mesh m = mesh_of(&part, 1, NULL);
    al_result *r = check_named(&m, "hull-lod0.xmf");
    expect(r, "xmf/material-missing", "header.numMaterials", XMF_HEADER_AT_num_materials, 1);
    al_result_free(r);
    r = check_named(&m, "hull-collision-lod0.xmf");
    for (size_t i = 0; i < r->finding_count; i++)
        assert_string_not_equal(r->findings[i].rule->id, "xmf/material-missing");
    al_result_free(r);
    mesh_free(&m);
}

/* ---- Sizes that are only declared ---------------------------------------------------------------------- */

/* The most memory that the checks below may use at any time: at most a thousandth of the declared size. */
enum { ENOUGH = 200000 };

/* Runs the check of the format with its own budget; returns the memory used. */
static uint64_t memory_used(const mesh *m, uint64_t max_inflated, al_sink *sink)
{
    static al_setting settings[AL_MOST_RULES];
    static al_arena findings, memory;
    static al_budget finding_budget;
    al_budget budget = al_budget_of(ENOUGH, 0);
    al_inflater *inflater = al_inflater_new();
    assert_non_null(inflater);
    for (size_t i = 0; i < al_rule_count(); i++)
        settings[i].level = al_catalogue[i].level;
    finding_budget = al_budget_of(UINT64_MAX, 0);
    findings = al_arena_on(&finding_budget);
    memory = al_arena_on(&budget);
    *sink = al_sink_of(&findings, al_catalogue, settings, "hull.xmf", m->size);
    al_inflater_start(inflater, &budget);
    al_job job = {.name = "hull.xmf",
                  .file = al_span_of(m->bytes, m->size),
                  .arena = &memory,
                  .sink = sink,
                  .inflater = inflater,
                  .max_inflated = max_inflated};
    al_parse_and_judge(&al_formats[0], &job);
    assert_int_equal(budget.shortage, AL_SHORTAGE_NONE);
    al_arena_free(&memory);
    al_inflater_free(inflater);
    return budget.used;
}

static bool sink_has(const al_sink *s, size_t rule, const char *field)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->findings[i].rule_number == rule && strcmp(s->findings[i].field, field) == 0)
            return true;
    return false;
}

/* More than the stream could ever give: this is reported, and nothing is inflated. */
static void four_gigabytes_declared_by_a_small_stream(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    al_sink sink;
    const uint64_t usual = memory_used(&m, UINT64_MAX, &sink);
    assert_int_equal(sink.count, 0);
    al_arena_free(sink.arena);
    for (size_t buffer = 0; buffer <= 1; buffer++) {
        mesh_set_i32(&m, mesh_desc_at(buffer, ITEMS), 0x40000000);
        mesh_set_i32(&m, mesh_desc_at(buffer, ITEM_SIZE), buffer == 0 ? 12 : 4);
    }
    assert_in_range(memory_used(&m, UINT64_MAX, &sink), 1, usual);
    assert_true(sink_has(&sink, unit_rule("xmf/size-overflow"), "buffers[0].itemSize"));
    assert_true(sink_has(&sink, unit_rule("xmf/size-overflow"), "buffers[1].itemSize"));
    al_arena_free(sink.arena);
    mesh_free(&m);
}

static al_result *check_inflating(const mesh *m, uint64_t most)
{
    al_options *options = al_options_new();
    al_options_set_limit(options, AL_LIMIT_INFLATED, most);
    al_checker *checker = al_checker_new(options);
    al_result *r = NULL;
    assert_int_equal(al_check_memory(checker, "hull.xmf", m->bytes, m->size, 0, &r), AL_OK);
    al_checker_free(checker);
    al_options_free(options);
    return r;
}

/* Both buffers count together, to the byte. */
static void the_limit_of_inflated_bytes_is_exact(void **state)
{
    enum { POSITIONS = 300 * 12, INDICES = 300 * 2 };
    (void)state;
    mesh m = mesh_plain(300, true);
    al_result *r = check_inflating(&m, POSITIONS + INDICES);
    assert_int_equal(r->finding_count, 0);
    al_result_free(r);
    const size_t first = mesh_data_at(2, 1), second = first + (size_t)mesh_i32(&m, mesh_desc_at(0, STORED));
    r = check_inflating(&m, POSITIONS + INDICES - 1);
    expect(r, "xmf/limit", "buffers[1].data", second, m.size - second);
    assert_int_equal(r->finding_count, 1);
    al_result_free(r);
    r = check_inflating(&m, POSITIONS - 1);
    expect(r, "xmf/limit", "buffers[0].data", first, second - first);
    assert_int_equal(r->finding_count, 1);
    al_result_free(r);
    mesh_free(&m);
}

/* Streams that are large enough to give 4 GiB, but don't: 4 MiB of stored zeros. */
static void four_gigabytes_declared_by_a_large_stream(void **state)
{
    (void)state;
    enum { STREAM = 4200000, DECLARED = 357913942 }; /* items of 12 bytes: 4 GiB and 8 bytes */
    uint8_t *data = calloc(STREAM, 1);
    assert_non_null(data);
    const mesh_part parts[] = {
        {.type = 0,
         .format = 2,
         .items = DECLARED,
         .item_size = 12,
         .compressed = true,
         .level = 0,
         .data = data,
         .data_size = STREAM},
        {.type = 30,
         .format = 31,
         .items = 1073741826,
         .item_size = 4,
         .compressed = true,
         .level = 0,
         .data = data,
         .data_size = STREAM},
    };
    mesh m = mesh_of(parts, 2, NULL);
    al_sink sink;
    assert_in_range(memory_used(&m, UINT64_MAX, &sink), 1, 20000);
    assert_true(sink_has(&sink, unit_rule("xmf/inflated-size"), "buffers[0].data"));
    assert_true(sink_has(&sink, unit_rule("xmf/inflated-size"), "buffers[1].data"));
    assert_false(sink_has(&sink, unit_rule("xmf/size-overflow"), "buffers[0].itemSize"));
    assert_false(sink_has(&sink, unit_rule("xmf/limit"), "buffers[0].data"));
    al_arena_free(sink.arena);
    assert_in_range(memory_used(&m, AL_DEFAULT_MAX_INFLATED, &sink), 1, 20000);
    assert_true(sink_has(&sink, unit_rule("xmf/limit"), "buffers[0].data"));
    assert_true(sink.limited);
    al_arena_free(sink.arena);
    mesh_free(&m);
    free(data);
}

/* Every count at its maximum: each product is reported; no product wraps or is allocated. */
static void the_largest_counts(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    al_sink sink;
    static const size_t fields[] = {ITEMS, ITEM_SIZE, SECTIONS};
    for (size_t buffer = 0; buffer <= 1; buffer++)
        for (size_t i = 0; i < 3; i++)
            mesh_set_i32(&m, mesh_desc_at(buffer, fields[i]), INT32_MAX);
    assert_in_range(memory_used(&m, UINT64_MAX, &sink), 1, 20000);
    assert_true(sink_has(&sink, unit_rule("xmf/size-overflow"), "buffers[0].itemSize"));
    assert_true(sink_has(&sink, unit_rule("xmf/size-overflow"), "buffers[1].itemSize"));
    assert_true(sink_has(&sink, unit_rule("xmf/buffer-sections"), "buffers[0].numSections"));
    al_arena_free(sink.arena);
    mesh_free(&m);
}

/* Counts whose product is 0 or small in 32 bits. */
static void products_that_wrap_in_32_bits(void **state)
{
    (void)state;
    static const int32_t counts[][3] = {
        {65536, 65536, 12}, {1, 0x15555556, 12}, {65536, 32768, 2}, {0x40000000, 4, 1}, {8, 0x15555556, 12}};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        mesh m = mesh_plain(30, true);
        mesh_set_i32(&m, mesh_desc_at(0, SECTIONS), counts[i][0]);
        mesh_set_i32(&m, mesh_desc_at(0, ITEMS), counts[i][1]);
        mesh_set_i32(&m, mesh_desc_at(0, ITEM_SIZE), counts[i][2]);
        al_result *r = check(&m);
        expect(r, "xmf/size-overflow", "buffers[0].itemSize", mesh_desc_at(0, ITEM_SIZE), 4);
        al_result_free(r);
        mesh_free(&m);
    }
}

static void negative_counts(void **state)
{
    (void)state;
    static const struct {
        size_t field;
        const char *name;
    } counts[] = {{STORED, "compressedDataSize"},
                  {ITEMS, "itemsPerSection"},
                  {ITEM_SIZE, "itemSize"},
                  {SECTIONS, "numSections"}};
    for (size_t i = 0; i < 4; i++) {
        char field[60];
        mesh m = mesh_plain(30, true);
        (void)snprintf(field, sizeof field, "buffers[0].%s", counts[i].name);
        mesh_set_i32(&m, mesh_desc_at(0, counts[i].field), i % 2 == 0 ? -1 : INT32_MIN);
        al_result *r = check(&m);
        expect(r, "xmf/count-range", field, mesh_desc_at(0, counts[i].field), 4);
        al_result_free(r);
        mesh_free(&m);
    }
}

/* The cost of missing tables depends on the size of the file, not on the declared size. */
static void missing_tables(void **state)
{
    (void)state;
    mesh m = mesh_plain(30, true);
    al_sink sink;
    m.bytes[8] = m.bytes[10] = 255;
    m.size = MESH_HEADER + 10;
    assert_in_range(memory_used(&m, UINT64_MAX, &sink), 1, ENOUGH);
    assert_true(sink_has(&sink, unit_rule("xmf/truncated"), "buffers[0]"));
    al_arena_free(sink.arena);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_defects_of_the_tables),
        cmocka_unit_test(three_defects_of_the_data),
        cmocka_unit_test(a_broken_stream_and_a_defect_behind_it),
        cmocka_unit_test(sizes_off_by_one),
        cmocka_unit_test(four_gigabytes_declared_by_a_small_stream),
        cmocka_unit_test(four_gigabytes_declared_by_a_large_stream),
        cmocka_unit_test(a_collision_mesh_needs_no_material),
        cmocka_unit_test(the_limit_of_inflated_bytes_is_exact),
        cmocka_unit_test(the_largest_counts),
        cmocka_unit_test(products_that_wrap_in_32_bits),
        cmocka_unit_test(negative_counts),
        cmocka_unit_test(missing_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
