/* mesh_part_test.c: what is kept of a mesh that can't be drawn whole. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"
#include "view/view.h"

enum { AXES = 3, MOST_AIMS = 8 };

/* A mesh whose arrays are filled: the number of each vertex is in all that it has. */
typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_drawing drawing;
    al_drawn *drawn;
    al_drawn_mesh *mesh;
    al_left_triangles left;
} fixture;

static void begin(fixture *f, uint32_t vertices, uint32_t triangles)
{
    const al_path path = {.name = "mesh", .index = -1};
    *f = (fixture){.budget = al_budget_of(UINT64_MAX, 0)};
    f->arena = al_arena_on(&f->budget);
    f->drawing.arena = &f->arena;
    f->mesh = al_draw_mesh(&f->drawing, &path, al_span_of("", 0), vertices, triangles);
    assert_non_null(f->mesh);
    f->drawn = &f->drawing.views[0];
    f->mesh->read_vertices = vertices;
    f->mesh->read_triangles = triangles;
}

static void add_attributes(fixture *f)
{
    al_drawn_mesh *m = f->mesh;
    assert_true(al_draw_normals(&f->drawing, m) && al_draw_tangents(&f->drawing, m));
    assert_true(al_draw_named_skin(&f->drawing, m, 1));
    float *uvs[] = {al_draw_uvs(&f->drawing, m), al_draw_uvs(&f->drawing, m)};
    for (uint32_t i = 0; i < m->vertices; i++) {
        for (uint32_t k = 0; k < AXES; k++) {
            m->positions[AXES * i + k] = (float)(10 * i + k);
            m->normals[AXES * i + k] = (int8_t)(10 * i + k);
            m->tangents[AXES * i + k] = (int8_t) - (int)(10 * i + k);
        }
        for (uint32_t k = 0; k < 2; k++) {
            uvs[0][2 * i + k] = (float)(10 * i + k);
            uvs[1][2 * i + k] = -(float)(10 * i + k);
        }
        for (uint32_t k = 0; k < 4; k++) {
            m->skin_bones[4 * i + k] = (uint16_t)(10 * i + k);
            m->skin_weights[4 * i + k] = (uint8_t)(10 * i + k);
        }
        m->skin_flaws[i] = (uint8_t)(i % 3);
    }
}

static void set_triangles(fixture *f, const uint32_t *indices)
{
    memcpy(f->mesh->indices, indices, (size_t)f->mesh->triangles * AXES * sizeof *indices);
}

static void make_part(fixture *f, const al_aim *aims, size_t count)
{
    assert_true(al_view_mesh_part(&f->arena, f->drawn, aims, count, &f->left));
}

static void end(fixture *f)
{
    al_arena_free(&f->arena);
}

static void assert_numbers(const uint32_t *list, const uint32_t *expected, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(list[i], expected[i]);
}

/* ---- What can't be drawn ------------------------------------------------------------------------------- */

