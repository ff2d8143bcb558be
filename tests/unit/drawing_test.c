/* drawing_test.c: what formats draw becomes views and targets; a drawing that lacks memory says so, and what
 * it has is whole. */
#include "unit.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "kit/drawing.h"

enum { VERTICES = 2000, TRIANGLES = 1000, KEYS = 500, BONES = 20, SKIN_NAMES = 30, LEVELS = 11 };

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
        const bool skinned = al_draw_normals(d, mesh) && named ? al_draw_named_skin(d, mesh, SKIN_NAMES)
                                                               : al_draw_skin(d, mesh, 7);
        assert_int_equal(skinned, mesh->skin_bones != NULL && mesh->skin_weights != NULL);
        for (unsigned set = 0; set < AL_VIEW_UV_SETS && al_draw_tangents(d, mesh); set++) {
            float *uvs = al_draw_uvs(d, mesh);
            if (uvs != NULL)
                uvs[2 * VERTICES - 1] = 1;
        }
        if (skinned)
            for (unsigned bone = 0; bone <= SKIN_NAMES && named; bone++)
                al_draw_skin_name(d, mesh, &bones, name_of("Bip01"));
        for (uint64_t range = 0; range < 20; range++)
            al_draw_range(d, &path, name_of("hull"), 60 * range, 100, -1);
        al_draw_texture(d, name_of("hull_diffuse"));
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
    uint64_t drawn = 0;
    for (unsigned i = 0; i < BONES; i++)
        if (al_draw_track(d, &track, &times, &values)) {
            times[KEYS - 1] = 1;
            values[3 * KEYS - 1] = 1;
            drawn++;
        }
    const al_view *v = d->view_count > 0 ? &d->views[d->view_count - 1].view : NULL;
    assert_int_equal(drawn, v != NULL ? v->track_count : 0);
    (void)al_draw_frames(d, &path, 30, "model");
}

static void draw_pictures(al_drawing *d)
{
    const uint64_t before = d->view_count;
    const uint32_t view = al_draw_picture(d, "DXT5", 2 * AL_VIEW_SIDE, 1, LEVELS);
    assert_int_equal(view, d->view_count > before ? before : 0);
    for (uint32_t i = 0; i < LEVELS; i++) {
        uint8_t *pixels;
        const al_view_level *level = al_draw_level(d, i, 2 * AL_VIEW_SIDE >> i, 1, &pixels);
        if (level != NULL)
            pixels[4 * level->shown_width - 1] = 1;
    }
    uint8_t *none;
    assert_null(al_draw_level(d, LEVELS, 0, 1, &none)); /* a level without pixels */
    assert_null(al_draw_level(d, LEVELS, 1, 0, &none));
}

static void draw_all(al_drawing *d)
{
    draw_meshes(d);
    draw_bones(d);
    draw_curves(d);
    draw_pictures(d);
}

