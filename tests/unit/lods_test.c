/* lods_test.c: levels of detail of parts, in folders, packages and catalogs. */
#include "related.h"
#include "unit.h"

#include "relations/relations.h"

static const al_relation *const lods = &al_lods_relation;

/* ---- Numbers ------------------------------------------------------------------------------------------- */

static void levels_have_no_gaps(void **state)
{
    related *r = *state;
    related_add(r, "a/one-lod0.xmf", "");
    related_add(r, "a/one-lod2.xmf", "");
    related_add(r, "a/one-lod5.xmf", "");
    related_add(r, "a/three-lod0.xmf", "");
    related_add(r, "a/three-lod9.xmf", "");
    related_add(r, "a/two-collision.xmf", "");
    related_add(r, "a/two-lod3.xmf", "");
    related_add(r, "a/Two-LOD3.XMF", "");
    related_add(r, "a/two-lod999999.xmf", "");
    related_add(r, "b/-lod1.xmf", "");
    related_add(r, "b/lod1.xmf", "");
    related_add(r, "b/x-lad1.xmf", "");
    related_add(r, "b/x-lod1.xmg", "");
    related_add(r, "b/x-lod-.xmf", "");
    related_add(r, "b/x-lod1:.xmf", "");
    related_add(r, "b/x-lod1000000.xmf", "");
    related_add(r, "b/x_lod1.xmf", "");
    related_add(r, "c/x-lod1.xmf", "")->explicit = true;
    related_add(r, "lod2.xmf", "");
    related_add(r, "7.xmf", "");
    related_add(r, "-lod4.xmf", "");
    related_add(r, "d/only-collision.xmf", "");
    related_assert_findings(
        r, lods,
        "a/one-lod2.xmf warning xmf/lod-gap 0+0  level of detail 2 of the part comes next after level 0, "
        "1 level between them is missing | 2 | 1\n"
        "a/one-lod5.xmf warning xmf/lod-gap 0+0  level of detail 5 of the part comes next after level 2, "
        "2 levels between them are missing | 5 | 3\n"
        "a/three-lod9.xmf warning xmf/lod-gap 0+0  level of detail 9 of the part comes next after level "
        "0, 8 levels between them are missing | 9 | 1\n"
        "a/two-lod3.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 3 | 3 | 0\n"
        "a/Two-LOD3.XMF warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 3 | 3 | 0\n"
        "a/two-lod999999.xmf warning xmf/lod-gap 0+0  level of detail 999999 of the part comes next "
        "after level 3, 999995 levels between them are missing | 999999 | 4\n"
        "b/-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 1 | 1 | 0\n"
        "-lod4.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this one: "
        "4 | 4 | 0\n");
    related_assert_shortage(r, lods);
    r->all.gap_count = 1;
    r->all.gaps = &(al_gap){.start = "a/", .with = 0};
    related_assert_findings(
        r, lods,
        "b/-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 1 | 1 | 0\n"
        "-lod4.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this one: "
        "4 | 4 | 0\n");
    related_assert_not_judged(
        r, lods,
        "xmf/lod-gap 4/4 a/one-lod2.xmf: a needed file or folder could not be read; xmf/missing-lod0 2/2 "
        "a/two-lod3.xmf: a needed file or folder could not be read");
}

static void parts_beside_each_other_are_apart(void **state)
{
    related *r = *state;
    related_add(r, "a/a-lod0.xmf", "");
    related_add(r, "a/b-lod1.xmf", "");
    related_add(r, "a/c-lod0.xmf", "");
    related_add(r, "b/a-lod1.xmf", "");
    related_add(r, "p.zip", "a/a-lod1.xmf");
    related_add(r, "q.zip", "a/a-lod0.xmf");
    related_assert_findings(
        r, lods,
        "a/b-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 1 | 1 | 0\n"
        "b/a-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 1 | 1 | 0\n"
        "p.zip!/a/a-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is "
        "this one: 1 | 1 | 0\n");
}

/* ---- Catalogs ------------------------------------------------------------------------------------------ */

