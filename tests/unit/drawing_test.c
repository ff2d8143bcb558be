/* drawing_test.c: a drawing that lacks memory says so, and what it has is whole. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kit/drawing.h"

enum { VERTICES = 2000, TRIANGLES = 1000, KEYS = 500, BONES = 20, SKIN_NAMES = 30 };

typedef struct fixture {
    al_budget budget;
    al_arena arena;
    al_drawing drawing;
} fixture;

static void start(fixture *f, uint64_t fail_at)
{
    f->budget = al_budget_of(UINT64_MAX, fail_at);
    f->arena = al_arena_on(&f->budget);
    f->drawing = (al_drawing){.arena = &f->arena};
}

static al_span name_of(const char *text)
{
    return al_span_of(text, strlen(text));
}

/* ---- One of everything --------------------------------------------------------------------------------- */

static void draw_meshes(al_drawing *d)
{
    static const char long_name[3000] = {'n'};
    const al_path bones = al_field(NULL, "skin");
    for (uint64_t i = 0; i < 3; i++) {
        const al_path path = al_item(NULL, "meshes", i);
        al_drawn_mesh *mesh =
            al_draw_mesh(d, &path, al_span_of(long_name, sizeof long_name), VERTICES, TRIANGLES);
        if (mesh == NULL)
            continue;
        const bool named = i == 0;
        if (al_draw_normals(d, mesh) && named ? al_draw_named_skin(d, mesh, SKIN_NAMES)
                                              : al_draw_skin(d, mesh, 7))
            for (unsigned bone = 0; bone <= SKIN_NAMES && named; bone++)
                al_draw_skin_name(d, mesh, &bones, name_of("Bip01"));
        for (uint64_t range = 0; range < 20; range++)
            al_draw_range(d, &path, name_of("hull"), 60 * range, 100, -1);
    }
}

static void draw_bones(al_drawing *d)
{
    const al_path path = al_field(NULL, "bones");
    const al_view_bone bone = {.parent = -1};
    (void)al_draw_skeleton(d, &path, name_of("skeleton"));
    for (unsigned i = 0; i < BONES; i++)
        al_draw_bone(d, &path, name_of("Bip01"), &bone);
}

static void draw_curves(al_drawing *d)
{
    const al_path path = al_field(NULL, "curves");
    const al_drawn_track track = {
        .path = &path, .bone = name_of("Bip01"), .channel = "position", .keys = KEYS, .components = 3};
    float *times, *values;
    (void)al_draw_curves(d, &path, name_of("walk"));
    for (unsigned i = 0; i < BONES; i++)
        if (al_draw_track(d, &track, &times, &values)) {
            times[KEYS - 1] = 1;
            values[3 * KEYS - 1] = 1;
        }
    (void)al_draw_frames(d, &path, 30, "model");
}

static void draw_all(al_drawing *d)
{
    draw_meshes(d);
    draw_bones(d);
    draw_curves(d);
}

/* Everything that a view counts is there, and each target is in a view. */
static void assert_whole(const al_drawing *d)
{
    for (uint64_t i = 0; i < d->view_count; i++) {
        const al_drawn *drawn = &d->views[i];
        assert_non_null(drawn->view.name);
        assert_non_null(drawn->view.field);
        assert_int_equal(drawn->mesh != NULL, drawn->view.kind == AL_VIEW_MESH);
        assert_true(drawn->view.range_count <= 20 && drawn->view.bone_count <= BONES);
        for (uint64_t k = 0; k < drawn->view.range_count; k++)
            assert_true(drawn->ranges[k].first + drawn->ranges[k].count <= TRIANGLES);
        for (uint64_t k = 0; k < drawn->view.bone_count; k++)
            assert_non_null(drawn->bones[k].name);
        for (uint64_t k = 0; k < drawn->view.track_count; k++)
            assert_non_null(drawn->tracks[k].times);
    }
    for (uint64_t i = 0; i < d->target_count; i++)
        assert_true(d->targets[i].field != NULL && d->targets[i].view < d->view_count);
}

/* ---- Tests --------------------------------------------------------------------------------------------- */

