/* pairs_test.c: the files in a checked folder, in a reference, or in the folder of an explicit file; the only
 * file of a kind among them; and findings that are kept until their file is reported.
 */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "related.h"
#include "relations/file_names.h"
#include "relations/pairs/pair_files.h"
#include "relations/relations.h"

/* Files of the kinds a and b, of which b are checked; they are added in the order of a survey. */
typedef struct fixture {
    related r;
    pair_files found;
} fixture;

static int begin(void **state)
{
    static fixture f;
    related_begin(&f.r);
    *state = &f;
    return 0;
}

static void find(fixture *f)
{
    f->found = (pair_files){.count = 0};
    assert_true(al_relation_begin(&f->found.base, &f->r.all, &f->r.arena));
    assert_true(pair_files_find(&f->found, "a b", 1));
}

/* The only file of the references, as an index; -1: none, -2: several. */
static int of_references(fixture *f)
{
    size_t one;
    assert_true(pair_one_of_references(&f->found, NULL, &one));
    if (one == PAIR_NONE || one == PAIR_SEVERAL)
        return one == PAIR_NONE ? -1 : -2;
    return (int)f->found.items[one].file;
}

/* Asserts the names of all found files, with blanks between them and a bar between folders. */
static void assert_found(const fixture *f, const char *expected)
{
    char text[256] = "";
    for (size_t first = 0, end; first < f->found.count; first = end) {
        end = pair_folder_end(&f->found, first);
        for (size_t i = first; i < end; i++) {
            const size_t used = strlen(text);
            (void)snprintf(text + used, sizeof text - used, "%s%s",
                           i > first   ? " "
                           : first > 0 ? "|"
                                       : "",
                           al_base_name(f->found.items[i].name));
        }
    }
    assert_string_equal(text, expected);
}

static void files_lie_in_folders_by_their_stems(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "./x.a", "");
    related_add(&f->r, "d-e/x.b", "");
    related_add(&f->r, "d.zip", "d/x.b");
    related_add(&f->r, "d.zip", "x.a");
    related_add(&f->r, "d/X.B", "");
    related_add(&f->r, "d/d/x.a", "");
    related_add(&f->r, "d/w.b", "");
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/x.c", "");
    related_add(&f->r, "x.b", "");
    find(f);
    assert_found(f, "x.a x.b|x.b|w.b x.a X.B|x.a|x.a|x.b");
    assert_int_equal(f->found.item_of[8], PAIR_NO_ITEM);
    for (size_t i = 0; i < f->found.count; i++)
        assert_int_equal(f->found.item_of[f->found.items[i].file], i);
}

static void nothing_is_kept_without_judged_files(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/b", "");
    related_add_reference(&f->r, "game", false);
    related_add(&f->r, "game/x.b", "");
    find(f);
    assert_int_equal(f->found.count, 0);
}

static void the_only_file_of_a_folder(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.a", "");
    related_add(&f->r, "d/x.b", "");
    related_add(&f->r, "d/y.a", "")->explicit = true;
    related_add_reference(&f->r, "d/z.a", true);
    related_add(&f->r, "d/z.a", "");
    related_add_sibling(&f->r, "d/w.a", NULL, NULL);
    find(f);
    assert_found(f, "w.a x.a x.b y.a z.a");
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, NULL), 1);
    assert_int_equal(pair_one_of_folder(&f->found, 2, 5, NULL), PAIR_NONE);
    bool left_out[5] = {false, true};
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, left_out), PAIR_NONE);
    f->found.items[3].explicit = false;
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, NULL), PAIR_SEVERAL);
    assert_int_equal(pair_one_of_folder(&f->found, 0, 5, left_out), 3);
    assert_true(pair_is_sibling(&f->found, &f->found.items[0]));
    assert_false(pair_is_sibling(&f->found, &f->found.items[4]));
}

/* Redundant slashes may be in the path of a reference, but never in the path of a file. */
static void a_reference_is_a_folder_or_a_file(void **state)
{
    static const char *const folders[] = {"game/deep", "game/deep/", "./game//deep/",
                                          "game",      "game/deeq",  "game/deep/x"};
    static const bool leads_there[] = {true, true, true, false, false, false};
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "", false);
    related_add(&f->r, "game/deep/x.a", "");
    find(f);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        f->r.with[0] = folders[i];
        assert_int_equal(of_references(f), leads_there[i] ? 1 : -1);
    }
    f->r.with[0] = "game/deep/x.a";
    f->r.with_file[0] = true;
    assert_int_equal(of_references(f), 1);
}

