/* view_test.c: what is drawn of the fixtures of rules, and what is marked in it for their findings. */
#include "unit.h"

#include <assetlint/assetlint.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "mesh.h"
#include "seed.h"
#include "view/view.h"

enum { MOST_BYTES = 1 << 17, MOST_TEXT = 512 };

static al_views *view(const char *name, uint64_t memory)
{
    static uint8_t bytes[MOST_BYTES];
    const char *base = strrchr(name, '/');
    const size_t size = read_seed(UNIT_RULES, name, bytes, sizeof bytes);
    al_options *options = al_options_new();
    if (memory > 0)
        al_options_set_limit(options, AL_LIMIT_MEMORY, memory);
    al_checker *checker = al_checker_new(options);
    al_views *views = NULL;
    assert_int_equal(al_view_memory(checker, base + 1, "", bytes, size, NULL, &views), AL_OK);
    al_checker_free(checker);
    al_options_free(options);
    return views;
}

/* ---- Marks --------------------------------------------------------------------------------------------- */

typedef struct text {
    char text[MOST_TEXT];
    size_t length;
} text;

static void add(text *t, const char *word)
{
    t->length += (size_t)snprintf(t->text + t->length, sizeof t->text - t->length, "%s", word);
    assert_true(t->length < sizeof t->text);
}

static void add_numbers(text *t, const char *name, const uint32_t *numbers, size_t count)
{
    if (count > 0)
        add(t, name);
    for (size_t i = 0; i < count; i++) {
        char number[32];
        (void)snprintf(number, sizeof number, " %u", (unsigned)numbers[i]);
        add(t, number);
    }
}

/* "mesh: triangles 1+4": the kind of the view, and what is marked in it. */
static text text_of(const al_views *views, const al_view_place *place)
{
    text t = {.length = 0};
    for (size_t i = 0; i < place->mark_count; i++) {
        const al_view_mark *m = &place->marks[i];
        char number[64];
        add(&t, i > 0 ? "; " : "");
        add(&t, m->whole ? "whole " : "");
        add(&t, al_view_kind_name(al_views_at(views, m->view)->kind));
        for (size_t k = 0; k < m->triangle_count; k++) {
            (void)snprintf(number, sizeof number, "%s%u+%u", k == 0 ? ": triangles " : " ",
                           (unsigned)m->triangles[k].first, (unsigned)m->triangles[k].count);
            add(&t, number);
        }
        add_numbers(&t, m->corners ? ": corners" : ": vertices", m->vertices, m->vertex_count);
        add_numbers(&t, ": bones", m->bones, m->bone_count);
        add_numbers(&t, ": ranges", m->ranges, m->range_count);
        if (m->track >= 0) {
            (void)snprintf(number, sizeof number, ": track %d", (int)m->track);
            add(&t, number);
        }
        add_numbers(&t, ": keys", m->keys, m->key_count);
    }
    return t;
}

/* The number of the first finding of a rule. */
static size_t find(const al_views *views, const char *rule)
{
    const al_result *r = al_views_result(views);
    size_t i = 0;
    while (i < r->finding_count && strcmp(r->findings[i].rule->id, rule) != 0)
        i++;
    assert_true(i < r->finding_count);
    return i;
}