/* Everything that a view counts is there, and each target is in a view. */
static void assert_whole(const al_drawing *d)
{
    for (uint64_t i = 0; i < d->view_count; i++) {
        const al_drawn *drawn = &d->views[i];
        assert_non_null(drawn->view.name);
        assert_non_null(drawn->view.field);
        assert_int_equal(drawn->mesh != NULL, drawn->view.kind == AL_VIEW_MESH);
        assert_true(drawn->mesh == NULL || (drawn->mesh->positions != NULL && drawn->mesh->indices != NULL));
        assert_true(drawn->view.skeleton < 0 || drawn->mesh->skin_bones != NULL);
        assert_true(drawn->view.skin_names == NULL || drawn->mesh->skin_bones != NULL);
        for (uint32_t k = 0; drawn->mesh != NULL && k < drawn->mesh->uv_count; k++)
            assert_non_null(drawn->mesh->uvs[k]);
        assert_true(drawn->view.range_count <= 20 && drawn->view.bone_count <= BONES);
        for (uint64_t k = 0; k < drawn->view.range_count; k++)
            assert_true(drawn->ranges[k].first + drawn->ranges[k].count <= TRIANGLES);
        for (uint64_t k = 0; k < drawn->view.bone_count; k++)
            assert_non_null(drawn->bones[k].name);
        for (uint64_t k = 0; k < drawn->view.track_count; k++)
            assert_non_null(drawn->tracks[k].times);
        for (uint64_t k = 0; k < drawn->view.level_count; k++)
            assert_non_null(drawn->levels[k].pixels);
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
    assert_int_equal(f.drawing.view_count, 7);
    assert_int_equal(f.drawing.views[0].view.skin_name_count, SKIN_NAMES);
    assert_int_equal(f.drawing.views[1].view.skeleton, 7);
    assert_int_equal(f.drawing.views[2].view.range_count, 20);
    assert_int_equal(f.drawing.views[2].ranges[16].count, 40); /* cut at the last triangle */
    assert_int_equal(f.drawing.views[2].ranges[17].count, 0);
    assert_string_equal(f.drawing.views[2].ranges[18].texture, "");
    assert_string_equal(f.drawing.views[2].ranges[19].texture, "hull_diffuse");
    assert_int_equal(f.drawing.views[3].view.bone_count, BONES);
    assert_int_equal(f.drawing.views[4].view.track_count, BONES);
    assert_string_equal(f.drawing.views[4].tracks[0].bone, "Bip01");
    assert_true(f.drawing.views[5].view.per_second == 30);
    assert_int_equal(f.drawing.views[6].view.level_count, LEVELS);
    assert_int_equal(f.drawing.views[6].levels[0].step, 2);
    assert_int_equal(f.drawing.views[6].levels[1].step, 1);
    assert_int_equal(f.drawing.views[6].levels[0].shown_width, AL_VIEW_SIDE);
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
    assert_int_equal(f.budget.calls, 0);

    float *times, *values;
    al_drawn_track track = {.keys = (uint64_t)UINT32_MAX + 1, .components = 1};
    f.drawing.partial = false;
    (void)al_draw_curves(&f.drawing, NULL, none);
    assert_false(al_draw_track(&f.drawing, &track, &times, &values));
    assert_false(f.drawing.partial);
    f.budget.limit = f.budget.used + 100000;
    track.keys--; /* a view could have so many */
    assert_false(al_draw_track(&f.drawing, &track, &times, &values));
    assert_true(f.drawing.partial);
    assert_int_equal(f.drawing.views[0].view.track_count, 0);

    f.drawing = (al_drawing){.arena = &f.arena, .view_count = UINT32_MAX};
    assert_int_equal(al_draw_skeleton(&f.drawing, NULL, none), 0);
    assert_int_equal(al_draw_curves(&f.drawing, NULL, none), 0);
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
    al_draw_texture(&f.drawing, none);
    (void)al_draw_skeleton(&f.drawing, NULL, none);
    assert_false(al_draw_track(&f.drawing, &track, &times, &values));
    assert_int_equal(f.drawing.views[0].view.bone_count, 0);
    assert_int_equal(f.drawing.views[0].view.range_count, 0);
    assert_int_equal(f.drawing.views[1].view.track_count, 0);
    assert_false(f.drawing.partial);
    al_arena_free(&f.arena);
}

/* ---- Views and their targets --------------------------------------------------------------------------- */

static void expect_target(const al_drawing *d, uint64_t number, const char *field, al_marks marks,
                          uint32_t view, uint32_t first)
{
    assert_true(number < d->target_count);
    const al_target *t = &d->targets[number];
    assert_string_equal(t->field, field);
    assert_int_equal(t->marks, marks);
    assert_int_equal(t->view, view);
    assert_int_equal(t->first, first);
    assert_null(t->map);
}

static void expect_view(const al_drawing *d, uint64_t number, al_view_kind kind, const char *name,
                        const char *field)
{
    assert_true(number < d->view_count);
    const al_view *v = &d->views[number].view;
    assert_int_equal(v->kind, kind);
    assert_string_equal(v->name, name);
    assert_string_equal(v->field, field);
    assert_int_equal(v->bone, -1);
}

/* The second view of a drawing, since the first one has the number 0. */
static al_drawn_mesh *second_mesh(al_drawing *d, uint64_t vertices, uint64_t triangles)
{
    const al_path path = al_item(NULL, "meshes", 4);
    (void)al_draw_skeleton(d, NULL, name_of("first"));
    al_drawn_mesh *mesh = al_draw_mesh(d, &path, name_of("hull"), vertices, triangles);
    assert_non_null(mesh);
    assert_int_equal(mesh->number, 1);
    return mesh;
}

static void a_mesh_has_room_for_its_numbers(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    al_drawing *d = &f.drawing;
    al_drawn_mesh *mesh = second_mesh(d, 5, 2);
    assert_int_equal(d->view_count, 2);
    expect_view(d, 0, AL_VIEW_SKELETON, "first", "");
    expect_view(d, 1, AL_VIEW_MESH, "hull", "meshes[4]");
    assert_int_equal(d->views[1].view.vertices, 5);
    assert_int_equal(d->views[1].view.triangles, 2);
    assert_int_equal(d->views[1].view.skeleton, -1);
    assert_ptr_equal(d->views[1].mesh, mesh);
    assert_int_equal(mesh->vertices, 5);
    assert_int_equal(mesh->triangles, 2);
    assert_int_equal(mesh->read_vertices, 0);
    assert_true(mesh->positions[14] == 0 && mesh->indices[5] == 0 && mesh->normals == NULL);
    assert_int_equal(d->target_count, 2);
    expect_target(d, 0, "", AL_MARKS_NOTHING, 0, 0);
    expect_target(d, 1, "meshes[4]", AL_MARKS_NOTHING, 1, 0);

    assert_true(al_draw_normals(d, mesh));
    assert_true(mesh->normals[14] == 0);
    assert_true(al_draw_tangents(d, mesh));
    assert_true(mesh->tangents[14] == 0 && mesh->tangents != mesh->normals);
    for (uint32_t i = 0; i < AL_VIEW_UV_SETS; i++) {
        const float *uvs = al_draw_uvs(d, mesh);
        assert_ptr_equal(uvs, mesh->uvs[i]);
        assert_true(uvs[9] == 0);
        assert_int_equal(mesh->uv_count, i + 1);
    }
    assert_null(al_draw_uvs(d, mesh));
    assert_false(d->partial);
    d->views[1].view.bone = 3;
    assert_true(al_draw_skin(d, mesh, 0));
    assert_int_equal(d->views[1].view.skeleton, 0);
    assert_int_equal(d->views[1].view.bone, -1);
    assert_int_equal(mesh->skin_bones[19], 0);
    assert_int_equal(mesh->skin_weights[19], 0);
    assert_int_equal(mesh->skin_flaws[4], AL_FLAW_NONE);
    al_arena_free(&f.arena);
}

static void names_of_a_skin_are_as_many_as_announced(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    al_drawing *d = &f.drawing;
    al_drawn_mesh *mesh = second_mesh(d, 1, 1);
    const al_path first = al_item(NULL, "bones", 0), second = al_item(NULL, "bones", 1);
    assert_true(al_draw_named_skin(d, mesh, 2));
    const al_view *v = &d->views[1].view;
    assert_int_equal(v->skin_name_count, 0);
    assert_int_equal(v->skeleton, -1);
    al_draw_skin_name(d, mesh, &first, name_of("hip"));
    al_draw_skin_name(d, mesh, &second, name_of("a\nb"));
    al_draw_skin_name(d, mesh, &second, name_of("one more"));
    assert_int_equal(v->skin_name_count, 2);
    assert_string_equal(v->skin_names[0], "hip");
    assert_string_equal(v->skin_names[1], "a\\x0Ab");
    assert_int_equal(d->target_count, 4);
    expect_target(d, 2, "bones[0]", AL_MARKS_BONE, 1, 0);
    expect_target(d, 3, "bones[1]", AL_MARKS_BONE, 1, 1);
    assert_int_equal(mesh->skin_bones[3], 0);
    al_arena_free(&f.arena);
}

static void ranges_end_with_their_mesh(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    al_drawing *d = &f.drawing;
    (void)second_mesh(d, 1, 10);
    static const struct {
        uint64_t first, count;
        uint32_t shown_first, shown_count;
        int64_t material;
    } cases[] = {
        {0, 10, 0, 10, -1}, {0, 11, 0, 10, 0}, {3, 6, 3, 6, 1},   {3, 7, 3, 7, 2},
        {3, 8, 3, 7, 3},    {10, 1, 10, 0, 4}, {11, 1, 10, 0, 5}, {UINT64_MAX, UINT64_MAX, 10, 0, 6}};
    const al_view *v = &d->views[1].view;
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_path path = al_item(NULL, "parts", i);
        al_draw_range(d, &path, name_of("paint"), cases[i].first, cases[i].count, cases[i].material);
        assert_int_equal(v->range_count, i + 1);
        assert_string_equal(v->ranges[i].name, "paint");
        assert_int_equal(v->ranges[i].first, cases[i].shown_first);
        assert_int_equal(v->ranges[i].count, cases[i].shown_count);
        assert_int_equal(v->ranges[i].material, cases[i].material);
        assert_int_equal(d->target_count, 3 + i);
        expect_target(d, 2 + i, v->ranges[i].field, AL_MARKS_RANGE, 1, i);
    }
    assert_string_equal(v->ranges[7].field, "parts[7]");
    al_arena_free(&f.arena);
}