static void a_drawing_is_complete(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    draw_all(&f.drawing);
    assert_false(f.drawing.partial);
    assert_whole(&f.drawing);
    assert_int_equal(f.drawing.view_count, 6);
    assert_int_equal(f.drawing.views[0].view.skin_name_count, SKIN_NAMES);
    assert_int_equal(f.drawing.views[1].view.skeleton, 7);
    assert_int_equal(f.drawing.views[2].view.range_count, 20);
    assert_int_equal(f.drawing.views[2].ranges[16].count, 40); /* cut at the last triangle */
    assert_int_equal(f.drawing.views[2].ranges[17].count, 0);
    assert_int_equal(f.drawing.views[3].view.bone_count, BONES);
    assert_int_equal(f.drawing.views[4].view.track_count, BONES);
    assert_string_equal(f.drawing.views[4].tracks[0].bone, "Bip01");
    assert_true(f.drawing.views[5].view.per_second == 30);
    al_arena_free(&f.arena);
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    uint64_t calls = 1;
    for (uint64_t n = 1; n <= calls; n++) {
        fixture f;
        start(&f, n);
        draw_all(&f.drawing);
        assert_int_equal(f.drawing.partial, f.budget.calls >= n);
        assert_whole(&f.drawing);
        calls = f.budget.calls > calls ? f.budget.calls : calls;
        al_arena_free(&f.arena);
    }
    assert_true(calls > 20);
}

/* Numbers that a file declares, and that no view has. */
static void what_is_too_large_is_left_out(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    const al_span none = {.len = 0};
    assert_null(al_draw_mesh(&f.drawing, NULL, none, UINT32_MAX / 3, 1));
    assert_true(f.drawing.partial);
    f.drawing.partial = false;
    assert_null(al_draw_mesh(&f.drawing, NULL, none, 1, UINT32_MAX / 3));
    assert_true(f.drawing.partial);
    assert_int_equal(f.drawing.view_count, 0);

    float *times, *values;
    const al_drawn_track track = {.keys = (uint64_t)UINT32_MAX + 1, .components = 1};
    (void)al_draw_curves(&f.drawing, NULL, none);
    assert_false(al_draw_track(&f.drawing, &track, &times, &values));
    assert_int_equal(f.drawing.views[0].view.track_count, 0);

    f.drawing = (al_drawing){.arena = &f.arena, .view_count = UINT32_MAX};
    (void)al_draw_skeleton(&f.drawing, NULL, none);
    assert_true(f.drawing.partial);
    assert_int_equal(f.drawing.view_count, UINT32_MAX);
    al_arena_free(&f.arena);
}

/* A bone without a skeleton, a range without a mesh, a track without curves. */
static void parts_of_another_view_are_left_out(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    const al_span none = {.len = 0};
    const al_view_bone bone = {.parent = -1};
    const al_drawn_track track = {.keys = 1, .components = 1};
    float *times, *values;
    al_draw_bone(&f.drawing, NULL, none, &bone);
    (void)al_draw_curves(&f.drawing, NULL, none);
    al_draw_bone(&f.drawing, NULL, none, &bone);
    al_draw_range(&f.drawing, NULL, none, 0, 1, -1);
    (void)al_draw_skeleton(&f.drawing, NULL, none);
    assert_false(al_draw_track(&f.drawing, &track, &times, &values));
    assert_int_equal(f.drawing.views[0].view.bone_count, 0);
    assert_int_equal(f.drawing.views[0].view.range_count, 0);
    assert_int_equal(f.drawing.views[1].view.track_count, 0);
    assert_false(f.drawing.partial);
    al_arena_free(&f.arena);
}

static void weights_are_bytes(void **state)
{
    (void)state;
    assert_int_equal(al_draw_weight(0), 0);
    assert_int_equal(al_draw_weight(1), 255);
    assert_int_equal(al_draw_weight(0.5f), 128);
    assert_int_equal(al_draw_weight(2), 255);
    assert_int_equal(al_draw_weight(-1), 0);
    assert_int_equal(al_draw_weight(NAN), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawing_is_complete),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(what_is_too_large_is_left_out),
        cmocka_unit_test(parts_of_another_view_are_left_out),
        cmocka_unit_test(weights_are_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