/* Fixtures, and what is marked for their rule. */
static const struct {
    const char *fixture, *marks;
} marks[] = {
    {"xmf/degenerate-triangle/fires-kinds.xmf", "mesh: triangles 1+4"},
    {"xmf/unreferenced-vertex/fires.xmf", "mesh: vertices 2"},
    {"xmf/index-range/fires.xmf", "mesh: corners 0 1"},
    {"xmf/not-finite/fires-nan.xmf", "mesh: corners 0 1"},
    {"xmf/position-range/fires.xmf", "mesh: vertices 1"},
    {"xmf/material-overlap/fires-half.xmf", "mesh: ranges 1"},
    {"xmf/element-usage/fires-14.xmf", "whole mesh"},
    {"xmf/primitive-type/fires-0.xmf", ""},
    {"xac/attribute-not-finite/fires-positions.xac", "mesh: corners 0"},
    {"xac/degenerate-triangle/fires.xac", "mesh: triangles 0+1 2+2"},
    {"xac/index-range/fires.xac", "mesh: corners 0 1 2"},
    {"xac/original-vertex/fires.xac", "mesh: vertices 1 2"},
    {"xac/submesh-material/fires-1.xac", "mesh: ranges 0"},
    {"xac/lod-range/fires-0.xac", "mesh: ranges 0"},
    {"xac/influence-sum/fires.xac", "mesh: vertices 0 1"},
    {"xac/influence-sum/fires-1.xac", "mesh: vertices 0"},
    {"xac/influence-bone/fires.xac", "mesh: vertices 0 1"},
    {"xac/parent-cycle/fires.xac", "skeleton: bones 1"},
    {"xac/duplicate-mesh/fires.xac", "whole mesh"},
    {"bbmod/vertex-bone-weight/fires-above.bbmod", "mesh: vertices 1"},
    {"bbmod/material-index/fires-1.bbmod", "mesh: ranges 0"},
    {"bbmod/transform-norm/fires-dot.bbmod", "skeleton: bones 1"},
    {"bbmod/offset-index/fires-count.bbmod", "skeleton: bones 2"},
    {"bbanim/frame-norm/fires-above.bbanim", "curves: track 0: keys 1 4 7 9"},
    {"xsm/key-order/fires.xsm", "curves: track 0: keys 2 4"},
    {"xsm/count-range/fires-nPos.xsm", "curves: track 0"},
    {"xpm/key-duplicate/fires.xpm", "curves: track 0: keys 2 3"},
    {"ani/key-order/fires.ani", "curves: track 0: keys 2 4"},
    {"ani/rotation-norm/fires.ani", "curves: track 1: keys 1 3 4"},
    {"xani/interpolation/fires-2147483647.ani", "curves: track 0: keys 1"},
    {"msh/degenerate-triangle/fires.msh", "mesh: triangles 0+1 2+3"},
    {"msh/weight-order/fires.msh", "mesh: vertices 1 3"},
    {"msh/submesh-faces/fires.msh", "mesh: ranges 1"},
    {"msh/unused-bone/fires.msh", "mesh: bones 2"},
    {"cms/position-range/fires.cms", "mesh: vertices 2 3"},
    {"skl/parent-missing/fires.skl", "skeleton: bones 1"},
    {"skl/no-root/fires.skl", "whole skeleton"},
};

static void findings_are_marked(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        char rule[64];
        const size_t length = (size_t)(strrchr(marks[i].fixture, '/') - marks[i].fixture);
        (void)snprintf(rule, sizeof rule, "%.*s", (int)length, marks[i].fixture);
        al_views *views = view(marks[i].fixture, 0);
        const text t = text_of(views, al_views_place(views, find(views, rule)));
        if (strcmp(t.text, marks[i].marks) != 0)
            print_message("%s\n", marks[i].fixture);
        assert_string_equal(t.text, marks[i].marks);
        assert_true(al_views_are_whole(views));
        al_views_free(views);
    }
}

/* The first mark of the finding of that rule. */
static const al_view_mark *first_mark(const al_views *views, const char *rule)
{
    const al_view_place *place = al_views_place(views, find(views, rule));
    assert_non_null(place);
    assert_true(place->mark_count > 0);
    return &place->marks[0];
}

/* A finding lists eight of its elements; what is drawn shows the others. */
static void elements_that_are_not_listed_are_marked(void **state)
{
    (void)state;
    al_views *views = view("xmf/degenerate-triangle/fires-many.xmf", 0);
    const al_view_mark *m = first_mark(views, "xmf/degenerate-triangle");
    uint64_t triangles = 0;
    for (size_t i = 0; i < m->triangle_count; i++)
        triangles += m->triangles[i].count;
    assert_true(m->total > AL_FINDING_ELEMENTS);
    assert_int_equal(triangles, m->total);
    al_views_free(views);
}

enum { MANY_VERTICES = 60, MANY_BROKEN = MANY_VERTICES / 3 };

/* How many vertices are marked in a mesh whose triangles each have a broken corner. `stride` is that of the
 * value that gets broken, three to a triangle. */