static void bones_are_numbered_in_their_skeleton(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    al_drawing *d = &f.drawing;
    const al_path path = al_field(NULL, "nodes"), first = al_item(NULL, "nodes", 0),
                  second = al_item(NULL, "nodes", 1);
    const al_view_bone bone = {.parent = -1, .number = 9, .scale = {1, 2, 3}};
    assert_int_equal(al_draw_curves(d, NULL, name_of("walk")), 0);
    assert_int_equal(al_draw_skeleton(d, &path, name_of("rig")), 1);
    al_draw_bone(d, &first, name_of("h"), &bone);
    al_draw_bone(d, &second, name_of("knee"), &bone);
    expect_view(d, 1, AL_VIEW_SKELETON, "rig", "nodes");
    const al_view *v = &d->views[1].view;
    assert_int_equal(v->bone_count, 2);
    assert_string_equal(v->bones[0].name, "h");
    assert_string_equal(v->bones[0].field, "nodes[0]");
    assert_string_equal(v->bones[1].name, "knee");
    assert_string_equal(v->bones[1].field, "nodes[1]");
    assert_int_equal(v->bones[1].parent, -1);
    assert_int_equal(v->bones[1].number, 9);
    assert_true(v->bones[1].scale[2] == 3);
    assert_int_equal(d->target_count, 4);
    expect_target(d, 1, "nodes", AL_MARKS_NOTHING, 1, 0);
    expect_target(d, 2, "nodes[0]", AL_MARKS_BONE, 1, 0);
    expect_target(d, 3, "nodes[1]", AL_MARKS_BONE, 1, 1);
    al_arena_free(&f.arena);
}

