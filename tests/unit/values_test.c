/* values_test.c: whether two files have the same values, but for those that a plan changes. */
#include "unit.h"

#include <string.h>

#include "fix/values.h"
#include "mesh.h"

enum { MAXIMUM = 48, USAGE_INDEX = 4 };

static al_digest digest_with(const mesh *m, const al_fix_plan *plan, uint64_t memory)
{
    al_checker *checker = al_checker_new(NULL);
    assert_non_null(checker);
    const al_format *xmf = &al_formats[0];
    assert_string_equal(xmf->info.id, "xmf");
    const al_digest digest = al_digest_of(checker, memory, xmf, "m.xmf", al_span_of(m->bytes, m->size), plan);
    al_checker_free(checker);
    return digest;
}

static al_digest digest_of(const mesh *m, const al_fix_plan *plan)
{
    return digest_with(m, plan, UINT64_MAX);
}

static bool same(const mesh *a, const mesh *b, const al_fix_plan *plan)
{
    const al_digest one = digest_of(a, plan), two = digest_of(b, plan);
    assert_int_equal(one.shortage, AL_SHORTAGE_NONE);
    return one.hash == two.hash && one.count == two.count;
}

/* A plan that changes the values of one field, and may change all in another one. */
static bool same_but_for(const mesh *a, const mesh *b, const char *edited, const char *touched)
{
    al_edit edit = {.field = edited};
    al_fix_plan plan = {.items = &edit, .count = 1, .touched = &touched, .touched_count = 1};
    return same(a, b, &plan);
}

static void every_field_counts(void **state)
{
    const al_fix_plan nothing = {.count = 0};
    (void)state;
    mesh a = mesh_plain(6, true), b = mesh_plain(6, true);
    assert_true(same(&a, &b, &nothing));
    mesh_set_i32(&b, mesh_desc_at(1, USAGE_INDEX), 7);
    assert_false(same(&a, &b, &nothing));
    assert_true(same_but_for(&a, &b, "buffers[1].usageIndex", ""));
    assert_true(same_but_for(&a, &b, "", "buffers[1]"));
    assert_true(same_but_for(&a, &b, "", "buffers"));
    assert_false(same_but_for(&a, &b, "buffers[1].usage", "buffers[0]"));
    assert_false(same_but_for(&a, &b, "buffers[1].max", "buffers[10]"));
    mesh_set_i32(&b, mesh_desc_at(1, MAXIMUM), 1);
    assert_false(same_but_for(&a, &b, "buffers[1].usageIndex", ""));
    assert_true(same_but_for(&a, &b, "buffers[1].usageIndex", "buffers[1].max"));
    mesh_free(&a);
    mesh_free(&b);
}

/* Compressed data counts by what it inflates to. */
static void data_counts(void **state)
{
    const float x = 3, y = 4;
    const float positions[2][9] = {{0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, x, 0, 0, 0, y, 0}};
    const uint16_t triangle[3] = {0, 1, 2};
    mesh meshes[3];
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const mesh_part parts[] = {
            {0, 2, 3, 12, true, i == 2 ? 1 : 9, positions[i == 1], sizeof positions[0]},
            {30, 30, 3, 2, true, 9, triangle, sizeof triangle},
        };
        meshes[i] = mesh_of(parts, 2, "m");
    }
    const char *touched[] = {"buffers[0].compressedDataSize", "buffers[1].dataOffset", "buffers[0].data[1]",
                             "buffers[0].data[2]"};
    al_fix_plan plan = {.touched = touched, .touched_count = 2};
    assert_true(same(&meshes[0], &meshes[2], &plan));
    assert_false(same(&meshes[0], &meshes[1], &plan));
    plan.touched_count = 3;
    assert_false(same(&meshes[0], &meshes[1], &plan));
    plan.touched_count = 4;
    assert_true(same(&meshes[0], &meshes[1], &plan));
    for (size_t i = 0; i < 3; i++)
        mesh_free(&meshes[i]);
}

static void memory_may_be_short(void **state)
{
    const al_fix_plan nothing = {.count = 0};
    (void)state;
    mesh m = mesh_plain(6, true);
    assert_int_equal(digest_with(&m, &nothing, 64).shortage, AL_SHORTAGE_LIMIT);
    mesh_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(data_counts),
        cmocka_unit_test(memory_may_be_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
