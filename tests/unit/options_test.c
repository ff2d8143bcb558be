/* options_test.c: the active rules and their levels after all options, and invalid patterns. */
#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/options.h"
#include "unit_rule.h"

static al_options *new_options(void)
{
    al_options *o = al_options_new();
    assert_non_null(o);
    return o;
}

static al_level level_of(const al_options *o, const char *id)
{
    const al_rule *rule = al_rule_find(id);
    assert_non_null(rule);
    return al_options_level(o, (size_t)(rule - al_rule_at(0)));
}

static unsigned count_on(const al_options *o)
{
    unsigned on = 0;
    for (size_t i = 0; i < al_rule_count(); i++)
        on += al_options_level(o, i) != AL_OFF;
    return on;
}

static unsigned count_starting(const char *start)
{
    unsigned rules = 0;
    for (size_t i = 0; i < al_rule_count(); i++)
        rules += strncmp(al_rule_at(i)->id, start, strlen(start)) == 0;
    return rules;
}

/* ---- Defaults ------------------------------------------------------------------------------------------ */

static void every_rule_is_on_at_its_level(void **state)
{
    (void)state;
    al_options *o = new_options();
    for (size_t i = 0; i < al_rule_count(); i++)
        assert_int_equal(al_options_level(o, i), al_rule_at(i)->level);
    assert_int_equal(count_on(o), al_rule_count());
    assert_int_equal(al_options_level(o, al_rule_count()), AL_OFF);
    assert_int_equal(al_options_level(o, SIZE_MAX), AL_OFF);
    al_options_free(o);
    al_options_free(NULL);
}

static void limits(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_int_equal(al_options_limit(o, AL_LIMIT_FILE_SIZE), UINT64_C(1) << 30);
    assert_int_equal(al_options_limit(o, AL_LIMIT_INFLATED), UINT64_C(1) << 30);
    assert_int_equal(al_options_limit(o, AL_LIMIT_MEMORY), UINT64_C(1) << 30);
    al_options_set_limit(o, AL_LIMIT_INFLATED, 0);
    al_options_set_limit(o, AL_LIMIT_MEMORY, UINT64_MAX);
    assert_int_equal(al_options_limit(o, AL_LIMIT_FILE_SIZE), UINT64_C(1) << 30);
    assert_int_equal(al_options_limit(o, AL_LIMIT_INFLATED), 0);
    assert_int_equal(al_options_limit(o, AL_LIMIT_MEMORY), UINT64_MAX);
    assert_true(o->limit_given[AL_LIMIT_INFLATED] && !o->limit_given[AL_LIMIT_FILE_SIZE]);
    al_options_free(o);
}

/* ---- Games --------------------------------------------------------------------------------------------- */

static void rules_about_other_games_are_off(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_int_equal(al_options_set_games(o, AL_X4), AL_OK);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_ERROR);
    assert_int_equal(level_of(o, "file/limit"), AL_ERROR);
    assert_int_equal(level_of(o, "xac/truncated"), AL_OFF);
    assert_int_equal(al_options_set_level(o, "xac/*", AL_ERROR, NULL), AL_OK);
    assert_int_equal(level_of(o, "xac/truncated"), AL_OFF);
    assert_int_equal(al_options_set_games(o, AL_VICTORIA2 | AL_LOST_SAGA), AL_OK);
    assert_int_equal(level_of(o, "xac/truncated"), AL_ERROR);
    assert_int_equal(level_of(o, "ani/truncated"), AL_ERROR);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_OFF);
    assert_int_equal(al_options_set_games(o, 0), AL_BAD_ARGUMENT);
    assert_int_equal(al_options_set_games(o, al_every_game() + 1), AL_BAD_ARGUMENT);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_OFF);
    assert_int_equal(al_options_set_games(o, al_every_game()), AL_OK);
    assert_int_equal(count_on(o), al_rule_count());
    al_options_free(o);
}

/* What the games of a configuration turn off is counted, what those of the user turn off is not. */
static void rules_that_a_configuration_turns_off(void **state)
{
    (void)state;
    const size_t rule = unit_rule("xac/truncated");
    static al_setting settings[AL_MOST_RULES];
    al_options *o = new_options();
    o->games = AL_X4;
    for (unsigned given = 0; given <= 1; given++) {
        al_options_resolve(o, NULL, 0, settings);
        assert_int_equal(settings[rule].level, AL_OFF);
        assert_int_equal(settings[rule].configured, !given);
        assert_int_equal(al_options_set_games(o, AL_X4), AL_OK);
    }
    al_options_free(o);
}

