/* relations_test.c: missing levels of detail, by the names of all files; and reading files only once. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/options.h"
#include "engine/result.h"
#include "project/pool.h"
#include "project/survey.h"
#include "relations/file_names.h"
#include "relations/relations.h"

#define AL_RULES "rules/xmf.def"
#include "kit/rule_numbers.h"

/* A survey of files that are checked as a whole, each "path" or "path!member", and the findings of each. */
typedef struct fixture {
    al_options *options;
    al_survey *survey;
} fixture;

static int begin(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    if (f == NULL)
        return -1;
    f->options = al_options_new();
    f->survey = al_survey_new(f->options);
    *state = f;
    return f->survey != NULL ? 0 : -1;
}

static int end(void **state)
{
    fixture *f = *state;
    al_survey_free(f->survey);
    al_options_free(f->options);
    free(f);
    return 0;
}

static void add(const fixture *f, const char *path)
{
    assert_true(al_survey_add(f->survey, path, false));
}

/* "lod-gap 2 1" (the rule, the level, the expected level), or "lod-extent" */
static void append_finding(char text[256], const al_finding *found)
{
    const size_t length = strlen(text);
    const char *id = found->rule->id + strlen("xmf/"), *comma = length > 0 ? ", " : "";
    assert_int_equal(found->offset + found->length, 0);
    assert_string_equal(found->field, "");
    assert_int_equal(found->level, AL_WARNING);
    if (found->actual.kind == AL_VALUE_REAL)
        (void)snprintf(text + length, 256 - length, "%s%s", comma, id);
    else
        (void)snprintf(text + length, 256 - length, "%s%s %d %d", comma, id, (int)found->actual.as.uint_value,
                       (int)found->expected.as.uint_value);
}

/* Expects such findings, or "" for none. */
static void assert_reported(const fixture *f, const char *path, const char *expected)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_exempt_arena_on(&budget);
    al_sink sink = al_sink_of(&arena, al_catalogue, f->options->settings, path, 0);
    char text[256] = "";
    al_context context = {.settings = NULL};
    al_survey_describe(f->survey, path, &context);
    const al_surveyed known = al_context_find(&context, "");
    al_report_kept(known.findings, known.finding_count, &sink);
    al_sink_finish(&sink);
    for (size_t i = 0; i < sink.count; i++)
        append_finding(text, &sink.findings[i]);
    assert_string_equal(text, expected);
    al_arena_free(&arena);
}

static void levels_without_a_gap(void **state)
{
    const fixture *f = *state;
    add(f, "a/part-lod1.xmf");
    add(f, "a/part-lod10.xmf");
    add(f, "a/part-lod0.xmf");
    for (char digit = '2'; digit <= '9'; digit++) {
        static char names[8][32];
        char *name = names[digit - '2'];
        (void)snprintf(name, sizeof names[0], "a/part-lod%c.xmf", digit);
        add(f, name);
    }
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod0.xmf", "");
    assert_reported(f, "a/part-lod1.xmf", "");
    assert_reported(f, "a/part-lod10.xmf", "");
}

static void a_gap_is_reported_on_the_next_level(void **state)
{
    const fixture *f = *state;
    add(f, "a/part-lod0.xmf");
    add(f, "a/part-lod2.xmf");
    add(f, "a/part-lod3.xmf");
    add(f, "a/part-lod900000.xmf");
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod0.xmf", "");
    assert_reported(f, "a/part-lod2.xmf", "lod-gap 2 1");
    assert_reported(f, "a/part-lod3.xmf", "");
    assert_reported(f, "a/part-lod900000.xmf", "lod-gap 900000 4");
}

static void a_missing_first_is_reported_on_the_lowest(void **state)
{
    const fixture *f = *state;
    add(f, "a/part-lod4.xmf");
    add(f, "a/part-lod2.xmf");
    add(f, "b/part-lod0.xmf");
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod2.xmf", "missing-lod0 2 0");
    assert_reported(f, "a/part-lod4.xmf", "lod-gap 4 3");
    assert_reported(f, "b/part-lod0.xmf", "");
}

static void case_makes_no_difference(void **state)
{
    const fixture *f = *state;
    add(f, "A/Part-LOD0.XMF");
    add(f, "a/part-lod1.xmf");
    add(f, "a/PART-lod1.xmf"); /* on some systems these are two files */
    add(f, "a/part-Lod3.xmf");
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod1.xmf", "");
    assert_reported(f, "a/PART-lod1.xmf", "");
    assert_reported(f, "a/part-Lod3.xmf", "lod-gap 3 2");
}

