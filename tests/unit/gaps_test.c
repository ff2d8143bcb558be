/* gaps_test.c: which files may have neighbours that are not known. */
#include "unit.h"

#include "relations/file_names.h"

/* Sorted, as the survey sorts them. */
static const al_gap gaps[] = {{.start = "a/", .with = 0},         {.start = "a/b.zip!/", .with = 0},
                              {.start = "c/d/", .with = 0},       {.start = "c/e.zip!/x/", .with = 0},
                              {.start = "m\xC3\xA4/", .with = 0}, {.start = "n/", .with = 1}};

enum { GAPS = sizeof gaps / sizeof gaps[0] };

static bool is_in(const al_gap *list, size_t count, const char *path, const char *member, unsigned with)
{
    const al_related_file file = {.path = path, .member = member, .with = with};
    const al_related_files all = {.files = &file, .count = 1, .checked = 1, .gaps = list, .gap_count = count};
    return al_is_in_gap(&all, 0);
}

/* Expects 'x' for a file in a gap. */
static void expect(const char *path, const char *member, unsigned with, char expected)
{
    if (is_in(gaps, GAPS, path, member, with) != (expected == 'x'))
        fail_msg("%s!/%s of %u: not %c", path, member, with, expected);
}

static void files_in_folders(void **state)
{
    (void)state;
    expect("a/x", "", 0, 'x');
    expect("a/y/z/x", "", 0, 'x'); /* the gap is in a folder above */
    expect("c/d/x", "", 0, 'x');
    expect("m\xC3\xA4/x", "", 0, 'x');
    expect("a", "", 0, '.');
    expect("ab/x", "", 0, '.');
    expect("b/a/x", "", 0, '.');
    expect("c/x", "", 0, '.');
    expect("c/dd/x", "", 0, '.');
    expect("c/c/x", "", 0, '.');
    expect("c/d", "", 0, '.');
    expect("m\xC3/x", "", 0, '.');
    expect("n/x", "", 0, '.');
    expect("", "", 0, '.');
    expect("z/x", "", 0, '.');
}

static void files_in_packages(void **state)
{
    (void)state;
    expect("a/b.zip", "x", 0, 'x');
    expect("a/c.zip", "x", 0, 'x'); /* the package is in a gap */
    expect("c/e.zip", "x/y", 0, 'x');
    expect("c/e.zip", "x/y/z", 0, 'x');
    expect("c/e.zip", "x", 0, '.');
    expect("c/e.zip", "xy/z", 0, '.');
    expect("c/e.zip", "w/x/z", 0, '.');
    expect("c/e.zi", "px/y", 0, '.');
    expect("c/d.zip", "d/x", 0, '.');
    expect("c/e.zip!", "x/y", 0, '.');
}

static void files_of_references(void **state)
{
    (void)state;
    expect("n/x", "", 1, 'x');
    expect("n/x", "", 2, '.');
    expect("a/x", "", 1, '.');
    expect("m/x", "", 1, '.');
}

/* Nothing at all could be listed: the gap has no name. */
static void a_gap_everywhere(void **state)
{
    (void)state;
    static const al_gap everywhere = {.start = "", .with = 0};
    assert_true(is_in(&everywhere, 1, "x", "", 0));
    assert_true(is_in(&everywhere, 1, "a/x", "", 0));
    assert_true(is_in(&everywhere, 1, "a.zip", "x", 0));
    assert_false(is_in(&everywhere, 1, "x", "", 1));
    assert_false(is_in(&everywhere, 0, "x", "", 0));
}

static void a_gap_in_the_root(void **state)
{
    (void)state;
    static const al_gap root = {.start = "/", .with = 0};
    assert_true(is_in(&root, 1, "/x", "", 0));
    assert_true(is_in(&root, 1, "/a/x", "", 0));
    assert_false(is_in(&root, 1, "a/x", "", 0));
}

/* A member lies in the gap of its package, which ends in "!/". */
static void a_gap_of_one_package(void **state)
{
    (void)state;
    static const al_gap package = {.start = "p.zip!/", .with = 0};
    assert_true(is_in(&package, 1, "p.zip", "x", 0));
    assert_true(is_in(&package, 1, "p.zip", "a/b/x", 0));
    assert_false(is_in(&package, 1, "p.zip", "", 0));
    assert_false(is_in(&package, 1, "p.zip!/x", "", 1));
}

static void gaps_of_references(void **state)
{
    (void)state;
    al_related_files all = {.gaps = gaps, .gap_count = GAPS};
    assert_true(al_is_gap_in_references(&all));
    all.gap_count = GAPS - 1;
    assert_false(al_is_gap_in_references(&all));
    all.gap_count = 0;
    assert_false(al_is_gap_in_references(&all));
    all.gaps = &gaps[GAPS - 1];
    all.gap_count = 1;
    assert_true(al_is_gap_in_references(&all));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_in_folders),     cmocka_unit_test(files_in_packages),
        cmocka_unit_test(files_of_references),  cmocka_unit_test(a_gap_everywhere),
        cmocka_unit_test(a_gap_of_one_package), cmocka_unit_test(a_gap_in_the_root),
        cmocka_unit_test(gaps_of_references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
