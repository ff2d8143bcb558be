/* partners_test.c: which files a project shows together: motions and skinned meshes with their skeletons,
 * levels of detail and collision meshes of one part, meshes with their textures. */
#include "unit.h"

#include <assetlint/assetlint.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { MOST_TEXT = 1024, MOST_PATH = 512 };

typedef struct heard {
    const al_project *project;
    char text[MOST_TEXT];
    size_t length;
} heard;

static const char *name_of(const char *path, const char *member)
{
    return al_base_name(member[0] != '\0' ? member : path);
}

/* "hero.ani: skeleton biped.skl; horse.xac: texture body.dds for Body; " */
static bool on_result(void *context, const al_result *result)
{
    heard *h = context;
    al_partner partner = {.size = sizeof partner};
    for (size_t i = 0; al_project_partner(h->project, result, i, &partner); i++)
        h->length +=
            (size_t)snprintf(h->text + h->length, sizeof h->text - h->length, "%s: %s %s%s%s; ",
                             name_of(result->raw_path, result->member), al_partner_role_name(partner.role),
                             name_of(partner.path, partner.member), partner.texture[0] != '\0' ? " for " : "",
                             partner.texture);
    assert_true(h->length < sizeof h->text);
    partner.size = 0;
    assert_false(al_project_partner(h->project, result, 0, &partner));
    return true;
}

static void add(al_project *project, const char *fixture, const char *part)
{
    char path[MOST_PATH];
    (void)snprintf(path, sizeof path, "%s/%s%s", UNIT_RULES, fixture, part);
    if (strcmp(part, "/a") == 0 || strcmp(part, "/other") == 0 || strcmp(part, "/game") == 0)
        assert_int_equal(al_project_add_reference(project, path), AL_OK);
    else
        assert_int_equal(al_project_add_path(project, path), AL_OK);
}

/* `reference`: the folder beside "/mod" in a fixture that has both; NULL: the fixture is checked. */
static void expect(const char *fixture, const char *reference, const char *expected)
{
    al_options *options = al_options_new();
    al_project *project = al_project_new(options);
    heard h = {.project = project};
    const al_client client = {.size = sizeof client, .context = &h, .result = on_result};
    add(project, fixture, reference != NULL ? "/mod" : "");
    if (reference != NULL)
        add(project, fixture, reference);
    assert_int_equal(al_project_run(project, &client), AL_OK);
    assert_string_equal(h.text, expected);
    al_project_free(project);
    al_options_free(options);
}

static void motions_have_skeletons(void **state)
{
    (void)state;
    expect("ani/unknown-bone/near", NULL, "hero.ani: skeleton biped.skl; ");
    expect("ani/unknown-bone/near-linked", NULL, "hero.ani: skeleton biped.skl; ");
    expect("ani/unknown-bone/near-two-skeletons", NULL, "");
    expect("ani/unknown-bone/near-with", "/a", "hero.ani: skeleton x.skl; ");
    expect("ani/unknown-bone/fires-package.zip", NULL, "hero.ani: skeleton biped.skl; ");
    expect("msh/unknown-bone/near", NULL, "hero.msh: skeleton biped.skl; ");
    expect("bbanim/model-mismatch/near", NULL, "walk.bbanim: skeleton hero.bbmod; ");
    expect("bbanim/model-mismatch/near-two-models", NULL, "");
}

/* An actor that a .gfx gives a motion to, or one of the folder: only if the motion moves it. */
static void motions_have_actors(void **state)
{
    (void)state;
    expect("xsm/no-node-matches/near", NULL, "ride.xsm: skeleton horse.xac; ");
    expect("xsm/no-node-matches/near-one-of-two", NULL, "ride.xsm: skeleton dog.xac; ");
    expect("xsm/no-node-matches/near-folder", NULL, "ride.xsm: skeleton dog.xac; ");
    expect("xsm/no-node-matches/near-folder-alone", NULL, "");
    expect("xsm/no-node-matches/fires-folder", NULL, "");
    expect("xsm/no-node-matches/fires", NULL, "");
}