static void other_names_are_no_levels(void **state)
{
    const fixture *f = *state;
    static const char *const names[] = {"a/part-lod01.xmf",     "a/part-lod.xmf", "a/part-lodx.xmf",
                                        "a/partlod1.xmf",       "a/part-lod1.xm", "a/part-lod1.xmf.bak",
                                        "a/lod1.xmf",           "1.xmf",          ".xmf",
                                        "a/part-lod1000000.xmf"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        add(f, names[i]);
    assert_true(al_survey_look(f->survey));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_reported(f, names[i], "");
}

/* The name of a part may be empty, and hold anything. */
/* ---- Extents ------------------------------------------------------------------------------------------- */

/* Compares the result of a file that has a cube, and expects such findings. */
static void compare(const fixture *f, const char *path, float side, const char *expected)
{
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    char text[256] = "";
    al_result_block *block = al_result_block_new(&budget);
    assert_non_null(block);
    assert_true(al_result_set_paths(block, path, NULL, ""));
    block->result.format = block->result.version = "";
    block->bounds = (al_mesh_bounds){.vertices = 8, .high = {side, side, side}};
    assert_true(al_survey_compare(f->survey, &block->result, f->options->settings, &budget));
    for (size_t i = 0; i < block->result.finding_count; i++)
        append_finding(text, &block->result.findings[i]);
    assert_string_equal(text, expected);
    assert_int_equal(block->result.status, text[0] != '\0' ? AL_FILE_FINDINGS : AL_FILE_CLEAN);
    al_result_free(&block->result);
}

static void results_are_compared_with_level_0(void **state)
{
    const fixture *f = *state;
    add(f, "a/part-lod0.xmf");
    add(f, "a/part-lod1.xmf");
    add(f, "a/part-lod2.xmf");
    assert_true(al_survey_look(f->survey));
    compare(f, "a/part-lod1.xmf", 9, ""); /* level 0 is not known */
    compare(f, "a/part-lod0.xmf", 1, "");
    compare(f, "a/part-lod1.xmf", 2, "");
    compare(f, "a/part-lod2.xmf", 3, "lod-extent");
    compare(f, "b/part-lod2.xmf", 3, ""); /* is not surveyed */
}

static void odd_names_are_levels(void **state)
{
    const fixture *f = *state;
    add(f, "-lod1.xmf");
    add(f, "a/-lod0-lod2.xmf");
    add(f, "a-lod0/x-lod1.xmf");
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "-lod1.xmf", "missing-lod0 1 0");
    assert_reported(f, "a/-lod0-lod2.xmf", "missing-lod0 2 0");
    assert_reported(f, "a-lod0/x-lod1.xmf", "missing-lod0 1 0");
}

static void a_file_alone_has_no_relations(void **state)
{
    const fixture *f = *state;
    assert_true(al_survey_add(f->survey, "a/part-lod2.xmf", true));
    add(f, "b/part-lod0.xmf");
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod2.xmf", "");
    assert_reported(f, "a/part-lod1.xmf", ""); /* it isn't in the survey */
    assert_reported(f, "", "");
}

static void no_files(void **state)
{
    const fixture *f = *state;
    assert_true(al_survey_look(f->survey));
    assert_reported(f, "a/part-lod2.xmf", "");
    al_survey_free(NULL);
}

static void relations_have_rules(void **state)
{
    (void)state;
    assert_non_null(al_relation_at(0));
    for (size_t i = 0; al_relation_at(i) != NULL; i++)
        assert_true(al_first_rule(al_relation_at(i)->format) < al_rule_count());
    assert_int_equal(al_first_rule("no/such"), al_rule_count());
    assert_string_equal(al_rule_at(al_first_rule("xmf") + XMF_LOD_GAP)->id, "xmf/lod-gap");
}

/* ---- Files that the survey has read -------------------------------------------------------------------- */

enum { IN_FOLDER = 64, CHECKED_TEXT = 256 };

