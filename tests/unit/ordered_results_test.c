/* ordered_results_test.c: the order in which results are handed out, with those about ignore files, the
 * configuration and the baseline, and which of them wait for the end. */
#include "failing_memory.h"
#include "made_results.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "project/ordered_results.h"

enum { MOST_TEXT = 2048 };

typedef struct fixture {
    made_policy made;
    project_inputs inputs;
    ordered_results results;
    char text[MOST_TEXT];
    size_t blocks;
} fixture;

static bool hear(void *context, const al_result *result)
{
    fixture *f = context;
    const size_t length = strlen(f->text);
    (void)snprintf(f->text + length, sizeof f->text - length, "%s%s ", result->raw_path,
                   result->finding_count > 0 ? "*" : "");
    return true;
}

static void begin_shard(fixture *f, const char *configuration, const char *baseline, uint64_t shard)
{
    *f = (fixture){.blocks = failing_memory_blocks()};
    made_policy_begin(&f->made, configuration, baseline);
    assert_true(
        ordered_results_begin(&f->results, &f->made.policy, &f->inputs, shard, shard > 0 ? 2 : 0, hear, f));
}

static void begin(fixture *f, const char *configuration, const char *baseline)
{
    begin_shard(f, configuration, baseline, 0);
}

static void end(fixture *f)
{
    ordered_results_end(&f->results);
    made_policy_end(&f->made);
    assert_int_equal(failing_memory_blocks(), f->blocks);
}

/* Gives the result of a file one about its .assetlintignore. */
static void make_sidecar(const made_result *about)
{
    char path[128];
    made_result sidecar;
    (void)snprintf(path, sizeof path, "%s.assetlintignore", about->result->raw_path);
    made_result_begin(&sidecar, path, "", "config");
    ((al_result_block *)sidecar.result)->arena.budget = NULL; /* the budget ends before the result does */
    sidecar.result->findings = sidecar.result->consequences = NULL;
    ((al_result_block *)about->result)->sidecar = sidecar.result;
}

/* Adds the result of a file. `ignored`: with one about its .assetlintignore. */
static void add(fixture *f, const char *path, bool ignored)
{
    made_result about;
    made_result_begin(&about, path, "", "xmf");
    if (ignored)
        make_sidecar(&about);
    assert_true(ordered_results_add(&f->results, about.result));
    made_result_end(&about);
}

/* What came since the last call. */
static void expect(fixture *f, const char *expected)
{
    assert_string_equal(f->text, expected);
    f->text[0] = '\0';
}

/* ---- Ignore files -------------------------------------------------------------------------------------- */

static void ignore_files_come_where_they_belong(void **state)
{
    (void)state;
    fixture f;
    begin(&f, NULL, NULL);
    add(&f, "a", true);
    add(&f, "a-", true); /* "-" comes before the dot of the ignore file, "0" behind it */
    add(&f, "a--", true);
    expect(&f, "a a- a-- ");
    add(&f, "a--0", true);
    expect(&f, "a--.assetlintignore a--0 ");
    add(&f, "a.assetlintignore", false); /* the file itself was checked, too */
    expect(&f, "a--0.assetlintignore a-.assetlintignore a.assetlintignore ");
    add(&f, "b", true);
    expect(&f, "a.assetlintignore b ");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "b.assetlintignore ");
    end(&f);
}

/* Each waits for the next file, and they come in the reverse order. */
static void many_ignore_files(void **state)
{
    (void)state;
    enum { MANY = 40 };
    char path[MANY + 2] = "a", expected[MOST_TEXT] = "";
    fixture f;
    begin(&f, NULL, NULL);
    for (size_t i = 0; i < MANY; i++) {
        add(&f, path, true);
        (void)snprintf(path + 1 + i, 2, "-");
    }
    f.text[0] = '\0';
    assert_true(ordered_results_finish(&f.results, true));
    for (size_t i = MANY; i > 0; i--) {
        path[i] = '\0';
        (void)snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%s.assetlintignore ",
                       path);
    }
    expect(&f, expected);
    end(&f);
}

static void ignore_files_that_never_came(void **state)
{
    (void)state;
    fixture f;
    begin(&f, NULL, NULL);
    add(&f, "a", true);
    add(&f, "a-", true);
    expect(&f, "a a- ");
    end(&f); /* frees them */
}

/* ---- The configuration and the baseline ---------------------------------------------------------------- */

static const char suppression[] = "{\"suppressions\": [{\"path\": \"x\", \"reason\": \"r\", \"expires\": "
                                  "\"2026-01-01\"}]}";

static void results_behind_our_own_files_wait(void **state)
{
    (void)state;
    fixture f;
    begin(&f, suppression, NULL);
    add(&f, "a", true);
    add(&f, "assetlint.json", false); /* the file itself was checked, too */
    expect(&f, "a a.assetlintignore assetlint.json ");
    add(&f, "b", true);
    add(&f, "c", false);
    expect(&f, "");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "assetlint.json* b b.assetlintignore c ");
    end(&f);
}

