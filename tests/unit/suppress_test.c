/* suppress_test.c: which findings a configuration, an ignore file and a baseline suppress, and which of their
 * entries count as used. */
#include "made_results.h"
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "project/configuration/usage_log.h"

enum { MOST_SUPPRESSIONS = 16, MOST_NOTED = 4 };

/* What the log of the run is told. */
static struct {
    bool used[MOST_SUPPRESSIONS], ran[MOST_SUPPRESSIONS];
    size_t entries[MOST_NOTED], entry_count;
    int results;
} noted;

static void note_used(al_usage_log *log, size_t suppression)
{
    (void)log;
    noted.used[suppression] = true;
}

static void note_ran(al_usage_log *log, size_t suppression)
{
    (void)log;
    noted.ran[suppression] = true;
}

static void note_known(al_usage_log *log, size_t entry)
{
    (void)log;
    noted.entries[noted.entry_count++] = entry;
}

static void note_result(al_usage_log *log, const al_result *result, const al_rule_set *across)
{
    (void)log, (void)result, (void)across;
    noted.results++;
}

#define al_usage_log_note_used  note_used
#define al_usage_log_note_ran   note_ran
#define al_usage_log_note_known note_known
#define al_usage_log_note       note_result
#include "project/configuration/suppress.c" /* NOLINT(bugprone-suspicious-include): with what is noted */

typedef struct fixture {
    made_policy policy;
    al_file_settings settings;
    al_sidecar sidecar;
    made_result made;
} fixture;

/* A file of the format xmf. All texts may be NULL. */
static void begin(fixture *f, const char *path, const char *configuration, const char *baseline,
                  const char *ignore)
{
    *f = (fixture){.settings = {.path = NULL}};
    memset(&noted, 0, sizeof noted);
    made_policy_begin(&f->policy, configuration, baseline);
    assert_true(al_file_settings_open(&f->settings, &f->policy.policy, path, 0));
    if (ignore != NULL)
        assert_true(al_sidecar_parse(&f->sidecar, path, al_span_of(ignore, strlen(ignore))));
    made_result_begin(&f->made, path, "", "xmf");
}

static void end(fixture *f)
{
    made_result_end(&f->made);
    al_file_settings_free(&f->settings);
    al_sidecar_close(&f->sidecar);
    made_policy_end(&f->policy);
}

static bool suppress(fixture *f, al_budget *budget)
{
    static char log; /* only its address counts */
    const al_suppressors by = {
        .settings = &f->settings, .sidecar = &f->sidecar, .log = (al_usage_log *)(void *)&log};
    return al_suppress(&by, f->made.result, budget);
}

static void expect(fixture *f, const char *expected)
{
    assert_true(suppress(f, &f->made.budget));
    assert_string_equal(made_result_text(f->made.result), expected);
}

/* The suppressions that were used, or whose rules ran: "NUMBER used ran; ". */
static void expect_use(const char *expected)
{
    char text[256] = "";
    for (size_t i = 0; i < MOST_SUPPRESSIONS; i++) {
        const size_t length = strlen(text);
        if (noted.used[i] || noted.ran[i])
            (void)snprintf(text + length, sizeof text - length, "%zu%s%s; ", i, noted.used[i] ? " used" : "",
                           noted.ran[i] ? " ran" : "");
    }
    assert_string_equal(text, expected);
}

/* ---- What suppresses a finding ------------------------------------------------------------------------- */

static void nothing_suppresses(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "a.xmf", NULL, NULL, NULL);
    made_finding(&f.made, "xmf/data-range", "buffers[0]", '1');
    expect(&f, "xmf/data-range buffers[0]; ");
    assert_int_equal(noted.results, 0);
    end(&f);
}

static void all_that_a_suppression_gives_must_match(void **state)
{
    (void)state;
    static const char text[] =
        "{\"suppressions\": ["
        "{\"rule\": \"xmf/data-*\", \"field\": \"buffers[1]\", \"reason\": \"rule and field\"},"
        "{\"fingerprint\": \"0000000000000003\", \"reason\": \"fingerprint\"},"
        "{\"rule\": \"xmf/inflate\", \"fingerprint\": \"0000000000000001\", \"reason\": \"other rule\"},"
        "{\"rule\": \"xmf/data-range\", \"path\": \"b/*\", \"reason\": \"other path\"},"
        "{\"rule\": \"xmf/data-range\", \"member\": \"m\", \"reason\": \"other member\"},"
        "{\"rule\": \"xmf/index-range\", \"path\": \"?/*.xmf\", \"member\": \"\", \"reason\": \"all\"},"
        "{\"rule\": \"xmf/index-range\", \"reason\": \"too late\", \"expires\": \"2026-05-16\"},"
        "{\"rule\": \"xmf/index-*\", \"reason\": \"second\"}]}";
    fixture f;
    begin(&f, "a/b.xmf", text, NULL, NULL);
    made_finding(&f.made, "xmf/data-range", "buffers[0]", '1');
    made_finding(&f.made, "xmf/data-gap", "buffers[1]", '2');
    made_finding(&f.made, "xmf/vertex-size", "buffers[2]", '3');
    made_finding(&f.made, "xmf/index-range", "buffers[3]", '4');
    expect(&f, "xmf/data-range buffers[0]; (xmf/data-gap buffers[1]: rule and field); "
               "(xmf/vertex-size buffers[2]: fingerprint); (xmf/index-range buffers[3]: all); ");
    expect_use("0 used ran; 1 used ran; 2 ran; 5 used ran; 7 used ran; ");
    assert_int_equal(f.made.result->errors, 1);
    assert_int_equal(f.made.result->warnings, 0);
    assert_int_equal(noted.entry_count, 0);
    end(&f);
}

