/* marks_test.c: what is marked of views that no file has: for each kind of target, and where the view lacks
 * what the file has. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "core/arena.h"
#include "view/view.h"

enum { MOST_TEXT = 1024, RULE = 100, OTHER_RULE = 107, HALF_RULE = 105 };

/* ---- The views ----------------------------------------------------------------------------------------- */

/* A mesh of nine vertices and ten triangles. Vertices 3 and 8 are not finite: triangle 2 uses one of them.
 * Triangles 6, 8 and 9 use a vertex that the file doesn't have. No triangle uses vertices 6 and 7. */
static const uint32_t vertex_of[] = {0, 1, 2, 4, 5, 6, 7}, triangle_of[] = {0, 1, 3, 4, 5, 7};
static const uint32_t some_indices[] = {0, 1, 2, 1, 1, 2, 0, 2, 2, 0, 1, 0, 2, 3, 4, 4, 2, 3};
static al_left_triangle some_left[] = {{.number = 2, .corners = {1, 3, 4}},
                                       {.number = 6, .corners = {5, 9, 2}},
                                       {.number = 8, .corners = {9, 0, 3}},
                                       {.number = 9, .corners = {3, 6, 9}}};

/* A mesh that is drawn whole, whose vertices 3 to 5 no triangle uses. */
static const uint32_t all_indices[] = {0, 1, 2, 2, 1, 0};

/* The first and the last of its triangles have equal corners, one in front of them is not drawn, and nothing
 * uses two vertices. */
static const uint32_t thin_triangles[] = {1, 2, 3}, thin_indices[] = {0, 0, 1, 0, 1, 2, 1, 2, 2};
static al_left_triangle thin_left[] = {{.number = 0, .corners = {9, 0, 1}}};

static al_view_track tracks[] = {
    {.keys = 5}, {.keys = 3}, {.keys = 4}, {.keys = 4}}; /* three of them count */
static al_view_level levels[] = {{.height = 4}, {.missing = 2, .first_missing = 1}, {.missing = 1}};

static al_drawn views[] = {
    {.view = {.kind = AL_VIEW_MESH,
              .vertices = 9,
              .triangles = 10,
              .not_finite = 2,
              .beyond = 3,
              .vertex_count = 7,
              .triangle_count = 6,
              .indices = some_indices,
              .vertex_of = vertex_of,
              .triangle_of = triangle_of,
              .range_count = 3,
              .skin_name_count = 2}},
    {.view = {.kind = AL_VIEW_SKELETON, .bone_count = 4}},
    {.view = {.kind = AL_VIEW_CURVES, .tracks = tracks, .track_count = 3}},
    {.view = {.kind = AL_VIEW_PICTURE, .height = 4, .levels = levels, .level_count = 3}},
    {.view = {.kind = AL_VIEW_MESH,
              .vertices = 6,
              .triangles = 2,
              .vertex_count = 6,
              .triangle_count = 2,
              .indices = all_indices}},
    {.view = {.kind = AL_VIEW_PICTURE, .height = 4}},
    {.view = {.kind = AL_VIEW_MESH,
              .part = true,
              .vertices = 7,
              .triangles = 6,
              .vertex_count = 7,
              .triangle_count = 6,
              .indices = some_indices}},
    {.view = {.kind = AL_VIEW_MESH,
              .vertices = 5,
              .triangles = 4,
              .vertex_count = 5,
              .triangle_count = 3,
              .indices = thin_indices,
              .triangle_of = thin_triangles}},
    {.view = {.kind = AL_VIEW_PICTURE, .height = 4, .levels = levels, .level_count = 1}},
};
static al_left_triangles left[sizeof views / sizeof views[0]] = {
    [0] = {.items = some_left, .count = 4}, [7] = {.items = thin_left, .count = 1}};

static const uint32_t map[] = {5, UINT32_MAX, 0, 1}; /* three of them count */

