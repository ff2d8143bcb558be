/* configuration_files_test.c: where assetlint.json is found, paths relative to its folder, and the settings
 * of each file. */
#include "test_folder.h"
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/platform.h"
#include "project/configuration/configuration.h"
#include "project/configuration/file_settings.h"

/* ---- Finding it ---------------------------------------------------------------------------------------- */

static void expect_found(const char *path, const char *expected)
{
    bool no_memory = true;
    char *found = al_configuration_find(path, &no_memory);
    assert_false(no_memory);
    if (expected == NULL)
        assert_null(found);
    else
        assert_string_equal(found, expected);
    free(found);
}

static void the_nearest_configuration_is_found(void **state)
{
    test_folder *f = *state;
    char path[TEST_FOLDER_PATH + 32], expected[TEST_FOLDER_PATH + 32];
    static const char *const folders[] = {"mod", "mod/a", "mod/a/b", "other", "odd", "odd/assetlint.json"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(f, folders[i]);
    test_folder_add_text(f, "mod/assetlint.json", "{}");
    test_folder_add_text(f, "mod/a/x.xmf", "");
    expect_found("other", NULL);
    expect_found("odd", NULL);
    expect_found("mod", "mod/assetlint.json");
    expect_found("mod//", "mod/assetlint.json");
    expect_found("./mod/a/b/", "./mod/assetlint.json");
    expect_found("mod/a/x.xmf", "mod/assetlint.json");
    expect_found("mod/a//x.xmf", "mod/assetlint.json");
    expect_found("mod/a/./.", "mod/assetlint.json");
    expect_found("mod/a/absent", "mod/assetlint.json");
    expect_found("mod/assetlint.json", "mod/assetlint.json");
    (void)snprintf(path, sizeof path, "%s/mod/a/b", f->path);
    (void)snprintf(expected, sizeof expected, "%s/mod/assetlint.json", f->path);
    expect_found(path, expected);
    assert_int_equal(chdir("mod/a/b"), 0);
    expect_found(".", "../../assetlint.json");
    expect_found("", "../../assetlint.json");
    expect_found("x.xmf", "../../assetlint.json");
    expect_found("..", "../../assetlint.json");
    expect_found("../x.xmf", "../../assetlint.json");
    expect_found("../..", "../../assetlint.json");
    assert_int_equal(chdir(f->path), 0);
    expect_found("/", NULL);
    expect_found("/no-such-file", NULL);
}

/* Names of one letter, and names that end in characters near the slash. */
static void short_names_of_folders(void **state)
{
    test_folder *f = *state;
    static const char *const folders[] = {"m", "m/0", "m/0.", "m/0/x"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(f, folders[i]);
    test_folder_add_text(f, "m/assetlint.json", "{}");
    test_folder_add_text(f, "m/0/assetlint.json", "{}");
    expect_found("m", "m/assetlint.json");
    expect_found("m/", "m/assetlint.json");
    expect_found("m/0", "m/0/assetlint.json");
    expect_found("m/0.", "m/assetlint.json");
    expect_found("m/0/x/./.", "m/0/assetlint.json");
    expect_found("m///x.xmf", "m/assetlint.json");
    expect_found("m/absent/..", "m/assetlint.json");
    assert_int_equal(chdir("m/0/x"), 0);
    expect_found(".", "../assetlint.json");
    expect_found("/", NULL);
    expect_found("/no-such-file", NULL);
    test_folder_add_folder(f, "y");
    assert_int_equal(chdir("y"), 0);
    expect_found("", "../../assetlint.json");
    test_folder_add_folder(f, "z");
    assert_int_equal(chdir("z"), 0);
    expect_found(".", "../../../assetlint.json");
    expect_found("..", "../../../assetlint.json");
    assert_int_equal(chdir("../.."), 0);
    f->count -= 2;
    assert_int_equal(rmdir("y/z") | rmdir("y"), 0);
    assert_int_equal(chdir(f->path), 0);
}

enum { DEEP = 20, NAME = 250 };

/* Enters folders until the path of the current one is longer than the library asks for. */
static void enter_deep(char name[NAME + 1])
{
    memset(name, 'n', NAME);
    name[NAME] = '\0';
    for (size_t i = 0; i < DEEP; i++)
        assert_int_equal(mkdir(name, 0700) | chdir(name), 0);
}

static void leave_deep(const char *name)
{
    for (size_t i = 0; i < DEEP; i++)
        assert_int_equal(chdir("..") | rmdir(name), 0);
}

static void put_configuration(const char *path)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fputs("{}", out) < 0, 0);
    assert_int_equal(fclose(out), 0);
}