/* Of six vertices 1 and 4 are not finite; vertex 5 is used by no triangle, and drawn. */
static void what_a_vertex_has_moves_with_it(void **state)
{
    (void)state;
    static const uint32_t indices[] = {2, 0, 3, 1, 2, 3, 3, 2, 6, 2, 4, 0, 3, 2, 0, 7, 6, 8},
                          kept[] = {0, 2, 3, 5}, triangles[] = {0, 4}, moved[] = {1, 0, 2, 2, 1, 0};
    static const uint32_t left[][4] = {{1, 1, 2, 3}, {2, 3, 2, 6}, {3, 2, 4, 0}, {5, 7, 6, 8}};
    fixture f;
    begin(&f, 6, 6);
    add_attributes(&f);
    set_triangles(&f, indices);
    f.mesh->positions[3 * 1] = NAN;
    f.mesh->positions[3 * 4 + 2] = INFINITY;
    const al_path path = {.name = "part", .index = -1};
    al_draw_range(&f.drawing, &path, al_span_of("", 0), 0, 1, 0);
    al_draw_range(&f.drawing, &path, al_span_of("", 0), 1, 3, 1);
    al_draw_range(&f.drawing, &path, al_span_of("", 0), 1, 4, 2);
    al_draw_range(&f.drawing, &path, al_span_of("", 0), 5, 1, 2);
    make_part(&f, NULL, 0);
    const al_view *v = &f.drawn->view;
    assert_int_equal(v->not_finite, 2);
    assert_int_equal(v->beyond, 4);
    assert_int_equal(v->vertex_count, 4);
    assert_int_equal(v->triangle_count, 2);
    assert_false(v->part || v->exact);
    assert_numbers(v->vertex_of, kept, 4);
    assert_numbers(v->triangle_of, triangles, 2);
    assert_numbers(v->indices, moved, 6);
    for (size_t i = 0; i < 4; i++) {
        const int first = 10 * (int)kept[i];
        for (size_t k = 0; k < AXES; k++) {
            assert_true(v->positions[AXES * i + k] == (float)(first + (int)k));
            assert_int_equal(v->normals[AXES * i + k], first + (int)k);
            assert_int_equal(v->tangents[AXES * i + k], -(first + (int)k));
        }
        for (size_t k = 0; k < 2; k++) {
            assert_true(v->uvs[0][2 * i + k] == (float)(first + (int)k));
            assert_true(v->uvs[1][2 * i + k] == -(float)(first + (int)k));
        }
        for (size_t k = 0; k < 4; k++) {
            assert_int_equal(v->skin_bones[4 * i + k], first + (int)k);
            assert_int_equal(v->skin_weights[4 * i + k], first + (int)k);
        }
        assert_int_equal(v->skin_flaws[i], kept[i] % 3);
    }
    assert_int_equal(v->uv_count, 2);
    assert_int_equal(f.left.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(f.left.items[i].number, left[i][0]);
        assert_numbers(f.left.items[i].corners, &left[i][1], AXES);
    }
    static const uint32_t ranges[][2] = {{0, 1}, {1, 0}, {1, 1}, {2, 0}};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(v->ranges[i].first, ranges[i][0]);
        assert_int_equal(v->ranges[i].count, ranges[i][1]);
    }
    static const float box[] = {0, 1, 2, 50, 51, 52};
    for (size_t i = 0; i < 6; i++)
        assert_true(v->box[i] == box[i]);
    end(&f);
}