static size_t marked_in(mesh *m, size_t first, size_t stride, uint32_t value, size_t bytes, const char *rule)
{
    al_checker *checker = al_checker_new(NULL);
    al_views *views = NULL;
    for (size_t i = 0; i < MANY_BROKEN; i++)
        for (size_t k = 0; k < bytes; k++)
            m->bytes[first + 3 * i * stride + k] = (uint8_t)(value >> 8 * k & 0xFFU);
    assert_int_equal(al_view_memory(checker, "a.xmf", "", m->bytes, m->size, NULL, &views), AL_OK);
    const al_view_mark *mark = first_mark(views, rule);
    const size_t marked = mark->vertex_count;
    assert_int_equal(mark->total, MANY_BROKEN);
    al_views_free(views);
    al_checker_free(checker);
    return marked;
}

/* The other two corners of each triangle. */
static void neighbours_of_all_broken_corners_are_marked(void **state)
{
    (void)state;
    const size_t positions = mesh_data_at(2, 1);
    mesh m = mesh_plain(MANY_VERTICES, false);
    assert_int_equal(marked_in(&m, positions, 12, 0x7FC00000U, 4, "xmf/not-finite"), 2 * MANY_BROKEN);
    mesh_free(&m);
    m = mesh_plain(MANY_VERTICES, false);
    assert_int_equal(marked_in(&m, positions + (size_t)12 * MANY_VERTICES, 2, 60000, 2, "xmf/index-range"),
                     2 * MANY_BROKEN);
    mesh_free(&m);
}

/* Many vertices that no index uses: the finding lists eight of them. With a triangle that is not drawn nobody
 * knows which they are. */
static void unused_vertices_are_marked(void **state)
{
    (void)state;
    enum { USED = 3, UNUSED = MANY_VERTICES - USED };
    for (int broken = 0; broken < 2; broken++) {
        mesh m = mesh_plain(MANY_VERTICES, false);
        const size_t indices = mesh_data_at(2, 1) + (size_t)12 * MANY_VERTICES;
        for (size_t i = 0; i < MANY_VERTICES; i++)
            m.bytes[indices + 2 * i] = (uint8_t)(i % USED);
        m.bytes[indices + 1] = broken != 0 ? 0x70 : 0;
        al_checker *checker = al_checker_new(NULL);
        al_views *views = NULL;
        assert_int_equal(al_view_memory(checker, "a.xmf", "", m.bytes, m.size, NULL, &views), AL_OK);
        const al_view_mark *mark = first_mark(views, "xmf/unreferenced-vertex");
        assert_int_equal(mark->total, UNUSED);
        assert_int_equal(mark->vertex_count, broken != 0 ? AL_FINDING_ELEMENTS : UNUSED);
        assert_int_equal(mark->vertices[0], USED);
        assert_false(mark->corners);
        al_views_free(views);
        al_checker_free(checker);
        mesh_free(&m);
    }
}

/* Where a file that was cut off ends, the bytes before the end are shown. */
static void the_end_of_a_file_has_the_bytes_before_it(void **state)
{
    (void)state;
    mesh m = mesh_plain(MANY_VERTICES, false);
    al_checker *checker = al_checker_new(NULL);
    al_views *views = NULL;
    assert_int_equal(al_view_memory(checker, "a.xmf", "", m.bytes, m.size - 50, NULL, &views), AL_OK);
    const al_view_place *p = al_views_place(views, find(views, "xmf/data-range"));
    assert_int_equal(p->offset, m.size - 50);
    assert_int_equal(p->length, 0);
    assert_int_equal(p->from + p->size, p->offset);
    assert_int_equal(p->from, (p->offset - 256) / 16 * 16);
    al_views_free(views);
    al_checker_free(checker);
    mesh_free(&m);
}

/* ---- Views --------------------------------------------------------------------------------------------- */

static void bones_have_no_cycle(void **state)
{
    (void)state;
    al_views *views = view("xac/parent-cycle/fires.xac", 0);
    const al_view *v = al_views_at(views, 0);
    assert_int_equal(v->kind, AL_VIEW_SKELETON);
    assert_int_equal(v->bone_count, 3);
    for (size_t i = 0; i < v->bone_count; i++) {
        size_t steps = 0;
        for (int64_t at = (int64_t)i; at >= 0; at = v->bones[at].parent)
            assert_true(steps++ < v->bone_count);
    }
    assert_null(al_views_at(views, al_views_count(views)));
    al_views_free(views);
}

