/* sarif_uri_test.c: the URIs of files in SARIF: relative to a root, absolute outside, and unique. */
#include "test_folder.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/sarif_uri.h"

static void assert_uri(const char *path, const char *folder, const char *root, const char *wanted)
{
    char *uri = sarif_uri(path, folder, root);
    assert_non_null(uri);
    assert_string_equal(uri, wanted);
    free(uri);
}

static void below_the_root_they_are_relative(void **state)
{
    (void)state;
    assert_uri("a.xmf", "/no/mod", "/no/mod", "a.xmf");
    assert_uri("./b//a.xmf", "/no/mod", "/no/mod", "b/a.xmf");
    assert_uri("b/../c/./a.xmf", "/no/mod", "/no/mod/", "c/a.xmf");
    assert_uri("/no/mod/a.xmf", "/no/mod", "/no/mod", "a.xmf");
    assert_uri("../mod/a.xmf", "/no/mod", "/no/mod", "a.xmf");
    assert_uri("a.xmf", "/no/mod/ships", "/no/mod", "ships/a.xmf");
    assert_uri("../a.xmf", "/no/mod/ships", "/no/mod", "a.xmf");
    assert_uri("../a.xmf", "/no/mod/ships", "..", "a.xmf"); /* a root may be relative */
    assert_uri("a.xmf", "/", "/", "a.xmf");
    assert_uri("no/a.xmf", "/", "/", "no/a.xmf");
    assert_uri(".", "/no/mod", "/no/mod", ".");
}

static void outside_of_the_root_they_are_absolute(void **state)
{
    (void)state;
    assert_uri("../ships/a.xmf", "/no/mod", "/no/mod", "file:/no/ships/a.xmf");
    assert_uri("/no/model/a.xmf", "/no/mod", "/no/mod", "file:/no/model/a.xmf"); /* no folder of that name */
    assert_uri("../../../../a.xmf", "/no/mod", "/no/mod", "file:/a.xmf");
    assert_uri("/", "/no/mod", "/no/mod", "file:/");
    assert_uri("a b.xmf", "/no/mod", "/no/mod/ships", "file:/no/mod/a%20b.xmf");
    assert_uri("a.xmf", "/no/mod", NULL, "file:/no/mod/a.xmf");
}

static void paths_without_a_folder(void **state)
{
    (void)state;
    assert_uri("ships/a.xmf", NULL, NULL, "ships/a.xmf");
    assert_uri("../ships/../a.xmf", NULL, NULL, "../a.xmf"); /* leading .. parts stay */
    assert_uri("ships/../../../a.xmf", NULL, NULL, "../../a.xmf");
    assert_uri("/no/a.xmf", NULL, NULL, "file:/no/a.xmf");
    assert_uri("/no/a.xmf", NULL, "/no", "a.xmf");
}

static void names_are_encoded(void **state)
{
    (void)state;
    assert_uri("a#b?c%d:e.xmf", "/no", "/no", "a%23b%3Fc%25d%3Ae.xmf");
    assert_uri("\xC3\xBC\xE2\x82\xAC\xF0\x9F\x9A\x80.xmf", "/no", "/no", "%C3%BC%E2%82%AC%F0%9F%9A%80.xmf");
    assert_uri("\xFF\xC3.xmf", "/no", "/no", "%5CxFF%5CxC3.xmf"); /* a URI must decode to text */
    assert_uri("a\nb\\c.xmf", "/no", "/no", "a%0Ab%5Cc.xmf");
    assert_uri("\\xFF.xmf", "/no", "/no", "%5Cx5CxFF.xmf"); /* a name that looks like an encoded byte */
    assert_uri("\\xfg\\x", "/no", "/no", "%5Cxfg%5Cx");
    assert_uri("axFF\\yFF\\xF", "/no", "/no", "axFF%5CyFF%5CxF"); /* and some that don't */
}

static void a_folder_without_a_repository_is_the_root(void **state)
{
    (void)state;
    char *root = sarif_root("/no/such/./folder/");
    assert_non_null(root);
    assert_string_equal(root, "/no/such/folder");
    free(root);
}

/* Not a folder whose name only begins like its own. */
static void the_root_is_the_nearest_repository_above(void **state)
{
    test_folder *f = *state;
    char folder[2 * TEST_FOLDER_PATH], above[2 * TEST_FOLDER_PATH];
    static const char *const names[] = {"a", "a/.git", "a/b", "a/bc", "a/bc/d", "a/b/.git"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        test_folder_add_folder(f, names[i]);
    (void)snprintf(above, sizeof above, "%s/a", f->path);
    (void)snprintf(folder, sizeof folder, "%s/a/bc/d", f->path);
    char *root = sarif_root(folder);
    assert_non_null(root);
    assert_string_equal(root, above);
    free(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(below_the_root_they_are_relative),
        cmocka_unit_test(outside_of_the_root_they_are_absolute),
        cmocka_unit_test(paths_without_a_folder),
        cmocka_unit_test(names_are_encoded),
        cmocka_unit_test(a_folder_without_a_repository_is_the_root),
        IN_TEST_FOLDER(the_root_is_the_nearest_repository_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