/* Those of layers with colours, wherever the game finds them, and those that a rule reports as missing. */
static void actors_have_textures(void **state)
{
    (void)state;
    expect("pdx/missing-texture/near-found-2", NULL,
           "bODY.tga: referrer horse.xac; horse.xac: texture bODY.tga for Body; ");
    expect("pdx/missing-texture/near-found-3", NULL,
           "horse.xac: texture flag.DDS for flag; flag.DDS: referrer horse.xac; ");
    expect("pdx/missing-texture/near-with", "/game", "horse.xac: texture body.dds for body; ");
    expect("pdx/missing-texture/fires-end-0", NULL, "horse.xac: missing texture body. for body.; ");
    expect("pdx/missing-texture/fires-with", "/game", "horse.xac: missing texture body for body; ");
    expect("pdx/missing-texture/fires-unused-material", "/game", "");
    expect("pdx/missing-texture/near-nowhere", NULL, ""); /* it may be in the game */
    expect("pdx/missing-texture/near-no-types", NULL, "");
}

static void meshes_of_a_part(void **state)
{
    (void)state;
    expect("xmf/lod-extent/near", NULL,
           "part-lod0.xmf: level part-lod1.xmf; part-lod0.xmf: level part-lod2.xmf; "
           "part-lod1.xmf: level part-lod0.xmf; part-lod1.xmf: level part-lod2.xmf; "
           "part-lod2.xmf: level part-lod0.xmf; part-lod2.xmf: level part-lod1.xmf; ");
    expect("xmf/lod-extent/fires-case", NULL,
           "Part-LOD0.xmf: level pART-lod1.XMF; pART-lod1.XMF: level Part-LOD0.xmf; ");
    expect("../../corpus/first_look", NULL,
           "hull-collision.xmf: level hull-lod0.xmf; hull-lod0.xmf: collision hull-collision.xmf; ");
    expect("xmf/lod-extent/near-folders", NULL, "");
    expect("xmf/lod-extent/near-alone.xmf", NULL, "");
}

/* Results that wait for the end, because of a baseline, have partners as well; before and after a run there
 * are none. */
static void partners_are_known_to_the_end(void **state)
{
    (void)state;
    static const char baseline[] =
        "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [{\"fingerprint\": "
        "\"0123456789abcdef\", \"rule\": \"xmf/truncated\", \"path\": \"a.xmf\", "
        "\"field\": \"\"}]}";
    char path[] = "/tmp/partners_test.XXXXXX";
    FILE *out = fdopen(mkstemp(path), "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(baseline, 1, sizeof baseline - 1, out), sizeof baseline - 1);
    assert_int_equal(fclose(out), 0);
    al_options *options = al_options_new();
    al_project *project = al_project_new(options);
    heard h = {.project = project};
    const al_client client = {.size = sizeof client, .context = &h, .result = on_result};
    add(project, "ani/unknown-bone/near", "");
    assert_int_equal(al_project_read_baseline(project, path), AL_OK);
    const al_result early = {.raw_path = "hero.ani", .member = ""};
    al_partner partner = {.size = sizeof partner};
    assert_false(al_project_partner(project, &early, 0, &partner));
    assert_int_equal(al_project_run(project, &client), AL_OK);
    assert_string_equal(h.text, "hero.ani: skeleton biped.skl; ");
    assert_false(al_project_partner(project, &early, 0, &partner));
    al_project_free(project);
    al_options_free(options);
    assert_int_equal(remove(path), 0);
}

static void pictures_have_referrers(void **state)
{
    (void)state;
    expect("dds/truncated/fires-of-icon", NULL, "hull.dds: referrer icons.xml; ");
    expect("dds/truncated/fires-of-layer", NULL,
           "coat.dds: referrer horse.xac; horse.xac: texture coat.dds for coat; ");
    expect("dds/truncated/fires-of-other-mod", NULL, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motions_have_skeletons),  cmocka_unit_test(motions_have_actors),
        cmocka_unit_test(actors_have_textures),    cmocka_unit_test(meshes_of_a_part),
        cmocka_unit_test(pictures_have_referrers), cmocka_unit_test(partners_are_known_to_the_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
