/* positions_test.c: vertices that are too far away, and meshes whose vertices are all at one point. */
#include "walk_fixture.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kit/arrays.h"

enum { STRIDE = 16, AT = 4, MOST_VERTICES = 12 };

static const al_form form = {.type = AL_TYPE_f32, .numbers = 3, .at = AT, .stride = STRIDE};

typedef struct vertices {
    uint8_t bytes[STRIDE * MOST_VERTICES];
    size_t count;
} vertices;

static void put_coordinate(vertices *v, size_t vertex, size_t axis, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    write_u32(v->bytes + STRIDE * vertex + AT + 4 * axis, bits);
}

/* So many vertices at (1, 2, -3); the bytes around their positions differ. */
static vertices at_one_point(size_t count)
{
    vertices v = {.count = count};
    for (size_t i = 0; i < count; i++) {
        memset(v.bytes + STRIDE * i, (int)i, STRIDE);
        for (size_t axis = 0; axis < 3; axis++)
            put_coordinate(&v, i, axis, axis < 2 ? (float)axis + 1 : -3);
    }
    return v;
}

static al_span span_of(const vertices *v)
{
    return al_span_of(v->bytes, STRIDE * v->count);
}

static al_positions taken(const vertices *v)
{
    al_positions p = {.most = 0};
    al_positions_take(&p, span_of(v), &form);
    return p;
}

/* ---- One point ----------------------------------------------------------------------------------------- */

static void vertices_at_one_point(void **state)
{
    (void)state;
    const vertices v = at_one_point(4);
    const al_positions p = taken(&v);
    assert_int_equal(p.count, 4);
    assert_false(p.spread);
    assert_true(p.point[0] == 1 && p.point[1] == 2 && p.point[2] == -3);
    assert_false(al_positions_are_right(&p));
}

static void every_vertex_and_axis_counts(void **state)
{
    (void)state;
    static const float others[] = {1.5f, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < 3 * 4 * 4; i++) {
        vertices v = at_one_point(4);
        put_coordinate(&v, i / 12, i / 4 % 3, others[i % 4]);
        const al_positions p = taken(&v);
        assert_true(p.spread);
        assert_int_equal(p.count, 4);
        assert_true(al_positions_are_right(&p));
    }
}

/* A point that isn't finite is no point at which all vertices are. */
static void points_that_are_not_finite(void **state)
{
    (void)state;
    vertices v = at_one_point(2);
    for (size_t i = 0; i < 2; i++)
        put_coordinate(&v, i, 2, INFINITY);
    assert_true(taken(&v).spread);
}

/* Parts of an array come one after another; the point is that of the first part with a vertex. */
static void parts_of_an_array(void **state)
{
    (void)state;
    vertices first = at_one_point(2), second = at_one_point(3);
    al_positions p = {.most = 0};
    al_positions_take(&p, al_span_of(first.bytes, STRIDE - 1), &form);
    assert_true(p.count == 0 && !p.spread && p.point[0] == 0);
    al_positions_take(&p, span_of(&first), &form);
    al_positions_take(&p, span_of(&second), &form);
    assert_int_equal(p.count, 5);
    assert_false(p.spread);
    for (size_t i = 0; i < 3; i++)
        put_coordinate(&second, i, 0, 8);
    al_positions_take(&p, span_of(&second), &form);
    assert_true(p.count == 8 && p.spread);
    assert_true(p.point[0] == 1);
    al_positions_take(&p, span_of(&first), &form);
    assert_true(p.count == 10 && p.spread);
}

/* The first vertex of a part counts as the others do, also if it is the only one. */
static void parts_of_few_vertices(void **state)
{
    (void)state;
    const vertices one = at_one_point(1), two = at_one_point(2);
    vertices other = at_one_point(2);
    put_coordinate(&other, 0, 1, 7);
    al_positions p = {.most = 0};
    al_positions_take(&p, span_of(&one), &form);
    al_positions_take(&p, span_of(&two), &form);
    al_positions_take(&p, span_of(&one), &form);
    assert_true(p.count == 4 && !p.spread);
    al_positions_take(&p, span_of(&other), &form);
    assert_true(p.count == 6 && p.spread);
}