/* The texture of the first material of the last mesh. */
static void expect_texture(const char *fixture, const char *expected)
{
    al_views *views = view(fixture, 0);
    const al_view *v = al_views_at(views, al_views_count(views) - 1);
    assert_int_equal(v->kind, AL_VIEW_MESH);
    assert_string_equal(v->ranges[0].texture, expected);
    al_views_free(views);
}

static void materials_name_their_textures(void **state)
{
    (void)state;
    expect_texture("pdx/missing-texture/near-found-2/gfx/anims/horse.xac", "Body");
    expect_texture("pdx/missing-texture/near-with/mod/gfx/anims/horse.xac", "body"); /* behind another kind */
    expect_texture("pdx/missing-texture/near-nowhere/gfx/anims/horse.xac", "body");  /* the first of two */
    expect_texture("xac/layer-material/near-old.xac", "body"); /* of a chunk of its own, */
    al_views_free(view("xac/chunk-order/fires-layer.xac", 0)); /* which needs a material */
    expect_texture("xmf/lod-extent/near/part-lod0.xmf", "");
}

static void a_skin_has_bones_of_the_skeleton(void **state)
{
    (void)state;
    al_views *views = view("xac/influence-bone/fires.xac", 0);
    const al_view *v = al_views_at(views, 1);
    assert_int_equal(v->skeleton, 0);
    assert_int_equal(v->bone, -1);
    const al_view *skeleton = al_views_at(views, 0);
    unsigned sum = 0;
    for (size_t i = 0; i < (size_t)v->vertex_count * 4; i++) {
        assert_true(v->skin_bones[i] < skeleton->bone_count);
        sum += v->skin_weights[i];
    }
    assert_true(sum > 0);
    al_views_free(views);
}

/* The flaws of the first vertices. */
static const struct {
    const char *fixture;
    al_view_flaw flaws[4];
} flaws[] = {
    {"xac/influence-sum/fires.xac", {AL_FLAW_SUM, AL_FLAW_SUM}},
    {"xac/influence-sum/near.xac", {AL_FLAW_NONE}},
    {"xac/no-influence/fires-3.xac", {AL_FLAW_NONE, AL_FLAW_NO_WEIGHT, AL_FLAW_NO_WEIGHT}},
    {"xac/influence-range/fires.xac", {AL_FLAW_NONE, AL_FLAW_NONE, AL_FLAW_NO_WEIGHT}},
    {"msh/weight-sum/fires-more.msh", {AL_FLAW_NONE, AL_FLAW_NONE, AL_FLAW_SUM}},
    {"msh/weight-sum/fires-nothing.msh", {AL_FLAW_NONE, AL_FLAW_NONE, AL_FLAW_NO_WEIGHT}},
    {"msh/weight-sum/near.msh", {AL_FLAW_NONE}},
    {"bbmod/vertex-bone-weight/fires-sum.bbmod", {AL_FLAW_NONE, AL_FLAW_SUM}},
    {"bbmod/vertex-bone-weight/fires-nan.bbmod", {AL_FLAW_NONE, AL_FLAW_SUM}},
    {"bbmod/vertex-bone-weight/fires-none.bbmod", {AL_FLAW_NONE, AL_FLAW_NO_WEIGHT}},
    {"bbmod/vertex-bone-weight/near.bbmod", {AL_FLAW_NONE}},
};

static void vertices_without_a_whole_weight_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof flaws / sizeof flaws[0]; i++) {
        al_views *views = view(flaws[i].fixture, 0);
        size_t number = 0;
        while (al_views_at(views, number)->skin_flaws == NULL)
            number++;
        const al_view *v = al_views_at(views, number);
        for (size_t k = 0; k < 4 && k < v->vertex_count; k++)
            assert_int_equal(v->skin_flaws[k], flaws[i].flaws[k]);
        al_views_free(views);
    }
}