/* A report shows a path escaped: the configuration may have either form. */
static void paths_may_be_escaped(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"suppressions\": [{\"path\": \"a\\u0001b.xmf\", \"reason\": \"r\"}]}",
        "{\"suppressions\": [{\"path\": \"a\\\\x01b.xmf\", \"reason\": \"r\"}]}",
        "{\"suppressions\": [{\"path\": \"a\\\\x02b.xmf\", \"reason\": \"r\"}]}"};
    for (size_t i = 0; i < 3; i++) {
        fixture f;
        begin(&f, "a\001b.xmf", texts[i], NULL, NULL);
        made_finding(&f.made, "xmf/data-range", "", '1');
        expect(&f, i < 2 ? "(xmf/data-range : r); " : "xmf/data-range ; ");
        end(&f);
    }
}

static void lines_of_an_ignore_file(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "a.xmf", NULL, NULL,
          "xmf/data-range buffers[0]\nxmf/data-* # known\x01\nxmf/inflate\nxani/*\nxmf/lod-gap\n");
    made_finding(&f.made, "xmf/data-range", "buffers[0]", '1');
    made_finding(&f.made, "xmf/data-range", "buffers[1]", '2');
    made_finding(&f.made, "xmf/index-range", "buffers[2]", '3');
    expect(&f, "xmf/index-range buffers[2]; "
               "(xmf/data-range buffers[0]: it is in the .assetlintignore beside the file); "
               "(xmf/data-range buffers[1]: known\\x01); ");
    static const bool used[] = {true, true, false, false, false}, ran[] = {true, true, true, false, false};
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(f.sidecar.lines[i].used, used[i]);
        assert_int_equal(f.sidecar.lines[i].ran, ran[i]);
    }
    end(&f);
}

static void entries_of_a_baseline(void **state)
{
    (void)state;
    fixture f;
    static const made_entry entries[] = {
        {'1', "", "", ""}, {'2', "", "", ""}, {'2', "", "", ""}, {'4', "", "", ""}, {'5', "", "", ""}};
    begin(&f, "a.xmf", "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"reason\": \"first\"}]}",
          made_baseline(entries, 5), "xmf/vertex-size\n");
    made_finding(&f.made, "xmf/inflate", "a", '1');
    made_finding(&f.made, "xmf/data-range", "b", '2');
    made_finding(&f.made, "xmf/data-range", "c", '3');
    made_finding(&f.made, "xmf/vertex-size", "d", '4');
    made_finding(&f.made, "xmf/data-range", "e", '5');
    expect(&f, "xmf/data-range c; (xmf/inflate a: first); (xmf/data-range b: *it is in the baseline); "
               "(xmf/vertex-size d: it is in the .assetlintignore beside the file); "
               "(xmf/data-range e: *it is in the baseline); ");
    assert_int_equal(noted.results, 1);
    assert_int_equal(noted.entry_count, 2);
    assert_int_equal(noted.entries[0], 1);
    assert_int_equal(noted.entries[1], 4);
    end(&f);
}

static void a_reason_of_the_configuration_comes_first(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "a.xmf", "{\"suppressions\": [{\"rule\": \"xmf/*\", \"reason\": \"a\\u0007\"}]}", NULL,
          "xmf/data-range # b\n");
    made_finding(&f.made, "xmf/data-range", "", '1');
    f.made.result->member = "";
    expect(&f, "(xmf/data-range : b); ");
    assert_true(f.sidecar.lines[0].used);
    expect_use("0 used ran; ");
    end(&f);
}

/* ---- Which rules ran ----------------------------------------------------------------------------------- */