static void halves_are_positions_too(void **state)
{
    (void)state;
    static const uint8_t halves[] = {0, 0x3C, 0, 0xC1, 0, 0x38, 9, 9, 0, 0x3C, 0, 0xC1, 0, 0x38, 8, 8};
    static const al_form half = {.type = AL_TYPE_f16, .numbers = 3, .at = 0, .stride = 8};
    al_positions p = {.most = 1};
    al_positions_take(&p, al_span_of(halves, sizeof halves), &half);
    assert_int_equal(p.count, 2);
    assert_false(p.spread);
    assert_true(p.point[0] == 1 && p.point[1] == -2.5 && p.point[2] == 0.5);
    al_positions_find_beyond(&p, al_span_of(halves, sizeof halves), &half, 0);
    assert_int_equal(p.beyond.count, 2);
    assert_true(p.farthest == -2.5);
}

/* ---- Far away ------------------------------------------------------------------------------------------ */

static void vertices_beyond_a_limit(void **state)
{
    (void)state;
    vertices v = at_one_point(6);
    put_coordinate(&v, 0, 0, 100);
    put_coordinate(&v, 1, 1, -100);
    put_coordinate(&v, 2, 2, -101);
    put_coordinate(&v, 3, 0, INFINITY);
    put_coordinate(&v, 3, 1, NAN);
    put_coordinate(&v, 4, 0, 200);
    put_coordinate(&v, 4, 1, 300);
    al_positions p = {.most = 100};
    al_positions_find_beyond(&p, span_of(&v), &form, 10);
    assert_int_equal(p.beyond.count, 2);
    assert_int_equal(p.beyond.first[0], 12);
    assert_int_equal(p.beyond.first[1], 14);
    assert_true(p.farthest == -101);
    assert_false(al_positions_are_right(&p));
    al_positions_find_beyond(&p, span_of(&v), &form, 20);
    assert_int_equal(p.beyond.count, 4);
    assert_int_equal(p.beyond.first[2], 22);
    assert_true(p.farthest == -101);

    p = (al_positions){.most = 0.5}; /* each vertex counts once */
    al_positions_find_beyond(&p, span_of(&v), &form, 0);
    assert_int_equal(p.beyond.count, 6);
    assert_true(p.farthest == 100);
    p = (al_positions){.most = 0};
    al_positions_find_beyond(&p, span_of(&v), &form, 0);
    assert_int_equal(p.beyond.count, 0);
    static const al_form before = {.type = AL_TYPE_f32, .numbers = 3, .at = 0, .stride = STRIDE};
    vertices last = at_one_point(1); /* the position ends before its last coordinate */
    put_coordinate(&last, 0, 2, 300);
    memset(last.bytes, 0, 4);
    p = (al_positions){.most = 100};
    al_positions_find_beyond(&p, span_of(&last), &before, 0);
    assert_int_equal(p.beyond.count, 0);
}

