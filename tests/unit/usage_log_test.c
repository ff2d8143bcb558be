/* usage_log_test.c: which suppressions and which entries of a baseline are reported because nothing used
 * them, although their files were checked, or are no longer in a folder that was checked. */
#include "made_results.h"
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/limits.h"
#include "project/configuration/suppress.h"
#include "project/configuration/usage_log.h"

/* The files of a run. None of them exists; the tests note their results. */
static char a_path[] = "no-mod/a.xmf", b_path[] = "no-mod/ships/b.xmf", old_path[] = "no-mod/old/c.xmf",
            temporary_path[] = "no-mod/tmp";
static al_input checked_items[] = {{.path = a_path, .in_folder = true, .folder_length = 7},
                                   {.path = b_path, .in_folder = true, .folder_length = 7}},
                excluded_items[] = {{.path = old_path, .in_folder = true, .folder_length = 7}};
static char *left_out[] = {temporary_path};
static const al_input_list checked = {.items = checked_items,
                                      .count = 2,
                                      .left_out = left_out,
                                      .left_out_count = 1},
                           excluded = {.items = excluded_items, .count = 1};

typedef struct fixture {
    made_policy policy;
    al_usage_log *log;
} fixture;

static void begin(fixture *f, const char *configuration, const char *baseline)
{
    made_policy_begin(&f->policy, configuration, baseline);
    f->log = al_usage_log_new(&f->policy.policy, &checked, &excluded, false);
    assert_non_null(f->log);
}

static void end(fixture *f)
{
    al_usage_log_free(f->log);
    made_policy_end(&f->policy);
}

/* Notes the result of a file or member, with at most one finding: its fingerprint ends in `digit`. */
static void note(fixture *f, const char *path, const char *member, al_file_status status, const char *rule,
                 char digit)
{
    made_result made;
    al_file_settings settings = {.path = NULL};
    made_result_begin(&made, path, member, "xmf");
    if (rule != NULL)
        made_finding(&made, rule, "field", digit);
    made.result->status = status;
    assert_true(al_file_settings_open(&settings, &f->policy.policy, path, false));
    const al_suppressors by = {.settings = &settings, .log = f->log};
    assert_true(al_suppress(&by, made.result, &made.budget));
    al_file_settings_free(&settings);
    made_result_end(&made);
}

static void expect_of_configuration(fixture *f, const char *expected)
{
    al_result *result;
    assert_true(al_usage_log_configuration(f->log, &result));
    assert_string_equal(findings_text(result), expected);
    al_result_free(result);
}

static void expect_of_baseline(fixture *f, const char *expected)
{
    al_result *result;
    assert_true(al_usage_log_baseline(f->log, &result));
    assert_string_equal(findings_text(result), expected);
    al_result_free(result);
}

/* ---- The configuration --------------------------------------------------------------------------------- */

static const char suppressions[] =
    "{\"suppressions\": [\n"
    "{\"rule\": \"xmf/inflate\", \"path\": \"no-mod/a.xmf\", \"reason\": \"ran\"},\n"
    "{\"rule\": \"xmf/data-range\", \"path\": \"no-mod/a.xmf\", \"reason\": \"used\"},\n"
    "{\"path\": \"no-mod/gone.xmf\", \"reason\": \"gone\"},\n"
    "{\"rule\": \"xmf/*\", \"path\": \"no-mod/gone.xmf\", \"reason\": \"gone\"},\n"
    "{\"path\": \"other/gone.xmf\", \"reason\": \"not searched\"},\n"
    "{\"rule\": \"xani/*\", \"path\": \"no-mod/ships/*\", \"reason\": \"not run\"},\n"
    "{\"path\": \"no-mod/ships/*.ani\", \"reason\": \"no such file\"},\n"
    "{\"path\": \"no-mod/old/c.xmf\", \"reason\": \"excluded\"},\n"
    "{\"path\": \"no-mod/old/*\", \"reason\": \"excluded\"},\n"
    "{\"path\": \"no-mod/tmp/**\", \"reason\": \"not entered\"},\n"
    "{\"path\": \"no-mod/tmp/x.xmf\", \"reason\": \"not entered\"},\n"
    "{\"path\": \"*.ani\", \"reason\": \"not searched\"},\n"
    "{\"path\": \"no-mo*/a.ani\", \"reason\": \"not searched\"},\n"
    "{\"rule\": \"xmf/inflate\", \"path\": \"no-mod/a.xmf\", \"reason\": \"late\", \"expires\": "
    "\"2026-05-16\"},\n"
    "{\"fingerprint\": \"00000000000000aa\", \"reason\": \"anywhere\"},\n"
    "{\"fingerprint\": \"00000000000000aa\", \"path\": \"no-mod/a.xmf\", \"reason\": \"ran\"},\n"
    "{\"rule\": \"xmf/inflate\", \"path\": \"no-mod/ships/?.xmf\", \"reason\": \"ran\"}]}";

