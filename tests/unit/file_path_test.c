/* file_path_test.c: normal and relative paths, also through links. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "project/paths.h"

static void expect_normal(const char *folder, const char *path, const char *expected)
{
    char *normal = al_path_normal(folder, path);
    assert_non_null(normal);
    assert_string_equal(normal, expected);
    free(normal);
}

static void normal_paths(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *path, *normal;
    } cases[] = {
        {NULL, "", ""},
        {NULL, "a", "a"},
        {NULL, "a//b/./c/", "a/b/c"},
        {NULL, "./a", "a"},
        {NULL, ".", ""},
        {NULL, "..", ".."},
        {NULL, "../..", "../.."},
        {NULL, "../../..", "../../.."},
        {NULL, "a/..", ""},
        {NULL, "a/../..", ".."},
        {NULL, "../a/..", ".."},
        {NULL, "a/b/../../c", "c"},
        {NULL, "a..", "a.."},
        {NULL, ".a/.../..b", ".a/.../..b"},
        {NULL, "/", ""},
        {NULL, "/..", ""},
        {NULL, "/a/../../b", "/b"},
        {NULL, "/a/b/", "/a/b"},
        {NULL, "//a", "/a"},
        {"/no-such", "", "/no-such"},
        {"/no-such", "a", "/no-such/a"},
        {"/no-such", "..", ""},
        {"/no-such", "../../a", "/a"},
        {"/no-such/x", "../a/.", "/no-such/a"},
        {"/no-such", "/b", "/b"},
        {"/", "b", "/b"},
        {"/", "..", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_normal(cases[i].folder, cases[i].path, cases[i].normal);
}

/* As for the system, the folder above a link is the one above its target. */
static void the_folder_above_a_link(void **state)
{
    test_folder *f = *state;
    char expected[TEST_FOLDER_PATH + 16];
    test_folder_add_folder(f, "a");
    test_folder_add_folder(f, "a/b");
    test_folder_add_link(f, "link", "a/b");
    test_folder_add_link(f, "top", "/");
    test_folder_add_link(f, "nowhere", "no-such-file");
    (void)snprintf(expected, sizeof expected, "%s/a/c", f->path);
    expect_normal(f->path, "link/../c", expected);
    expect_normal(NULL, "link/../c", expected);
    expect_normal(f->path, "top/../c", "/c");
    expect_normal(f->path, "top/..", "");
    (void)snprintf(expected, sizeof expected, "%s/link", f->path);
    expect_normal(f->path, "link", expected);
    (void)snprintf(expected, sizeof expected, "%s/link/c", f->path);
    expect_normal(f->path, "link/b/../c", expected);
    (void)snprintf(expected, sizeof expected, "%s/c", f->path);
    expect_normal(f->path, "nowhere/../c", expected);
    expect_normal(f->path, "link/../../c", expected);
}

static void paths_below_a_folder(void **state)
{
    (void)state;
    static const struct {
        const char *path, *root, *below;
    } cases[] = {
        {"/a/b", "/a", "b"},  {"/a", "/a", ""}, {"/a/", "/a", ""}, {"/ab", "/a", NULL},
        {"/a", "/a/b", NULL}, {"/a", "", "a"},  {"", "", ""},      {"a/b/c", "a/b", "c"},
        {"/b", "/a", NULL},   {"a", "", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *below = al_path_below(cases[i].path, cases[i].root);
        if (cases[i].below == NULL)
            assert_null(below);
        else
            assert_string_equal(below, cases[i].below);
    }
}

static void parts_in_common(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t common;
    } cases[] = {
        {"/a/b", "/a/c", 2},  {"/a/b", "/a/b", 4},     {"/a/b", "/a/b/c", 4},
        {"/a/bc", "/a/b", 2}, {"/a", "/b", 0},         {"", "/b", 0},
        {"", "", 0},          {"/ab/c", "/ab/d", 3},   {"a/b", "a/b/c", 3},
        {"ab", "a", 0},       {"/a/b/x", "/a/b/y", 4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(al_path_common(cases[i].a, cases[i].b), cases[i].common);
        assert_int_equal(al_path_common(cases[i].b, cases[i].a), cases[i].common);
    }
}

static void the_way_from_one_path_to_another(void **state)
{
    (void)state;
    static const struct way {
        const char *to, *from, *way;
    } ways[] = {
        {"/a/b", "/a", "b"},        {"/a", "/a/b", "../"},          {"/a/b", "/a/c", "../b"},
        {"/a/bc", "/a/b", "../bc"}, {"/a/b", "/a/bc", "../b"},      {"/x", "", "x"},
        {"", "/x", "../"},          {"/x", "/a/b/c", "../../../x"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char *way = al_path_relative(ways[i].to, ways[i].from);
        assert_string_equal(way, ways[i].way);
        free(way);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(normal_paths),
        IN_TEST_FOLDER(the_folder_above_a_link),
        cmocka_unit_test(paths_below_a_folder),
        cmocka_unit_test(parts_in_common),
        cmocka_unit_test(the_way_from_one_path_to_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
