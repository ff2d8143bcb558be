/* lostsaga_test.c: what fixtures of MSH, SKL and ANI can't show: facts for other files, and files that are
 * large.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "fact_text.h"
#include "results.h"
#include "writer.h"

/* ---- Facts --------------------------------------------------------------------------------------------- */

static void assert_facts(const char *format, const char *seed, const char *expected)
{
    char *facts = fact_text_of_seed(format, seed);
    assert_non_null(facts);
    assert_string_equal(facts, expected);
    free(facts);
}

static void a_skeleton_has_bones(void **state)
{
    (void)state;
    assert_facts("skl", "skl/seeds/good.skl",
                 "has node count header.nBones 0x8+4 4\n"
                 "has node bones[0].name 0xC+9 Bip01\n"
                 "has node bones[1].name 0xA7+10 Pelvis\n"
                 "has node bones[2].name 0x14C+11 L Thigh\n"
                 "has node bones[3].name 0x1DD+11 R Thigh\n");
    assert_facts("skl", "skl/seeds/empty.skl", "");
    char *facts = fact_text_of_seed("skl", "skl/seeds/linked.skl");
    assert_non_null(strstr(facts, "needs skeleton linkedSkeleton 0x"));
    free(facts);
}

static void a_mesh_needs_bones(void **state)
{
    (void)state;
    assert_facts("msh", "msh/seeds/all.msh",
                 "needs node bones[0].name 0x158+9 Bip01\n"
                 "needs node bones[1].name 0x161+14 Bip01 Head\n");
    assert_facts("msh", "msh/seeds/positions.msh", "");
    assert_null(fact_text("msh", "MSH\0\0\0\0", 8)); /* of no version */
}

static void an_animation_needs_bones(void **state)
{
    (void)state;
    assert_facts("ani", "ani/seeds/good-4001.ani",
                 "needs node tracks[0].bone 0x46+9 Bip01\n"
                 "needs node tracks[1].bone 0xCF+14 Bip01 Head\n");
    assert_facts("ani", "ani/seeds/empty.ani", "");
}

/* ---- Dump ---------------------------------------------------------------------------------------------- */

static void ignore_list(void *context, const char *name, uint64_t count, uint64_t offset)
{
    (void)context, (void)name, (void)count, (void)offset;
}

static void ignore_end(void *context)
{
    (void)context;
}

static void ignore_object(void *context, const char *name, int64_t index, uint64_t offset)
{
    (void)context, (void)name, (void)index, (void)offset;
}

static void ignore_object_end(void *context, al_extent extent)
{
    (void)context, (void)extent;
}

static void ignore_value(void *context, const char *name, al_value value, const char *meaning,
                         al_extent extent)
{
    (void)context, (void)name, (void)value, (void)meaning, (void)extent;
}

/* Rotations out of their packed numbers: the second can't be unpacked, and still counts. */
static void see_rotations(void *context, const char *name, const al_series *series, al_extent extent)
{
    if (strcmp(name, "rotations") != 0)
        return;
    assert_string_equal(series->type, "quaternion");
    assert_int_equal(series->components, 4);
    assert_int_equal(series->count, 2);
    assert_int_equal(extent.length, 40);
    assert_true(series->minimum[3] > 0.9999 && series->maximum[3] == series->minimum[3]);
    ++*(unsigned *)context;
}

static void packed_rotations_are_shown(void **state)
{
    (void)state;
    writer w = writer_start(128, "ANI", 4);
    const uint32_t words[] = {4001, 0, 1, 1, 1};
    for (size_t i = 0; i < 5; i++)
        put_u32(&w, words[i]);
    put(&w, "b", 1);
    put_f32(&w, 1);
    put_u32(&w, 2);
    const uint32_t keys[] = {UINT32_C(3) << 30 | 512u << 20 | 512u << 10 | 512u, UINT32_MAX};
    for (uint32_t key = 0; key < 2; key++) {
        put_u32(&w, keys[key]);
        for (int i = 0; i < 3; i++)
            put_f32(&w, 0);
        put_u32(&w, key);
    }
    unsigned seen = 0;
    const al_visitor visitor = {.context = &seen,
                                .list = ignore_list,
                                .list_end = ignore_end,
                                .object = ignore_object,
                                .object_end = ignore_object_end,
                                .value = ignore_value,
                                .series = see_rotations};
    al_checker *checker = al_checker_new(NULL);
    al_result *r = NULL;
    assert_int_equal(al_dump_memory(checker, "a.ani", w.bytes, w.size, &visitor, &r), AL_OK);
    (void)result_finding(r, "ani/packed-rotation", "tracks[0].keys");
    assert_int_equal(seen, 1);
    al_result_free(r);
    al_checker_free(checker);
    free(w.bytes);
}

/* ---- Work ---------------------------------------------------------------------------------------------- */

enum { SUBMESHES = 20000, FACES = 20000 };

/* A mesh whose submeshes have all faces each, or one after another an equal share. Its faces use a vertex
 * that the submeshes don't have, so that each face counts for each of its submeshes. */
static writer mesh_of_submeshes(bool shared)
{
    const uint32_t each = shared ? FACES : FACES / SUBMESHES;
    writer w = writer_start(128 + (size_t)SUBMESHES * 16 + (size_t)FACES * 6, "MSH", 4);
    put_u32(&w, 2000);
    put_u32(&w, 0);
    put_u32(&w, 1); /* positions */
    for (int i = 0; i < 7; i++)
        put_f32(&w, 0);
    put_u32(&w, SUBMESHES);
    for (uint32_t i = 0; i < SUBMESHES; i++) {
        put_u32(&w, 1);
        put_u32(&w, 2);
        put_u32(&w, shared ? 0 : i * each * 3);
        put_u32(&w, each);
    }
    put_u32(&w, 3);
    for (int i = 0; i < 9; i++)
        put_f32(&w, 0);
    put_u32(&w, FACES);
    for (uint16_t i = 0; i < FACES; i++)
        for (uint16_t corner = 0; corner < 3; corner++)
            put_u16(&w, corner);
    return w;
}

/* Without a limit the faces would be gone through 20,000 times: 2.4 gigabytes of a file of 440 KB. */
static void shared_faces_are_not_read_for_ever(void **state)
{
    (void)state;
    writer w = mesh_of_submeshes(true);
    al_result *r = writer_check(&w, "a.msh", NULL);
    assert_int_equal(r->status, AL_FILE_LIMIT);
    for (size_t i = 0, outside = 0; i < r->finding_count; i++) {
        outside += strcmp(r->findings[i].rule->id, "msh/index-outside-submesh") == 0;
        assert_in_range(outside, 0, AL_MAX_REREADS);
    }
    (void)result_finding(r, "msh/index-outside-submesh", "submeshes[7]");
    const al_finding *f = result_finding(r, "msh/limit", "submeshes[8]");
    assert_int_equal(f->offset, 48 + AL_MAX_REREADS * 16);
    al_result_free(r);
    w = mesh_of_submeshes(false);
    r = writer_check(&w, "a.msh", NULL);
    (void)result_finding(r, "msh/index-outside-submesh", "submeshes[9000]");
    al_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_has_bones),
        cmocka_unit_test(a_mesh_needs_bones),
        cmocka_unit_test(an_animation_needs_bones),
        cmocka_unit_test(packed_rotations_are_shown),
        cmocka_unit_test(shared_faces_are_not_read_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