/* ---- Patterns ------------------------------------------------------------------------------------------ */

/* Follows the definition: tries every length of every star. */
static bool matches(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return *text == '\0';
    if (*pattern == '*')
        return matches(pattern + 1, text) || (*text != '\0' && matches(pattern, text + 1));
    return *text != '\0' && (*pattern == '?' || *pattern == *text) && matches(pattern + 1, text + 1);
}

static void compare_pattern(const char *pattern)
{
    al_options *o = new_options();
    bool any = false;
    for (size_t i = 0; i < al_rule_count(); i++)
        any = any || matches(pattern, al_rule_at(i)->id);
    const char *bad = NULL;
    assert_int_equal(al_options_select(o, pattern, &bad), any ? AL_OK : AL_BAD_ARGUMENT);
    assert_ptr_equal(bad, any ? NULL : pattern);
    for (size_t i = 0; i < al_rule_count(); i++) {
        const bool on = !any || matches(pattern, al_rule_at(i)->id);
        if ((al_options_level(o, i) != AL_OFF) != on)
            fail_msg("pattern %s and rule %s", pattern, al_rule_at(i)->id);
    }
    al_options_free(o);
}

static void patterns_against_their_definition(void **state)
{
    (void)state;
    static const char *const patterns[] = {
        "*",
        "**",
        "***",
        "?*",
        "*?",
        "*/*",
        "xmf/*",
        "xani/*",
        "file/*",
        "*/limit",
        "*/truncated",
        "xmf/data-range",
        "xmf/data-*",
        "xmf/*-*-*",
        "x*/*e*e",
        "*a*n*g*e",
        "?m?/*",
        "x?f/*",
        "?",
        "????????",
        "xmf/l?m?t",
        "xmf/?",
        "xmf",
        "xmf/",
        "*xmf*",
        "*-range*",
        "*range*range*",
        "XMF/*",
        "xmf/data_*",
        "*\\*",
        "*[a-z]*",
        "xmf/inflat",
        "xmf/inflate",
        "mf/inflate",
        "xmf/inflate*",
        "xmf/inflated-size ",
        "",
        " ",
        "*e",
        "*ee*",
        "*??????????*",
        "xmf/d*p*e",
    };
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        compare_pattern(patterns[i]);
}

/* Each rule's id, cut, shifted and with every letter replaced in turn. */
static void patterns_made_of_ids(void **state)
{
    (void)state;
    for (size_t i = 0; i < al_rule_count(); i++) {
        char pattern[80];
        const char *id = al_rule_at(i)->id;
        compare_pattern(id);
        compare_pattern(id + 1);
        (void)snprintf(pattern, sizeof pattern, "%sx", id);
        compare_pattern(pattern);
        (void)snprintf(pattern, sizeof pattern, "%s", id);
        for (size_t at = 0; at < strlen(id); at += 3) {
            pattern[at] = at % 2 == 0 ? '?' : '*';
            compare_pattern(pattern);
        }
    }
}

static void lists_of_patterns(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_int_equal(al_options_select(o, "xmf/limit,xani/*,file/unreadable", NULL), AL_OK);
    assert_int_equal(level_of(o, "xmf/limit"), AL_ERROR);
    assert_int_equal(level_of(o, "xani/empty"), AL_NOTE);
    assert_int_equal(level_of(o, "file/unreadable"), AL_ERROR);
    assert_int_equal(level_of(o, "file/unrecognized"), AL_OFF);
    assert_int_equal(count_on(o), 2 + count_starting("xani/"));
    al_options_free(o);
}