static void levels_of_a_mod_may_be_in_its_catalogs(void **state)
{
    related *r = *state;
    related_add(r, "a/content.xml", "");
    related_add(r, "a/ext_01.cat", "x/part-lod1.xmf");
    related_add(r, "a/ext_02.cat", "x/part-lod2.xmf");
    related_add(r, "a/ext_02.cat", "x/other-lod1.xmf");
    related_add(r, "a/sub/ext_01.cat", "part-lod7.xmf"); /* not beside a content.xml */
    related_add(r, "a/x/part-lod0.xmf", "");
    related_add(r, "b/ext_01.cat", "x/part-lod1.xmf");
    related_add(r, "b/x/part-lod0.xmf", "");
    related_add(r, "p.zip", "m/content.xml");
    related_add(r, "p.zip", "m/ext_01.cat!/x/part-lod1.xmf");
    related_add(r, "p.zip", "m/ext_01.cat!/x/part-lod4.xmf");
    related_add(r, "p.zip", "m/x/part-lod0.xmf");
    related_add(r, "p.zip", "n/ext_01.cat!/x/part-lod1.xmf");
    related_add(r, "p.zip", "n/x/part-lod0.xmf");
    related_add(r, "s/content.xml", "");
    related_add(r, "s/subst_01.cat", "x/part-lod3.xmf");
    related_add(r, "s/x/part-lod5.xmf", "");
    related_add(r, "z.zip", "subst_01.cat!/x/part-lod3.xmf");
    related_assert_findings(
        r, lods,
        "a/ext_02.cat!/x/other-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its "
        "lowest is this one: 1 | 1 | 0\n"
        "a/sub/ext_01.cat!/part-lod7.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, "
        "its lowest is this one: 7 | 7 | 0\n"
        "b/ext_01.cat!/x/part-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its "
        "lowest is this one: 1 | 1 | 0\n"
        "p.zip!/m/ext_01.cat!/x/part-lod4.xmf warning xmf/lod-gap 0+0  level of detail 4 of the part "
        "comes next after level 1, 2 levels between them are missing | 4 | 2\n"
        "p.zip!/n/ext_01.cat!/x/part-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail "
        "0, its lowest is this one: 1 | 1 | 0\n");
    related_assert_not_judged(
        r, lods,
        "xmf/lod-gap 1/1 s/x/part-lod5.xmf: the parts replace files of the game, which has their other "
        "levels; xmf/missing-lod0 2/2 s/subst_01.cat: the parts replace files of the game, which has "
        "their other levels");
    related_assert_shortage(r, lods);
}

/* The path of a member in its mod may begin like that of its catalog. */
static void a_part_called_like_its_catalog(void **state)
{
    related *r = *state;
    related_add(r, "a/content.xml", "");
    related_add(r, "a/ext_01.cat", "ext_01.cat_of-lod1.xmf");
    related_add(r, "a/ext_01.cat_of-lod0.xmf", "");
    related_assert_findings(r, lods, "");
}

static void many_mods_have_catalogs(void **state)
{
    related *r = *state;
    related_add(r, "c/content.xml", "");
    related_add(r, "c/ext_01.cat", "x/part-lod1.xmf");
    related_add(r, "c/x/part-lod0.xmf", "");
    related_add(r, "b/content.xml", "");
    related_add(r, "b/ext_01.cat", "x/part-lod1.xmf");
    related_add(r, "b/x/part-lod0.xmf", "");
    related_add(r, "d/content.xml", "");
    related_add(r, "a/content.xml", "");
    related_add(r, "a/ext_01.cat", "x/part-lod1.xmf");
    related_add(r, "a/x/part-lod0.xmf", "");
    related_assert_findings(r, lods, "");
}

/* ---- Extents ------------------------------------------------------------------------------------------- */

static void levels_are_of_one_size(void **state)
{
    related *r = *state;
    related_add_mesh(r, "a/p-lod1.xmf", 8, 3); /* in front of level 0, which the survey measures */
    related_add_mesh(r, "a/p-lod0.xmf", 8, 1);
    related_add_mesh(r, "a/p-lod2.xmf", 8, 2);
    related_add_mesh(r, "a/p-lod3.xmf", 7, 9);
    related_add_mesh(r, "a/p-lod4.xmf", 8, 0);
    related_add_mesh(r, "a/p-lod5.xmf", 8, 0.25F);
    related_add_mesh(r, "a/p-lod6.xmf", 8, 0.5F);
    related_add(r, "a/p-lod7.xmf", "");
    related_add_mesh(r, "a/p-collision.xmf", 8, 9);
    related_add_mesh(r, "b/q-lod1.xmf", 8, 3);
    related_add_mesh(r, "c/r-lod0.xmf", 8, 3);
    related_add_mesh(r, "d/s-lod1.xmf", 8, 3);
    related_add_mesh(r, "d/s-lod0.xmf", 8, 0);
    related_assert_findings(
        r, lods,
        "a/p-lod1.xmf warning xmf/lod-extent 0+0  level of detail 1 is 3 times as large as level 0: its "
        "box has a diagonal of 5.19615, that of level 0 one of 1.73205 | 5.19615242 | 1.73205081\n"
        "a/p-lod5.xmf warning xmf/lod-extent 0+0  level of detail 5 is 4 times as small as level 0: its "
        "box has a diagonal of 0.433013, that of level 0 one of 1.73205 | 0.433012702 | 1.73205081\n"
        "b/q-lod1.xmf warning xmf/missing-lod0 0+0  part has no level of detail 0, its lowest is this "
        "one: 1 | 1 | 0\n");
    related_assert_reads(r, lods, "bytes a/p-lod0.xmf, bytes d/s-lod0.xmf");
    related_assert_shortage(r, lods);
    related_set_level(r, "xmf/lod-extent", AL_OFF);
    related_assert_reads(r, lods, "");
}