static void a_mesh_without_skin_hangs_on_its_node(void **state)
{
    (void)state;
    al_views *views = view("xac/index-range/fires.xac", 0);
    const al_view *v = al_views_at(views, 1);
    assert_int_equal(v->kind, AL_VIEW_MESH);
    assert_int_equal(v->skeleton, 0);
    assert_true(v->bone >= 0 && (uint64_t)v->bone < al_views_at(views, 0)->bone_count);
    assert_string_equal(v->name, al_views_at(views, 0)->bones[v->bone].name);
    al_views_free(views);
}

static void a_skin_without_skeleton_has_names(void **state)
{
    (void)state;
    al_views *views = view("msh/bone-index/fires-far.msh", 0);
    const al_view *v = al_views_at(views, 0);
    unsigned sum = 0;
    assert_int_equal(v->skeleton, -1);
    assert_true(v->skin_name_count > 0);
    assert_true(strlen(v->skin_names[0]) > 0);
    for (size_t i = 0; i < (size_t)v->vertex_count * 4; i++) {
        assert_true(v->skin_weights[i] == 0 || v->skin_bones[i] < v->skin_name_count);
        sum += v->skin_weights[i];
    }
    assert_true(sum > 0);
    al_views_free(views);
}

/* Motions of a BBANIM name bones by numbers, and have frames; others have names and seconds. */
static void motions_say_what_they_move(void **state)
{
    (void)state;
    al_views *frames = view("bbanim/frame-norm/fires-above.bbanim", 0);
    const al_view *v = al_views_at(frames, 0);
    assert_string_equal(v->unit, "frames");
    assert_string_equal(v->space, "parent");
    assert_true(v->per_second > 0);
    assert_int_equal(v->tracks[2].number, 1);
    assert_string_equal(v->tracks[2].bone, "");
    al_views_free(frames);
    al_views *seconds = view("xsm/key-order/fires.xsm", 0);
    v = al_views_at(seconds, 0);
    assert_string_equal(v->unit, "seconds");
    assert_true(v->per_second == 1);
    assert_int_equal(v->tracks[0].number, -1);
    assert_true(strlen(v->tracks[0].bone) > 0);
    al_views_free(seconds);
}

static void records_have_names_and_neighbours(void **state)
{
    (void)state;
    al_views *views = view("xac/child-count/fires.xac", 0);
    const al_view_place *p = al_views_place(views, find(views, "xac/child-count"));
    assert_int_equal(p->record_count, 3);
    assert_string_equal(p->records[0].field, "chunks[1]");
    assert_string_equal(p->records[1].field, "chunks[1].nodes[0]");
    assert_string_equal(p->records[2].field, "chunks[1].nodes[0].name");
    assert_string_equal(p->records[1].fields[0].name, "rot[0]");
    assert_string_equal(p->records[1].fields[0].type, "f32");
    assert_string_equal(p->records[2].fields[0].type, "text");
    assert_true(p->from <= p->offset && p->offset + p->length <= p->from + p->size);
    al_views_free(views);
}

/* Of a face the name of an element stands for its hash, only while the element is read. */
static void words_of_a_record_outlive_its_reading(void **state)
{
    (void)state;
    al_views *views = view("bgf/truncated/fires-memory.bgf", 0);
    const al_view_place *p = al_views_place(views, find(views, "bgf/truncated"));
    assert_non_null(p);
    assert_int_equal(al_views_count(views), 0);
    al_views_free(views);
}

/* ---- Limits and results -------------------------------------------------------------------------------- */

static void memory_is_limited(void **state)
{
    enum { MOST = 1 << 20, STEP = 1 << 12 };
    (void)state;
    bool limited = false, whole = false;
    for (uint64_t memory = STEP; memory < MOST; memory += STEP) {
        al_views *views = view("xmf/degenerate-triangle/fires-windows.xmf", memory);
        assert_in_range(views->budget.limit, 0, memory); /* in all, while they are made */
        assert_in_range(views->arena.held, 0, memory);
        assert_true(al_views_are_whole(views) || !whole); /* with more memory there is not less */
        limited = limited || !al_views_are_whole(views);
        whole = whole || (al_views_are_whole(views) && al_views_count(views) == 1);
        al_views_free(views);
    }
    assert_true(limited);
}

