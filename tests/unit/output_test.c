/* output_test.c: the order in which results are handed out, with those about ignore files, the configuration
 * and the baseline at the end. */
#include "failing_memory.h"
#include "made_results.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "project/output.h"
#include "project/survey.h"

enum { MOST_TEXT = 2048 };

typedef struct fixture {
    made_policy made;
    project_inputs inputs;
    al_survey *survey;
    output output;
    char text[MOST_TEXT];
    size_t blocks, accepted; /* results after which no more is wanted; 0: all are wanted */
} fixture;

static bool hear(void *context, const al_result *result)
{
    fixture *f = context;
    const size_t length = strlen(f->text);
    (void)snprintf(f->text + length, sizeof f->text - length, "%s%s ", result->raw_path,
                   result->finding_count > 0              ? "*"
                   : result->status == AL_FILE_UNREADABLE ? " unreadable"
                                                          : "");
    return f->accepted == 0 || --f->accepted > 0;
}

static void hear_notice(void *context, const al_notice *notice)
{
    fixture *f = context;
    const size_t length = strlen(f->text);
    assert_int_equal(notice->kind, AL_NOTICE_NO_MEMORY);
    (void)snprintf(f->text + length, sizeof f->text - length, "no memory for %s ", notice->path);
}

/* The policy is made. */
static void begin_output(fixture *f, uint64_t shard)
{
    const output_settings settings = {.policy = &f->made.policy,
                                      .inputs = &f->inputs,
                                      .shard = shard,
                                      .shards = shard > 0 ? 2 : 0,
                                      .notices = {.context = f, .notice = hear_notice},
                                      .receive = hear,
                                      .context = f};
    f->survey = al_survey_new(&f->made.policy.options);
    assert_non_null(f->survey);
    assert_true(al_survey_look(f->survey));
    assert_true(output_begin(&f->output, &settings));
}

static void begin_shard(fixture *f, const char *configuration, const char *baseline, uint64_t shard)
{
    *f = (fixture){.blocks = failing_memory_blocks()};
    made_policy_begin(&f->made, configuration, baseline);
    begin_output(f, shard);
}

static void begin(fixture *f, const char *configuration, const char *baseline)
{
    begin_shard(f, configuration, baseline, 0);
}

static void end(fixture *f)
{
    output_end(&f->output);
    al_survey_free(f->survey);
    made_policy_end(&f->made);
    assert_int_equal(failing_memory_blocks(), f->blocks);
}

/* Adds the result of a file. `ignore`: the content of its ignore file; NULL: there is none. */
static bool try_to_add(fixture *f, const char *path, const char *ignore)
{
    made_result about;
    al_sidecar sidecar;
    checked_input checked = {.status = AL_OK};
    char name[64];
    (void)snprintf(name, sizeof name, "%s", path);
    const al_input in = {.path = name};
    made_result_begin(&about, path, "", "xmf");
    checked.result = about.result;
    if (ignore != NULL) {
        assert_true(al_sidecar_parse(&sidecar, path, al_span_of(ignore, strlen(ignore))));
        checked.ignore_file = al_sidecar_move(&sidecar);
        assert_non_null(checked.ignore_file);
    }
    const bool wanted = output_add(&f->output, f->survey, &in, &checked);
    checked.result = NULL;
    checked_input_free(&checked);
    made_result_end(&about);
    return wanted;
}

static void add(fixture *f, const char *path, bool ignored)
{
    assert_true(try_to_add(f, path, ignored ? "xmf/inflate" : NULL));
}

/* What came since the last call. */
static void expect(fixture *f, const char *expected)
{
    assert_string_equal(f->text, expected);
    f->text[0] = '\0';
}

/* ---- Results of checks --------------------------------------------------------------------------------- */

static void a_check_without_memory(void **state)
{
    (void)state;
    static char path[] = "a\x01";
    const al_input in = {.path = path};
    const checked_input checked = {.status = AL_OUT_OF_MEMORY};
    fixture f;
    begin(&f, NULL, NULL);
    assert_true(output_add(&f.output, f.survey, &in, &checked));
    expect(&f, "no memory for a\x01 a\x01 unreadable ");
    failing_memory_arm(1);
    assert_false(output_add(&f.output, f.survey, &in, &checked));
    assert_true(failing_memory_disarm());
    expect(&f, "no memory for a\x01 ");
    assert_false(output_finish(&f.output, false));
    end(&f);
}

static void no_more_is_wanted(void **state)
{
    (void)state;
    fixture f;
    begin(&f, NULL, NULL);
    f.accepted = 2;
    add(&f, "a", false);
    assert_false(try_to_add(&f, "b", NULL));
    expect(&f, "a b ");
    end(&f);
}

/* ---- Ignore files -------------------------------------------------------------------------------------- */

