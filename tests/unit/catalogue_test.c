/* catalogue_test.c: the columns of every rule for its first version and its games, and causes. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include <assetlint/assetlint.h>

/* Reads a number of a version, without leading zeros. Returns the text after it, or NULL if there is none. */
static const char *read_number(const char *text, unsigned long *number)
{
    char *end;
    if (text == NULL || *text < '0' || *text > '9' || (text[0] == '0' && text[1] >= '0' && text[1] <= '9'))
        return NULL;
    *number = strtoul(text, &end, 10);
    return end;
}

/* MAJOR.MINOR.PATCH as one number that can be compared; 0 if the text is no version. */
static unsigned long read_version(const char *text)
{
    unsigned long parts[3] = {0}, version = 1;
    for (size_t i = 0; i < 3; i++) {
        text = read_number(text, &parts[i]);
        if (text == NULL || *text != (i < 2 ? '.' : '\0') || parts[i] > 999)
            return 0;
        version = version * 1000 + parts[i];
        text++;
    }
    return version;
}

static void only_three_numbers_are_a_version(void **state)
{
    (void)state;
    assert_true(read_version("0.1.0") < read_version("0.1.1"));
    assert_true(read_version("0.9.9") < read_version("0.10.0"));
    static const char *const bad[] = {"", "0.1", "0.1.0.0", "0.1.", "v0.1.0", "0.01.0", "0.1.0-rc", "0.1.x"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(read_version(bad[i]), 0);
}

static void every_rule_came_with_a_version(void **state)
{
    (void)state;
    const unsigned long now = read_version(al_version());
    assert_true(now > 0);
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = al_rule_at(i);
        const unsigned long since = read_version(rule->since);
        if (since == 0 || since > now)
            fail_msg("%s: since \"%s\", but this is %s", rule->id, rule->since, al_version());
    }
}

static void every_rule_is_about_known_games(void **state)
{
    (void)state;
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = al_rule_at(i);
        if (rule->games == 0 || (rule->games & ~al_every_game()) != 0)
            fail_msg("%s: games 0x%x", rule->id, rule->games);
    }
}

static void games_are_those_of_the_command_line(void **state)
{
    (void)state;
    static const char *const names[] = {"x-rebirth", "x4", "victoria2", "bbmod", "lost-saga"};
    static const char *const titles[] = {
        "X Rebirth", "X4", "Victoria 2, Hearts of Iron 3, Europa Universalis 3, Crusader Kings II",
        "GameMaker's BBMOD library", "Lost Saga"};
    static const unsigned bits[] = {AL_X_REBIRTH, AL_X4, AL_VICTORIA2, AL_BBMOD, AL_LOST_SAGA};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_string_equal(al_game_name(i), names[i]);
        assert_string_equal(al_game_title(i), titles[i]);
        assert_int_equal(bits[i], 1U << i);
    }
    assert_null(al_game_name(sizeof names / sizeof names[0]));
    assert_null(al_game_name(SIZE_MAX));
    assert_null(al_game_title(sizeof names / sizeof names[0]));
}

static void games_are_those_of_the_format(void **state)
{
    (void)state;
    assert_int_equal(al_rule_find("file/limit")->games, al_every_game());
    assert_int_equal(al_rule_find("xmf/data-range")->games, AL_X_REBIRTH | AL_X4);
    assert_int_equal(al_rule_find("xac/truncated")->games, AL_X_REBIRTH | AL_VICTORIA2);
    assert_int_equal(al_rule_find("ani/truncated")->games, AL_LOST_SAGA);
    assert_int_equal(al_rule_find("bgp/truncated")->games, AL_X_REBIRTH);
}

static void every_rule_is_found_by_its_id(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         "/",
                                         "xmf",
                                         "xmf/",
                                         "/data-range",
                                         "xm/data-range",
                                         "xmf/data-rang",
                                         "xmf/data-range/",
                                         "xmfx/data-range",
                                         "data-range"};
    for (size_t i = 0; i < al_rule_count(); i++)
        assert_ptr_equal(al_rule_find(al_rule_at(i)->id), al_rule_at(i));
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_null(al_rule_find(others[i]));
}

static void only_damage_to_the_whole_file_is_a_cause(void **state)
{
    (void)state;
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = al_rule_at(i);
        assert_int_equal(rule->cause, strcmp(rule->id, "file/line-ends") == 0 ||
                                          strcmp(rule->id, "file/zero-filled") == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_three_numbers_are_a_version),
        cmocka_unit_test(every_rule_is_found_by_its_id),
        cmocka_unit_test(every_rule_came_with_a_version),
        cmocka_unit_test(every_rule_is_about_known_games),
        cmocka_unit_test(games_are_those_of_the_command_line),
        cmocka_unit_test(games_are_those_of_the_format),
        cmocka_unit_test(only_damage_to_the_whole_file_is_a_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
