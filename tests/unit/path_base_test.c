/* path_base_test.c: paths counted from the base of fingerprints. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "platform/platform.h"
#include "project/paths.h"

/* What the test plays, since no test may write into the root of the system. */
typedef struct played {
    const char *extra;         /* a path that exists, too; or NULL */
    const char *link, *target; /* a link that exists, too; or NULL */
    bool no_current, no_memory;
} played;

static played now;

static bool played_exists(const char *path)
{
    return (now.extra != NULL && strcmp(path, now.extra) == 0) || al_exists(path);
}

static char *played_link_target(const char *path)
{
    return now.link != NULL && strcmp(path, now.link) == 0 ? al_path_copy(now.target) : al_link_target(path);
}

static bool played_current_folder(char *path, size_t size)
{
    return !now.no_current && al_current_folder(path, size);
}

static void *played_realloc(void *block, size_t size)
{
    return now.no_memory ? NULL : realloc(block, size);
}

#define al_exists         played_exists
#define al_link_target    played_link_target
#define al_current_folder played_current_folder
#define realloc           played_realloc
#include "project/paths.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

/* A finder that remembers a folder says the same as one that doesn't. */
static void expect(al_base_finder *f, const al_path_base *base, const char *path, const char *counted)
{
    al_base_finder fresh = {.given = NULL};
    char *found = al_base_path(f, base, path), *first = al_base_path(&fresh, base, path);
    assert_string_equal(found, counted);
    assert_string_equal(first, counted);
    free(found);
    free(first);
    al_base_finder_free(&fresh);
}

static void files_of_one_folder_have_one_base(void **state)
{
    (void)state;
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    assert_true(al_path_base_add(&base, "/no-such-folder/mod", true));
    expect(&f, &base, "/no-such-folder/mod/a.xmf", "a.xmf");
    expect(&f, &base, "/no-such-folder/mod/b.xmf", "b.xmf");
    expect(&f, &base, "/no-such-folder/mod/ships/b.xmf", "ships/b.xmf");
    expect(&f, &base, "/no-such-folder/mod/ships/cd.xmf", "ships/cd.xmf");
    expect(&f, &base, "/no-such-folder/mod/ships/..", "");
    expect(&f, &base, "/no-such-folder/mod/ships/.", "ships");
    expect(&f, &base, "/no-such-folder/mod/ships/e", "ships/e");
    expect(&f, &base, "/no-such-folder/mod/ship/e", "ship/e");
    expect(&f, &base, "/no-such-folder/mod/ships//e", "ships/e");
    expect(&f, &base, "/no-such-folder/e", "../e");
    expect(&f, &base, "/no-such-folder/f", "../f");
    expect(&f, &base, "/no-such-folder/mod/ships/", "ships");
    expect(&f, &base, "/no-such-folder/mod/ships/g", "ships/g");
    expect(&f, &base, "/no-such-folder/mod/ships/.", "ships");
    expect(&f, &base, "/no-such-folder/mod/ships/h", "ships/h");
    expect(&f, &base, "/no-such-folder/mod/ships/..", "");
    expect(&f, &base, "/no-such-folder/mod/ships/i", "ships/i");
    expect(&f, &base, "/no-such-folder/mod/ships/", "ships");
    expect(&f, &base, "/no-such-folder/mod/c/x", "c/x"); /* folders whose names differ by one */
    expect(&f, &base, "/no-such-folder/mod/b/x", "b/x");
    expect(&f, &base, "/no-such-folder/mod/c/x", "c/x");
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

static void the_folder_above_all_given_paths(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool is_folder;
        const char *given;
    } cases[] = {
        {"/no-such-folder/mod/a/b/x.xmf", false, "/no-such-folder/mod/a/b"},
        {"/no-such-folder/mod/a/b/c", true, "/no-such-folder/mod/a/b"},
        {"/no-such-folder/mod/a/bc", true, "/no-such-folder/mod/a"},
        {"/no-such-folder/mod/ax", false, "/no-such-folder/mod"},
        {"/no-such-folder/mod", true, "/no-such-folder/mod"},
        {"/no-such-folder", true, "/no-such-folder"},
        {"/x.xmf", false, ""},
    };
    al_path_base base = {.current = NULL};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(al_path_base_add(&base, cases[i].path, cases[i].is_folder));
        assert_string_equal(base.given, cases[i].given);
    }
    al_path_base_free(&base);
    assert_null(base.given);
}

