/* glob_test.c: patterns of paths. */
#include "unit.h"

#include <string.h>

#include "core/glob.h"

typedef struct sample {
    const char *pattern, *matching, *other; /* paths, separated by blanks */
} sample;

static void expect(const char *pattern, const char *paths, bool matching)
{
    char path[64];
    for (const char *rest = paths; *rest != '\0';) {
        const size_t length = strcspn(rest, " ");
        assert_true(length < sizeof path);
        memcpy(path, rest, length);
        path[length] = '\0';
        if (al_glob_matches(pattern, path) != matching)
            fail_msg("%s: %s", pattern, path);
        rest += length + (rest[length] == ' ');
    }
}

static void expect_all(const sample *samples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        expect(samples[i].pattern, samples[i].matching, true);
        expect(samples[i].pattern, samples[i].other, false);
    }
}

static void within_a_part(void **state)
{
    (void)state;
    static const sample samples[] = {
        {"old", "old", "ol oldx xold old/a a/old Old"},
        {"a/b.xmf", "a/b.xmf", "a/b_xmf a/bxxmf b.xmf a a/b.xmf/c"},
        {"*.xmf", "a.xmf .xmf a.xmf.xmf", "a/b.xmf a.xmf/b a.xm"},
        {"*", "a abc .git", "a/b"},
        {"a*", "a abc", "ba a/b"},
        {"*a*b*", "ab xaxbx aab abab", "ba a/b xa/xb"},
        {"*/x*y", "a/xy a/xxyy /xy", "a/b/xy xy a/x/y"},
        {"a?c", "abc a?c a*c", "ac abbc a/c"},
        {"?*", "a ab", "a/b"},
        {"[ab]", "[ab]", "a b"},
        {"a\\*", "a\\b a\\", "a*"},
        {"*-lod?.xmf", "x-lod1.xmf -lod0.xmf", "x-lod10.xmf a/x-lod1.xmf"},
    };
    expect_all(samples, sizeof samples / sizeof samples[0]);
    assert_true(al_glob_matches("", ""));
    assert_true(al_glob_matches("*", ""));
    assert_false(al_glob_matches("", "a"));
    assert_false(al_glob_matches("?", ""));
    assert_false(al_glob_matches("a", ""));
}

static void across_parts(void **state)
{
    (void)state;
    static const sample samples[] = {
        {"**", "a a/b a/b/c.xmf", ""},
        {"**/*.xmf", "a.xmf b/a.xmf c/b/a.xmf", "a.xac b/a.xmf/c"},
        {"**/old", "old a/old a/b/old old/old", "bold a/bold old/a"},
        {"**/old/**", "old/a a/old/b/c old/old/a", "old bold/a a/bold/b"},
        {"a/**", "a/b a/b/c", "a b/a ab/c"},
        {"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb a/b/c"},
        {"a/**/b/**/c", "a/b/c a/x/b/y/c a/b/b/c a/b/c/c", "a/c a/b a/xb/c"},
        {"a**c", "ac abc a/b/c a/c", "ab acd"},
        {"a**/b", "a/b ax/b a/x/b ax/y/b", "ab axb b x/b"},
        {"**b?", "bc a/bc b/bc bbc", "b b/ ab"},
        {"**/a*b/c", "ab/c x/axb/c aab/axb/c", "a/b/c axc"},
        {"***/x", "x a/x", "ax"},
        {"**/*/x", "a/x a/b/x", "x"},
        {"**/**/x", "x a/x a/b/x", "ax"},
        {"a/***", "a/b a/b/c", "a"},
    };
    expect_all(samples, sizeof samples / sizeof samples[0]);
    assert_true(al_glob_matches("**", ""));
}

/* Whether a longer path may match: as al_glob_matches says of some path that begins so. */
static void below_a_folder(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *folder;
        bool may;
    } cases[] = {
        {"a/*.xmf", "a/", true},    {"a/*.xmf", "a/b/", false}, {"*/*/x", "a/", true}, {"a", "a/", false},
        {"a*", "ab/", false},       {"?/x", "a/", true},        {"b/x", "a/", false},  {"**/x", "a/b/", true},
        {"a/**/x", "a/b/c/", true}, {"b**", "a/", false},       {"a**", "ab/", true},  {"x", "", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (al_glob_may_match_below(cases[i].pattern, cases[i].folder) != cases[i].may)
            fail_msg("%s below %s", cases[i].pattern, cases[i].folder);
}

/* Backtracking to each star would take exponential time here. */
static void many_stars_stay_fast(void **state)
{
    (void)state;
    char pattern[2 * 40 + 2], path[4096];
    for (size_t i = 0; i < 40; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    memcpy(pattern + 80, "b", 2);
    memset(path, 'a', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_false(al_glob_matches(pattern, path));
    for (size_t i = 0; i < 39; i += 3)
        memcpy(pattern + 2 * i, "**/a*a", 6);
    for (size_t i = 10; i < sizeof path - 1; i += 10)
        path[i] = '/';
    assert_false(al_glob_matches(pattern, path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_a_part),
        cmocka_unit_test(across_parts),
        cmocka_unit_test(below_a_folder),
        cmocka_unit_test(many_stars_stay_fast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