static void all_positions_of_an_array(void **state)
{
    (void)state;
    static const al_path path = {.name = "positions", .index = -1};
    static const struct {
        float value;
        uint64_t beyond;
        bool odd;
    } cases[] = {
        {524287, 0, false}, {524288, 0, true}, {1000000, 0, true}, {1000001, 1, true}, {NAN, 0, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        vertices v = {.count = 0};
        for (size_t k = 0; k < 12; k++) {
            uint32_t bits;
            const float value = k == 7 ? cases[i].value : 0;
            memcpy(&bits, &value, sizeof bits);
            write_u32(v.bytes + 4 * k, bits);
        }
        const al_items items = al_items_of(al_span_of(v.bytes, 48), 12, &path, "positions");
        al_positions p = {.most = AL_NEAR_POSITION};
        assert_int_equal(al_positions_take_all(&p, &items), cases[i].odd);
        assert_int_equal(p.count, 4);
        assert_true(p.spread);
        assert_int_equal(p.beyond.count, cases[i].beyond);
        if (cases[i].beyond > 0)
            assert_int_equal(p.beyond.first[0], 2);
    }
}

static void far_vertices_of_a_long_array(void **state)
{
    (void)state;
    enum { VERTICES = 300, SIZE = 12 }; /* the third and fourth block of 64 have only near ones */
    static const al_path path = {.name = "positions", .index = -1};
    static const uint64_t far[] = {0, 63, 64, 299};
    static const float value = 2000000;
    uint8_t bytes[VERTICES * SIZE] = {0};
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        write_u32(bytes + SIZE * far[i], bits);
    const al_items items = al_items_of(al_span_of(bytes, sizeof bytes), SIZE, &path, "positions");
    al_positions p = {.most = AL_NEAR_POSITION};
    assert_true(al_positions_take_all(&p, &items));
    assert_int_equal(p.beyond.count, sizeof far / sizeof far[0]);
    for (size_t i = 0; i < sizeof far / sizeof far[0]; i++)
        assert_int_equal(p.beyond.first[i], far[i]);
}

/* ---- Reports ------------------------------------------------------------------------------------------- */

static fixture *checked(const al_positions *p, bool whole, const char *mesh)
{
    fixture *f = begin("positions", 9);
    const al_position_rules rules = {.range = unit_rule("xac/position-range"),
                                     .no_extent = unit_rule("xac/no-extent")};
    const al_claim claim = {
        .offset = 2, .length = 3, .path = al_item(NULL, "meshes", 1), .in_inflated = true};
    al_check_positions(&f->sink, p, &rules, &claim, whole, mesh);
    return f;
}

static void expect_finding(const fixture *f, size_t number, const char *rule, const char *message)
{
    assert_true(number < f->sink.count);
    const al_finding *got = &f->sink.findings[number];
    assert_string_equal(got->rule->id, rule);
    assert_int_equal(got->offset, 2);
    assert_int_equal(got->length, 3);
    assert_string_equal(got->field, "meshes[1]");
    assert_message(got, message);
}

static void a_mesh_without_extent(void **state)
{
    (void)state;
    for (size_t count = 0; count < 5; count++) {
        const vertices v = at_one_point(count);
        const al_positions p = taken(&v);
        fixture *f = checked(&p, false, "");
        assert_int_equal(f->sink.count, 0); /* the rule needs all vertices */
        end(f);
        f = checked(&p, true, " of the node \"a\"");
        assert_int_equal(f->sink.count, count >= 3);
        if (count == 3)
            expect_finding(f, 0, "xac/no-extent",
                           "all 3 vertices of the mesh of the node \"a\" are at one point: 1, 2, -3");
        if (count >= 3)
            assert_false(f->sink.findings[0].in_inflated);
        end(f);
    }
}

static void zero_has_no_sign(void **state)
{
    (void)state;
    const al_positions p = {.count = 3, .point = {-0.0, -0.0, -0.0}};
    fixture *f = checked(&p, true, "");
    expect_finding(f, 0, "xac/no-extent", "all 3 vertices of the mesh are at one point: 0, 0, 0");
    end(f);
}

static void a_mesh_that_is_too_large(void **state)
{
    (void)state;
    vertices v = at_one_point(4);
    put_coordinate(&v, 2, 1, 2000);
    al_positions p = taken(&v);
    p.most = 1500;
    al_positions_find_beyond(&p, span_of(&v), &form, 0);
    for (size_t whole = 0; whole < 2; whole++) {
        fixture *f = checked(&p, whole != 0, " \"a\"");
        assert_int_equal(f->sink.count, 1);
        expect_finding(
            f, 0, "xac/position-range",
            "vertices of the mesh \"a\" with a coordinate beyond 1500: 1 of 4, the first is vertex 2 "
            "with 2000");
        assert_true(f->sink.findings[0].in_inflated);
        assert_int_equal(f->sink.findings[0].count, 1);
        assert_int_equal(f->sink.findings[0].elements[0], 2);
        end(f);
    }
}

static void both_rules_may_fire(void **state)
{
    (void)state;
    const vertices v = at_one_point(3);
    al_positions p = taken(&v);
    p.most = 2.5;
    al_positions_find_beyond(&p, span_of(&v), &form, 0);
    fixture *f = checked(&p, true, "");
    assert_int_equal(f->sink.count, 2);
    expect_finding(
        f, 0, "xac/position-range",
        "vertices of the mesh with a coordinate beyond 2.5: 3 of 3, the first is vertex 0 with -3");
    expect_finding(f, 1, "xac/no-extent", "all 3 vertices of the mesh are at one point: 1, 2, -3");
    assert_int_equal(f->sink.findings[1].element_count, 0);
    end(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_at_one_point),
        cmocka_unit_test(every_vertex_and_axis_counts),
        cmocka_unit_test(points_that_are_not_finite),
        cmocka_unit_test(parts_of_an_array),
        cmocka_unit_test(parts_of_few_vertices),
        cmocka_unit_test(halves_are_positions_too),
        cmocka_unit_test(vertices_beyond_a_limit),
        cmocka_unit_test(all_positions_of_an_array),
        cmocka_unit_test(far_vertices_of_a_long_array),
        cmocka_unit_test(a_mesh_without_extent),
        cmocka_unit_test(zero_has_no_sign),
        cmocka_unit_test(a_mesh_that_is_too_large),
        cmocka_unit_test(both_rules_may_fire),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