static void a_bad_pattern_changes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *patterns;
        size_t bad;
    } cases[] = {{"nope", 0},
                 {"xmf/limit,nope,xani/empty", 10},
                 {"xmf/limit,", 10},
                 {",xmf/limit", 0},
                 {"xmf/*,,*", 6},
                 {"xmf/*,xmf/unknown?", 6},
                 {"", 0},
                 {"xmf/limit ,*", 0},
                 {"*,*,*,*,x", 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        al_options *o = new_options();
        const char *bad = NULL;
        assert_int_equal(al_options_select(o, cases[i].patterns, &bad), AL_BAD_ARGUMENT);
        assert_ptr_equal(bad, cases[i].patterns + cases[i].bad);
        bad = NULL;
        assert_int_equal(al_options_ignore(o, cases[i].patterns, &bad), AL_BAD_ARGUMENT);
        assert_ptr_equal(bad, cases[i].patterns + cases[i].bad);
        assert_int_equal(al_options_select(o, cases[i].patterns, NULL), AL_BAD_ARGUMENT);
        assert_int_equal(count_on(o), al_rule_count());
        al_options_free(o);
    }
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

static void levels_are_set_by_pattern(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_int_equal(al_options_set_level(o, "xmf/*", AL_NOTE, NULL), AL_OK);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_NOTE);
    assert_int_equal(level_of(o, "xani/truncated"), AL_ERROR);
    assert_int_equal(al_options_set_level(o, "*/data-range", AL_WARNING, NULL),
                     AL_OK); /* the later one wins */
    assert_int_equal(level_of(o, "xmf/data-range"), AL_WARNING);
    assert_int_equal(level_of(o, "xmf/data-gap"), AL_NOTE);
    assert_int_equal(al_options_set_level(o, "xmf/data-range", AL_OFF, NULL), AL_OK);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_OFF);
    assert_int_equal(al_options_set_level(o, "xmf/data-range", AL_ERROR, NULL), AL_OK);
    assert_int_equal(level_of(o, "xmf/data-range"), AL_ERROR);
    al_options_free(o);
}

static void invalid_levels(void **state)
{
    (void)state;
    al_options *o = new_options();
    const int beyond = AL_ERROR + 1, below = -1;
    assert_int_equal(al_options_set_level(o, "nope", AL_NOTE, NULL), AL_BAD_ARGUMENT);
    assert_int_equal(al_options_set_level(o, "", AL_NOTE, NULL), AL_BAD_ARGUMENT);
    assert_int_equal(al_options_set_level(o, "xmf/limit,xani/limit", AL_NOTE, NULL),
                     AL_BAD_ARGUMENT); /* one at a time */
    const char *bad = "";
    assert_int_equal(al_options_set_level(o, "nope", AL_NOTE, &bad), AL_BAD_ARGUMENT);
    assert_string_equal(bad, "nope");
    assert_int_equal(al_options_set_level(o, "*", (al_level)beyond, &bad), AL_BAD_ARGUMENT);
    assert_null(bad);
    assert_int_equal(al_options_set_level(o, "*", (al_level)below, NULL), AL_BAD_ARGUMENT);
    for (size_t i = 0; i < al_rule_count(); i++)
        assert_int_equal(al_options_level(o, i), al_rule_at(i)->level);
    al_options_free(o);
}

static void a_level_that_was_set_is_overridden(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_false(o->settings[unit_rule("xmf/not-finite")].overridden);
    assert_int_equal(al_options_set_level(o, "xmf/not-finite", AL_ERROR, NULL), AL_OK); /* its level anyway */
    assert_true(o->settings[unit_rule("xmf/not-finite")].overridden);
    assert_false(o->settings[unit_rule("xmf/limit")].overridden);
    al_options_free(o);
}

/* Also by a scope, for its files. */
static void a_level_of_a_scope_is_overridden(void **state)
{
    (void)state;
    const al_rule_level levels[] = {{.pattern = "xmf/*", .level = AL_NOTE},
                                    {.pattern = "xmf/limit", .level = AL_WARNING}};
    const char *ignored[] = {"xani/truncated"};
    const al_scope scope = {.levels = levels, .level_count = 2, .ignore = ignored, .ignore_count = 1},
                   *const scopes[] = {&scope};
    static al_setting settings[AL_MOST_RULES];
    al_options *o = new_options();
    al_options_resolve(o, scopes, 1, settings);
    const al_setting *limit = &settings[unit_rule("xmf/limit")],
                     *range = &settings[unit_rule("xmf/data-range")];
    assert_int_equal(limit->level, AL_WARNING);
    assert_true(limit->overridden);
    assert_int_equal(range->level, AL_NOTE);
    assert_true(range->overridden && range->configured);
    assert_false(settings[unit_rule("xani/limit")].overridden);
    assert_false(settings[unit_rule("xani/limit")].configured);
    assert_int_equal(settings[unit_rule("xani/truncated")].level, AL_OFF);
    al_options_free(o);
}