static void the_working_folder_and_the_root_are_references(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "d/x.b", "");
    related_add_reference(&f->r, ".", false);
    related_add(&f->r, "./x.a", "");
    related_add(&f->r, "./d/x.a", "");
    find(f);
    assert_int_equal(of_references(f), 1);
    f->r.files[1].path = "/d/x.a";
    f->r.files[2].path = "/x.a";
    f->r.with[0] = "/";
    find(f);
    assert_int_equal(of_references(f), 2);
    f->r.with[0] = "//";
    assert_int_equal(of_references(f), 2);
}

static void a_package_is_a_reference(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "game.zip", true);
    related_add(&f->r, "game.zip", "d/x.a");
    related_add(&f->r, "game.zip", "in.zip!/x.a");
    related_add(&f->r, "game.zip", "x.a");
    find(f);
    assert_int_equal(of_references(f), 3);
    f->r.with[0] = ".";
    f->r.with_file[0] = false;
    assert_int_equal(of_references(f), -1); /* the package is in the folder, but its members aren't */
}

static void several_references_may_lead_to_one_file(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "x.b", "");
    related_add_reference(&f->r, "d", false);
    related_add(&f->r, "d/x.a", "");
    related_add_reference(&f->r, "d/x.a", true);
    related_add(&f->r, "d/x.a", "");
    find(f);
    const int one = of_references(f);
    assert_true(one == 1 || one == 2);
    related_add_reference(&f->r, "e", false);
    related_add(&f->r, "e/x.a", "");
    find(f);
    assert_int_equal(of_references(f), -2);
    related_add(&f->r, "e/y.a", "");
    find(f);
    assert_int_equal(of_references(f), one); /* two in a folder: neither is the only one */
}

/* ---- Findings ------------------------------------------------------------------------------------------ */

static void findings_are_reported_with_their_file(void **state)
{
    enum { RULE = 9 };
    fixture *f = *state;
    al_relation_state kept = {.done = false};
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    const al_path first = al_item(NULL, "tracks", 2), second = al_item(NULL, "tracks", 4);
    const uint8_t byte = 0;
    for (size_t i = 0; i < 4; i++)
        related_add(&f->r, "a.b", "");
    f->r.all.checked = 3;
    assert_true(al_relation_begin(&kept, &f->r.all, &f->r.arena));
    for (size_t i = 0; i < 8; i++) { /* of files 3, 2, 1, 0, twice: offset 40 before 10 in each */
        const al_fact fact = {.path = i < 4 ? &second : &first,
                              .field = {.ptr = &byte, .len = 1, .base = i < 4 ? 40 : 10}};
        char name[] = "bone";
        const al_claim claim = {.rule = RULE, .actual = al_text(name)};
        assert_true(al_keep_at_fact(&kept, 3 - i % 4, &fact, claim, "%s %u", name, (unsigned)i));
        name[0] = '?'; /* the finding has a copy */
    }
    assert_int_equal(kept.finding_count, 6); /* one file isn't checked */
    al_finish_findings(&kept, al_relation_has_gap, NULL);
    al_options *options = al_options_new();
    al_sink sink = al_sink_of(&arena, al_catalogue, options->settings, "a.b", 40);
    sink.first_rule = 7;
    related_report(&kept, 1, &sink);
    assert_int_equal(sink.first_rule, 7);
    assert_int_equal(sink.count, 2);
    assert_string_equal(sink.findings[0].message, "bone 6");
    assert_string_equal(sink.findings[0].field, "tracks[2]");
    assert_ptr_equal(sink.findings[0].rule, &al_catalogue[RULE]);
    assert_int_equal(sink.findings[0].offset + sink.findings[0].length, 11);
    assert_int_equal(sink.findings[1].offset, 40); /* the file is shorter now */
    assert_int_equal(sink.findings[1].length, 0);
    al_arena_free(&arena);
    al_options_free(options);
}

/* ---- Files that can't be judged ------------------------------------------------------------------------ */

#define NO_SKELETON    "there is no skeleton (.skl) in the same folder (--with FILE gives one)"
#define NO_MODEL       "there is no model (.bbmod) in the same folder (--with FILE gives one)"
#define SEVERAL_MODELS "there are several models (.bbmod) in the same folder (--with FILE chooses one)"