/* The search ends at folders that have no name, and paths stay as they are given. */
static void an_unknown_current_folder(void **state)
{
    (void)state;
    char name[NAME + 1];
    al_mistake mistake;
    enter_deep(name);
    put_configuration("../../assetlint.json");
    expect_found("..", NULL);
    expect_found("a/..", NULL);
    expect_found("../..", "../../assetlint.json");
    expect_found("/no-such-file", NULL);
    put_configuration("../assetlint.json");
    expect_found("", NULL);
    expect_found(".", NULL);
    expect_found("a/b/c.xmf", NULL);
    expect_found("..", "../assetlint.json");
    al_configuration *c = al_configuration_read("../assetlint.json", NULL, "2026-05-17", &mistake);
    assert_non_null(c);
    assert_null(c->current);
    assert_null(c->root);
    char *path = al_configuration_path(c, "../a/./b.xmf");
    assert_string_equal(path, "../a/b.xmf");
    free(path);
    al_configuration_free(c);
    assert_int_equal(remove("../assetlint.json") | remove("../../assetlint.json"), 0);
    leave_deep(name);
}

static void expect_path(const al_configuration *c, const char *path, const char *expected)
{
    char *relative = al_configuration_path(c, path);
    assert_string_equal(relative, expected);
    free(relative);
}

static void paths_are_relative_to_its_folder(void **state)
{
    test_folder *f = *state;
    char path[TEST_FOLDER_PATH + 32];
    al_mistake mistake;
    test_folder_add_folder(f, "mod");
    test_folder_add_folder(f, "mod/a");
    test_folder_add_folder(f, "other");
    test_folder_add_link(f, "link", "mod/a");
    test_folder_add_link(f, "mod/out", "../other");
    test_folder_add_link(f, "top", "/");
    test_folder_add_text(f, "mod/assetlint.json", "{}");
    al_configuration *c = al_configuration_read("mod/assetlint.json", NULL, "2026-05-17", &mistake);
    assert_non_null(c);
    assert_string_equal(c->path, "mod/assetlint.json");
    assert_string_equal(c->folder, "mod");
    assert_string_equal(c->current, f->path);
    (void)snprintf(path, sizeof path, "%s/mod", f->path);
    assert_string_equal(c->root, path);
    assert_string_equal(c->real_root, path);
    expect_path(c, "mod/a/x.xmf", "a/x.xmf");
    expect_path(c, "./mod//a/../x.xmf", "x.xmf");
    expect_path(c, "mod", "");
    expect_path(c, "other/x.xmf", "../other/x.xmf");
    expect_path(c, "x.xmf", "../x.xmf");
    expect_path(c, "link/x.xmf", "a/x.xmf");
    expect_path(c, "link", "a");
    expect_path(c, "link/absent/deep/x.xmf", "a/absent/deep/x.xmf");
    expect_path(c, "mod/out/x.xmf", "out/x.xmf");
    (void)snprintf(path, sizeof path, "top%s/mod/x.xmf", f->path);
    expect_path(c, path, "x.xmf");
    (void)snprintf(path, sizeof path, "%s/mod/a/x.xmf", f->path);
    expect_path(c, path, "a/x.xmf");
    al_configuration_free(c);
    c = al_configuration_read("link/../assetlint.json", NULL, "2026-05-17", &mistake);
    assert_non_null(c);
    expect_path(c, "mod/a/x.xmf", "a/x.xmf");
    al_configuration_free(c);
}

static void a_configuration_behind_a_link(void **state)
{
    test_folder *f = *state;
    al_mistake mistake;
    test_folder_add_folder(f, "mod");
    test_folder_add_link(f, "link", "mod");
    test_folder_add_text(f, "mod/assetlint.json", "{}");
    al_configuration *c = al_configuration_read("link/assetlint.json", NULL, "2026-05-17", &mistake);
    assert_non_null(c);
    assert_string_equal(strrchr(c->root, '/'), "/link");
    assert_string_equal(strrchr(c->real_root, '/'), "/mod");
    expect_path(c, "link/x.xmf", "x.xmf");
    expect_path(c, "mod/x.xmf", "x.xmf");
    expect_path(c, "x.xmf", "../x.xmf");
    al_configuration_free(c);
}