/* Of a mesh that is drawn whole the numbers are those of the file. */
static void a_whole_mesh_stays_as_it_is(void **state)
{
    (void)state;
    static const uint32_t indices[] = {0, 1, 2, 2, 1, 0};
    static const float positions[] = {3, -1, 5, -2, 3, 5, 1, 0, 5}, box[] = {-2, -1, 5, 3, 3, 5};
    fixture f;
    begin(&f, 3, 2);
    memcpy(f.mesh->positions, positions, sizeof positions);
    set_triangles(&f, indices);
    make_part(&f, NULL, 0);
    const al_view *v = &f.drawn->view;
    assert_null(v->vertex_of);
    assert_null(v->triangle_of);
    assert_int_equal(v->not_finite + v->beyond + f.left.count, 0);
    assert_numbers(v->indices, indices, 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(v->box[i] == box[i]);
    end(&f);
}

/* A file that ends early has fewer than it declares. */
static void a_cut_mesh_has_what_was_read(void **state)
{
    (void)state;
    static const uint32_t indices[] = {0, 1, 2, 0, 3, 1};
    fixture f;
    begin(&f, 4, 2);
    set_triangles(&f, indices);
    f.mesh->read_vertices = 3;
    make_part(&f, NULL, 0);
    assert_int_equal(f.drawn->view.vertex_count, 3);
    assert_int_equal(f.drawn->view.triangle_count, 1);
    assert_int_equal(f.drawn->view.beyond, 0); /* the file has vertex 3, but it was not read */
    assert_int_equal(f.left.count, 1);
    end(&f);
    begin(&f, 0, 1);
    make_part(&f, NULL, 0);
    assert_int_equal(f.drawn->view.vertex_count + f.drawn->view.triangle_count, 0);
    assert_int_equal(f.drawn->view.beyond, 3);
    for (size_t i = 0; i < 6; i++)
        assert_true(f.drawn->view.box[i] == 0);
    end(&f);
}

/* The first 1,000 triangles that are not drawn are known. */
static void so_many_triangles_are_kept_that_are_not_drawn(void **state)
{
    (void)state;
    enum { MANY = 1002 };
    fixture f;
    begin(&f, 3, MANY);
    for (uint32_t i = 0; i < AXES * MANY; i++)
        f.mesh->indices[i] = 3;
    make_part(&f, NULL, 0);
    assert_int_equal(f.left.count, 1000);
    assert_int_equal(f.left.items[999].number, 999);
    assert_int_equal(f.drawn->view.beyond, 3 * MANY);
    end(&f);
}

/* Findings about positions: these are shown without rounding. */
static void findings_about_positions_are_exact(void **state)
{
    (void)state;
    static const al_target positions = {.marks = AL_MARKS_POSITIONS}, others = {.marks = AL_MARKS_VERTICES},
                           elsewhere = {.marks = AL_MARKS_POSITIONS, .view = 1};
    static const struct {
        const al_target *target;
        bool exact;
    } aimed[] = {{&positions, true}, {&others, false}, {&elsewhere, false}, {NULL, false}};
    for (size_t i = 0; i < sizeof aimed / sizeof aimed[0]; i++)
        for (size_t place = 0; place < 2; place++) {
            al_aim aims[2] = {{.target = NULL}};
            fixture f;
            begin(&f, 3, 0);
            aims[place].target = aimed[i].target;
            make_part(&f, aims, 2);
            assert_int_equal(f.drawn->view.exact, aimed[i].exact);
            end(&f);
        }
}

/* Each allocation fails once. */
static void shortage_is_told(void **state)
{
    (void)state;
    bool ok = false;
    for (uint64_t n = 1; !ok; n++) {
        fixture f;
        begin(&f, 3, AL_VIEW_TRIANGLES + 1);
        f.budget.fail_at = f.budget.calls + n;
        ok = al_view_mesh_part(&f.arena, f.drawn, NULL, 0, &f.left);
        assert_int_equal(ok, f.budget.shortage == AL_SHORTAGE_NONE);
        end(&f);
    }
}

/* ---- Large meshes -------------------------------------------------------------------------------------- */

enum { LARGE = AL_VIEW_TRIANGLES + 1 };

/* The corners 1, 2 and 3 of all triangles are in different cells. Triangle 7 and vertex 4 are marked. */
static void each_second_triangle_and_what_is_marked(void **state)
{
    (void)state;
    static const al_target of_triangles = {.marks = AL_MARKS_TRIANGLES},
                           of_vertices = {.marks = AL_MARKS_VERTICES},
                           of_others = {.marks = AL_MARKS_TRIANGLES, .view = 1};
    const al_aim aims[] = {
        {.target = &of_triangles, .marks = AL_MARKS_TRIANGLES, .elements = {7, 0, LARGE, 10}, .count = 4},
        {.target = &of_vertices, .marks = AL_MARKS_VERTICES, .elements = {4, 5}, .count = 2},
        {.target = &of_others, .marks = AL_MARKS_TRIANGLES, .elements = {9}, .count = 1}};
    static const float positions[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.5F, 0, 0};
    fixture f;
    begin(&f, 5, LARGE);
    memcpy(f.mesh->positions, positions, sizeof positions);
    for (uint32_t i = 0; i < AXES * LARGE; i++)
        f.mesh->indices[i] = i % AXES + 1;
    make_part(&f, aims, 3);
    const al_view *v = &f.drawn->view;
    assert_true(v->part);
    assert_int_equal(v->triangle_count, LARGE / 2 + 2);
    static const uint32_t first[] = {0, 2, 4, 6, 7, 8, 10, 12}, kept[] = {1, 2, 3, 4};
    assert_numbers(v->triangle_of, first, sizeof first / sizeof first[0]);
    assert_int_equal(v->vertex_count, 4);
    assert_numbers(v->vertex_of, kept, 4);
    end(&f);
}

static void so_many_triangles_are_drawn_whole(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 3, AL_VIEW_TRIANGLES);
    for (uint32_t i = 0; i < AXES * AL_VIEW_TRIANGLES; i++)
        f.mesh->indices[i] = i % AXES;
    make_part(&f, NULL, 0);
    assert_false(f.drawn->view.part);
    assert_int_equal(f.drawn->view.triangle_count, AL_VIEW_TRIANGLES);
    end(&f);
}