static const al_target targets[] = {
    {.field = "mesh", .marks = AL_MARKS_NOTHING},
    {.field = "mesh.positions", .marks = AL_MARKS_NOTHING, .view = 1},
    {.field = "mesh.positions", .marks = AL_MARKS_POSITIONS},
    {.field = "mesh.indices", .marks = AL_MARKS_INDICES},
    {.field = "mesh.more", .marks = AL_MARKS_INDICES, .first = 3},
    {.field = "mesh.triangles", .marks = AL_MARKS_TRIANGLES},
    {.field = "whole.vertices", .marks = AL_MARKS_VERTICES, .view = 4},
    {.field = "whole.triangles", .marks = AL_MARKS_TRIANGLES, .view = 4},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 4},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 0, .first = 2},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 0, .first = 1},
    {.field = "map", .marks = AL_MARKS_VERTICES, .view = 4, .count = 3, .map = map},
    {.field = "parts[1]", .marks = AL_MARKS_RANGE, .first = 1},
    {.field = "parts[3]", .marks = AL_MARKS_RANGE, .first = 3},
    {.field = "bones", .marks = AL_MARKS_BONES, .view = 1},
    {.field = "bones[2].parent", .marks = AL_MARKS_BONE, .view = 1, .first = 2},
    {.field = "names", .marks = AL_MARKS_BONES},
    {.field = "tracks[1]", .marks = AL_MARKS_TRACK, .view = 2, .first = 1},
    {.field = "tracks[2].keys", .marks = AL_MARKS_KEYS, .view = 2, .first = 2},
    {.field = "tracks[3].keys", .marks = AL_MARKS_KEYS, .view = 2, .first = 3},
    {.field = "frames", .marks = AL_MARKS_FRAMES, .view = 2, .first = 0, .count = 2, .step = 2},
    {.field = "beyond", .marks = AL_MARKS_FRAMES, .view = 2, .first = 0, .count = 2, .step = 3},
    {.field = "none", .marks = AL_MARKS_FRAMES, .view = 2},
    {.field = "down", .marks = AL_MARKS_PIXELS, .view = 3, .count = 4},
    {.field = "up", .marks = AL_MARKS_PIXELS, .view = 3, .count = 4, .step = 4},
    {.field = "nowhere", .marks = AL_MARKS_PIXELS, .view = 3},
    {.field = "empty", .marks = AL_MARKS_PIXELS, .view = 5, .count = 4},
    {.field = "missing", .marks = AL_MARKS_MISSING, .view = 3},
    {.field = "thin.vertices", .marks = AL_MARKS_VERTICES, .view = 7},
    {.field = "thin.triangles", .marks = AL_MARKS_TRIANGLES, .view = 7},
    {.field = "t", .marks = AL_MARKS_TRACK, .view = 2},
    {.field = "one", .marks = AL_MARKS_FRAMES, .view = 2, .first = 1, .count = 1, .step = 1},
    {.field = "column", .marks = AL_MARKS_PIXELS, .view = 8, .count = 1},
    {.field = "both", .marks = AL_MARKS_NOTHING, .view = 0},
    {.field = "both", .marks = AL_MARKS_VERTICES, .view = 4},
    {.field = "both", .marks = AL_MARKS_NOTHING, .view = 1},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 0, .first = 4},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 0, .first = 3},
    {.field = "twice", .marks = AL_MARKS_VERTICES, .view = 6},
    {.field = "part.vertices", .marks = AL_MARKS_VERTICES, .view = 6},
    {.field = "part.triangles", .marks = AL_MARKS_TRIANGLES, .view = 6},
    {.field = "lost", .marks = AL_MARKS_VERTICES, .view = 9},
};

/* Findings of rule 7 of the format are about bones, those of rule 5 about vertices behind. */
static const al_target_rule rules[] = {
    {.rule = 7, .marks = AL_MARKS_BONES}, {.rule = 5, .marks = AL_MARKS_VERTICES, .shift = 2}, {.rule = 0}};

/* ---- What is marked ------------------------------------------------------------------------------------ */