static void no_base(void **state)
{
    (void)state;
    al_base_finder f = {.given = NULL};
    al_path_base nothing = {.current = NULL};
    expect(&f, NULL, "./a//b", "./a//b");
    expect(&f, &nothing, "/no-such-folder//b", "/no-such-folder/b");
    expect(&f, &nothing, "no-such-folder/./b", "no-such-folder/b");
    expect(&f, &nothing, "no-such-folder/c", "no-such-folder/c");
    al_base_finder_free(&f);
}

/* ---- Folders that are a base --------------------------------------------------------------------------- */

static void the_nearest_base_counts(void **state)
{
    test_folder *t = *state;
    static const char *const folders[] = {"mod", "mod/a", "mod/a/inner", "mod/a/inner/c", "other", "other/a"};
    static const struct {
        const char *path, *counted;
    } cases[] = {
        {"mod/x.xmf", "x.xmf"},
        {"mod/a/x.xmf", "a/x.xmf"},
        {"mod/a/y.xmf", "a/y.xmf"},
        {"mod/a/inner/x.xmf", "x.xmf"},
        {"mod/a/inner/c/x.xmf", "c/x.xmf"},
        {"mod/a/inner/absent/deep/x.xmf", "absent/deep/x.xmf"},
        {"mod/a/inne/x.xmf", "a/inne/x.xmf"},
        {"mod/./a/../x.xmf", "x.xmf"},
        {"other/a/x.xmf", "other/a/x.xmf"},
        {"other/x.xmf", "other/x.xmf"},
        {"x.xmf", "x.xmf"},
    };
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        test_folder_add_folder(t, folders[i]);
    test_folder_add_text(t, "mod/assetlint.json", "{}");
    test_folder_add_text(t, "mod/a/inner/.git", "");
    assert_true(al_path_base_add(&base, ".", true));
    assert_string_equal(base.current, t->path);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(&f, &base, cases[i].path, cases[i].counted);
    for (size_t i = sizeof cases / sizeof cases[0]; i > 0; i--)
        expect(&f, &base, cases[i - 1].path, cases[i - 1].counted);
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* A link counts from the base above its target, if there is one; else from the base above the link. */
static void links_lead_to_the_base_of_their_target(void **state)
{
    test_folder *t = *state;
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    test_folder_add_folder(t, "mod");
    test_folder_add_folder(t, "mod/a");
    test_folder_add_folder(t, "mod/a/b");
    test_folder_add_folder(t, "free");
    test_folder_add_text(t, "mod/assetlint.json", "{}");
    test_folder_add_link(t, "to-b", "mod/a/b");
    test_folder_add_link(t, "to-mod", "mod");
    test_folder_add_link(t, "mod/to-free", "../free");
    test_folder_add_folder(t, "other");
    test_folder_add_folder(t, "other/c");
    test_folder_add_text(t, "other/.git", "");
    test_folder_add_link(t, "mod/to-c", "../other/c");
    assert_true(al_path_base_add(&base, ".", true));
    expect(&f, &base, "to-b/x.xmf", "a/b/x.xmf");
    expect(&f, &base, "to-b/deep/x.xmf", "a/b/deep/x.xmf");
    expect(&f, &base, "to-mod/x.xmf", "x.xmf");
    expect(&f, &base, "to-mod/a/x.xmf", "a/x.xmf");
    expect(&f, &base, "mod/to-free/x.xmf", "to-free/x.xmf");
    expect(&f, &base, "free/x.xmf", "free/x.xmf");
    expect(&f, &base, "mod/to-c/x.xmf", "c/x.xmf"); /* from the base of the target */
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* A base in the current folder is none of a file elsewhere. */
static void files_outside_of_the_current_folder(void **state)
{
    test_folder *t = *state;
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    test_folder_add_text(t, ".git", "");
    test_folder_add_text(t, "assetlint.json", "{}");
    assert_true(al_path_base_add(&base, "/no-such-folder/mod", true));
    expect(&f, &base, "/no-such-folder/mod/a.xmf", "a.xmf");
    assert_true(al_path_base_add(&base, "/x", true));
    assert_string_equal(base.given, "");
    al_base_finder_free(&f);
    expect(&f, &base, "/no-such-folder/mod/a.xmf", "no-such-folder/mod/a.xmf");
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* Deeper than the room for levels at first. */
static void deep_folders(void **state)
{
    test_folder *t = *state;
    enum { DEPTH = 40 };
    char path[3 * DEPTH + 1] = "", counted[sizeof path + sizeof "x.xmf"];
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    test_folder_add_text(t, "assetlint.json", "{}");
    assert_true(al_path_base_add(&base, "x", false));
    for (size_t i = 0; i < DEPTH; i++) {
        (void)snprintf(counted, sizeof counted, "%sx.xmf", path);
        expect(&f, &base, counted, counted);
        (void)snprintf(path + strlen(path), sizeof path - strlen(path), "d%zu/", i % 10);
    }
    expect(&f, &base, "x.xmf", "x.xmf");
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* Where the system doesn't say the current folder, paths stay relative. */
static void without_a_current_folder(void **state)
{
    test_folder *t = *state;
    al_base_finder f = {.given = NULL};
    const al_path_base base = {.knows_current = true};
    test_folder_add_folder(t, "mod");
    test_folder_add_folder(t, "mod/a");
    expect(&f, &base, "mod/a/x.xmf", "mod/a/x.xmf");
    expect(&f, &base, "x.xmf", "x.xmf");
    al_base_finder_free(&f);
    test_folder_add_text(t, "mod/assetlint.json", "{}");
    expect(&f, &base, "mod/a/x.xmf", "a/x.xmf");
    expect(&f, &base, "mod/x.xmf", "x.xmf");
    al_base_finder_free(&f);
    test_folder_add_text(t, ".git", "");
    expect(&f, &base, "x.xmf", "x.xmf");
    expect(&f, &base, "other/x.xmf", "other/x.xmf");
    expect(&f, &base, "mod/x.xmf", "x.xmf");
    al_base_finder_free(&f);
    al_path_base given = {.knows_current = true};
    assert_true(al_path_base_add(&given, "other/a/x.xmf", false));
    assert_string_equal(given.given, "other/a");
    assert_null(given.current);
    expect(&f, &given, "other/a/x.xmf", "other/a/x.xmf"); /* .git counts */
    al_base_finder_free(&f);
    test_folder_add_folder(t, "none");
    assert_int_equal(chdir("none"), 0);
    expect(&f, &given, "other/a/x.xmf", "x.xmf");
    expect(&f, &given, "other/b.xmf", "../b.xmf");
    assert_true(al_path_base_add(&given, "else/y.xmf", false));
    assert_string_equal(given.given, "");
    al_base_finder_free(&f);
    expect(&f, &given, "other/c.xmf", "other/c.xmf");
    expect(&f, &given, "/no-such-folder/d.xmf", "no-such-folder/d.xmf");
    assert_int_equal(chdir(".."), 0);
    al_base_finder_free(&f);
    al_path_base_free(&given);
}

/* ---- The root of the system ---------------------------------------------------------------------------- */

static void a_base_in_the_root(void **state)
{
    (void)state;
    static const struct {
        const char *path, *counted;
    } cases[] = {
        {"/x.xmf", "x.xmf"},
        {"/no-such-folder/a/x.xmf", "no-such-folder/a/x.xmf"},
        {"/no-such-folder/x.xmf", "no-such-folder/x.xmf"},
        {"/y.xmf", "y.xmf"},
    };
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    now = (played){.extra = "/assetlint.json"};
    assert_true(al_path_base_add(&base, "/no-such-folder/a", true));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect(&f, &base, cases[i].path, cases[i].counted);
    now = (played){.extra = NULL};
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* The target of the link /no-such-folder/l, and the path of a file in it. */
static void links_to_the_root(void **state)
{
    (void)state;
    static const struct {
        const char *extra, *target, *counted;
    } cases[] = {
        {"/assetlint.json", "/", "x.xmf"},
        {"/.git", "/no-such-target", "no-such-target/x.xmf"},
        {"/.git", "/no-such-target/a", "no-such-target/a/x.xmf"},
        {"/no-such-target/.git", "/no-such-target/a", "a/x.xmf"},
        {"/no-such-target/.git", "/no-such-target", "x.xmf"},
        {"/no-such-target/.git", "/", "l/x.xmf"},
        {"/no-such-target/.git", "/no-such-targets/a", "l/x.xmf"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_base_finder f = {.given = NULL};
        al_path_base base = {.current = NULL};
        now = (played){.extra = cases[i].extra, .link = "/no-such-folder/l", .target = cases[i].target};
        assert_true(al_path_base_add(&base, "/no-such-folder", true));
        expect(&f, &base, "/no-such-folder/l/x.xmf", cases[i].counted);
        al_base_finder_free(&f);
        al_path_base_free(&base);
    }
    now = (played){.extra = NULL};
}

/* ---- What the finder remembers ------------------------------------------------------------------------- */

static void expect_remembered(const char *path, const char *given, const char *start)
{
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    assert_true(al_path_base_add(&base, "/no-such-folder/mod", true));
    free(al_base_path(&f, &base, path));
    if (given == NULL) {
        assert_null(f.given);
    } else {
        assert_string_equal(f.given, given);
        assert_string_equal(f.start, start);
    }
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

/* A path that doesn't end with the name of the file says nothing of the files beside it. */
static void the_last_folder_is_remembered(void **state)
{
    (void)state;
    expect_remembered("/no-such-folder/mod/a.xmf", "/no-such-folder/mod/", "");
    expect_remembered("/no-such-folder/mod/ships/a.xmf", "/no-such-folder/mod/ships/", "ships/");
    expect_remembered("/no-such-folder/mod/./ships//b", "/no-such-folder/mod/./ships//", "ships/");
    expect_remembered("/no-such-folder/mod/ships/..", NULL, NULL);
    expect_remembered("/no-such-folder/mod/ships/", NULL, NULL);
}

/* ---- What the system refuses --------------------------------------------------------------------------- */

static void a_current_folder_that_the_system_does_not_tell(void **state)
{
    test_folder *t = *state;
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    now = (played){.no_current = true};
    assert_true(al_path_base_add(&base, "mod", true));
    assert_null(base.current);
    assert_string_equal(base.given, "mod");
    test_folder_add_text(t, "assetlint.json", "{}");
    expect(&f, &base, "mod/x.xmf", "mod/x.xmf");
    al_base_finder_free(&f);
    al_path_base_free(&base);
    assert_true(al_path_base_add(&base, "/no-such-folder", true));
    expect(&f, &base, "/no-such-folder/x.xmf", "x.xmf"); /* not below that configuration */
    now = (played){.extra = NULL};
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

static void no_memory_for_the_folders(void **state)
{
    (void)state;
    al_base_finder f = {.given = NULL};
    al_path_base base = {.current = NULL};
    assert_true(al_path_base_add(&base, "/no-such-folder", true));
    now = (played){.no_memory = true};
    assert_null(al_base_path(&f, &base, "/no-such-folder/a/x.xmf"));
    now = (played){.extra = NULL};
    expect(&f, &base, "/no-such-folder/a/x.xmf", "a/x.xmf");
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_one_folder_have_one_base),
        cmocka_unit_test(the_folder_above_all_given_paths),
        cmocka_unit_test(no_base),
        IN_TEST_FOLDER(the_nearest_base_counts),
        IN_TEST_FOLDER(links_lead_to_the_base_of_their_target),
        IN_TEST_FOLDER(files_outside_of_the_current_folder),
        IN_TEST_FOLDER(deep_folders),
        IN_TEST_FOLDER(without_a_current_folder),
        cmocka_unit_test(a_base_in_the_root),
        cmocka_unit_test(links_to_the_root),
        cmocka_unit_test(the_last_folder_is_remembered),
        IN_TEST_FOLDER(a_current_folder_that_the_system_does_not_tell),
        cmocka_unit_test(no_memory_for_the_folders),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