static void files_that_cannot_be_read(void **state)
{
    test_folder *f = *state;
    al_mistake mistake;
    test_folder_add_folder(f, "folder");
    assert_null(al_configuration_read("absent.json", NULL, "2026-05-17", &mistake));
    assert_string_equal(mistake.text, "no such file or folder");
    assert_int_equal(mistake.line, 1);
    assert_int_equal(mistake.column, 1);
    assert_false(mistake.no_memory);
    assert_null(al_configuration_read("folder", NULL, "2026-05-17", &mistake));
    assert_string_equal(mistake.text, al_error_text(EISDIR));
    assert_null(al_baseline_read("absent.json", NULL, 1 << 20, &mistake));
    assert_string_equal(mistake.text, "no such file or folder");
    test_folder_add_text(f, "large.json", "{\"tool\": \"assetlint\", \"version\": 1, \"findings\": []}   ");
    assert_null(al_baseline_read("large.json", NULL, 16, &mistake));
    assert_string_equal(mistake.text, "this file is too large");
    assert_int_equal(mistake.line, 1);
    assert_int_equal(mistake.column, 1);
    al_baseline *b = al_baseline_read("large.json", NULL, 1 << 20, &mistake);
    assert_non_null(b);
    assert_int_equal(b->count, 0);
    al_baseline_free(b);
    test_folder_drop_superuser(f);
    assert_int_equal(chmod("large.json", 0), 0);
    assert_null(al_configuration_read("large.json", NULL, "2026-05-17", &mistake));
    assert_string_equal(mistake.text, al_error_text(EACCES));
    assert_null(al_baseline_read("large.json", NULL, 1 << 20, &mistake));
    assert_string_equal(mistake.text, al_error_text(EACCES));
}

/* ---- Exclusions ---------------------------------------------------------------------------------------- */

static void exclusions(void **state)
{
    (void)state;
    bool no_memory = false;
    static const char text[] = "{\"exclude\": [\"old/\", \"*.bak\", \"a/b\"]}";
    static const struct {
        const char *path;
        bool excluded;
    } cases[] = {
        {"old/", true},   {"old", false},     {"old/x", false}, {"x.bak", true},
        {"x.bak/", true}, {"a/x.bak", false}, {"a/b/", true},   {"a/b", true},
        {"a/", false},    {"./x.bak", true},  {".", false},     {"./", false},
    };
    al_mistake mistake;
    al_configuration *c = al_configuration_read(
        "assetlint.json", (const al_span[]){al_span_of(text, sizeof text - 1)}, "2026-05-17", &mistake);
    assert_non_null(c);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (al_configuration_excludes(c, cases[i].path, &no_memory) != cases[i].excluded)
            print_message("%s\n", cases[i].path);
        assert_int_equal(al_configuration_excludes(c, cases[i].path, &no_memory), cases[i].excluded);
    }
    al_configuration_free(c);
    c = al_configuration_read("assetlint.json", (const al_span[]){al_span_of("{}", 2)}, "2026-05-17",
                              &mistake);
    assert_false(al_configuration_excludes(c, "old/", &no_memory));
    al_configuration_free(c);
    static const char folders[] = "{\"exclude\": [\"*/\"]}";
    c = al_configuration_read("assetlint.json", (const al_span[]){al_span_of(folders, sizeof folders - 1)},
                              "2026-05-17", &mistake);
    assert_true(al_configuration_excludes(c, "a/", &no_memory));
    assert_false(al_configuration_excludes(c, "a", &no_memory));
    assert_false(al_configuration_excludes(c, "./", &no_memory)); /* its own folder has no name */
    assert_false(no_memory);
    al_configuration_free(c);
}

/* ---- Settings of files --------------------------------------------------------------------------------- */

typedef struct settings_case {
    const char *path;
    al_level inflate, data_range;
    bool has_budgets;
    uint64_t triangles, bones;
} settings_case;

static al_level level_of(const al_file_settings *s, const char *rule)
{
    return s->rules[al_rule_find(rule) - al_rule_at(0)].level;
}