static void unused_suppressions(void **state)
{
    (void)state;
    fixture f;
    begin(&f, suppressions, NULL);
    note(&f, a_path, "", AL_FILE_FINDINGS, "xmf/data-range", '1');
    note(&f, b_path, "", AL_FILE_CLEAN, NULL, ' ');
    expect_of_configuration(
        &f,
        "config/unused-suppression 2:1+64 suppressions[0]: no finding matches this suppression of "
        "xmf/inflate in no-mod/a.xmf, with the reason: ran\n"
        "config/unused-suppression 4:1+45 suppressions[2]: no file has the path no-mod/gone.xmf of this "
        "suppression, with the reason: gone\n"
        "config/unused-suppression 5:1+62 suppressions[3]: no file has the path no-mod/gone.xmf of this "
        "suppression of xmf/*, with the reason: gone\n"
        "config/unused-suppression 8:1+56 suppressions[6]: no file has the path no-mod/ships/*.ani of this "
        "suppression, with the reason: no such file\n"
        "config/expired-suppression 15:1+90 suppressions[13]: 2026-05-16 was the last day of this "
        "suppression of xmf/inflate in no-mod/a.xmf, with the reason: late\n"
        "config/unused-suppression 17:1+76 suppressions[15]: no finding matches this suppression of "
        "00000000000000aa in no-mod/a.xmf, with the reason: ran\n"
        "config/unused-suppression 18:1+70 suppressions[16]: no finding matches this suppression of "
        "xmf/inflate in no-mod/ships/?.xmf, with the reason: ran\n");
    end(&f);
}

/* What was checked counts, but no file can be called missing. */
static void a_run_that_ended_early(void **state)
{
    (void)state;
    fixture f;
    begin(&f, suppressions, NULL);
    note(&f, a_path, "", AL_FILE_FINDINGS, "xmf/data-range", '1');
    al_usage_log_cut_short(f.log);
    expect_of_configuration(
        &f, "config/unused-suppression 2:1+64 suppressions[0]: no finding matches this suppression of "
            "xmf/inflate in no-mod/a.xmf, with the reason: ran\n"
            "config/expired-suppression 15:1+90 suppressions[13]: 2026-05-16 was the last day of this "
            "suppression of xmf/inflate in no-mod/a.xmf, with the reason: late\n"
            "config/unused-suppression 17:1+76 suppressions[15]: no finding matches this suppression of "
            "00000000000000aa in no-mod/a.xmf, with the reason: ran\n");
    end(&f);
}

static al_usage_log *log_of(fixture *f, const al_input_list *list, const al_input_list *left)
{
    al_usage_log *log = al_usage_log_new(&f->policy.policy, list, left, false);
    assert_non_null(log);
    return log;
}

/* What the one suppression of a configuration leads to, with the results of both files. `list`: NULL for the
 * usual one. */
static void expect_of_one(const char *keys, const al_input_list *list, const char *expected)
{
    char text[256];
    fixture f;
    (void)snprintf(text, sizeof text, "{\"suppressions\": [{%s, \"reason\": \"r\"}]}", keys);
    made_policy_begin(&f.policy, text, NULL);
    f.log = log_of(&f, list != NULL ? list : &checked, &excluded);
    note(&f, a_path, "", AL_FILE_CLEAN, NULL, ' ');
    note(&f, b_path, "", AL_FILE_CLEAN, NULL, ' ');
    expect_of_configuration(&f, expected);
    end(&f);
}

