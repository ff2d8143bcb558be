/* project_shortage_test.c: each allocation of functions of src/project fails once. The functions say that
 * memory is short then, and only then, and free what they allocated. */
#include "failing_memory.h"
#include "made_results.h"
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/map.h"
#include "project/configuration/baseline_base.h"
#include "project/configuration/suppress.h"
#include "project/configuration/usage_log.h"
#include "project/inputs/input.h"
#include "project/paths.h"
#include "project/window.h"

enum { MOST_ALLOCATIONS = 1000 };

/* Calls functions of src/project; false when out of memory. */
typedef bool attempt(void);

/* `each`: it fails whichever allocation fails; else some failures change nothing. */
static void assert_failures_are_told(attempt *run, bool each)
{
    int n = 1, count = 0;
    for (bool failed = true; failed; n++) {
        assert_true(n < MOST_ALLOCATIONS);
        const size_t blocks = failing_memory_blocks();
        failing_memory_arm((unsigned long)n);
        const bool ok = run();
        failed = failing_memory_disarm();
        assert_true(ok || failed);
        assert_int_equal(failing_memory_blocks(), blocks);
        count += !ok;
    }
    assert_true(count > 0);
    if (each)
        assert_int_equal(count, n - 2);
}

static void assert_each_failure_is_told(attempt *run)
{
    assert_failures_are_told(run, true);
}

static bool free_path(char *path)
{
    free(path);
    return path != NULL;
}

/* ---- Paths and inputs ---------------------------------------------------------------------------------- */

static bool normal_path(void)
{
    return free_path(al_path_normal("/no-such/a", "b/../../c/d"));
}

static bool relative_path(void)
{
    return free_path(al_path_relative("/a/b", "/a/c")) && free_path(al_path_copy("a"));
}

static bool is_base_path(char *path, const char *expected)
{
    if (path != NULL)
        assert_string_equal(path, expected);
    return free_path(path);
}

/* Some allocations only remember the folder for the next file. */
static bool base_path(void)
{
    al_path_base base = {.current = NULL};
    al_base_finder finder = {.given = NULL};
    const bool ok = al_path_base_add(&base, "mod", true) && al_path_base_add(&base, "other/x.xmf", false) &&
                    is_base_path(al_base_path(&finder, &base, "mod/a/x.xmf"), "mod/a/x.xmf") &&
                    is_base_path(al_base_path(&finder, &base, "mod/a/y.xmf"), "mod/a/y.xmf") &&
                    is_base_path(al_base_path(&finder, &base, "other/y.xmf"), "other/y.xmf");
    al_base_finder_free(&finder);
    al_path_base_free(&base);
    return ok;
}

static bool files_of_folders(void)
{
    al_input_list list = {.count = 0}, siblings = {.count = 0}, excluded = {.count = 0};
    al_path_base base = {.current = NULL};
    static const char *const patterns[] = {"out", "a/*.bak"};
    list.base = &base;
    list.excluded = patterns;
    list.excluded_count = 2;
    bool ok = al_input_add_path(&list, "mod") && al_input_add_path(&list, "named.bgf") &&
              al_input_add_stdin(&list, "input.xmf");
    if (ok)
        al_input_sort(&list);
    ok = ok && al_input_add_siblings(&siblings, &list) && al_input_split_excluded(&list, &excluded);
    al_input_free(&list);
    al_input_free(&siblings);
    al_input_free(&excluded);
    al_path_base_free(&base);
    return ok;
}

static bool level_of_no_folder(void)
{
    al_input_list list = {.count = 0};
    const bool ok = al_input_add_level(&list, "absent/");
    al_input_free(&list);
    return ok;
}

static bool files_of_a_pattern(void)
{
    al_input_list list = {.count = 0};
    bool any;
    const bool ok = al_input_add_pattern(&list, "mod/*.xmf", &any);
    al_input_free(&list);
    return ok;
}

static bool files_of_a_list(void)
{
    char reason[AL_REASON_SIZE];
    al_input_list list = {.count = 0};
    const al_names_status status = al_input_add_names(&list, "list", '\n', reason);
    al_input_free(&list);
    return status != AL_NAMES_NO_MEMORY;
}