static void ignore_files_come_last(void **state)
{
    (void)state;
    fixture f;
    begin(&f, NULL, NULL);
    add(&f, "a", true);
    add(&f, "a-", true);                              /* "-" comes before the dot of the ignore file */
    assert_true(try_to_add(&f, "b", ""));             /* without lines, and so without findings */
    assert_true(try_to_add(&f, "c", "xani/inflate")); /* whose rule did not run */
    add(&f, "d", true);
    expect(&f, "a a- b c d ");
    assert_true(output_finish(&f.output, true));
    expect(&f, "a-.assetlintignore* a.assetlintignore* c.assetlintignore* d.assetlintignore* ");
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

/* What is kept until the end has a limit: beyond it the run is out of memory, and says so. */
static void too_many_ignore_files(void **state)
{
    (void)state;
    enum { MANY = 1000, LINES = 4000 };
    static const char line[] = "xmf/inflate\n";
    char *text = malloc(LINES * (sizeof line - 1) + 1);
    size_t count = 0;
    fixture f;
    assert_non_null(text);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + i * (sizeof line - 1), line, sizeof line);
    begin(&f, NULL, NULL);
    while (count < MANY && try_to_add(&f, "a", text))
        count++;
    assert_in_range(count, 4, MANY - 1);
    assert_in_range(f.output.own_bytes, 32 << 20, 40 << 20);
    f.text[0] = '\0';
    assert_false(output_finish(&f.output, false));
    end(&f);
    free(text);
}

/* ---- The configuration and the baseline ---------------------------------------------------------------- */

static const char suppression[] = "{\"suppressions\": [{\"path\": \"x\", \"reason\": \"r\", \"expires\": "
                                  "\"2026-01-01\"}]}";

static void our_own_files_come_last(void **state)
{
    (void)state;
    fixture f;
    begin(&f, suppression, NULL);
    add(&f, "a", true);
    add(&f, "assetlint.json", false); /* the file itself was checked, too */
    add(&f, "b", true);
    add(&f, "c", false);
    expect(&f, "a assetlint.json b c ");
    assert_true(output_finish(&f.output, true));
    expect(&f, "a.assetlintignore* assetlint.json* b.assetlintignore* ");
    end(&f);
    begin(&f, suppression, NULL);
    add(&f, "a", true);
    f.accepted = 1;
    assert_true(output_finish(&f.output, true));
    expect(&f, "a a.assetlintignore* ");
    end(&f);
}

/* Without suppressions or entries nothing is reported about the files. */
static void nothing_to_report(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "{}", made_baseline(NULL, 0));
    add(&f, "z", false);
    expect(&f, "z ");
    assert_true(output_finish(&f.output, true));
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
    f.made.configuration = al_configuration_read(
        config, (const al_span[]){al_span_of(suppression, sizeof suppression - 1)}, "2026-05-17", &mistake);
    assert_non_null(f.made.configuration);
    al_policy_configure(&f.made.policy, f.made.configuration);
    const char *text = made_baseline(&entry, 1);
    f.made.baseline =
        al_baseline_read(baseline, (const al_span[]){al_span_of(text, strlen(text))}, 1 << 20, &mistake);
    f.made.policy.baseline = f.made.baseline;
    begin_output(&f, 0);
    add(&f, "a0", false);
    add(&f, "b0", false);
    add(&f, "x", false); /* was checked: the entry of the baseline matches nothing */
    assert_true(output_finish(&f.output, true));
    expect(&f, expected);
    end(&f);
}

static void both_files_have_their_place(void **state)
{
    (void)state;
    expect_own("a", "b", "a0 b0 x a* b* ");
    expect_own("b", "a", "a0 b0 x a* b* ");
}

static void a_baseline_alone(void **state)
{
    (void)state;
    static const made_entry entry = {'1', "xmf/inflate", "z", ""};
    fixture f;
    begin(&f, NULL, made_baseline(&entry, 1));
    add(&f, "a", false);
    add(&f, "z", false);
    assert_true(output_finish(&f.output, true));
    expect(&f, "a z known.json* ");
    end(&f);
}

/* The first shard reports on the configuration, the others hand out their own results at once. */
static void one_shard_reports_on_the_configuration(void **state)
{
    (void)state;
    fixture f;
    begin_shard(&f, suppression, NULL, 1);
    add(&f, "z", false);
    assert_true(output_finish(&f.output, true));
    expect(&f, "z assetlint.json* ");
    end(&f);
    begin_shard(&f, suppression, NULL, 2);
    add(&f, "z", false);
    expect(&f, "z ");
    assert_true(output_finish(&f.output, true));
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
        assert_true(output_finish(&f.output, true));
        expect(&f, ignored ? "a.assetlintignore* known.json* " : "");
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
        assert_true(output_finish(&f.output, complete));
        expect(&f, complete ? "assetlint.json* known.json* " : "assetlint.json* ");
        end(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_check_without_memory),
        cmocka_unit_test(no_more_is_wanted),
        cmocka_unit_test(ignore_files_come_last),
        cmocka_unit_test(ignore_files_that_never_came),
        cmocka_unit_test(too_many_ignore_files),
        cmocka_unit_test(our_own_files_come_last),
        cmocka_unit_test(nothing_to_report),
        cmocka_unit_test(both_files_have_their_place),
        cmocka_unit_test(a_baseline_alone),
        cmocka_unit_test(one_shard_reports_on_the_configuration),
        cmocka_unit_test(entries_about_ignore_files),
        cmocka_unit_test(a_run_that_ended_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