static void write_file(const char *path, const char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

/* Writes what the result of a run of one file says. */
static bool write_result(void *context, const al_input *in, const checked_input *checked)
{
    const al_result *result = checked->result;
    char *text = context;
    (void)in;
    assert_int_equal(checked->status, AL_OK);
    int length =
        snprintf(text, CHECKED_TEXT, "%s %d %d", result->format, (int)result->status, (int)result->size);
    for (size_t i = 0; i < result->finding_count; i++)
        length += snprintf(text + length, CHECKED_TEXT - (size_t)length, " %s", result->findings[i].rule->id);
    return true;
}

/* "FORMAT STATUS SIZE RULE..." of the check of a file. */
static void assert_checked(const fixture *f, char *path, bool named, const char *expected)
{
    char text[CHECKED_TEXT] = "";
    al_policy policy = {.options = *f->options};
    al_input input = {.path = path, .named_by_user = named, .in_folder = !named};
    const al_input_list inputs = {.items = &input, .count = 1};
    run_progress *progress = calloc(1, sizeof *progress);
    assert_non_null(progress);
    const pool_settings settings = {.inputs = &inputs,
                                    .policy = &policy,
                                    .survey = f->survey,
                                    .jobs = 1,
                                    .progress = progress,
                                    .window = window_new(),
                                    .receive = write_result,
                                    .context = text,
                                    .delivery = al_lock_new()};
    assert_non_null(settings.delivery);
    assert_non_null(settings.window);
    assert_true(pool_run(&settings));
    window_free(settings.window);
    al_lock_free(settings.delivery);
    free(progress);
    assert_string_equal(text, expected);
}

/* The check doesn't open a text without findings again: by then it may be deleted. A mesh is opened, with any
 * name. */
static void surveyed_files_are_not_opened_again(void **state)
{
    const fixture *f = *state;
    static const char *const names[] = {"content.xml", "broken.xml", "mesh.xml", "absent.xml"};
    static const char whole[] = "<content id='m'/>", broken[] = "<a></b>", mesh[] = "XUMF";
    char folder[] = "/tmp/relations_test.XXXXXX", paths[4][IN_FOLDER];
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < 4; i++)
        (void)snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
    write_file(paths[0], whole, sizeof whole - 1);
    write_file(paths[1], broken, sizeof broken - 1);
    write_file(paths[2], mesh, sizeof mesh - 1);
    for (size_t i = 0; i < 4; i++)
        assert_true(al_survey_add_found(f->survey, paths[i], strlen(folder) + 1));
    assert_true(al_survey_look(f->survey));
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(unlink(paths[i]), 0);
    assert_int_equal(rmdir(folder), 0);
    for (size_t i = 0; i < 4; i++) {
        al_context context = {.settings = NULL};
        al_survey_describe(f->survey, paths[i], &context);
        assert_int_equal(al_context_find(&context, "").read_as_text, i < 2);
    }
    al_context elsewhere = {.settings = NULL};
    al_survey_describe(f->survey, "elsewhere", &elsewhere);
    assert_int_equal(elsewhere.surveyed_count, 0);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "xml %d 17", AL_FILE_CLEAN);
    assert_checked(f, paths[0], false, expected);
    (void)snprintf(expected, sizeof expected, " %d 0 file/unreadable x4/xml", AL_FILE_UNREADABLE);
    assert_checked(f, paths[1], false, expected); /* its result shows lines of it */
    (void)snprintf(expected, sizeof expected, " %d 0 file/unreadable", AL_FILE_UNREADABLE);
    assert_checked(f, paths[0], true, expected); /* its result may need the format of the file */
}

static void prefixes_have_names(void **state)
{
    static const char *const rows[][2] = {{"archive", "Archives (zip, 7z, tar)"},
                                          {"budget", "Budgets of assetlint.json"},
                                          {"config", "assetlint.json"},
                                          {"baseline", "Baselines"},
                                          {"x4", "Whole mods (X Rebirth, X4)"},
                                          {"pdx", "Mods for Victoria 2 and related games"},
                                          {"file", "Every file"},
                                          {"none", "Every file"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(al_prefix_name(rows[i][0]), rows[i][1]);
    for (size_t i = 0; i < al_format_count(); i++)
        assert_string_equal(al_prefix_name(al_format_at(i)->id), al_format_at(i)->name);
    for (size_t i = 0; i < al_package_count(); i++)
        assert_string_equal(al_prefix_name(al_package_at(i)->id), al_package_at(i)->name);
}

static void rules_belong_to_relations(void **state)
{
    static const struct {
        const char *id;
        bool across;
    } rows[] = {{"xmf/lod-gap", true},         {"xmf/missing-lod0", true}, {"xmf/unknown-material", true},
                {"xmf/bad-magic", false},      {"x4/xml", true},           {"pdx/syntax", true},
                {"xsm/no-node-matches", true}, {"xsm/bad-magic", false},   {"ani/unknown-bone", true},
                {"msh/unknown-bone", true},    {"bgp/missing-face", true}, {"file/unreadable", false}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t rule = 0;
        while (strcmp(al_rule_at(rule)->id, rows[i].id) != 0)
            assert_true(++rule < al_rule_count());
        assert_int_equal(al_is_across_files(al_rule_at(rule)), rows[i].across);
    }
    assert_non_null(al_relation_at(8));
    assert_null(al_relation_at(9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(levels_without_a_gap, begin, end),
        cmocka_unit_test_setup_teardown(a_gap_is_reported_on_the_next_level, begin, end),
        cmocka_unit_test_setup_teardown(a_missing_first_is_reported_on_the_lowest, begin, end),
        cmocka_unit_test_setup_teardown(case_makes_no_difference, begin, end),
        cmocka_unit_test_setup_teardown(other_names_are_no_levels, begin, end),
        cmocka_unit_test_setup_teardown(odd_names_are_levels, begin, end),
        cmocka_unit_test_setup_teardown(results_are_compared_with_level_0, begin, end),
        cmocka_unit_test_setup_teardown(a_file_alone_has_no_relations, begin, end),
        cmocka_unit_test_setup_teardown(no_files, begin, end),
        cmocka_unit_test(relations_have_rules),
        cmocka_unit_test_setup_teardown(surveyed_files_are_not_opened_again, begin, end),
        cmocka_unit_test(prefixes_have_names),
        cmocka_unit_test(rules_belong_to_relations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