/* Without suppressions or entries nothing is reported about the files, and nothing waits. */
static void nothing_waits_for_nothing(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "{}", made_baseline(NULL, 0));
    add(&f, "z", false);
    expect(&f, "z ");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "");
    end(&f);
}

/* The configuration and the baseline have these paths, and both have a finding. */
static void expect_own(const char *config, const char *baseline, const char *expected)
{
    static const made_entry entry = {'1', "xmf/inflate", "x", ""};
    al_mistake mistake;
    fixture f = {.blocks = failing_memory_blocks()};
    al_options_init(&f.made.policy.options);
    f.made.configuration = al_configuration_parse(config, al_span_of(suppression, sizeof suppression - 1),
                                                  "2026-05-17", &mistake);
    assert_non_null(f.made.configuration);
    al_policy_configure(&f.made.policy, f.made.configuration);
    const char *text = made_baseline(&entry, 1);
    f.made.baseline = al_baseline_parse(baseline, al_span_of(text, strlen(text)), 1 << 20, &mistake);
    f.made.policy.baseline = f.made.baseline;
    assert_true(ordered_results_begin(&f.results, &f.made.policy, &f.inputs, 0, 0, hear, &f));
    add(&f, "a0", false);
    add(&f, "b0", false);
    add(&f, "x", false); /* was checked: the entry of the baseline matches nothing */
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, expected);
    end(&f);
}

static void both_files_have_their_place(void **state)
{
    (void)state;
    expect_own("a", "b", "a* a0 b* b0 x ");
    expect_own("b", "a", "a* a0 b* b0 x ");
    expect_own("b", "y", "a0 b* b0 x y* ");
    expect_own("y", "b", "a0 b* b0 x y* ");
}

static void a_baseline_alone(void **state)
{
    (void)state;
    static const made_entry entry = {'1', "xmf/inflate", "z", ""};
    fixture f;
    begin(&f, NULL, made_baseline(&entry, 1));
    add(&f, "a", false);
    expect(&f, "a ");
    add(&f, "z", false);
    expect(&f, "");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "known.json* z ");
    end(&f);
}

/* The first shard reports on the configuration, the others hand out their own results at once. */
static void one_shard_reports_on_the_configuration(void **state)
{
    (void)state;
    fixture f;
    begin_shard(&f, suppression, NULL, 1);
    add(&f, "z", false);
    expect(&f, "");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "assetlint.json* z ");
    end(&f);
    begin_shard(&f, suppression, NULL, 2);
    add(&f, "z", false);
    expect(&f, "z ");
    assert_true(ordered_results_finish(&f.results, true));
    expect(&f, "");
    end(&f);
}

/* An entry about an ignore file is unmatched once the file was judged. */
static void entries_about_ignore_files(void **state)
{
    (void)state;
    static const made_entry entry = {'1', "config/unused-suppression", "a.assetlintignore", ""};
    for (unsigned ignored = 0; ignored <= 1; ignored++) {
        fixture f;
        begin(&f, NULL, made_baseline(&entry, 1));
        add(&f, "a", ignored);
        f.text[0] = '\0';
        assert_true(ordered_results_finish(&f.results, true));
        expect(&f, ignored ? "a.assetlintignore known.json* " : "");
        end(&f);
    }
}

/* Only a complete run knows what is not there. */
static void a_run_that_ended_early(void **state)
{
    (void)state;
    static const made_entry entry = {'1', "config/unused-suppression", "assetlint.json", ""};
    for (unsigned complete = 0; complete <= 1; complete++) {
        fixture f;
        begin(&f, suppression, made_baseline(&entry, 1));
        assert_true(ordered_results_finish(&f.results, complete));
        expect(&f, complete ? "assetlint.json* known.json* " : "assetlint.json* ");
        end(&f);
    }
}

/* ---- Memory -------------------------------------------------------------------------------------------- */

static void no_room_for_an_ignore_file(void **state)
{
    (void)state;
    fixture f;
    made_result about;
    begin(&f, NULL, NULL);
    made_result_begin(&about, "a", "", "xmf");
    make_sidecar(&about);
    failing_memory_arm(1);
    assert_false(ordered_results_add(&f.results, about.result));
    assert_true(failing_memory_disarm());
    made_result_end(&about);
    expect(&f, "a ");
    assert_false(ordered_results_finish(&f.results, false));
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ignore_files_come_where_they_belong),
        cmocka_unit_test(many_ignore_files),
        cmocka_unit_test(ignore_files_that_never_came),
        cmocka_unit_test(results_behind_our_own_files_wait),
        cmocka_unit_test(nothing_waits_for_nothing),
        cmocka_unit_test(both_files_have_their_place),
        cmocka_unit_test(a_baseline_alone),
        cmocka_unit_test(one_shard_reports_on_the_configuration),
        cmocka_unit_test(entries_about_ignore_files),
        cmocka_unit_test(a_run_that_ended_early),
        cmocka_unit_test(no_room_for_an_ignore_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
