/* survey_test.c: what a survey knows after its look: texts that were read, what couldn't be read, findings of
 * rules across files, and what they could not judge. */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "engine/result.h"
#include "platform/platform.h"
#include "project/survey.h"

#define MOD UNIT_RULES "/x4/missing-mesh/fires-twice"

enum { MOST_TEXT = 2048 };

static const char content_path[] = MOD "/content.xml", ship_path[] = MOD "/assets/ship.xml",
                  mesh_path[] = MOD "/assets/ship_data/hull-lod0.xmf",
                  catalog_path[] = UNIT_CORPUS "/cat/seeds/nested.cat";

typedef struct fixture {
    al_options options;
    al_survey *survey;
    char text[MOST_TEXT];
} fixture;

static void begin(fixture *f)
{
    f->text[0] = '\0';
    al_options_init(&f->options);
    f->survey = al_survey_new(&f->options);
    assert_non_null(f->survey);
}

static void add_mod(fixture *f)
{
    static const char *const paths[] = {content_path, ship_path, mesh_path};
    for (size_t i = 0; i < 3; i++)
        assert_true(al_survey_add_found(f->survey, paths[i], strlen(MOD) + 1));
}

static void end(fixture *f)
{
    al_survey_free(f->survey);
    al_survey_free(NULL);
}

static al_context context_of(const fixture *f, const char *path)
{
    al_context context = {.settings = NULL};
    al_survey_describe(f->survey, path, &context);
    return context;
}

static al_surveyed known_of(const fixture *f, const char *path)
{
    const al_context context = context_of(f, path);
    return al_context_find(&context, "");
}

static void add_text(void *context, const char *text)
{
    fixture *f = context;
    const size_t length = strlen(f->text);
    (void)snprintf(f->text + length, sizeof f->text - length, "%s", text);
}

static void expect_text(fixture *f, const char *expected)
{
    assert_string_equal(f->text, expected);
    f->text[0] = '\0';
}

static void hear_unread(void *context, const char *path, const char *reason)
{
    add_text(context, path);
    add_text(context, ": ");
    add_text(context, reason);
    add_text(context, "; ");
}

static void expect_told(fixture *f, const char *expected)
{
    assert_true(al_survey_tell_unread(f->survey, hear_unread, f));
    expect_text(f, expected);
}