static void files_without_a_partner_are_not_judged(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/x.bbanim", "");
    related_add(&f->r, "a/y.bbanim", "");
    related_add(&f->r, "b/x.bbanim", "");
    related_add(&f->r, "b/x.bbmod", "");
    related_add(&f->r, "b/y.bbmod", "");
    related_add(&f->r, "c/x.bbanim", "")->explicit = true;
    related_assert_not_judged(&f->r, &al_pair_models_relation,
                              "bbanim/model-mismatch 1/1 b/x.bbanim: " SEVERAL_MODELS
                              "; bbanim/model-mismatch 2/2 a/x.bbanim: " NO_MODEL);
}

static void each_kind_has_its_rule(void **state)
{
    fixture *f = *state;
    related_add_of(&f->r, "a/x.ani", "ani");
    related_add_of(&f->r, "a/x.msh", "msh");
    related_add_of(&f->r, "b/x.ani", "ani");
    related_add(&f->r, "b/x.skl", ""); /* without bones */
    related_assert_not_judged(&f->r, &al_pair_skeletons_relation,
                              "msh/unknown-bone 1/1 a/x.msh: " NO_SKELETON
                              "; ani/unknown-bone 1/1 b/x.ani: the skeleton (.skl) is incomplete"
                              "; ani/unknown-bone 1/1 a/x.ani: " NO_SKELETON);
}

/* X Rebirth has .ani, too; explicit files are never counted. */
static void files_of_other_games_are_not_counted(void **state)
{
    fixture *f = *state;
    related_add_of(&f->r, "a/x.ani", "xani");
    related_add_of(&f->r, "a/x.msh", "");
    related_add_of(&f->r, "a/y.msh", "msh");
    related_add_of(&f->r, "b/x.ani", "xani");
    related_add_of(&f->r, "b/x.skl", "skl"); /* without bones */
    related_add_of(&f->r, "c/x.ani", "ani");
    f->r.files[f->r.all.count - 1].explicit = true;
    related_assert_not_judged(&f->r, &al_pair_skeletons_relation,
                              "msh/unknown-bone 1/1 a/y.msh: " NO_SKELETON);
    related_assert_known(&f->r, &al_pair_skeletons_relation, "......");
    related_assert_reads(&f->r, &al_pair_skeletons_relation,
                         "facts b/x.skl; facts a/x.ani, facts a/x.msh, facts a/y.msh, facts b/x.ani");
}

static void a_face_needs_a_scene_of_its_name(void **state)
{
    fixture *f = *state;
    related_add(&f->r, "a/x.bgf", "");
    related_add(&f->r, "a/x.bsg", "");
    related_add(&f->r, "a/y.bgf", "");
    related_assert_not_judged(
        &f->r, &al_pair_scenes_relation,
        "bgf/unknown-scene-item 1/1 a/y.bgf: there is no scene (.bsg, .dae) of the same name in the "
        "folder (--with FILE gives one)");
}

/* Where the root of the game is, is known only by references. */
static void an_explicit_plan_needs_a_reference(void **state)
{
    fixture *f = *state;
    const al_relation *relation = &al_pair_faces_relation;
    related_add(&f->r, "a/x.bgp", "")->explicit = true;
    related_add(&f->r, "b/x.bgp", "")->explicit = true;
    related_assert_reads(&f->r, relation, "");
    related_add_reference(&f->r, "game", false);
    related_assert_reads(&f->r, relation, "facts a/x.bgp, facts b/x.bgp");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, related_end_test)
    const struct CMUnitTest tests[] = {
        TEST(files_lie_in_folders_by_their_stems),
        TEST(nothing_is_kept_without_judged_files),
        TEST(the_only_file_of_a_folder),
        TEST(a_reference_is_a_folder_or_a_file),
        TEST(the_working_folder_and_the_root_are_references),
        TEST(a_package_is_a_reference),
        TEST(several_references_may_lead_to_one_file),
        TEST(findings_are_reported_with_their_file),
        TEST(files_without_a_partner_are_not_judged),
        TEST(each_kind_has_its_rule),
        TEST(files_of_other_games_are_not_counted),
        TEST(a_face_needs_a_scene_of_its_name),
        TEST(an_explicit_plan_needs_a_reference),
    };
#undef TEST
    return cmocka_run_group_tests(tests, NULL, NULL);
}