static const struct {
    const char *field;
    uint64_t elements[AL_FINDING_ELEMENTS];
    unsigned element_count;
    uint64_t count; /* 0: as many as the elements */
    size_t rule;    /* 0: RULE */
    const char *marks;
} cases[] = {
#define ELEMENTS(...) {__VA_ARGS__}, sizeof(uint64_t[]){__VA_ARGS__} / sizeof(uint64_t)
    {"mesh", {0}, 0, 0, 0, "0 whole"},
    {"mesh.other[3].x", {0}, 0, 0, 0, "0 whole"},
    {"meshes", {0}, 0, 0, 0, "-"},
    {"me", {0}, 0, 0, 0, "-"},
    {"", {0}, 0, 0, 0, "-"},
    {"lost", ELEMENTS(1), 0, 0, "-"},
    /* vertices: 3 is not drawn, 20 is not there; a path has an index */
    {"mesh.positions", ELEMENTS(7, 4, 4, 0), 0, 0, "0 vertices 0 3 6"},
    {"mesh.positions", ELEMENTS(3), 0, 0, "0 corners 0 1 3 5"},
    {"mesh.positions", ELEMENTS(20), 0, 0, "0"},
    {"mesh.positions", ELEMENTS(9), 0, 0, "0 corners 0 2 4 5"},
    {"mesh.positions", ELEMENTS(UINT64_C(0x100000000)), 0, 0, "0"},
    {"mesh.positions[5]", {0}, 0, 0, 0, "0 vertices 4"},
    {"mesh.positions[5].x", {0}, 0, 0, 0, "0 vertices 4"},
    {"mesh.positions[].x", {0}, 0, 0, 0, "0 whole"},
    {"mesh.positions.x", {0}, 0, 0, 0, "0 whole"},
    {"mesh.positions[123456789012345678901234]", {0}, 0, 0, 0, "0 whole"},
    {"mesh.positions[5]", ELEMENTS(6), 0, 0, "0 vertices 5"},
    {"mesh.positions", ELEMENTS(0, 1), 0, HALF_RULE, "0 corners 0 1 2 3 5"},
    {"twice", ELEMENTS(0, 5), 0, 0, "0 vertices 1 5"},
    {"map", ELEMENTS(0, 1, 2, 3), 0, 0, "4 vertices 0 5"},
    {"map", ELEMENTS(0, 1), 0, HALF_RULE, "4 vertices 5"},
    /* a finding lists some: the others are not finite, or unused, or beyond, or have equal corners */
    {"mesh.positions", ELEMENTS(3), 1, 0, "0 corners 0 1 3 5"},
    {"mesh.positions", {3}, 0, 1, 0, "0 whole"},
    {"mesh.positions", ELEMENTS(3), 2, 0, "0 corners 0 1 3 5"},
    {"mesh.positions", ELEMENTS(8), 2, 0, "0 corners 1 3"},
    {"mesh.positions", ELEMENTS(8), 3, 0, "0"},
    {"mesh.positions", ELEMENTS(8, 4), 3, 0, "0 vertices 3"},
    {"mesh.positions", ELEMENTS(4), 2, 0, "0 vertices 3"},
    {"mesh.positions", ELEMENTS(7), 2, 0, "0 vertices 6"},
    {"part.vertices", ELEMENTS(5), 2, 0, "6 vertices 5"},
    {"whole.vertices", ELEMENTS(3), 3, 0, "4 vertices 3 4 5"},
    {"whole.vertices", ELEMENTS(3), 2, 0, "4 vertices 3"},
    {"whole.vertices", ELEMENTS(2), 3, 0, "4 vertices 2"},
    {"whole.vertices", ELEMENTS(9), 3, 0, "4"},
    {"whole.vertices", ELEMENTS(3, 4, 5), 3, 0, "4 vertices 3 4 5"},
    {"mesh.indices", ELEMENTS(3, 4, 9), 0, 0, "0 triangles 1+2"},
    {"mesh.indices", ELEMENTS(8, 19), 0, 0, "0 corners 1 2 3 4"},
    {"mesh.indices", {0}, 0, 1, 0, "0 whole"},
    {"mesh.indices", {0}, 0, 3, 0, "0 whole triangles 1+3 corners 0 2 4 5"},
    {"mesh.indices", ELEMENTS(19), 3, 0, "0 corners 0 2 4 5"},
    {"mesh.indices", ELEMENTS(19), 2, 0, "0 corners 2 4"},
    {"mesh.indices", ELEMENTS(6), 3, 0, "0 corners 1 3"},
    {"mesh.indices", ELEMENTS(3), 3, 0, "0 triangles 1+3"},
    {"mesh.triangles", ELEMENTS(6), 3, 0, "0 corners 2 4"},
    {"mesh.more", ELEMENTS(2, 3), 0, 0, "0 triangles 2+2"},
    {"mesh.triangles", ELEMENTS(1), 3, 0, "0 triangles 1+3"},
    {"mesh.triangles", ELEMENTS(1), 2, 0, "0 triangles 1+1"},
    {"mesh.triangles", ELEMENTS(0), 3, 0, "0 triangles 0+1"},
    {"mesh.triangles", ELEMENTS(2), 3, 0, "0 corners 1 3"},
    {"mesh.triangles", ELEMENTS(1, 3, 4), 3, 0, "0 triangles 1+3"},
    {"part.triangles", ELEMENTS(1), 3, 0, "6 triangles 1+1"},
    {"mesh.triangles", ELEMENTS(0, 1, 3, 6, 2, 5), 0, 0, "0 triangles 0+3 4+1 corners 1 2 3 4"},
    {"mesh.triangles", ELEMENTS(8), 0, 0, "0 corners 0"},
    {"whole.triangles", ELEMENTS(1), 0, 0, "4 triangles 1+1"},
    {"thin.triangles", ELEMENTS(3), 2, 0, "7 triangles 0+1 2+1"},
    {"thin.triangles", ELEMENTS(2), 0, 0, "7 triangles 1+1"},
    {"thin.vertices", ELEMENTS(3), 2, 0, "7 vertices 3"},
    {"both", ELEMENTS(3), 0, 0, "4 vertices 3"},
    {"t", {0}, 0, 0, 0, "2 track 0"},
    /* ranges, bones, tracks and keys */
    {"parts[1]", ELEMENTS(7), 0, 0, "0 ranges 1"},
    {"parts[1].name", {0}, 0, 0, 0, "0 ranges 1"},
    {"parts[3]", {0}, 0, 0, 0, "0"},
    {"mesh.positions", ELEMENTS(1), 0, OTHER_RULE, "0 bones 1"},
    {"bones", ELEMENTS(0, 3, 4), 0, 0, "1 bones 0 3"},
    {"bones[3]", {0}, 0, 0, 0, "1 bones 3"},
    {"bones[2].parent", {0}, 0, 0, 0, "1 bones 2"},
    {"names", ELEMENTS(0, 1, 2), 0, 0, "0 bones 0 1"},
    {"tracks[1].bone", ELEMENTS(1), 0, 0, "2 track 1"},
    {"one", ELEMENTS(0, 2), 0, 0, "2 track 1 keys 0 2"},
    {"tracks[1].bone", {0}, 0, 0, 0, "2 track 1"},
    {"tracks[2].keys", ELEMENTS(3, 4, 1), 0, 0, "2 track 2 keys 1 3"},
    {"tracks[3].keys", ELEMENTS(0), 0, 0, "2"},
    {"frames", ELEMENTS(0, 1, 2, 5, 9, 10), 0, 0, "2 track 0 keys 0 1; 2 track 2 keys 0 2"},
    {"frames", ELEMENTS(20), 0, 0, "2"},
    {"beyond", ELEMENTS(0, 1), 0, 0, "2 track 0 keys 0"},
    {"none", ELEMENTS(0), 0, 0, "2"},
    /* pictures */
    {"down", ELEMENTS(4, 5, 0, 16), 0, 0, "3 rows 0:0+1 0:1+1"},
    {"up", ELEMENTS(4, 5, 0, 16), 0, 0, "3 rows 0:2+1 0:3+1"},
    {"down", ELEMENTS(4), 0, 0, "3 rows 0:1+1"},
    {"column", ELEMENTS(2), 0, 0, "8 rows 0:2+1"},
    {"nowhere", ELEMENTS(1), 0, 0, "3"},
    {"empty", ELEMENTS(1), 0, 0, "5"},
    {"missing", {0}, 0, 0, 0, "3 whole rows 1:1+2 2:0+1"},
#undef ELEMENTS
};