/* A square of side x side vertices, with so many sides of triangles. */
static void begin_square(fixture *f, uint32_t side, uint32_t sides)
{
    begin(f, side * side + 1, sides * 2 * (side - 1) * (side - 1));
    uint32_t *index = f->mesh->indices;
    for (uint32_t i = 0; i < side * side; i++) {
        f->mesh->positions[AXES * i] = (float)(i % side) + 100; /* not around the origin */
        f->mesh->positions[AXES * i + 1] = (float)(i / side) - 1000;
    }
    for (uint32_t k = 0; k < sides; k++)
        for (uint32_t i = 0; i < side * (side - 1); i++) {
            const uint32_t corners[] = {i, i + 1, i + side, i + side, i + 1, i + side + 1};
            if (i % side == side - 1)
                continue;
            memcpy(index, corners, sizeof corners);
            index += sizeof corners / sizeof corners[0];
        }
}

/* The cells of 256 a side, or 192 if that are too many triangles, are a square again. A vertex far away makes
 * the cells too large: then each second triangle is left out. */
static void a_large_square_stays_whole(void **state)
{
    (void)state;
    static const struct {
        uint32_t side, sides;
        float far;
        uint32_t cells; /* a side */
    } squares[] = {{321, 1, 0, 256}, {230, 2, 0, 192}, {230, 2, 229, 192}, {230, 2, -100000, 0}};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        const uint32_t side = squares[i].side, cells = squares[i].cells;
        fixture f;
        begin_square(&f, side, squares[i].sides);
        float *last = &f.mesh->positions[(size_t)AXES * side * side];
        last[0] = 100;
        last[1] = -1000;
        last[2] = squares[i].far;
        for (uint32_t k = 0; i % 2 == 1 && k < AXES * (side * side + 1); k++)
            f.mesh->positions[k] /= 1024;
        make_part(&f, NULL, 0);
        const al_view *v = &f.drawn->view;
        assert_true(v->part);
        if (cells == 0)
            assert_int_equal(v->triangle_count, (v->triangles + 1) / 2);
        else
            assert_int_equal(v->triangle_count, squares[i].sides * 2 * (cells - 1) * (cells - 1));
        assert_int_equal(v->vertex_count, cells == 0 ? side * side - 1 : cells * cells);
        end(&f);
    }
}

/* Exactly as many triangles as are drawn are left, and so few that a mesh is thinned by number: of squares
 * many times over, and triangles that lie in one cell. */
static void as_many_triangles_as_are_drawn(void **state)
{
    (void)state;
    static const struct {
        uint32_t side, sides;
    } squares[] = {{101, 10}, {51, 5}};
    for (size_t i = 0; i < sizeof squares / sizeof squares[0]; i++) {
        const uint32_t side = squares[i].side, left = squares[i].sides * 2 * (side - 1) * (side - 1);
        fixture f, square;
        begin_square(&square, side, squares[i].sides);
        begin(&f, side * side, LARGE);
        memcpy(f.mesh->positions, square.mesh->positions, (size_t)side * side * AXES * sizeof(float));
        memcpy(f.mesh->indices, square.mesh->indices, (size_t)left * AXES * sizeof(uint32_t));
        make_part(&f, NULL, 0);
        assert_int_equal(f.drawn->view.triangle_count, left);
        end(&square);
        end(&f);
    }
}

/* Two vertices are in one cell if there are 16 a side, but not if there are 21. */
static void the_largest_cells(void **state)
{
    (void)state;
    static const float positions[] = {0, 0, 0, 18, 0, 0, 0, 18, 0, 1, 0, 0};
    static const uint32_t within[] = {0, 3, 1};
    fixture f;
    begin(&f, 4, 2 * AL_VIEW_TRIANGLES + 2);
    memcpy(f.mesh->positions, positions, sizeof positions);
    memcpy(f.mesh->indices, within, sizeof within);
    for (uint32_t i = AXES; i < AXES * f.mesh->triangles; i++)
        f.mesh->indices[i] = i % AXES;
    make_part(&f, NULL, 0);
    static const uint32_t first[] = {1, 4, 7};
    assert_numbers(f.drawn->view.triangle_of, first, 3);
    end(&f);
}