/* The first and the last one, too, and no other. */
static void a_level_of_each_rule(void **state)
{
    (void)state;
    const size_t rules[] = {0, 1, al_rule_count() - 1};
    for (size_t i = 0; i < 3; i++) {
        al_options *o = new_options();
        assert_int_equal(al_options_set_level(o, al_rule_at(rules[i])->id, AL_OFF, NULL), AL_OK);
        for (size_t rule = 0; rule < al_rule_count(); rule++) {
            assert_int_equal(al_options_level(o, rule), rule == rules[i] ? AL_OFF : al_rule_at(rule)->level);
            assert_int_equal(o->settings[rule].overridden, rule == rules[i]);
        }
        al_options_free(o);
    }
}

static void sets_of_rules(void **state)
{
    (void)state;
    const char *const patterns[] = {"xmf/*", "*/limit", "nope", NULL, al_rule_at(0)->id};
    for (size_t i = 0; i < 5; i++) {
        al_rule_set set;
        bool any = false;
        const bool told = al_rule_set_of(&set, patterns[i]);
        for (size_t rule = 0; rule < AL_MOST_RULES; rule++) {
            const bool matched =
                rule < al_rule_count() && (patterns[i] == NULL || matches(patterns[i], al_rule_at(rule)->id));
            assert_int_equal(al_rule_set_has(&set, rule), matched);
            any = any || matched;
        }
        assert_int_equal(told, any);
        assert_int_equal(any, i != 2);
        if (patterns[i] != NULL)
            assert_int_equal(al_pattern_matches_any(patterns[i]), any);
    }
}

/* ---- All three together -------------------------------------------------------------------------------- */

/* Where the options select rules, the selection of a configuration has no effect. */
static void a_selection_wins_over_that_of_a_scope(void **state)
{
    (void)state;
    static const char *const ids[] = {"xani/limit",
                                      "xmf/limit"}; /* without the options' selection, and with it */
    const char *patterns[] = {"xani/limit"};
    const al_scope scope = {.select = patterns, .select_count = 1}, *const scopes[] = {&scope};
    static al_setting settings[AL_MOST_RULES];
    al_options *o = new_options();
    for (size_t i = 0; i < 2; i++) {
        al_options_resolve(o, scopes, 1, settings);
        for (size_t rule = 0; rule < al_rule_count(); rule++)
            assert_int_equal(settings[rule].level != AL_OFF, strcmp(al_rule_at(rule)->id, ids[i]) == 0);
        assert_int_equal(al_options_select(o, "xmf/limit", NULL), AL_OK);
    }
    al_options_free(o);
}

static void selections_add_up(void **state)
{
    (void)state;
    al_options *o = new_options();
    assert_int_equal(al_options_select(o, "xmf/limit", NULL), AL_OK);
    assert_int_equal(count_on(o), 1);
    assert_int_equal(al_options_select(o, "xani/limit", NULL), AL_OK);
    assert_int_equal(count_on(o), 2);
    assert_int_equal(al_options_select(o, "nope", NULL), AL_BAD_ARGUMENT);
    assert_int_equal(count_on(o), 2);
    assert_int_equal(al_options_ignore(o, "xmf/*", NULL), AL_OK);
    assert_int_equal(count_on(o), 1);
    assert_int_equal(al_options_ignore(o, "*", NULL), AL_OK);
    assert_int_equal(count_on(o), 0);
    al_options_free(o);
}

static void apply(al_options *o, char step)
{
    switch (step) {
    case 's': assert_int_equal(al_options_select(o, "xmf/*", NULL), AL_OK); break;
    case 'i': assert_int_equal(al_options_ignore(o, "xmf/data-*", NULL), AL_OK); break;
    case 'l': assert_int_equal(al_options_set_level(o, "*-range", AL_NOTE, NULL), AL_OK); break;
    case 'e': assert_int_equal(al_options_set_level(o, "xmf/limit", AL_OFF, NULL), AL_OK); break;
    default: fail_msg("no step %c", step);
    }
}

/* Selecting, ignoring and setting levels in any order come to the same; ignoring wins, and a level turns
 * nothing on. */