static bool named_folders(void)
{
    static char path[] = "mod/x.xmf";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 4};
    static const al_input_list list = {.items = &item, .count = 1};
    al_input_folders folders;
    al_input_list reference = {.count = 0};
    const bool ok = al_input_folders_of(&folders, &list) && al_input_add_path(&reference, "mod") &&
                    al_input_drop_in_folders(&reference, ".", &folders);
    al_input_folders_free(&folders);
    al_input_free(&reference);
    return ok;
}

static void paths_and_inputs(void **state)
{
    (void)state;
    assert_each_failure_is_told(normal_path);
    assert_each_failure_is_told(relative_path);
    assert_failures_are_told(base_path, false);
    assert_each_failure_is_told(files_of_folders);
    assert_each_failure_is_told(level_of_no_folder);
    assert_each_failure_is_told(files_of_a_pattern);
    assert_each_failure_is_told(files_of_a_list);
    assert_each_failure_is_told(named_folders);
}

/* ---- Configuration ------------------------------------------------------------------------------------- */

static const char configuration[] =
    "{\"exclude\": [\"a\"], \"with\": [\".\"], \"levels\": {\"xmf/inflate\": \"note\"}, \"overrides\": "
    "[{\"paths\": [\"mod/*\"], \"ignore\": [\"xmf/data-gap\"]}], \"budgets\": [{\"bytes\": 1}],"
    "\"suppressions\": [{\"rule\": \"xmf/*\", \"path\": \"mod/x.xmf\", \"reason\": \"r\"},"
    "{\"path\": \"mod/gone.xmf\", \"reason\": \"g\"}]}";

static const made_entry entries[] = {{'1', "xmf/inflate", "mod/x.xmf", ""},
                                     {'2', "xmf/inflate", "mod/gone.xmf", ""}};

static bool found_configuration(void)
{
    bool no_memory;
    char *path = al_configuration_find("mod/a", &no_memory);
    assert_int_equal(path == NULL, no_memory);
    return free_path(path);
}

static bool read_configuration(void)
{
    al_mistake mistake;
    al_configuration *c = al_configuration_read(
        "assetlint.json", (const al_span[]){al_span_of(configuration, sizeof configuration - 1)},
        "2026-05-17", &mistake);
    const bool ok = c != NULL && free_path(al_configuration_path(c, "mod/x.xmf")) &&
                    free_path(al_configuration_path(c, "link/x.xmf"));
    assert_true(c != NULL || mistake.no_memory);
    al_configuration_free(c);
    return ok;
}