/* A picture in a gzip, whose bytes are not shown. */
static void too_little_memory_for_marks_is_told(void **state)
{
    enum { MOST = 1 << 20, STEP = 1 << 10 };
    static uint8_t bytes[MOST_BYTES], packed[MOST_BYTES];
    (void)state;
    const size_t size = read_seed(UNIT_RULES, "dds/truncated/fires-0-32-1.dds", bytes, sizeof bytes);
    z_stream z = {.next_in = bytes, .avail_in = (uInt)size, .next_out = packed, .avail_out = sizeof packed};
    assert_int_equal(deflateInit2(&z, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    assert_int_equal(deflateEnd(&z), Z_OK);
    bool limited = false, whole = false;
    for (uint64_t memory = STEP; memory < MOST; memory += STEP) {
        al_options *options = al_options_new();
        al_options_set_limit(options, AL_LIMIT_MEMORY, memory);
        al_checker *checker = al_checker_new(options);
        al_views *views = NULL;
        assert_int_equal(al_view_memory(checker, "a.dds.gz", "", packed, z.total_out, NULL, &views), AL_OK);
        if (al_views_are_whole(views)) {
            const al_view_mark *m = first_mark(views, "dds/truncated");
            assert_int_equal(m->row_count, 1);
            whole = true;
        }
        limited = limited || (!al_views_are_whole(views) && al_views_count(views) > 0);
        al_views_free(views);
        al_checker_free(checker);
        al_options_free(options);
    }
    assert_true(limited && whole);
}

static void findings_of_another_result_are_marked(void **state)
{
    static uint8_t bytes[MOST_BYTES];
    (void)state;
    const size_t size = read_seed(UNIT_RULES, "xmf/not-finite/fires-many.xmf", bytes, sizeof bytes);
    al_options *options = al_options_new();
    assert_int_equal(al_options_select(options, "xmf/not-finite", NULL), AL_OK);
    al_checker *strict = al_checker_new(options), *checker = al_checker_new(NULL);
    al_result *result = NULL;
    al_views *views = NULL;
    assert_int_equal(al_check_memory(strict, "a.xmf", bytes, size, 0, &result), AL_OK);
    assert_int_equal(al_view_memory(checker, "a.xmf", "", bytes, size, result, &views), AL_OK);
    assert_ptr_equal(al_views_result(views), result);
    assert_non_null(al_views_place(views, 0));
    assert_null(al_views_place(views, result->finding_count));
    al_views_free(views);
    al_result_free(result);
    al_checker_free(checker);
    al_checker_free(strict);
    al_options_free(options);
}

static void a_member_that_is_not_there_has_no_result(void **state)
{
    static const char list[] = "a.xmf 0 0 d41d8cd98f00b204e9800998ecf8427e\n";
    (void)state;
    al_checker *checker = al_checker_new(NULL);
    al_views *views = NULL;
    assert_int_equal(al_view_memory(checker, "a.cat", "b.xmf", list, sizeof list - 1, NULL, &views), AL_OK);
    assert_null(al_views_at(views, 0));
    assert_null(al_views_place(views, 0));
    al_views_free(views);
    al_views_free(NULL);
    al_checker_free(checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_are_marked),
        cmocka_unit_test(elements_that_are_not_listed_are_marked),
        cmocka_unit_test(neighbours_of_all_broken_corners_are_marked),
        cmocka_unit_test(unused_vertices_are_marked),
        cmocka_unit_test(the_end_of_a_file_has_the_bytes_before_it),
        cmocka_unit_test(bones_have_no_cycle),
        cmocka_unit_test(materials_name_their_textures),
        cmocka_unit_test(a_skin_has_bones_of_the_skeleton),
        cmocka_unit_test(vertices_without_a_whole_weight_are_told),
        cmocka_unit_test(a_mesh_without_skin_hangs_on_its_node),
        cmocka_unit_test(a_skin_without_skeleton_has_names),
        cmocka_unit_test(motions_say_what_they_move),
        cmocka_unit_test(records_have_names_and_neighbours),
        cmocka_unit_test(words_of_a_record_outlive_its_reading),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(too_little_memory_for_marks_is_told),
        cmocka_unit_test(findings_of_another_result_are_marked),
        cmocka_unit_test(a_member_that_is_not_there_has_no_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
