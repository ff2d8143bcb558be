/* baseline_base_test.c: from which folder the paths of a baseline count: the parts of a checked file's path,
 * and the folder from which most files have an entry. What the test plays are the paths of a file. */
#include "unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "made_results.h"
#include "project/paths.h"

static struct {
    char *whole, *counted; /* NULL: no memory */
} played;

static char *played_normal(const char *folder, const char *path)
{
    (void)folder, (void)path;
    return played.whole;
}

static char *played_base_path(al_base_finder *finder, const al_path_base *base, const char *path)
{
    (void)finder, (void)base, (void)path;
    return played.counted;
}

#define al_path_normal played_normal
#define al_base_path   played_base_path
#include "project/configuration/baseline_base.c" /* NOLINT(bugprone-suspicious-include): played paths */

/* A path counts from a folder of the run if it is the end of the whole path, behind a slash. */
static void paths_that_count_from_a_folder(void **state)
{
    static const struct {
        const char *counted;
        bool counts;
    } rows[] = {{"c.xmf", true},   {"b/c.xmf", true}, {"a/b/c.xmf", true},   {"/a/b/c.xmf", false},
                {".xmf", false},   {"d.xmf", false},  {"x/b/c.xmf", false},  {"../../b/c.xmf", false},
                {"b/c.xm", false}, {"", false},       {"/a/b/d.xmf", false}, {"/a/b/c", false}};
    char root[] = "/";
    const al_path_base given = {.current = root};
    moving m = {.given = &given};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char whole[] = "//a/b/c.xmf", counted[32] = ""; /* the first slash is in front of the path */
        base_file file;
        memcpy(counted, rows[i].counted, strlen(rows[i].counted) + 1);
        played.whole = whole + 1;
        played.counted = counted;
        assert_true(open_file(&m, "c.xmf", &file));
        assert_string_equal(file.counted, rows[i].counts ? rows[i].counted : "");
        played.counted = NULL;
        assert_false(open_file(&m, "c.xmf", &file));
        played.counted = counted;
        played.whole = NULL;
        assert_false(open_file(&m, "c.xmf", &file));
    }
}

/* A base that has a file with an entry is the right one. */
static void bases_that_hold(void **state)
{
    static const made_entry entries[] = {{'1', "xmf/inflate", "a.xmf", ""},
                                         {'2', "xmf/inflate", "d/e.xmf", ""},
                                         {'3', "xmf/inflate", "a.xmf", ""}};
    static const struct {
        const char *whole, *counted, *folder;
        bool holds;
        size_t located; /* entries, so far */
    } rows[] = {{"/r/b.xmf", "b.xmf", "/r", false, 0},    {"/r/a.xmf", "a.xmf", "/r", true, 2},
                {"/r/b.xmf", "b.xmf", "/r", true, 2},     {"/s/c.xmf", "c.xmf", "/s", false, 2},
                {"/s/d/e.xmf", "d/e.xmf", "/s", true, 3}, {"/s/d/f.xmf", "f.xmf", "/s/d", false, 3},
                {"/rr/g.xmf", "g.xmf", "/rr", false, 3}};
    made_policy policy;
    bool located[3] = {false};
    (void)state;
    made_policy_begin(&policy, NULL, made_baseline(entries, 3));
    moving m = {.baseline = policy.baseline, .located = located};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char whole[32], counted[32];
        const base_file file = {.whole = whole, .counted = counted};
        (void)snprintf(whole, sizeof whole, "%s", rows[i].whole);
        (void)snprintf(counted, sizeof counted, "%s", rows[i].counted);
        assert_true(locate(&m, &file));
        const run_base *base = base_of(&m, &file);
        assert_string_equal(base->folder, rows[i].folder);
        assert_int_equal(base->holds, rows[i].holds);
        assert_int_equal(located[0] + located[1] + located[2], rows[i].located);
    }
    assert_int_equal(m.count, 4);
    made_policy_end(&policy);
}

/* None, if several have as many. */
static void the_folder_of_most_files(void **state)
{
    enum { MOST = 4, NONE = MOST };
    static const struct {
        uint64_t count;
        size_t files[MOST], best;
    } rows[] = {{0, {0}, NONE},          {1, {3}, 0},         {2, {1, 3}, 1},       {2, {3, 1}, 0},
                {2, {3, 3}, NONE},       {3, {2, 1, 1}, 0},   {3, {3, 3, 2}, NONE}, {3, {2, 2, 3}, 2},
                {4, {1, 1, 2, 2}, NONE}, {3, {3, 2, 3}, NONE}};
    static const char *const names[] = {"/a", "/b", "/c", "/d"};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        candidate candidates[MOST];
        for (size_t k = 0; k < MOST; k++)
            candidates[k] = (candidate){.folder = names[k], .files = rows[i].files[k]};
        const run_base base = {.candidates = candidates, .count = rows[i].count};
        assert_ptr_equal(best_folder(&base), rows[i].best != NONE ? names[rows[i].best] : NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_that_count_from_a_folder),
        cmocka_unit_test(bases_that_hold),
        cmocka_unit_test(the_folder_of_most_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
