/* lostsaga_test.c: MSH, SKL and ANI beyond the fixtures: facts for other files, and large files. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "fact_text.h"
#include "results.h"
#include "writer.h"

/* ---- Facts --------------------------------------------------------------------------------------------- */

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
    assert_null(fact_text("msh", "MSH\0\0\0\0", 8)); /* without a known version */
}

static void an_animation_needs_bones(void **state)
{
    (void)state;
    assert_facts("ani", "ani/seeds/good-4001.ani",
                 "needs node tracks[0].bone 0x46+9 Bip01\n"
                 "needs node tracks[1].bone 0xCF+14 Bip01 Head\n");
    assert_facts("ani", "ani/seeds/empty.ani", "");
}

/* ---- Work ---------------------------------------------------------------------------------------------- */

enum { SUBMESHES = 20000, FACES = 20000 };

/* A mesh whose submeshes either share all faces, or have an equal part each. The faces use a vertex outside
 * the submeshes, so each face counts for each of its submeshes. */
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

/* Without a limit the faces would be read 20,000 times: 2.4 gigabytes for a file of 440 KB. */
static void reading_shared_faces_is_bounded(void **state)
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
    (void)result_finding(r, "msh/index-outside-submesh", "submeshes[900]");
    al_result_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_has_bones),
        cmocka_unit_test(a_mesh_needs_bones),
        cmocka_unit_test(an_animation_needs_bones),
        cmocka_unit_test(reading_shared_faces_is_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