static const char one_of_each[] =
    "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"reason\": \"a\"},"
    "{\"rule\": \"xani/*\", \"reason\": \"a\"}, {\"rule\": \"file/limit\", \"reason\": \"a\"},"
    "{\"rule\": \"budget/bytes\", \"reason\": \"a\"}, {\"rule\": \"archive/path\", \"reason\": \"a\"},"
    "{\"rule\": \"xmf/lod-gap\", \"reason\": \"a\"}, {\"rule\": \"cat/*\", \"reason\": \"a\"},"
    "{\"rule\": \"xmf/truncated\", \"reason\": \"a\"},"
    "{\"rule\": \"file/unrecognized\", \"reason\": \"a\"}],"
    "\"levels\": {\"xmf/truncated\": \"off\"}}";

static void rules_that_could_have_fired(void **state)
{
    (void)state;
    static const struct {
        al_file_status status;
        const char *format, *use;
    } cases[] = {
        {AL_FILE_CLEAN, "xmf", "0 ran; 2 ran; 3 ran; 4 ran; 8 ran; "},
        {AL_FILE_FINDINGS, "xani", "1 ran; 2 ran; 3 ran; 4 ran; 8 ran; "},
        {AL_FILE_UNREADABLE, "xmf", ""},
        {AL_FILE_LIMIT, "xmf", ""},
        {AL_FILE_UNRECOGNIZED, "", ""},
        {AL_FILE_CLEAN, "cat", "2 ran; 3 ran; 4 ran; 6 ran; 8 ran; "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture f;
        begin(&f, "a.xmf", one_of_each, NULL, NULL);
        f.made.result->status = cases[i].status;
        f.made.result->format = cases[i].format;
        expect(&f, "");
        expect_use(cases[i].use);
        end(&f);
    }
}

static void members_of_a_package(void **state)
{
    (void)state;
    fixture f;
    made_result member;
    al_result *members[1];
    begin(&f, "a.zip",
          "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"path\": \"a.zip\", \"member\": \"m\", "
          "\"reason\": \"one\"}, {\"rule\": \"xmf/inflate\", \"member\": \"n\", \"reason\": \"none\"}]}",
          NULL, "xmf/data-range\n");
    made_result_begin(&member, "a.zip", "m", "xmf");
    made_finding(&f.made, "archive/path", "", '1');
    made_finding(&member, "xmf/inflate", "x", '2');
    made_finding(&member, "xmf/data-range", "y", '3');
    made_finding(&member, "xmf/data-gap", "z", '4');
    members[0] = member.result;
    f.made.result->format = "zip";
    f.made.result->members = members;
    f.made.result->member_count = 1;
    expect(&f, "archive/path ; ");
    assert_string_equal(made_result_text(member.result),
                        "xmf/data-gap z; (xmf/inflate x: one); "
                        "(xmf/data-range y: it is in the .assetlintignore beside the file); ");
    expect_use("0 used ran; ");
    end(&f); /* frees the member, too */
}

/* ---- Causes -------------------------------------------------------------------------------------------- */

static void begin_cause(fixture *f, const char *configuration, uint64_t follow)
{
    begin(f, "a.xmf", configuration, NULL, NULL);
    made_finding(&f->made, "file/line-ends", "", '1')->consequences = follow;
    made_finding(&f->made, "xmf/data-gap", "a", '2')->offset = 9;
    made_consequence(&f->made, "xmf/data-range", "b", '3')->offset = 5;
    made_consequence(&f->made, "xmf/inflate", "c", '4')->offset = 12;
}

static void what_follows_from_a_cause_stays_out(void **state)
{
    (void)state;
    fixture f;
    begin_cause(&f, "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"reason\": \"r\"}]}", 2);
    expect(&f, "file/line-ends ; xmf/data-gap a; > xmf/data-range b; (xmf/inflate c: r); ");
    assert_int_equal(f.made.result->findings[0].consequences, 1);
    assert_int_equal(f.made.result->errors, 1);
    assert_int_equal(f.made.result->warnings, 1);
    assert_int_equal(f.made.result->omitted, 0);
    end(&f);
    begin_cause(&f, "{\"suppressions\": [{\"rule\": \"xmf/data-gap\", \"reason\": \"r\"}]}", 7);
    expect(&f, "file/line-ends ; > xmf/data-range b; > xmf/inflate c; (xmf/data-gap a: r); ");
    assert_int_equal(f.made.result->findings[0].consequences, 7);
    end(&f);
}

static void a_suppressed_cause_hides_nothing(void **state)
{
    (void)state;
    static const char text[] = "{\"suppressions\": [{\"rule\": \"file/*\", \"reason\": \"r\"}]}";
    fixture f;
    begin_cause(&f, text, 2);
    expect(&f, "xmf/data-range b; xmf/data-gap a; xmf/inflate c; (file/line-ends : r); ");
    assert_int_equal(f.made.result->errors, 2);
    assert_int_equal(f.made.result->omitted, 0);
    assert_int_equal(f.made.result->omitted_level, AL_OFF);
    end(&f);
    begin_cause(&f, text, 5);
    f.made.findings[0].level = AL_WARNING;
    f.made.result->omitted = 4;
    f.made.result->omitted_level = AL_NOTE;
    expect(&f, "xmf/data-range b; xmf/data-gap a; xmf/inflate c; (file/line-ends : r); ");
    assert_int_equal(f.made.result->omitted, 7);
    assert_int_equal(f.made.result->omitted_level, AL_WARNING);
    end(&f);
    begin_cause(&f, text, 3);
    f.made.result->omitted = 1;
    f.made.findings[0].level = AL_NOTE;
    f.made.result->omitted_level = AL_ERROR;
    expect(&f, "xmf/data-range b; xmf/data-gap a; xmf/inflate c; (file/line-ends : r); ");
    assert_int_equal(f.made.result->omitted, 2);
    assert_int_equal(f.made.result->omitted_level, AL_ERROR);
    end(&f);
    begin_cause(&f, text, 3); /* nothing follows from the second finding, whatever its level */
    f.made.findings[0].level = AL_NOTE;
    f.made.findings[1].level = AL_ERROR;
    expect(&f, "xmf/data-range b; xmf/data-gap a; xmf/inflate c; (file/line-ends : r); ");
    assert_int_equal(f.made.result->omitted, 1);
    assert_int_equal(f.made.result->omitted_level, AL_NOTE);
    end(&f);
    begin(&f, "a.xmf", text, NULL, NULL);
    made_finding(&f.made, "file/line-ends", "", '1')->consequences = 1;
    expect(&f, "(file/line-ends : r); ");
    assert_int_equal(f.made.result->omitted, 1);
    assert_int_equal(f.made.result->omitted_level, AL_ERROR);
    end(&f);
}

/* Another cause takes over what followed from the suppressed one. */
static void a_second_cause(void **state)
{
    (void)state;
    fixture f;
    begin_cause(&f, "{\"suppressions\": [{\"fingerprint\": \"0000000000000001\", \"reason\": \"r\"}]}", 4);
    made_finding(&f.made, "file/line-ends", "again", '6');
    expect(&f, "xmf/data-gap a; file/line-ends again; > xmf/data-range b; > xmf/inflate c; "
               "(file/line-ends : r); ");
    assert_int_equal(f.made.result->findings[0].consequences, 0);
    assert_int_equal(f.made.result->findings[1].consequences, 4);
    end(&f);
}

/* The first cause has everything that follows from any of them. */
static void two_causes(void **state)
{
    (void)state;
    fixture f;
    for (uint64_t second = 1; second <= 2; second++) {
        begin_cause(&f, "{\"suppressions\": [{\"rule\": \"xmf/data-gap\", \"reason\": \"r\"}]}", 4);
        made_finding(&f.made, "file/line-ends", "again", '6')->consequences = second;
        expect(&f, "file/line-ends ; file/line-ends again; > xmf/data-range b; > xmf/inflate c; "
                   "(xmf/data-gap a: r); ");
        assert_int_equal(f.made.result->findings[0].consequences, 4 + second);
        assert_int_equal(f.made.result->findings[1].consequences, 0);
        end(&f);
    }
}

/* Whichever allocation fails: it is told. */
static void too_little_memory(void **state)
{
    (void)state;
    bool worked = false;
    uint64_t n = 1;
    for (; !worked; n++) {
        fixture f;
        begin(&f, "a.xmf", "{\"suppressions\": [{\"rule\": \"xmf/data-gap\", \"reason\": \"r\"}]}", NULL,
              NULL);
        made_finding(&f.made, "xmf/data-gap", "a", '1');
        made_finding(&f.made, "xmf/data-range", "b", '2');
        al_budget budget = al_budget_of(UINT64_MAX, n);
        worked = suppress(&f, &budget);
        assert_int_equal(worked, budget.shortage == AL_SHORTAGE_NONE);
        end(&f);
    }
    assert_in_range(n, 5, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_suppresses),
        cmocka_unit_test(all_that_a_suppression_gives_must_match),
        cmocka_unit_test(paths_may_be_escaped),
        cmocka_unit_test(lines_of_an_ignore_file),
        cmocka_unit_test(entries_of_a_baseline),
        cmocka_unit_test(a_reason_of_the_configuration_comes_first),
        cmocka_unit_test(rules_that_could_have_fired),
        cmocka_unit_test(members_of_a_package),
        cmocka_unit_test(what_follows_from_a_cause_stays_out),
        cmocka_unit_test(a_suppressed_cause_hides_nothing),
        cmocka_unit_test(a_second_cause),
        cmocka_unit_test(two_causes),
        cmocka_unit_test(too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