static bool read_baseline(void)
{
    static const char text[] = "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": [{\"fingerprint\": "
                               "\"0000000000000001\", \"rule\": \"r\", \"path\": \"p\", \"field\": \"f\"}]}";
    al_mistake mistake;
    al_baseline *b = al_baseline_read("known.json", (const al_span[]){al_span_of(text, sizeof text - 1)},
                                      1 << 20, &mistake);
    assert_true(b != NULL || mistake.no_memory);
    al_baseline_free(b);
    return b != NULL;
}

/* The baselines of the attempt below: the paths of their entries, and what these are from the current folder;
 * NULL: what they were. */
static const char *const moved[][3][2] = {
    {{"a/y.bak", "mod/a/y.bak"}, {"x.xmf", "mod/x.xmf"}, {"gone.xmf", "mod/gone.xmf"}},
    {{"x.xmf", NULL}, {"y.bak", NULL}, {"z.xmf", NULL}}, /* each from a folder of its own */
    {{"mod/x.xmf", NULL}, {"y.bak", NULL}, {"z.xmf", NULL}},
};
static size_t moved_number;

static uint64_t fingerprint_of(const al_baseline_entry *e)
{
    const uint64_t file =
        al_hash_text(al_hash_text(al_hash_text(AL_HASH_START, e->rule), e->path), e->member);
    return al_hash_text(file, e->field);
}

static bool moved_baseline(void)
{
    char text[400];
    const char *const(*paths)[2] = moved[moved_number];
    al_mistake mistake;
    const al_notices notices = {.notice = NULL};
    al_path_base base = {.current = NULL};
    al_input_list list = {.base = &base};
    (void)snprintf(
        text, sizeof text,
        "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": ["
        "{\"fingerprint\": \"0000000000000001\", \"rule\": \"r\", \"path\": \"%s\", \"field\": \"f\"},"
        "{\"fingerprint\": \"0000000000000002\", \"rule\": \"r\", \"path\": \"%s\", \"field\": \"f\"},"
        "{\"fingerprint\": \"0000000000000003\", \"rule\": \"r\", \"path\": \"%s\", \"field\": \"f\"}]}",
        paths[0][0], paths[1][0], paths[2][0]);
    al_baseline *b =
        al_baseline_read("known.json", (const al_span[]){al_span_of(text, strlen(text))}, 1 << 20, &mistake);
    for (size_t i = 0; b != NULL && i < b->count; i++)
        b->entries[i].fingerprint = fingerprint_of(&b->entries[i]);
    bool ok = b != NULL && al_path_base_add(&base, "mod", true) && al_input_add_path(&list, "mod");
    if (ok)
        al_input_sort(&list);
    ok = ok && al_baseline_move(b, &base, &list, &notices);
    for (size_t i = 0; ok && i < b->count; i++) {
        bool known = false;
        for (size_t j = 0; j < 3; j++)
            known = known || strcmp(b->entries[i].path, paths[j][1] != NULL ? paths[j][1] : paths[j][0]) == 0;
        assert_true(known);
        assert_true(b->entries[i].fingerprint == fingerprint_of(&b->entries[i]));
    }
    al_baseline_free(b);
    al_input_free(&list);
    al_path_base_free(&base);
    return ok;
}

static bool parsed_sidecar(void)
{
    static const char text[] = "xmf/inflate # why\nxmf/data-range field\n";
    al_sidecar sidecar;
    const bool ok = al_sidecar_parse(&sidecar, "x.xmf", al_span_of(text, sizeof text - 1));
    al_sidecar_close(&sidecar);
    return ok;
}

static void settings_are_read(void **state)
{
    (void)state;
    assert_each_failure_is_told(found_configuration);
    assert_each_failure_is_told(read_configuration);
    assert_each_failure_is_told(read_baseline);
    for (moved_number = 0; moved_number < sizeof moved / sizeof moved[0]; moved_number++)
        assert_failures_are_told(moved_baseline, false); /* the base of the next path is found again */
    assert_each_failure_is_told(parsed_sidecar);
}

/* The policy of the attempts below, made while no allocation fails. */
static made_policy policy;

static bool opened_settings(void)
{
    al_file_settings settings = {.path = NULL};
    policy.policy.sidecars = true;
    const bool ok = al_file_settings_open(&settings, &policy.policy, "mod/x.xmf", true);
    al_file_settings_free(&settings);
    return ok;
}

/* Both results have a finding, about files that are not there. */
static bool logged_use(void)
{
    static char path[] = "mod/x.xmf";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 4};
    static const al_input_list list = {.items = &item, .count = 1};
    al_result *of_configuration = NULL, *of_baseline = NULL;
    al_usage_log *log = al_usage_log_new(&policy.policy, &list, NULL, false);
    const bool ok = log != NULL && al_usage_log_configuration(log, &of_configuration) &&
                    al_usage_log_baseline(log, &of_baseline);
    assert_int_equal(ok, of_configuration != NULL && of_baseline != NULL);
    al_result_free(of_configuration);
    al_result_free(of_baseline);
    al_usage_log_free(log);
    return ok;
}

static bool logged_many(void)
{
    static char path[] = "mod/x.xmf";
    static al_input item = {.path = path, .in_folder = true, .folder_length = 4};
    static const al_input_list list = {.items = &item, .count = 1};
    al_result *result = NULL;
    al_usage_log *log = al_usage_log_new(&policy.policy, &list, NULL, false);
    const bool ok = log != NULL && al_usage_log_configuration(log, &result);
    if (ok)
        assert_int_equal(result->finding_count, policy.configuration->suppression_count);
    al_result_free(result);
    al_usage_log_free(log);
    return ok;
}

static bool suppressed_findings(void)
{
    static al_finding findings[2];
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    al_file_settings settings = {.path = NULL};
    al_result_block *block = al_result_block_new(&budget);
    bool ok = block != NULL && al_result_set_paths(block, "mod/x.xmf", NULL, "") &&
              al_file_settings_open(&settings, &policy.policy, "mod/x.xmf", true);
    if (ok) {
        for (size_t i = 0; i < 2; i++)
            findings[i] = (al_finding){.rule = al_rule_at(i * 30), .rule_number = i * 30, .field = ""};
        block->result.format = "xmf";
        block->result.findings = findings;
        block->result.finding_count = 2;
        const al_suppressors by = {.settings = &settings, .sidecar = &settings.sidecar};
        ok = al_suppress(&by, &block->result, &budget);
    }
    if (block != NULL)
        al_result_free(&block->result);
    al_file_settings_free(&settings);
    return ok;
}

/* So many findings that they need more than one block of memory. */
static void many_findings(void **state)
{
    (void)state;
    enum { MANY = 60, EACH = 48 };
    char text[(MANY + 1) * EACH];
    size_t length = (size_t)snprintf(text, sizeof text, "{\"suppressions\": [");
    for (int i = 0; i < MANY; i++)
        length += (size_t)snprintf(text + length, EACH, "%s{\"path\": \"mod/%06d\", \"reason\": \"r\"}",
                                   i > 0 ? "," : "", i);
    (void)snprintf(text + length, EACH, "]}");
    made_policy_begin(&policy, text, NULL);
    assert_each_failure_is_told(logged_many);
    made_policy_end(&policy);
}

static void settings_are_used(void **state)
{
    (void)state;
    made_policy_begin(&policy, configuration, made_baseline(entries, 2));
    assert_each_failure_is_told(opened_settings);
    assert_failures_are_told(logged_use, false); /* the base of the next path is found again */
    assert_each_failure_is_told(suppressed_findings);
    made_policy_end(&policy);
}

/* ---- What workers share -------------------------------------------------------------------------------- */

/* A result that nobody takes out is freed with the window. */
static bool made_window(void)
{
    window *w = window_new();
    size_t number;
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    if (w == NULL)
        return false;
    window_open(w, 2);
    assert_true(window_take(w, &number));
    al_result_block *block = al_result_block_new(&budget);
    if (block != NULL)
        window_put(w, number, (checked_input){.status = AL_OK, .result = &block->result});
    window_free(w);
    return block != NULL;
}

static void what_workers_share(void **state)
{
    (void)state;
    assert_each_failure_is_told(made_window);
}

/* ---- The folder ---------------------------------------------------------------------------------------- */

static int begin(void **state)
{
    test_folder *f = calloc(1, sizeof *f);
    *state = f;
    if (f == NULL || test_folder_begin(f) != 0)
        return -1;
    static const char *const folders[] = {"mod", "mod/a", "mod/out", "other"};
    static const char *const files[] = {"mod/x.xmf", "mod/a/y.bak", "mod/out/z.xmf", "named.bgf",
                                        "beside.bgf"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(f, folders[i]);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        test_folder_add_text(f, files[i], "");
    test_folder_add_text(f, "assetlint.json", "{}");
    test_folder_add_link(f, "link", "/usr/lib");
    test_folder_add_text(f, "mod/x.xmf.assetlintignore", "xmf/inflate # why\nxmf/data-range field\n");
    test_folder_add_text(f, "list", "mod/x.xmf\nmod/a\n");
    return 0;
}

static int end(void **state)
{
    const int failed = test_folder_end(*state);
    free(*state);
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(paths_and_inputs, begin, end),
        cmocka_unit_test_setup_teardown(settings_are_read, begin, end),
        cmocka_unit_test_setup_teardown(settings_are_used, begin, end),
        cmocka_unit_test_setup_teardown(many_findings, begin, end),
        cmocka_unit_test(what_workers_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