static void the_order_does_not_matter(void **state)
{
    (void)state;
    static const char *const orders[] = {"sile", "slie", "isle", "ilse", "lsie",
                                         "lise", "elis", "esli", "iels", "leis"};
    for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++) {
        al_options *o = new_options();
        for (size_t at = 0; at < 4; at++)
            apply(o, orders[i][at]);
        assert_int_equal(level_of(o, "xmf/data-range"), AL_OFF);
        assert_int_equal(level_of(o, "xmf/index-range"), AL_NOTE);
        assert_int_equal(level_of(o, "xmf/limit"), AL_OFF);
        assert_int_equal(level_of(o, "xmf/inflate"), AL_ERROR);
        assert_int_equal(level_of(o, "xani/count-range"), AL_OFF);
        assert_int_equal(level_of(o, "file/unreadable"), AL_OFF);
        al_options_free(o);
    }
}

/* ---- The catalogue's own interface --------------------------------------------------------------------- */

static void rules_by_number_and_by_id(void **state)
{
    (void)state;
    for (size_t i = 0; i < al_rule_count(); i++) {
        const al_rule *rule = al_rule_at(i);
        assert_ptr_equal(al_rule_find(rule->id), rule);
        assert_int_equal(strncmp(rule->id, rule->format, strlen(rule->format)), 0);
        assert_int_equal(rule->id[strlen(rule->format)], '/');
    }
    assert_null(al_rule_at(al_rule_count()));
    assert_null(al_rule_at(SIZE_MAX));
    assert_null(al_rule_find("xmf/nope"));
    assert_null(al_rule_find(""));
    assert_null(al_rule_find("xmf/limi"));
    assert_null(al_rule_find("xmf/limits"));
    assert_string_equal(al_rule_find("xmf/data-range")->format, "xmf");
    assert_ptr_equal(al_rule_find("xmf/data-range"), al_rule_at(unit_rule("xmf/data-range")));
}

static void words_of_enums(void **state)
{
    (void)state;
    const int none = 99;
    assert_string_equal(al_level_name(AL_OFF), "off");
    assert_string_equal(al_level_name(AL_NOTE), "note");
    assert_string_equal(al_level_name(AL_WARNING), "warning");
    assert_string_equal(al_level_name(AL_ERROR), "error");
    assert_string_equal(al_level_name((al_level)none), "");
    assert_string_equal(al_confidence_name(AL_POSSIBLE), "possible");
    assert_string_equal(al_confidence_name(AL_LIKELY), "likely");
    assert_string_equal(al_confidence_name(AL_CERTAIN), "certain");
    assert_string_equal(al_confidence_name((al_confidence)none), "");
    assert_string_equal(al_file_status_name(AL_FILE_CLEAN), "clean");
    assert_string_equal(al_file_status_name(AL_FILE_FINDINGS), "findings");
    assert_string_equal(al_file_status_name(AL_FILE_UNREADABLE), "unreadable");
    assert_string_equal(al_file_status_name(AL_FILE_LIMIT), "limit");
    assert_string_equal(al_file_status_name(AL_FILE_UNRECOGNIZED), "unrecognized");
    assert_string_equal(al_file_status_name((al_file_status)none), "");
    assert_string_equal(al_version(), AL_VERSION_STRING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_is_on_at_its_level),
        cmocka_unit_test(limits),
        cmocka_unit_test(rules_about_other_games_are_off),
        cmocka_unit_test(patterns_against_their_definition),
        cmocka_unit_test(patterns_made_of_ids),
        cmocka_unit_test(lists_of_patterns),
        cmocka_unit_test(a_bad_pattern_changes_nothing),
        cmocka_unit_test(rules_that_a_configuration_turns_off),
        cmocka_unit_test(a_level_of_a_scope_is_overridden),
        cmocka_unit_test(a_level_of_each_rule),
        cmocka_unit_test(sets_of_rules),
        cmocka_unit_test(levels_are_set_by_pattern),
        cmocka_unit_test(invalid_levels),
        cmocka_unit_test(a_level_that_was_set_is_overridden),
        cmocka_unit_test(a_selection_wins_over_that_of_a_scope),
        cmocka_unit_test(selections_add_up),
        cmocka_unit_test(the_order_does_not_matter),
        cmocka_unit_test(rules_by_number_and_by_id),
        cmocka_unit_test(words_of_enums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