/* The sentences name what the suppression gives. */
static void sentences_about_suppressions(void **state)
{
    (void)state;
    expect_of_one("\"path\": \"no-mod/a.xmf\"", NULL,
                  "config/unused-suppression 1:19+39 suppressions[0]: no finding matches this suppression of "
                  "no-mod/a.xmf, with the reason: r\n");
    expect_of_one("\"rule\": \"*\", \"path\": \"no-mod/a.xmf\"", NULL,
                  "config/unused-suppression 1:19+52 suppressions[0]: no finding matches this suppression of "
                  "* in no-mod/a.xmf, with the reason: r\n");
    static char path[] = "./x.xmf";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 2};
    static const al_input_list here = {.items = &item, .count = 1};
    expect_of_one("\"path\": \"a\"", &here,
                  "config/unused-suppression 1:19+28 suppressions[0]: no file has the path a of this "
                  "suppression, with the reason: r\n");
}

/* A file has the name, but the rule did not run for it: nothing is known. */
static void a_rule_that_did_not_run(void **state)
{
    (void)state;
    expect_of_one("\"rule\": \"xani/*\", \"path\": \"no-mod/a.xmf\"", NULL, "");
    expect_of_one("\"rule\": \"xani/*\", \"path\": \"no-mod/b.xmf\"", NULL,
                  "config/unused-suppression 1:19+57 suppressions[0]: no file has the path no-mod/b.xmf of "
                  "this suppression of xani/*, with the reason: r\n");
}

/* One file was excluded that the pattern matches, and one was checked. */
static void a_pattern_that_also_matches_an_excluded_file(void **state)
{
    (void)state;
    const al_input_list all = {.items = checked_items, .count = 2};
    expect_of_one("\"rule\": \"xmf/inflate\", \"path\": \"no-mod/*/?.xmf\"", &all, "");
    expect_of_one("\"rule\": \"xmf/inflate\", \"path\": \"no-mod/*/b.xmf\"", &all,
                  "config/unused-suppression 1:19+64 suppressions[0]: no finding matches this suppression of "
                  "xmf/inflate in no-mod/*/b.xmf, with the reason: r\n");
}

/* The findings about our own files have no limit. */
static void many_unused_suppressions(void **state)
{
    (void)state;
    enum { MANY = AL_MAX_FINDINGS + 2, EACH = 48 };
    char *text = malloc((MANY + 1) * EACH);
    assert_non_null(text);
    size_t length = (size_t)snprintf(text, EACH, "{\"suppressions\": [");
    for (int i = 0; i < MANY; i++)
        length += (size_t)snprintf(text + length, EACH, "%s{\"path\": \"no-mod/%06d\", \"reason\": \"r\"}",
                                   i > 0 ? "," : "", i);
    (void)snprintf(text + length, EACH, "]}");
    fixture f;
    al_result *result;
    begin(&f, text, NULL);
    assert_true(al_usage_log_configuration(f.log, &result));
    assert_int_equal(result->finding_count, MANY);
    assert_int_equal(result->omitted, 0);
    al_result_free(result);
    end(&f);
    free(text);
}

/* Names are looked for even if only one suppression, and not the last one, needs them. */
static void an_unused_suppression_before_a_used_one(void **state)
{
    (void)state;
    fixture f;
    begin(&f,
          "{\"suppressions\": [{\"path\": \"no-mod/old/c.xmf\", \"reason\": \"excluded\"},"
          " {\"path\": \"no-mod/a.xmf\", \"reason\": \"used\"}]}",
          NULL);
    note(&f, a_path, "", AL_FILE_FINDINGS, "xmf/data-range", '1');
    expect_of_configuration(&f, "");
    end(&f);
}

/* A pattern of folders excludes no file: the file is missing. */
static void a_file_named_like_an_excluded_folder(void **state)
{
    (void)state;
    static const char *const folders[] = {"gone.xmf/"};
    const al_input_list list = {.items = checked_items, .count = 2, .excluded = folders, .excluded_count = 1};
    static const made_entry entry = {'1', "xmf/inflate", "no-mod/gone.xmf", ""};
    expect_of_one(
        "\"path\": \"no-mod/gone.xmf\"", &list,
        "config/unused-suppression 1:19+42 suppressions[0]: no file has the path no-mod/gone.xmf of "
        "this suppression, with the reason: r\n");
    fixture f;
    made_policy_begin(&f.policy, NULL, made_baseline(&entry, 1));
    f.log = log_of(&f, &list, NULL);
    expect_of_baseline(&f, "baseline/unmatched 2:1+112 findings[0]: no finding of xmf/inflate in "
                           "no-mod/gone.xmf matches this entry\n");
    end(&f);
}

