/* suggest_test.c: names that are meant when one is misspelt. */
#include "unit.h"

#include <string.h>

#include "core/suggest.h"

static void the_most_similar_name_is_meant(void **state)
{
    (void)state;
    al_suggestion s = {.meant = "victoira2", .length = strlen("victoira2")};
    al_suggest(&s, "x-rebirth");
    assert_null(s.best);
    al_suggest(&s, "victoria");
    assert_string_equal(s.best, "victoria");
    al_suggest(&s, "victoria2");
    assert_string_equal(s.best, "victoria2");
    assert_int_equal(s.distance, 1);
}

/* Of nine letters four may differ. */
static void four_changes_are_similar(void **state)
{
    (void)state;
    static const char *const similar[] = {"victoira2-abc", "ctira", "1ictoira2abc", "iv1toira2z",
                                          "ivtcori2a"};
    static const char *const others[] = {"victoira2-abcd", "tira", "1ictoira2abcd", "1c2o3i4a5"};
    for (size_t i = 0; i < sizeof similar / sizeof similar[0]; i++) {
        al_suggestion s = {.meant = "victoira2", .length = strlen("victoira2")};
        al_suggest(&s, similar[i]);
        assert_string_equal(s.best, similar[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        al_suggestion s = {.meant = "victoira2", .length = strlen("victoira2")};
        al_suggest(&s, others[i]);
        assert_null(s.best);
    }
}

/* The distance of two names, 99 if one isn't suggested for the other. */
static size_t distance_of(const char *meant, const char *name)
{
    al_suggestion s = {.meant = meant, .length = strlen(meant)};
    al_suggest(&s, name);
    assert_true(s.best == NULL || s.best == name);
    return s.best != NULL ? s.distance : 99;
}

static void each_change_counts_once(void **state)
{
    (void)state;
    static const struct {
        const char *meant, *name;
        size_t distance;
    } cases[] = {
        {"abcdef", "abcdef", 0},
        {"abcdef", "abdcef", 1},
        {"abcdef", "bacdef", 1},
        {"abcdef", "abcdfe", 1},
        {"abcdef", "badcef", 2},
        {"abcdef", "badcfe", 3},
        {"abcdef", "xbcdef", 1},
        {"abcdef", "abcdex", 1},
        {"abcdef", "xxcdef", 2},
        {"abcdef", "xxxdef", 3},
        {"abcdef", "xxxxef", 99},
        {"abcdef", "bcdef", 1},
        {"abcdef", "abcde", 1},
        {"abcdef", "cdef", 2},
        {"abcdef", "abc", 99},
        {"abcdef", "xabcdef", 1},
        {"abcdef", "abcdefghi", 3},
        {"abcdef", "abcdefghij", 99},
        {"abcdef", "cbadef", 2},
        {"abcdef", "abcdcdef", 2},
        {"ab", "ba", 1},
        {"ab", "cd", 99},
        {"ab", "xa", 99}, /* half a swap */
        {"ab", "bx", 99},
        {"abcdef", "xacdef", 2},
        {"abcdef", "bxcdef", 2},
        {"ab", "ac", 1},
        {"a", "b", 99},
        {"a", "ab", 1},
        {"abc", "xbx", 2},
        {"abc", "xyc", 2},
        {"abcde", "abxyz", 99},
        {"abcdefghi", "efghabcdi", 99},
        {"abcdefghi", "wxyzefghi", 4},
        {"abcdefghi", "vwxyzfghi", 99},
        {"aab", "aba", 1},
        {"abab", "baba", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (distance_of(cases[i].meant, cases[i].name) != cases[i].distance)
            fail_msg("%s, %s: %zu", cases[i].meant, cases[i].name,
                     distance_of(cases[i].meant, cases[i].name));
}

static void long_names_are_not_compared(void **state)
{
    (void)state;
    char longest[65], longer[66];
    memset(longest, 'a', sizeof longest);
    memset(longer, 'a', sizeof longer);
    longest[64] = longer[65] = '\0';
    assert_int_equal(distance_of(longest, longest), 0);
    assert_int_equal(distance_of(longest, longer), 99);
    assert_int_equal(distance_of(longer, longest), 99);
    assert_int_equal(distance_of(longer, longer), 99);
}

static void the_first_of_equally_similar_names_is_meant(void **state)
{
    (void)state;
    al_suggestion s = {.meant = "height", .length = 6};
    al_suggest(&s, "heigth");
    al_suggest(&s, "hight");
    al_suggest(&s, "heighx"); /* as long as the first */
    assert_string_equal(s.best, "heigth");
    assert_int_equal(s.distance, 1);
}

static void one_letter_is_a_slip(void **state)
{
    (void)state;
    static const char *const slips[] = {"guad", "guadr", "guards", "guarb", "uard", "gguard"};
    for (size_t i = 0; i < sizeof slips / sizeof slips[0]; i++) {
        assert_true(al_is_slip("guard", slips[i]));
        assert_true(al_is_slip(slips[i], "guard"));
    }
}

static void two_letters_or_a_digit_are_none(void **state)
{
    (void)state;
    static const char *const others[] = {"guard", "gruad", "guardes", "gua", "guard1", "", "boat"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(al_is_slip("guard", others[i]));
    assert_false(al_is_slip("tank1", "tank2"));
    assert_false(al_is_slip("tank0", "tank9"));
    assert_false(al_is_slip("tank9", "tankx"));
    assert_false(al_is_slip("tank", "tank0"));
    assert_true(al_is_slip("tank:", "tank/"));
    assert_false(al_is_slip("abcd", "badc"));
    assert_false(al_is_slip("abxy", "bazz"));
    assert_false(al_is_slip("abx", "cax"));
    assert_false(al_is_slip("abx", "bcx"));
    assert_true(al_is_slip("a\x01", "a"));
    assert_false(al_is_slip("tank12", "tank1"));
    assert_false(al_is_slip("", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_similar_name_is_meant),
        cmocka_unit_test(four_changes_are_similar),
        cmocka_unit_test(each_change_counts_once),
        cmocka_unit_test(long_names_are_not_compared),
        cmocka_unit_test(the_first_of_equally_similar_names_is_meant),
        cmocka_unit_test(one_letter_is_a_slip),
        cmocka_unit_test(two_letters_or_a_digit_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
