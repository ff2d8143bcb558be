/* values_test.c: whether two files have the same values, but for those that a plan changes. */
#include "unit.h"

#include <string.h>

#include "fix/values.h"
#include "mesh.h"
#include "seed.h"

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

/* ---- Each value of a whole file ------------------------------------------------------------------------ */

enum { ROOM = 4096, MEMORY = 1 << 20 };

typedef struct seed_file {
    al_checker *checker;
    const al_format *format;
    uint8_t bytes[ROOM];
    size_t size;
} seed_file;

static void open_seed(seed_file *f)
{
    f->size = read_seed(UNIT_CORPUS "/msh/seeds", "good.msh", f->bytes, sizeof f->bytes);
    f->checker = al_checker_new(NULL);
    assert_non_null(f->checker);
    f->format = al_find_format("msh");
}

/* The digest of the file without the values at a field; "": with all. */
static al_digest digest_without(const seed_file *f, const char *field)
{
    const char *touched[] = {field};
    const al_fix_plan plan = {.touched = touched, .touched_count = 1};
    const al_digest d =
        al_digest_of(f->checker, MEMORY, f->format, "a.msh", al_span_of(f->bytes, f->size), &plan);
    assert_int_equal(d.shortage, AL_SHORTAGE_NONE);
    return d;
}

/* Whether changing a byte changes the digest. */
static bool is_seen(seed_file *f, size_t offset, const char *field)
{
    const al_digest before = digest_without(f, field);
    f->bytes[offset] ^= 1;
    const al_digest after = digest_without(f, field);
    f->bytes[offset] ^= 1;
    return before.hash != after.hash || before.count != after.count;
}

enum { BOX_MIN_AT = 16, RADIUS_AT = 40, POSITIONS_AT = 68 };

static void each_value_is_seen(void **state)
{
    (void)state;
    seed_file f = {.format = NULL};
    open_seed(&f);
    assert_true(is_seen(&f, BOX_MIN_AT, ""));
    assert_true(is_seen(&f, RADIUS_AT, ""));
    assert_true(is_seen(&f, POSITIONS_AT, ""));
    al_checker_free(f.checker);
}

static void only_the_touched_value_may_change(void **state)
{
    (void)state;
    seed_file f = {.format = NULL};
    open_seed(&f);
    assert_false(is_seen(&f, RADIUS_AT, "header.radius"));
    assert_true(is_seen(&f, BOX_MIN_AT, "header.radius"));
    assert_true(is_seen(&f, POSITIONS_AT, "header.radius"));
    assert_false(is_seen(&f, BOX_MIN_AT, "header.bbMin"));
    assert_false(is_seen(&f, BOX_MIN_AT, "header"));
    assert_false(is_seen(&f, POSITIONS_AT, "positions"));
    assert_true(is_seen(&f, BOX_MIN_AT, "position"));
    al_checker_free(f.checker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_counts),
        cmocka_unit_test(data_counts),
        cmocka_unit_test(memory_may_be_short),
        cmocka_unit_test(each_value_is_seen),
        cmocka_unit_test(only_the_touched_value_may_change),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