/* A suppression without a path needs a run of the whole folder of the configuration. */
static void a_run_of_the_whole_folder(void **state)
{
    (void)state;
    static char path[] = "./no-mod-a.xmf", entered[] = "./tmp";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 2};
    static char *folders[] = {entered};
    static const char text[] = "{\"suppressions\": [{\"rule\": \"xmf/inflate\", \"reason\": \"ran\"},"
                               "{\"rule\": \"xani/*\", \"reason\": \"not run\"}, "
                               "{\"path\": \"**/*.ani\", \"reason\": \"no file\"}]}";
    for (size_t left = 0; left < 2; left++) {
        const al_input_list list = {.items = &item, .count = 1, .left_out = folders, .left_out_count = left};
        fixture f;
        made_policy_begin(&f.policy, text, NULL);
        f.log = al_usage_log_new(&f.policy.policy, &list, NULL, false);
        assert_non_null(f.log);
        note(&f, path, "", AL_FILE_CLEAN, NULL, ' ');
        expect_of_configuration(
            &f, left > 0 ? ""
                         : "config/unused-suppression 1:19+40 suppressions[0]: no finding matches this "
                           "suppression of xmf/inflate, with the reason: ran\n"
                           "config/unused-suppression 1:101+41 suppressions[2]: no file has the path "
                           "**/*.ani of this suppression, with the reason: no file\n");
        end(&f);
    }
}

/* Folders whose names have one letter. */
static void short_names_of_left_out_folders(void **state)
{
    (void)state;
    static char left[] = "no-mod/t";
    static char *folders[] = {left};
    const al_input_list list = {.items = checked_items, .count = 2, .left_out = folders, .left_out_count = 1};
    expect_of_one("\"rule\": \"xani/*\", \"path\": \"no-mod/t/*.ani\"", &list, "");
    expect_of_one("\"rule\": \"xani/*\", \"path\": \"no-mod/s/*.ani\"", &list,
                  "config/unused-suppression 1:19+59 suppressions[0]: no file has the path no-mod/s/*.ani of "
                  "this suppression of xani/*, with the reason: r\n");
}

static void nothing_to_report(void **state)
{
    (void)state;
    fixture f;
    begin(&f, NULL, NULL);
    note(&f, a_path, "", AL_FILE_CLEAN, NULL, ' ');
    expect_of_configuration(&f, "");
    expect_of_baseline(&f, "");
    end(&f);
    begin(&f, "{\"suppressions\": [{\"rule\": \"xmf/*\", \"path\": \"no-mod/a.xmf\", \"reason\": \"used\"}]}",
          NULL);
    note(&f, a_path, "", AL_FILE_FINDINGS, "xmf/data-range", '1');
    note(&f, a_path, "m", AL_FILE_CLEAN, NULL, ' '); /* keeps what was noted */
    expect_of_configuration(&f, "");
    end(&f);
    al_usage_log_free(NULL);
}

