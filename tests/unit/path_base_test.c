/* path_base_test.c: paths counted from the base of fingerprints. */
#include "unit.h"

#include <stdlib.h>

#include "project/path_base.h"

/* A finder that remembers a folder says the same as one that doesn't. */
static void expect(al_base_finder *f, const al_path_base *base, const char *path, const char *counted)
{
    al_base_finder fresh = {.folder = NULL};
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
    al_base_finder f = {.folder = NULL};
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
    al_base_finder_free(&f);
    al_path_base_free(&base);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_one_folder_have_one_base)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