static void settings_of_files(void **state)
{
    (void)state;
    static const char text[] =
        "{\"levels\": {\"xmf/inflate\": \"warning\"}, \"overrides\": ["
        "{\"paths\": [\"a/*\"], \"levels\": {\"xmf/inflate\": \"note\"}},"
        "{\"paths\": [\"*/x.xmf\"], \"ignore\": [\"xmf/data-range\"]},"
        "{\"paths\": [\"a/z.xmf\", \"b/z.xmf\"], \"levels\": {\"xmf/inflate\": \"off\"}}],"
        "\"budgets\": [{\"paths\": [\"a/*\"], \"triangles\": 10},"
        " {\"paths\": [\"*/x.xmf\"], \"triangles\": 12, \"bones\": 0},"
        " {\"paths\": [\"a/z.xmf\"], \"triangles\": 9}]}";
    static const settings_case cases[] = {
        {"c.xmf", AL_WARNING, AL_ERROR, false, 0, 0}, {"a/y.xmf", AL_NOTE, AL_ERROR, true, 10, UINT64_MAX},
        {"a/x.xmf", AL_NOTE, AL_OFF, true, 10, 0},    {"a/x.xmf", AL_NOTE, AL_OFF, true, 10, 0},
        {"b/x.xmf", AL_WARNING, AL_OFF, true, 12, 0}, {"a/z.xmf", AL_OFF, AL_ERROR, true, 9, UINT64_MAX},
        {"b/z.xmf", AL_OFF, AL_ERROR, false, 0, 0},   {"./b/y.xmf", AL_WARNING, AL_ERROR, false, 0, 0},
    };
    al_mistake mistake;
    al_policy policy = {.configuration = NULL};
    al_file_settings kept = {.path = NULL};
    al_configuration *c = al_configuration_read(
        "assetlint.json", (const al_span[]){al_span_of(text, sizeof text - 1)}, "2026-05-17", &mistake);
    assert_non_null(c);
    al_options_init(&policy.options);
    al_policy_configure(&policy, c);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_file_settings fresh = {.path = NULL}, *both[] = {&kept, &fresh};
        for (size_t j = 0; j < 2; j++) {
            al_file_settings *s = both[j];
            assert_true(al_file_settings_open(s, &policy, cases[i].path, true));
            assert_int_equal(level_of(s, "xmf/inflate"), cases[i].inflate);
            assert_int_equal(level_of(s, "xmf/data-range"), cases[i].data_range);
            assert_int_equal(s->budgets != NULL, cases[i].has_budgets);
            if (s->budgets != NULL) {
                assert_true(s->budgets[AL_MEASURE_TRIANGLES] == cases[i].triangles);
                assert_true(s->budgets[AL_MEASURE_BONES] == cases[i].bones);
                assert_true(s->budgets[AL_MEASURE_BYTES] == UINT64_MAX);
            }
            assert_string_equal(s->path, strncmp(cases[i].path, "./", 2) == 0 ? "b/y.xmf" : cases[i].path);
            assert_string_equal(s->base_path, cases[i].path);
            assert_null(s->sidecar.path);
        }
        al_file_settings_free(&fresh);
        assert_null(fresh.rules);
    }
    al_file_settings_free(&kept);
    al_configuration_free(c);
}

static void a_single_override(void **state)
{
    (void)state;
    static const char text[] =
        "{\"overrides\": [{\"paths\": [\"a\"], \"levels\": {\"xmf/inflate\": \"note\"}}]}";
    al_mistake mistake;
    al_policy policy = {.configuration = NULL};
    al_file_settings s = {.path = NULL};
    al_configuration *c = al_configuration_read(
        "assetlint.json", (const al_span[]){al_span_of(text, sizeof text - 1)}, "2026-05-17", &mistake);
    assert_non_null(c);
    al_options_init(&policy.options);
    al_policy_configure(&policy, c);
    assert_true(al_file_settings_open(&s, &policy, "a", true));
    assert_int_equal(level_of(&s, "xmf/inflate"), AL_NOTE);
    assert_true(al_file_settings_open(&s, &policy, "b", true));
    assert_int_equal(level_of(&s, "xmf/inflate"), AL_ERROR);
    al_file_settings_free(&s);
    al_configuration_free(c);
}