/* Which folders a pattern may match below: those that were left out make it unknown. */
static void patterns_of_left_out_folders(void **state)
{
    (void)state;
    static const struct {
        const char *pattern;
        bool reported;
    } cases[] = {
        {"no-mod/tmp/*.ani", false},    {"no-mod/t*/x.ani*", false}, {"no-mod/**/x.ani", false},
        {"no-mod/tmp*", true},          {"no-mod/?", true},          {"no-mod/*/*/x.ani", false},
        {"no-mod/x*/a.ani", true},      {"no-mod/boats/**", true},   {"no-mod/**", false},
        {"no-mod/t**/x.ani", false},    {"no-mod/x**", true},        {"no-mod/tmp/**/a/b.ani", false},
        {"no-mod/ships/*/a.ani", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        fixture f;
        al_result *result;
        (void)snprintf(text, sizeof text,
                       "{\"suppressions\": [{\"rule\": \"xani/*\", \"path\": \"%s\", \"reason\": \"r\"}]}",
                       cases[i].pattern);
        begin(&f, text, NULL);
        assert_true(al_usage_log_configuration(f.log, &result));
        if ((result != NULL) != cases[i].reported)
            print_message("%s\n", cases[i].pattern);
        assert_int_equal(result != NULL, cases[i].reported);
        al_result_free(result);
        end(&f);
    }
}

/* ---- The baseline -------------------------------------------------------------------------------------- */

static const made_entry entries[] = {
    {'1', "xmf/data-range", "no-mod/a.xmf", ""},
    {'1', "xmf/data-range", "no-mod/gone.xmf", ""},
    {'2', "xmf/inflate", "./no-mod/a.xmf", ""},
    {'3', "xmf/inflate", "no-mod/gone.xmf", ""},
    {'4', "xmf/inflate", "other/gone.xmf", ""},
    {'5', "xmf/inflate", "no-mod/tmp/x.xmf", ""},
    {'6', "xmf/truncated", "no-mod/a.xmf", ""},
    {'7', "xmf/inflate", "no-mod/g\\\\x01.xmf", ""},
    {'8', "xmf/inflate", "/no-mod/a.xmf", ""},
    {'9', "xmf/lod-gap", "no-mod/a.xmf", ""},
    {'a', "unknown/rule", "no-mod/ships/b.xmf", ""},
    {'b', "xmf/inflate", "no-mod/p.zip", "m"},
    {'c', "xmf/inflate", "no-mod/p.zip", "n"},
    {'d', "xmf/inflate", "no-mod/p.zip", "o"},
    {'e', "config/unused-suppression", "assetlint.json", ""},
};

static void unmatched_entries(void **state)
{
    (void)state;
    fixture f;
    begin(&f, "{\"levels\": {\"xmf/truncated\": \"off\"}}",
          made_baseline(entries, sizeof entries / sizeof entries[0]));
    note(&f, a_path, "", AL_FILE_FINDINGS, "xmf/data-range", '1');
    note(&f, b_path, "", AL_FILE_CLEAN, NULL, ' ');
    note(&f, "no-mod/p.zip", "", AL_FILE_CLEAN, NULL, ' ');
    note(&f, "no-mod/p.zip", "m", AL_FILE_LIMIT, NULL, ' ');
    note(&f, "no-mod/p.zip", "n", AL_FILE_CLEAN, NULL, ' ');
    expect_of_configuration(&f, "");
    expect_of_baseline(
        &f,
        "baseline/unmatched 4:1+111 findings[2]: no finding of xmf/inflate in no-mod/a.xmf matches this "
        "entry\n"
        "baseline/unmatched 5:1+112 findings[3]: no finding of xmf/inflate in no-mod/gone.xmf matches this "
        "entry\n"
        "baseline/unmatched 12:1+116 findings[10]: no finding of unknown/rule in no-mod/ships/b.xmf matches "
        "this entry\n"
        "baseline/unmatched 14:1+110 findings[12]: no finding of xmf/inflate in no-mod/p.zip!/n matches this "
        "entry\n"
        "baseline/unmatched 15:1+110 findings[13]: no finding of xmf/inflate in no-mod/p.zip!/o matches this "
        "entry\n"
        "baseline/unmatched 16:1+125 findings[14]: no finding of config/unused-suppression in assetlint.json "
        "matches this entry\n");
    end(&f);
}

static void a_baseline_after_a_run_that_ended_early(void **state)
{
    (void)state;
    fixture f;
    static const made_entry some[] = {{'3', "xmf/inflate", "no-mod/gone.xmf", ""},
                                      {'4', "xmf/inflate", "no-mod/a.xmf", "m"},
                                      {'e', "config/unused-suppression", "assetlint.json", ""}};
    begin(&f, "{}", made_baseline(some, 3));
    note(&f, a_path, "", AL_FILE_CLEAN, NULL, ' ');
    al_usage_log_cut_short(f.log);
    expect_of_configuration(&f, "");
    expect_of_baseline(&f, "baseline/unmatched 3:1+110 findings[1]: no finding of xmf/inflate in "
                           "no-mod/a.xmf!/m matches this entry\n");
    end(&f);
}

/* The first entry is that of a member that is gone; and a field of one letter is named. */
static void an_entry_of_a_member_that_is_gone(void **state)
{
    (void)state;
    static const char text[] =
        "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [{\"fingerprint\": \"0000000000000001\", "
        "\"rule\": \"xmf/inflate\", \"path\": \"no-mod/p.zip\", \"member\": \"o\", \"field\": \"f\"}]}";
    fixture f;
    begin(&f, NULL, text);
    al_usage_log_cut_short(f.log);
    note(&f, "no-mod/p.zip", "", AL_FILE_CLEAN, NULL, ' ');
    expect_of_baseline(&f, "baseline/unmatched 1:50+111 findings[0]: no finding of xmf/inflate in "
                           "no-mod/p.zip!/o at f matches this entry\n");
    end(&f);
}

/* A package that could not be checked says nothing about its members; nor does a clean member. */
static void entries_of_what_was_not_checked(void **state)
{
    (void)state;
    fixture f;
    static const made_entry some[] = {{'1', "xmf/inflate", "no-mod/p.zip", "m"},
                                      {'2', "xmf/inflate", "no-mod/a.xmf", ""},
                                      {'3', "xmf/inflate", "no-mod/q.zip", "o"}};
    begin(&f, NULL, made_baseline(some, 3));
    al_usage_log_cut_short(f.log);
    note(&f, "no-mod/p.zip", "", AL_FILE_LIMIT, NULL, ' ');
    note(&f, a_path, "", AL_FILE_UNREADABLE, NULL, ' ');
    note(&f, "no-mod/q.zip", "m", AL_FILE_CLEAN, NULL, ' ');
    expect_of_baseline(&f, "");
    end(&f);
}

/* The entries of a run over folders with bases of their own. */
static void entries_counted_from_several_bases(void **state)
{
    (void)state;
    static const made_entry some[] = {
        {'1', "xmf/inflate", "a.xmf", ""},        {'2', "xmf/inflate", "gone.xmf", ""},
        {'3', "xmf/inflate", "there.xmf", ""},    {'4', "xmf/inflate", "deep/gone.xmf", ""},
        {'5', "xmf/inflate", "sub/gone.xmf", ""}, {'6', "xmf/inflate", "alone/gone.xmf", ""}};
    static char paths[5][16] = {"link/x.xmf", "one/a.xmf", "one/b.xmf", "two/there.xmf", "z.xmf"};
    static const size_t lengths[5] = {5, 4, 4, 4, 0};
    al_input items[5];
    const al_input_list list = {.items = items, .count = 5};
    test_folder folder;
    al_path_base base = {.current = NULL};
    fixture f;
    assert_int_equal(test_folder_begin(&folder), 0);
    static const char *const folders[] = {"one", "two", "three", "three/sub", "alone"};
    for (size_t i = 0; i < 5; i++)
        test_folder_add_folder(&folder, folders[i]);
    static const char *const files[] = {"one/.git", "two/.git", "three/.git", "two/there.xmf"};
    for (size_t i = 0; i < 4; i++)
        test_folder_add_text(&folder, files[i], "");
    test_folder_add_link(&folder, "link", "three/sub");
    for (size_t i = 0; i < 5; i++)
        items[i] = (al_input){.path = paths[i], .in_folder = lengths[i] > 0, .folder_length = lengths[i]};
    assert_true(al_path_base_add(&base, ".", true));
    made_policy_begin(&f.policy, NULL, made_baseline(some, 6));
    f.policy.policy.base = &base;
    f.log = al_usage_log_new(&f.policy.policy, &list, NULL, false);
    assert_non_null(f.log);
    expect_of_baseline(
        &f,
        "baseline/unmatched 2:1+102 findings[0]: no finding of xmf/inflate in a.xmf matches this entry\n"
        "baseline/unmatched 3:1+105 findings[1]: no finding of xmf/inflate in gone.xmf matches this entry\n"
        "baseline/unmatched 5:1+110 findings[3]: no finding of xmf/inflate in deep/gone.xmf matches this "
        "entry\n"
        "baseline/unmatched 6:1+109 findings[4]: no finding of xmf/inflate in sub/gone.xmf matches this "
        "entry\n"
        "baseline/unmatched 7:1+111 findings[5]: no finding of xmf/inflate in alone/gone.xmf matches this "
        "entry\n");
    end(&f);
    al_path_base_free(&base);
    assert_int_equal(test_folder_end(&folder), 0);
}

/* Folders whose names are alike, each with a base of its own: an entry is gone only if its file is in none of
 * them, nor in the folder that was named. A whole path is never one of an entry. */
static void entries_of_folders_that_are_alike(void **state)
{
    (void)state;
    static const char *const folders[] = {"one", "one/a", "one/bb", "one/b"};
    static const char *const files[] = {"one/.git",   "one/a/.git",  "one/bb/.git",  "one/b/.git",
                                        "one/only.x", "one/a/x.xmf", "one/bb/y.xmf", "one/b/z.xmf"};
    static char paths[3][16] = {"one/a/x.xmf", "one/b/z.xmf", "one/bb/y.xmf"};
    al_input items[3];
    const al_input_list list = {.items = items, .count = 3};
    test_folder folder;
    al_path_base base = {.current = NULL};
    fixture f;
    char whole[TEST_FOLDER_PATH + 16];
    assert_int_equal(test_folder_begin(&folder), 0);
    for (size_t i = 0; i < 4; i++)
        test_folder_add_folder(&folder, folders[i]);
    for (size_t i = 0; i < 8; i++)
        test_folder_add_text(&folder, files[i], "");
    for (size_t i = 0; i < 3; i++)
        items[i] = (al_input){.path = paths[i], .in_folder = true, .folder_length = 4};
    (void)snprintf(whole, sizeof whole, "%s/one/gone.xmf", folder.path);
    const made_entry some[] = {{'1', "xmf/inflate", "x.xmf", ""},  {'2', "xmf/inflate", "y.xmf", ""},
                               {'3', "xmf/inflate", "z.xmf", ""},  {'4', "xmf/inflate", "only.x", ""},
                               {'5', "xmf/inflate", "gone.x", ""}, {'6', "xmf/inflate", whole, ""}};
    assert_true(al_path_base_add(&base, ".", true));
    made_policy_begin(&f.policy, NULL, made_baseline(some, 6));
    f.policy.policy.base = &base;
    f.log = log_of(&f, &list, NULL);
    expect_of_baseline(&f, "baseline/unmatched 6:1+103 findings[4]: no finding of xmf/inflate in gone.x "
                           "matches this entry\n");
    end(&f);
    al_path_base_free(&base);
    assert_int_equal(test_folder_end(&folder), 0);
}

/* A finding about assetlint's own files may be in the baseline, too. */
static void a_known_finding_about_the_configuration(void **state)
{
    (void)state;
    static const char text[] = "{\"suppressions\": [{\"path\": \"no-mod/gone.xmf\", \"reason\": \"gone\"}]}";
    char baseline[512];
    fixture f;
    al_result *result;
    begin(&f, text, NULL);
    assert_true(al_usage_log_configuration(f.log, &result));
    assert_non_null(result);
    (void)snprintf(baseline, sizeof baseline,
                   "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [{\"fingerprint\": \"%s\","
                   " \"rule\": \"config/unused-suppression\", \"path\": \"assetlint.json\","
                   " \"field\": \"suppressions[0]\"}]}",
                   result->findings[0].fingerprint);
    al_result_free(result);
    end(&f);
    begin(&f, text, baseline);
    assert_true(al_usage_log_configuration(f.log, &result));
    assert_string_equal(made_result_text(result),
                        "(config/unused-suppression suppressions[0]: *it is in the baseline); ");
    assert_int_equal(result->warnings, 0);
    assert_int_equal(result->status, AL_FILE_FINDINGS);
    al_result_free(result);
    expect_of_baseline(&f, "");
    end(&f);
    static const made_entry other = {'1', "config/unused-suppression", "assetlint.json", ""};
    begin(&f, text, made_baseline(&other, 1)); /* the configuration has a finding, but not that one */
    assert_true(al_usage_log_configuration(f.log, &result));
    al_result_free(result);
    expect_of_baseline(&f, "baseline/unmatched 2:1+125 findings[0]: no finding of config/unused-suppression "
                           "in assetlint.json matches this entry\n");
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unused_suppressions),
        cmocka_unit_test(a_run_that_ended_early),
        cmocka_unit_test(sentences_about_suppressions),
        cmocka_unit_test(a_rule_that_did_not_run),
        cmocka_unit_test(a_pattern_that_also_matches_an_excluded_file),
        cmocka_unit_test(many_unused_suppressions),
        cmocka_unit_test(an_unused_suppression_before_a_used_one),
        cmocka_unit_test(a_file_named_like_an_excluded_folder),
        cmocka_unit_test(a_run_of_the_whole_folder),
        cmocka_unit_test(short_names_of_left_out_folders),
        cmocka_unit_test(nothing_to_report),
        cmocka_unit_test(patterns_of_left_out_folders),
        cmocka_unit_test(unmatched_entries),
        cmocka_unit_test(a_baseline_after_a_run_that_ended_early),
        cmocka_unit_test(an_entry_of_a_member_that_is_gone),
        cmocka_unit_test(entries_of_what_was_not_checked),
        cmocka_unit_test(entries_counted_from_several_bases),
        cmocka_unit_test(entries_of_folders_that_are_alike),
        cmocka_unit_test(a_known_finding_about_the_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