static size_t add_numbers(char *text, size_t length, const char *name, const uint32_t *numbers, size_t count)
{
    length += (size_t)snprintf(text + length, MOST_TEXT - length, "%s", count > 0 ? name : "");
    for (size_t i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, MOST_TEXT - length, " %u", (unsigned)numbers[i]);
    return length;
}

/* The view, then what is marked in it; "-": nothing. */
static void show(const al_view_place *place, char text[MOST_TEXT])
{
    size_t at = (size_t)snprintf(text, MOST_TEXT, "%s", place->mark_count == 0 ? "-" : "");
    for (size_t i = 0; i < place->mark_count; i++) {
        const al_view_mark *m = &place->marks[i];
        at += (size_t)snprintf(text + at, MOST_TEXT - at, "%s%zu%s", i > 0 ? "; " : "", m->view,
                               m->whole ? " whole" : "");
        for (size_t k = 0; k < m->triangle_count; k++)
            at += (size_t)snprintf(text + at, MOST_TEXT - at, "%s %u+%u", k == 0 ? " triangles" : "",
                                   (unsigned)m->triangles[k].first, (unsigned)m->triangles[k].count);
        at = add_numbers(text, at, m->corners ? " corners" : " vertices", m->vertices, m->vertex_count);
        at = add_numbers(text, at, " ranges", m->ranges, m->range_count);
        at = add_numbers(text, at, " bones", m->bones, m->bone_count);
        if (m->track != -1)
            at += (size_t)snprintf(text + at, MOST_TEXT - at, " track %d", (int)m->track);
        at = add_numbers(text, at, " keys", m->keys, m->key_count);
        for (size_t k = 0; k < m->row_count; k++)
            at += (size_t)snprintf(text + at, MOST_TEXT - at, "%s %u:%u+%u", k == 0 ? " rows" : "",
                                   (unsigned)m->rows[k].level, (unsigned)m->rows[k].first,
                                   (unsigned)m->rows[k].count);
    }
    assert_true(at < MOST_TEXT);
}