static void ignore_files_beside_files(void **state)
{
    test_folder *f = *state;
    al_policy policy = {.sidecars = true};
    al_file_settings s = {.path = NULL};
    al_options_init(&policy.options);
    test_folder_add_text(f, "a.xmf.assetlintignore", "xmf/*\n");
    test_folder_add_folder(f, "b.xmf.assetlintignore");
    assert_true(al_file_settings_open(&s, &policy, "a.xmf", true));
    assert_ptr_equal(s.rules, policy.options.settings);
    assert_null(s.path);
    assert_null(s.budgets);
    assert_string_equal(s.sidecar.path, "a.xmf.assetlintignore");
    assert_int_equal(s.sidecar.count, 1);
    assert_string_equal(s.sidecar.lines[0].rule, "xmf/*");
    assert_null(s.sidecar.unreadable);
    assert_true(al_file_settings_open(&s, &policy, "b.xmf", true));
    assert_null(s.sidecar.path);
    assert_null(s.sidecar.unreadable);
    assert_int_equal(s.sidecar.count, 0);
    assert_true(al_file_settings_open(&s, &policy, "c.xmf", true));
    assert_null(s.sidecar.path);
    assert_null(s.sidecar.unreadable);
    assert_true(al_file_settings_open(&s, &policy, "a.xmf", 0));
    assert_null(s.sidecar.path);
    policy.sidecars = false;
    assert_true(al_file_settings_open(&s, &policy, "a.xmf", true));
    assert_null(s.sidecar.path);
    al_file_settings_free(&s);
}

/* An ignore file of exactly the limit is read, one byte more is too large. */
static void the_largest_ignore_file(void **state)
{
    enum { MOST = 1 << 16 };
    test_folder *f = *state;
    char *text = malloc(MOST + 1);
    al_sidecar sidecar;
    assert_non_null(text);
    memset(text, '#', MOST + 1);
    memcpy(text, "a\n", 2);
    test_folder_add_file(f, "a.assetlintignore", text, MOST);
    test_folder_add_file(f, "b.assetlintignore", text, MOST + 1);
    free(text);
    assert_true(al_sidecar_open(&sidecar, "a"));
    assert_false(sidecar.too_large);
    assert_int_equal(sidecar.count, 1);
    assert_int_equal(sidecar.text.len, MOST);
    al_sidecar_close(&sidecar);
    assert_true(al_sidecar_open(&sidecar, "b"));
    assert_true(sidecar.too_large);
    assert_int_equal(sidecar.count, 0);
    assert_string_equal(sidecar.path, "b.assetlintignore");
    al_sidecar_close(&sidecar);
}

static void ignore_files_that_cannot_be_read(void **state)
{
    test_folder *f = *state;
    al_sidecar sidecar;
    test_folder_add_link(f, "loop", "loop");
    assert_true(al_sidecar_open(&sidecar, "loop/a"));
    assert_null(sidecar.path);
    assert_non_null(sidecar.unreadable);
    assert_string_equal(sidecar.unreadable, al_error_text(ELOOP));
    al_sidecar_close(&sidecar);
    test_folder_add_text(f, "text", "xmf/*");
    test_folder_add_link(f, "link.assetlintignore", "text");
    assert_true(al_sidecar_open(&sidecar, "link"));
    assert_null(sidecar.path);
    assert_int_equal(sidecar.count, 0);
    assert_string_equal(sidecar.unreadable, "it is a symbolic link");
    al_sidecar_close(&sidecar);
    test_folder_add_text(f, "a.assetlintignore", "xmf/*");
    test_folder_drop_superuser(f);
    assert_int_equal(chmod("a.assetlintignore", 0), 0);
    assert_true(al_sidecar_open(&sidecar, "a"));
    assert_null(sidecar.path);
    assert_string_equal(sidecar.unreadable, al_error_text(EACCES));
    al_sidecar_close(&sidecar);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TEST_FOLDER(the_nearest_configuration_is_found),
        IN_TEST_FOLDER(short_names_of_folders),
        IN_TEST_FOLDER(an_unknown_current_folder),
        IN_TEST_FOLDER(paths_are_relative_to_its_folder),
        IN_TEST_FOLDER(a_configuration_behind_a_link),
        IN_TEST_FOLDER(files_that_cannot_be_read),
        cmocka_unit_test(exclusions),
        cmocka_unit_test(settings_of_files),
        cmocka_unit_test(a_single_override),
        IN_TEST_FOLDER(ignore_files_beside_files),
        IN_TEST_FOLDER(the_largest_ignore_file),
        IN_TEST_FOLDER(ignore_files_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