/* A level 0 that is no earlier result of the run is read: it comes later, or another shard reports on it. */
static void checks_measure_where_they_can(void **state)
{
    related *r = *state;
    related_add_mesh(r, "a/p-lod0.xmf", 8, 1);
    related_add_mesh(r, "a/p-lod1.xmf", 8, 3);
    related_add_mesh(r, "b/q-lod0.xmf", 8, 1);
    related_add_mesh(r, "b/q-lod1.xmf", 8, 4);
    related_add_mesh(r, "c/q-lod0.xmf", 8, 1);
    related_add_mesh(r, "c/q-lod1.xmf", 8, 5);
    r->files[2].unreported = r->files[5].unreported = true;
    related_add_mesh(r, "z/s-lod1.xmf", 8, 6);
    related_add_mesh(r, "z/s-lod0.xmf", 8, 1);
    related_assert_reads(r, lods, "bytes b/q-lod0.xmf, bytes z/s-lod0.xmf");
    related_assert_findings(
        r, lods,
        "a/p-lod1.xmf warning xmf/lod-extent 0+0  level of detail 1 is 3 times as large as level 0: its "
        "box has a diagonal of 5.19615, that of level 0 one of 1.73205 | 5.19615242 | 1.73205081\n"
        "b/q-lod1.xmf warning xmf/lod-extent 0+0  level of detail 1 is 4 times as large as level 0: its "
        "box has a diagonal of 6.9282, that of level 0 one of 1.73205 | 6.92820323 | 1.73205081\n"
        "z/s-lod1.xmf warning xmf/lod-extent 0+0  level of detail 1 is 6 times as large as level 0: its "
        "box has a diagonal of 10.3923, that of level 0 one of 1.73205 | 10.3923048 | 1.73205081\n");
    r->all.gap_count = 1; /* where other levels may be */
    r->all.gaps = &(al_gap){.start = "", .with = 0};
    related_assert_findings(r, lods, "");
}

/* ---- Partners ------------------------------------------------------------------------------------------ */

static void levels_and_collision_meshes_are_partners(void **state)
{
    static char names[20][24];
    related *r = *state;
    related_add(r, "a/p-collision.xmf", "");
    related_add(r, "a/p-lod0.xmf", "");
    related_add(r, "a/P-lod1.xmf", "");
    related_add(r, "a/q-lod0.xmf", "");
    related_add(r, "x.txt", "");
    related_assert_partners(r, lods, 0, "level a/p-lod0.xmf; level a/P-lod1.xmf");
    related_assert_partners(r, lods, 1, "level a/P-lod1.xmf; collision a/p-collision.xmf");
    related_assert_partners(r, lods, 3, "");
    related_assert_partners(r, lods, 4, "");
    r->files[4].path = "a/-collision.xmf";
    r->files[3].path = "a/-lod0.xmf";
    related_assert_partners(r, lods, 3, "collision a/-collision.xmf");
    r->files[4].path = "-collision.xmf"; /* no part has the empty path */
    r->files[3].path = "-lod0.xmf";
    related_assert_partners(r, lods, 3, "");
    r->files[4].path = "x.txt";
    r->files[3].path = "a/q-lod0.xmf";
    for (unsigned i = 0; i < 20; i++) {
        for (unsigned k = 0; k < 20; k++)
            names[i][k] = "b/r-lod00.xmf"[k < 13 ? k : 13];
        names[i][7] = (char)('1' + i / 10);
        names[i][8] = (char)('0' + i % 10);
        related_add(r, names[i], "");
    }
    related_assert_partners(
        r, lods, 5,
        "level b/r-lod11.xmf; level b/r-lod12.xmf; level b/r-lod13.xmf; level b/r-lod14.xmf; level "
        "b/r-lod15.xmf; level b/r-lod16.xmf; level b/r-lod17.xmf; level b/r-lod18.xmf; level "
        "b/r-lod19.xmf; level b/r-lod20.xmf; level b/r-lod21.xmf; level b/r-lod22.xmf; level "
        "b/r-lod23.xmf; level b/r-lod24.xmf; level b/r-lod25.xmf");
    related_add_reference(r, "w", false);
    related_add(r, "w/a-lod0.xmf", "");
    related_add(r, "w/a-lod1.xmf", "");
    related_assert_partners(r, lods, 25, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RELATED_TEST(levels_have_no_gaps),
        RELATED_TEST(parts_beside_each_other_are_apart),
        RELATED_TEST(levels_of_a_mod_may_be_in_its_catalogs),
        RELATED_TEST(a_part_called_like_its_catalog),
        RELATED_TEST(many_mods_have_catalogs),
        RELATED_TEST(levels_are_of_one_size),
        RELATED_TEST(checks_measure_where_they_can),
        RELATED_TEST(levels_and_collision_meshes_are_partners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