/* The findings of rules across files for a file, as "RULE: MESSAGE; ". Returns how many. */
static size_t add_findings_of(fixture *f, const char *path)
{
    const al_surveyed known = known_of(f, path);
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    al_sink sink = al_sink_of(&arena, al_catalogue, f->options.settings, path, 0);
    al_report_kept(known.findings, known.finding_count, &sink);
    for (size_t i = 0; i < sink.count; i++) {
        add_text(f, sink.findings[i].rule->id);
        add_text(f, ": ");
        add_text(f, sink.findings[i].message);
        add_text(f, "; ");
    }
    const size_t count = sink.count;
    al_arena_free(&arena);
    return count;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

static void texts_are_read_once(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    add_mod(&f);
    assert_true(al_survey_look(f.survey));
    const al_surveyed ship = known_of(&f, ship_path), mesh = known_of(&f, mesh_path);
    assert_true(ship.read_as_text);
    FILE *in = fopen(ship_path, "rb");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    assert_int_equal(ship.size, ftell(in));
    assert_int_equal(fclose(in), 0);
    assert_string_equal(ship.judged_as, "xml");
    assert_null(ship.unread);
    assert_false(ship.too_large);
    assert_false(mesh.read_as_text);
    assert_int_equal(mesh.size, 0);
    assert_int_equal(context_of(&f, "absent").surveyed_count, 0);
    assert_int_equal(add_findings_of(&f, ship_path), 2);
    assert_non_null(strstr(f.text, "x4/missing-mesh: "));
    f.text[0] = '\0';
    assert_int_equal(add_findings_of(&f, content_path), 0);
    expect_told(&f, "");
    end(&f);
}

/* A check tells of its own files; all others are told here. */
static void files_that_cannot_be_read(void **state)
{
    (void)state;
    static const char absent[] = MOD "/assets/absent.xml";
    static const char reason[] = "no such file or folder";
    char expected[512];
    (void)snprintf(expected, sizeof expected, "%s: %s; ", absent, reason);
    for (unsigned where = 0; where < 2; where++) {
        fixture f;
        begin(&f);
        add_mod(&f);
        if (where == 1)
            al_survey_set_unreported(f.survey, true);
        assert_true(al_survey_add_found(f.survey, absent, strlen(MOD) + 1));
        assert_true(al_survey_look(f.survey));
        if (where == 0)
            assert_string_equal(known_of(&f, absent).unread, reason);
        else
            assert_int_equal(context_of(&f, absent).surveyed_count, 0);
        expect_told(&f, where == 0 ? "" : expected);
        end(&f);
    }
}

static void files_that_are_too_large(void **state)
{
    (void)state;
    char expected[512];
    fixture f;
    begin(&f);
    al_options_set_limit(&f.options, AL_LIMIT_FILE_SIZE, 10);
    assert_true(al_survey_add_found(f.survey, content_path, strlen(MOD) + 1));
    al_survey_set_unreported(f.survey, true);
    assert_true(al_survey_add_found(f.survey, ship_path, strlen(MOD) + 1));
    assert_true(al_survey_look(f.survey));
    assert_true(known_of(&f, content_path).too_large);
    assert_false(known_of(&f, content_path).read_as_text);
    assert_int_equal(known_of(&f, content_path).size, 0);
    assert_null(known_of(&f, content_path).unread);
    (void)snprintf(expected, sizeof expected, "%s: it takes more than max-file-size or max-memory; ",
                   ship_path);
    expect_told(&f, expected);
    end(&f);
}

static void folders_and_packages_that_cannot_be_read(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    assert_true(al_survey_add_unlisted(f.survey, "own", "why own"));
    assert_true(al_survey_add(f.survey, "own.zip", false));
    assert_true(al_survey_begin_reference(f.survey, "ref", false));
    assert_true(al_survey_add_unlisted(f.survey, "ref", "why ref"));
    assert_true(al_survey_add(f.survey, "ref.zip", false));
    assert_true(al_survey_add(f.survey, "a.zip", false));
    al_survey_begin_siblings(f.survey);
    assert_true(al_survey_add_unlisted(f.survey, "beside", "why beside"));
    assert_true(al_survey_look(f.survey));
    assert_string_equal(context_of(&f, "own.zip").unread, "no such file or folder");
    assert_null(context_of(&f, "ref.zip").unread);
    expect_told(&f, "ref: why ref; beside: why beside; a.zip: no such file or folder; "
                    "ref.zip: no such file or folder; ");
    end(&f);
}

/* The list of a catalog can be read, but not its data. It is told once, of the catalog. */
static void a_package_whose_data_cannot_be_read(void **state)
{
    test_folder *folder = *state;
    char expected[256];
    test_folder_add_text(folder, "a.cat",
                         "content.xml 3 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n"
                         "md/b.xml 3 1500000000 acbd18db4cc2f85cedef654fccc4a4d8\n");
    test_folder_add_link(folder, "a.dat", "a.dat");
    (void)snprintf(expected, sizeof expected, "a.cat: %s; ", al_error_text(ELOOP));
    for (unsigned reference = 0; reference <= 1; reference++) {
        fixture f;
        begin(&f);
        if (reference)
            assert_true(al_survey_begin_reference(f.survey, "a.cat", true));
        assert_true(al_survey_add(f.survey, "a.cat", false));
        assert_true(al_survey_look(f.survey));
        if (!reference)
            assert_string_equal(context_of(&f, "a.cat").unread, al_error_text(ELOOP));
        expect_told(&f, reference ? expected : "");
        end(&f);
    }
}

static void siblings_are_not_checked(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    add_mod(&f);
    al_survey_begin_siblings(f.survey);
    assert_true(al_survey_add(f.survey, "beside.skl", false));
    assert_true(al_survey_look(f.survey));
    assert_int_equal(context_of(&f, "beside.skl").surveyed_count, 0);
    end(&f);
}

static void members_of_a_package(void **state)
{
    (void)state;
    fixture f;
    begin(&f);
    assert_true(al_survey_add(f.survey, catalog_path, false));
    assert_true(al_survey_look(f.survey));
    const al_context context = context_of(&f, catalog_path);
    assert_int_equal(context.surveyed_count, 0); /* no rule knows anything of the six */
    assert_null(context.unread);
    assert_null(al_context_find(&context, "content.txt").judged_as);
    assert_null(al_context_find(&context, "").judged_as);
    end(&f);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void names_have_a_limit(void **state)
{
    (void)state;
    enum { MANY = 1 << 20 };
    fixture f;
    begin(&f);
    al_options_set_limit(&f.options, AL_LIMIT_MEMORY, 1);
    al_survey_free(f.survey);
    f.survey = al_survey_new(&f.options);
    size_t added = 0;
    while (added < MANY && al_survey_add(f.survey, "a.xmf", false))
        added++;
    assert_in_range(added, 1000, MANY - 1);
    assert_in_range(al_survey_memory(f.survey), 1, AL_FREE_FOR_NAMES + 1);
    al_survey_free(f.survey);
    f.survey = al_survey_new(&f.options);
    al_survey_reserve(f.survey, AL_FREE_FOR_NAMES - 1000);
    assert_false(al_survey_add(f.survey, "a.xmf", false)); /* the first block is larger */
    al_survey_reserve(f.survey, UINT64_MAX);
    assert_false(al_survey_add(f.survey, "a.xmf", false));
    al_survey_reserve(f.survey, AL_FREE_FOR_NAMES - 100000);
    assert_true(al_survey_add(f.survey, "a.xmf", false));
    end(&f);
}

/* With less and less memory the survey first leaves out a relation, which a finding tells, and then fails. */
static void relations_have_a_limit(void **state)
{
    (void)state;
    enum { STEP = 1 << 10, MOST = 1 << 18 };
    size_t failed = 0, limited = 0, complete = 0;
    for (uint64_t left = STEP; left < MOST; left += STEP) {
        fixture f;
        begin(&f);
        al_options_set_limit(&f.options, AL_LIMIT_MEMORY, 1 << 20);
        al_survey_reserve(f.survey, AL_FREE_FOR_NAMES + (1 << 20) - left);
        bool ok = al_survey_add_found(f.survey, content_path, strlen(MOD) + 1) &&
                  al_survey_add_found(f.survey, ship_path, strlen(MOD) + 1) &&
                  al_survey_add_found(f.survey, mesh_path, strlen(MOD) + 1) && al_survey_look(f.survey);
        if (ok) {
            const size_t count = add_findings_of(&f, content_path) + add_findings_of(&f, ship_path) +
                                 add_findings_of(&f, mesh_path);
            const bool is_limited =
                strstr(f.text, "file/limit: looking at all files together takes more than "
                               "the 1048576 bytes of max-memory; ") != NULL;
            const bool fired = strstr(f.text, "x4/missing-mesh") != NULL;
            assert_true(strstr(f.text, "file/limit") != NULL || fired); /* no finding is lost silently */
            assert_true(count > 0);
            limited += is_limited;
            complete += fired;
        }
        failed += !ok;
        end(&f);
    }
    assert_true(failed > 0 && limited > 0 && complete > 0);
}

/* A list of names that is not whole is none, unless it is told what is missing. */
static void names_of_a_reference_have_a_limit(void **state)
{
    (void)state;
    enum { STEP = 1 << 10, MOST = 1 << 18 };
    size_t failed = 0, complete = 0;
    for (uint64_t left = STEP; left < MOST; left += STEP) {
        fixture f;
        size_t count = 0;
        begin(&f);
        al_options_set_limit(&f.options, AL_LIMIT_MEMORY, 1 << 20);
        al_survey_reserve(f.survey, AL_FREE_FOR_NAMES + (1 << 20) - left);
        if (al_survey_begin_reference(f.survey, MOD, false) &&
            al_survey_add_found(f.survey, ship_path, strlen(MOD) + 1) &&
            al_survey_add_found(f.survey, mesh_path, strlen(MOD) + 1) && al_survey_look_for_names(f.survey)) {
            (void)al_survey_name_lines(f.survey, &count);
            assert_true(al_survey_tell_unread(f.survey, hear_unread, &f));
            const bool told = f.text[0] != '\0' || al_survey_first_gap(f.survey) != NULL;
            assert_int_equal(!told, count == 5);
            complete++;
        } else {
            failed++;
        }
        end(&f);
    }
    assert_true(failed > 0 && complete > 0);
}

/* ---- What is asked afterwards -------------------------------------------------------------------------- */

static void what_could_not_be_judged(void **state)
{
    (void)state;
    fixture f;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_arena arena = al_arena_on(&budget);
    al_not_judged *list;
    size_t count;
    begin(&f);
    add_mod(&f);
    assert_true(al_survey_look(f.survey));
    assert_true(al_survey_list_not_judged(f.survey, &arena, &list, &count));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(list[i].raw_path, list[i].path);
        assert_string_equal(list[i].member, "");
        assert_true(i == 0 || list[i - 1].rule <= list[i].rule);
        add_text(&f, list[i].rule->id);
        add_text(&f, " ");
    }
    expect_text(&f, "xmf/unknown-material ");
    assert_string_equal(list[0].path, mesh_path);
    assert_int_equal(list[0].files, 1);
    al_arena_free(&arena);
    end(&f);
}

/* Of a file that the user named, beside which others may be, nothing is sure. */
static void rules_that_judged_a_file(void **state)
{
    (void)state;
    for (unsigned named = 0; named <= 1; named++) {
        fixture f;
        al_rule_set ran = {.words = {0}};
        const size_t rule = (size_t)(al_rule_find("x4/missing-mesh") - al_rule_at(0));
        begin(&f);
        assert_true(al_survey_add(f.survey, ship_path, named));
        assert_true(al_survey_add(f.survey, content_path, named));
        assert_true(al_survey_look(f.survey));
        const al_result_block ship = {.result = {.raw_path = ship_path}, .raw_member = ""};
        const al_result_block absent = {.result = {.raw_path = "absent"}, .raw_member = ""};
        al_survey_add_rules(f.survey, &absent.result, &ran);
        assert_false(al_rule_set_has(&ran, rule));
        al_survey_add_rules(f.survey, &ship.result, &ran);
        assert_int_equal(al_rule_set_has(&ran, rule), !named);
        assert_false(al_rule_set_has(&ran, (size_t)(al_rule_find("xmf/truncated") - al_rule_at(0))));
        end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_read_once),
        cmocka_unit_test(files_that_cannot_be_read),
        cmocka_unit_test(files_that_are_too_large),
        cmocka_unit_test(folders_and_packages_that_cannot_be_read),
        IN_TEST_FOLDER(a_package_whose_data_cannot_be_read),
        cmocka_unit_test(siblings_are_not_checked),
        cmocka_unit_test(members_of_a_package),
        cmocka_unit_test(names_have_a_limit),
        cmocka_unit_test(relations_have_a_limit),
        cmocka_unit_test(names_of_a_reference_have_a_limit),
        cmocka_unit_test(what_could_not_be_judged),
        cmocka_unit_test(rules_that_judged_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