static void tracks_move_a_name_or_a_number(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    al_drawing *d = &f.drawing;
    const al_path path = al_item(NULL, "motions", 2), keys = al_field(NULL, "keys");
    const uint32_t number = 0;
    al_drawn_track track = {
        .path = &keys, .bone = name_of("hip"), .channel = "rotation", .keys = 3, .components = 4};
    float *times, *values;
    assert_int_equal(al_draw_frames(d, NULL, 24.5, "world"), 0);
    assert_int_equal(al_draw_curves(d, &path, name_of("walk")), 1);
    expect_view(d, 0, AL_VIEW_CURVES, "", "");
    assert_string_equal(d->views[0].view.unit, "frames");
    assert_true(d->views[0].view.per_second == 24.5);
    assert_string_equal(d->views[0].view.space, "world");
    expect_view(d, 1, AL_VIEW_CURVES, "walk", "motions[2]");
    const al_view *v = &d->views[1].view;
    assert_string_equal(v->unit, "seconds");
    assert_true(v->per_second == 1);
    assert_string_equal(v->space, "parent");
    assert_true(al_draw_track(d, &track, &times, &values));
    times[2] = 1;
    values[11] = 2;
    track.number = &number;
    track.keys = track.components = 1;
    assert_true(al_draw_track(d, &track, &times, &values));
    assert_int_equal(v->track_count, 2);
    assert_string_equal(v->tracks[0].name, "hip");
    assert_string_equal(v->tracks[0].field, "keys");
    assert_string_equal(v->tracks[0].bone, "hip");
    assert_int_equal(v->tracks[0].number, -1);
    assert_string_equal(v->tracks[0].channel, "rotation");
    assert_int_equal(v->tracks[0].keys, 3);
    assert_int_equal(v->tracks[0].components, 4);
    assert_true(v->tracks[0].times[2] == 1 && v->tracks[0].values[11] == 2);
    assert_string_equal(v->tracks[1].name, "hip");
    assert_string_equal(v->tracks[1].bone, "");
    assert_int_equal(v->tracks[1].number, 0);
    assert_int_equal(v->tracks[1].keys, 1);
    assert_ptr_equal(v->tracks[1].times, times);
    assert_ptr_equal(v->tracks[1].values, values);
    assert_int_equal(d->target_count, 4);
    expect_target(d, 0, "", AL_MARKS_NOTHING, 0, 0);
    expect_target(d, 1, "motions[2]", AL_MARKS_NOTHING, 1, 0);
    expect_target(d, 2, "keys", AL_MARKS_KEYS, 1, 0);
    expect_target(d, 3, "keys", AL_MARKS_KEYS, 1, 1);
    al_arena_free(&f.arena);
}