/* The aim of one finding. `sorted` has room for the targets. */
static void aim_at(const al_finding *finding, al_drawing *drawing, al_target *sorted, al_aim *aim)
{
    static const size_t first_rule = RULE;
    static const al_format format = {.first_rule = &first_rule};
    const al_result result = {.findings = finding, .finding_count = 1};
    *drawing = (al_drawing){.views = views,
                            .view_count = sizeof views / sizeof views[0],
                            .targets = sorted,
                            .target_count = sizeof targets / sizeof targets[0],
                            .rules = rules};
    memcpy(sorted, targets, sizeof targets);
    al_views_aim(drawing, &format, &result, aim);
}

static void each_kind_of_target(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_target sorted[sizeof targets / sizeof targets[0]];
        char text[MOST_TEXT];
        const uint64_t count = cases[i].count > 0 ? cases[i].count : cases[i].element_count;
        const al_finding finding = {.field = cases[i].field,
                                    .count = count,
                                    .elements = cases[i].elements,
                                    .element_count = cases[i].element_count,
                                    .rule_number = cases[i].rule > 0 ? cases[i].rule : RULE};
        al_budget budget = al_budget_of(UINT64_MAX, 0);
        al_arena arena = al_arena_on(&budget);
        al_drawing drawing;
        al_aim aim;
        al_view_place place = {.mark_count = 0};
        aim_at(&finding, &drawing, sorted, &aim);
        assert_true(al_view_add_mark(&arena, &drawing, left, &aim, &finding, &place));
        show(&place, text);
        if (strcmp(text, cases[i].marks) != 0)
            print_message("%s, case %zu\n", finding.field, i);
        assert_string_equal(text, cases[i].marks);
        assert_true(place.mark_count == 0 || place.marks[0].total == count);
        al_arena_free(&arena);
    }
}

