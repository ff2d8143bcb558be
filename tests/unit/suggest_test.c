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
    assert_false(al_is_slip("tank12", "tank1"));
    assert_false(al_is_slip("", ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_similar_name_is_meant),
        cmocka_unit_test(four_changes_are_similar),
        cmocka_unit_test(one_letter_is_a_slip),
        cmocka_unit_test(two_letters_or_a_digit_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