/* The caller may add to a target what only some have. */
static void a_target_is_as_given(void **state)
{
    (void)state;
    fixture f;
    start(&f, 0);
    const al_path path = al_item(NULL, "weights", 3);
    const al_target *t = al_draw_target(&f.drawing, &path, AL_MARKS_VERTICES, 5, 77);
    assert_non_null(t);
    assert_ptr_equal(t, &f.drawing.targets[0]);
    assert_int_equal(f.drawing.target_count, 1);
    expect_target(&f.drawing, 0, "weights[3]", AL_MARKS_VERTICES, 5, 77);
    al_arena_free(&f.arena);
}

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void numbers_are_copied_while_there_is_room(void **state)
{
    (void)state;
    enum { ITEMS = 4, STRIDE = 5, ROOM = 6 };
    uint8_t bytes[STRIDE * ITEMS + 4];
    const al_form form = {.type = AL_TYPE_u16, .numbers = 2, .at = 1, .stride = STRIDE};
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)i;
    for (uint64_t first = 0; first <= ROOM + 1; first++) {
        float out[2 * (ROOM + ITEMS)];
        for (size_t i = 0; i < sizeof out / sizeof out[0]; i++)
            out[i] = -1;
        const uint64_t copied = first >= ROOM ? 0 : ROOM - first < ITEMS ? ROOM - first : ITEMS;
        assert_int_equal(al_draw_numbers(out, ROOM, first, 2, al_span_of(bytes, sizeof bytes), &form),
                         first + copied);
        for (uint64_t i = 0; i < sizeof out / sizeof out[0]; i++) {
            const bool is_there = i / 2 >= first && i / 2 < first + copied;
            const uint64_t item = is_there ? i / 2 - first : 0, at = STRIDE * item + 1 + i % 2 * 2;
            assert_true(out[i] == (is_there ? (float)(at + (at + 1) * 256) : -1.0f));
        }
    }
}

static void numbers_of_every_type(void **state)
{
    (void)state;
    static const uint8_t floats[] = {0, 0, 0x20, 0xC0, 0, 0, 0x80, 0x3F}, halves[] = {0, 0xC1, 0, 0x3C};
    const al_form f32 = {.type = AL_TYPE_f32, .numbers = 1, .stride = 4};
    const al_form f16 = {.type = AL_TYPE_f16, .numbers = 2, .stride = 4};
    float out[2];
    assert_int_equal(al_draw_numbers(out, 2, 0, 1, al_span_of(floats, sizeof floats), &f32), 2);
    assert_true(out[0] == -2.5f && out[1] == 1);
    assert_int_equal(al_draw_numbers(out, 1, 0, 2, al_span_of(halves, sizeof halves), &f16), 1);
    assert_true(out[0] == -2.5f && out[1] == 1);
}