enum { CUBE = 60, CELLS = 46 };

/* The number of the cell of a vertex of the cube. */
static uint32_t cell_of(uint32_t vertex)
{
    uint32_t cell = 0, rest = vertex;
    for (int axis = 0; axis < AXES; axis++, rest /= CUBE)
        cell = cell * CELLS + (uint32_t)((double)(rest % CUBE) / ((CUBE - 1) / (CELLS - 0.5)));
    return cell;
}

/* So many vertices are in more cells than there is room for, until there are 46 a side. A triangle is as it
 * was but for its corners, which are the first vertices of their cells. */
static void a_large_cube_has_larger_cells(void **state)
{
    (void)state;
    enum { VERTICES = CUBE * CUBE * CUBE };
    static uint32_t first[CELLS * CELLS * CELLS];
    fixture f;
    begin(&f, VERTICES, LARGE);
    for (uint32_t left = VERTICES; left > 0; left--) {
        const uint32_t i = left - 1;
        first[cell_of(i)] = i;
        f.mesh->positions[AXES * i] = (float)(i % CUBE);
        f.mesh->positions[AXES * i + 1] = (float)(i / CUBE % CUBE);
        f.mesh->positions[AXES * i + 2] = (float)(i / CUBE / CUBE);
    }
    for (uint32_t i = 0; i < LARGE; i++) {
        const uint32_t corners[] = {i, i + CUBE, i + 1};
        memcpy(f.mesh->indices + (size_t)AXES * i, corners, sizeof corners);
    }
    make_part(&f, NULL, 0);
    const al_view *v = &f.drawn->view;
    uint32_t count = 0;
    for (uint32_t i = 0; i < LARGE; i++) {
        const uint32_t a = cell_of(i), b = cell_of(i + CUBE), c = cell_of(i + 1);
        if (a == b || b == c || a == c)
            continue;
        assert_true(count < v->triangle_count);
        assert_int_equal(v->triangle_of[count], i);
        assert_int_equal(v->vertex_of[v->indices[AXES * count]], first[a]);
        assert_int_equal(v->vertex_of[v->indices[AXES * count + 1]], first[b]);
        assert_int_equal(v->vertex_of[v->indices[AXES * count + 2]], first[c]);
        count++;
    }
    assert_int_equal(v->triangle_count, count);
    end(&f);
}

static void bones_that_are_not_there_have_no_weight(void **state)
{
    (void)state;
    static const uint16_t bones[] = {4, 1, 2, 3, 0, 3, 2, 1}, kept[] = {0, 1, 2, 0, 0, 0, 2, 1};
    fixture f;
    begin(&f, 2, 0);
    al_view_clean_skin(f.drawn, 3); /* it has no skin */
    assert_true(al_draw_named_skin(&f.drawing, f.mesh, 1));
    for (size_t i = 0; i < 8; i++) {
        f.mesh->skin_bones[i] = bones[i];
        f.mesh->skin_weights[i] = (uint8_t)(9 - i);
    }
    make_part(&f, NULL, 0);
    al_view_clean_skin(f.drawn, 3);
    for (size_t i = 0; i < 8; i++) {
        assert_int_equal(f.drawn->view.skin_bones[i], kept[i]);
        assert_int_equal(f.drawn->view.skin_weights[i], bones[i] < 3 ? 9 - i : 0);
    }
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_vertex_has_moves_with_it),
        cmocka_unit_test(a_whole_mesh_stays_as_it_is),
        cmocka_unit_test(a_cut_mesh_has_what_was_read),
        cmocka_unit_test(so_many_triangles_are_kept_that_are_not_drawn),
        cmocka_unit_test(findings_about_positions_are_exact),
        cmocka_unit_test(shortage_is_told),
        cmocka_unit_test(each_second_triangle_and_what_is_marked),
        cmocka_unit_test(so_many_triangles_are_drawn_whole),
        cmocka_unit_test(a_large_square_stays_whole),
        cmocka_unit_test(as_many_triangles_as_are_drawn),
        cmocka_unit_test(the_largest_cells),
        cmocka_unit_test(a_large_cube_has_larger_cells),
        cmocka_unit_test(bones_that_are_not_there_have_no_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