/* mesh_part.c asks, so that it keeps what is marked. */
static void aims_at_vertices_and_triangles(void **state)
{
    (void)state;
    static const struct {
        const char *field;
        uint32_t view;
        bool vertices, triangles;
    } expected[] = {{"mesh", 0, false, false},           {"mesh.positions", 0, true, false},
                    {"mesh.positions", 1, false, false}, {"mesh.indices", 0, false, true},
                    {"mesh.indices", 4, false, false},   {"whole.vertices", 4, true, false},
                    {"whole.triangles", 4, false, true}, {"whole.triangles", 0, false, false},
                    {"parts[1]", 0, false, false},       {"other", 0, false, false}};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        al_target sorted[sizeof targets / sizeof targets[0]];
        al_drawing drawing;
        al_aim aim;
        const al_finding finding = {.field = expected[i].field, .rule_number = RULE};
        aim_at(&finding, &drawing, sorted, &aim);
        assert_int_equal(al_aims_at_vertices(&aim, expected[i].view), expected[i].vertices);
        assert_int_equal(al_aims_at_triangles(&aim, expected[i].view), expected[i].triangles);
    }
}

static void so_many_marks_and_no_more(void **state)
{
    (void)state;
    enum { COUNT = AL_VIEW_MARKS + 2 };
    al_drawn large = {.view = {.vertices = COUNT, .vertex_count = COUNT}};
    const al_left_triangles none = {.count = 0};
    const uint64_t first = 0;
    al_target target = {.field = "", .marks = AL_MARKS_VERTICES};
    const al_drawing drawing = {.views = &large, .view_count = 1};
    const al_aim aim = {.target = &target, .marks = AL_MARKS_VERTICES, .count = 1};
    const al_finding finding = {.field = "", .count = COUNT, .elements = &first, .element_count = 1};
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    al_view_place place = {.mark_count = 0};
    assert_true(al_view_add_mark(&arena, &drawing, &none, &aim, &finding, &place));
    assert_int_equal(place.marks[0].vertex_count, AL_VIEW_MARKS - 1); /* the first one is there twice */
    assert_int_equal(place.marks[0].vertices[AL_VIEW_MARKS - 2], AL_VIEW_MARKS - 2);
    al_arena_free(&arena);
}

/* Each allocation fails once. */
static void shortage_is_told(void **state)
{
    (void)state;
    static const char *const fields[] = {"whole.vertices", "mesh.triangles", "down", "missing"};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        al_target sorted[sizeof targets / sizeof targets[0]];
        const uint64_t element = 3;
        const al_finding finding = {
            .field = fields[i], .count = 3, .elements = &element, .element_count = 1, .rule_number = RULE};
        bool ok = false;
        for (uint64_t n = 1; !ok; n++) {
            al_budget budget = al_budget_of(UINT64_MAX, n);
            al_arena arena = al_arena_on(&budget);
            al_drawing drawing;
            al_aim aim;
            al_view_place place = {.mark_count = 0};
            aim_at(&finding, &drawing, sorted, &aim);
            ok = al_view_add_mark(&arena, &drawing, left, &aim, &finding, &place);
            assert_int_equal(ok, budget.shortage == AL_SHORTAGE_NONE);
            al_arena_free(&arena);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_target),
        cmocka_unit_test(aims_at_vertices_and_triangles),
        cmocka_unit_test(so_many_marks_and_no_more),
        cmocka_unit_test(shortage_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