static void weights_are_bytes(void **state)
{
    (void)state;
    assert_int_equal(al_draw_weight(0), 0);
    assert_int_equal(al_draw_weight(1), 255);
    assert_int_equal(al_draw_weight(0.5f), 128);
    assert_int_equal(al_draw_weight(0.001f), 0);
    assert_int_equal(al_draw_weight(0.01f), 3);
    assert_int_equal(al_draw_weight(0.999f), 255);
    assert_int_equal(al_draw_weight(0.99f), 252);
    assert_int_equal(al_draw_weight(2), 255);
    assert_int_equal(al_draw_weight(-1), 0);
    assert_int_equal(al_draw_weight(NAN), 0);
}

static void directions_are_signed_bytes(void **state)
{
    (void)state;
    static const struct {
        double number;
        int direction;
    } cases[] = {{0, 0},   {1, 127},   {-1, -127},       {0.5, 64},   {-0.5, -64},   {0.003, 0},
                 {2, 127}, {-2, -127}, {(double)NAN, 0}, {1e30, 127}, {-1e30, -127}, {0.999, 127}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(al_draw_direction(cases[i].number), cases[i].direction);

    static const uint8_t halves[] = {0, 0x3C, 0, 0xB8, 0, 0x7E, 9, 9, 0, 0, 0, 0, 0, 0xBC, 9, 9, 0, 0};
    const al_form form = {.type = AL_TYPE_f16, .numbers = 4, .stride = 8};
    int8_t out[] = {9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9};
    static const int8_t expected[] = {9, 9, 9, 127, -64, 0, 0, 0, -127, 9, 9, 9};
    al_draw_directions(out, 4, 1, al_span_of(halves, sizeof halves), &form);
    assert_memory_equal(out, expected, sizeof out);
    al_draw_directions(out, 1, 1, al_span_of(halves, sizeof halves), &form); /* no room */
    assert_memory_equal(out, expected, sizeof out);
}

static void sums_of_weights_have_a_tolerance(void **state)
{
    (void)state;
    static const struct {
        double sum;
        al_view_flaw flaw;
    } cases[] = {{1, AL_FLAW_NONE},      {1.5, AL_FLAW_NONE},       {0.5, AL_FLAW_NONE},
                 {1.75, AL_FLAW_SUM},    {0.25, AL_FLAW_SUM},       {-1, AL_FLAW_SUM},
                 {0, AL_FLAW_NO_WEIGHT}, {(double)NAN, AL_FLAW_SUM}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t found[] = {9, 9, 9};
        al_drawn_mesh mesh = {.skin_flaws = found};
        al_draw_sum(&mesh, 1, cases[i].sum, 0.5);
        assert_int_equal(found[1], cases[i].flaw);
        assert_true(found[0] == 9 && found[2] == 9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drawing_is_complete),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(what_is_too_large_is_left_out),
        cmocka_unit_test(parts_of_another_view_are_left_out),
        cmocka_unit_test(a_mesh_has_room_for_its_numbers),
        cmocka_unit_test(names_of_a_skin_are_as_many_as_announced),
        cmocka_unit_test(ranges_end_with_their_mesh),
        cmocka_unit_test(bones_are_numbered_in_their_skeleton),
        cmocka_unit_test(tracks_move_a_name_or_a_number),
        cmocka_unit_test(a_target_is_as_given),
        cmocka_unit_test(numbers_are_copied_while_there_is_room),
        cmocka_unit_test(numbers_of_every_type),
        cmocka_unit_test(weights_are_bytes),
        cmocka_unit_test(directions_are_signed_bytes),
        cmocka_unit_test(sums_of_weights_have_a_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
