/* read_configuration_test.c: what assetlint.json sets, and the place and the sentence of each mistake in it.
 */
#include "unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "project/configuration/configuration.h"
#include "project/configuration/policy.h"

static const char today[] = "2026-05-17";

static al_configuration *read_at(const char *path, const char *text)
{
    al_mistake mistake;
    al_configuration *c =
        al_configuration_read(path, (const al_span[]){al_span_of(text, strlen(text))}, today, &mistake);
    if (c == NULL)
        print_message("%s\n%" PRIu64 ":%" PRIu64 ": %s\n", text, mistake.line, mistake.column, mistake.text);
    assert_non_null(c);
    return c;
}

static al_configuration *read_text(const char *text)
{
    return read_at("assetlint.json", text);
}

/* The offset of the first `part` in the text. */
static uint64_t offset_of(const char *text, const char *part)
{
    const char *found = strstr(text, part);
    assert_non_null(found);
    return (uint64_t)(found - text);
}

/* ---- Values -------------------------------------------------------------------------------------------- */

static void nothing_is_set(void **state)
{
    (void)state;
    al_configuration *c = read_text("{\"$schema\": \"any\"}");
    assert_int_equal(c->games, 0);
    assert_false(c->has_fail_on);
    for (size_t i = 0; i <= AL_LIMIT_MEMORY; i++)
        assert_int_equal(c->limits[i], 0);
    assert_int_equal(c->scope.select_count + c->scope.ignore_count + c->scope.level_count, 0);
    assert_false(c->exclude.given);
    assert_int_equal(c->with_count + c->override_count + c->budget_count + c->suppression_count, 0);
    al_configuration_free(c);
    al_configuration_free(NULL);
}

static void names_of_games_and_levels(void **state)
{
    (void)state;
    static const char *const games[] = {"x-rebirth", "x4", "victoria2", "bbmod", "lost-saga"};
    static const struct {
        const char *name;
        al_level level;
    } levels[] = {
        {"error", AL_ERROR}, {"warning", AL_WARNING}, {"note", AL_NOTE}, {"never", AL_OFF}, {"off", AL_OFF}};
    char text[128];
    for (unsigned i = 0; i < sizeof games / sizeof games[0]; i++) {
        (void)snprintf(text, sizeof text, "{\"game\": \"%s\"}", games[i]);
        al_configuration *c = read_text(text);
        assert_int_equal(c->games, 1U << i);
        al_configuration_free(c);
    }
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        const bool off = strcmp(levels[i].name, "off") == 0;
        (void)snprintf(text, sizeof text, off ? "{\"levels\": {\"*\": \"%s\"}}" : "{\"fail-on\": \"%s\"}",
                       levels[i].name);
        al_configuration *c = read_text(text);
        assert_int_equal(c->has_fail_on, !off);
        assert_int_equal(off ? c->scope.levels[0].level : c->fail_on, levels[i].level);
        al_configuration_free(c);
    }
}

static void limits_and_budgets(void **state)
{
    (void)state;
    al_configuration *c = read_text(
        "{\"limits\": {\"max-file-size\": 1, \"max-inflated\": \"64M\", \"max-memory\": \"3\"},"
        " \"budgets\": [{\"paths\": [\"a\", \"./b/*\"], \"triangles\": 1, \"materials\": 0, \"bytes\": 5},"
        " {\"vertices\": 18446744073709551615, \"bones\": 4, \"pixels\": 6,"
        "  \"textures\": {\"side\": 7, \"bytes\": 8}}]}");
    assert_int_equal(c->limits[AL_LIMIT_FILE_SIZE], 1);
    assert_int_equal(c->limits[AL_LIMIT_INFLATED], 64 << 20);
    assert_int_equal(c->limits[AL_LIMIT_MEMORY], 3);
    assert_int_equal(c->budget_count, 2);
    const al_bounds *first = &c->budgets[0], *second = &c->budgets[1];
    static const bool given[AL_MEASURES] = {true, false, true, false, true};
    for (size_t i = 0; i < AL_MEASURES; i++) {
        assert_int_equal(first->of[i].given, given[i]);
        assert_int_equal(second->of[i].given, !given[i]);
    }
    assert_int_equal(first->of[AL_MEASURE_TRIANGLES].most, 1);
    assert_int_equal(first->of[AL_MEASURE_MATERIALS].most, 0);
    assert_int_equal(first->of[AL_MEASURE_BYTES].most, 5);
    assert_true(second->of[AL_MEASURE_VERTICES].most == UINT64_MAX);
    assert_int_equal(second->of[AL_MEASURE_BONES].most, 4);
    assert_int_equal(second->of[AL_MEASURE_PIXELS].most, 6);
    assert_int_equal(second->of[AL_MEASURE_TEXTURE_SIDE].most, 7);
    assert_int_equal(second->of[AL_MEASURE_TEXTURE_BYTES].most, 8);
    assert_true(first->paths.given);
    assert_int_equal(first->paths.count, 2);
    assert_string_equal(first->paths.items[0], "a");
    assert_string_equal(first->paths.items[1], "b/*");
    assert_false(second->paths.given);
    al_configuration_free(c);
}

static void assert_scope(const al_scope *scope)
{
    assert_int_equal(scope->select_count, 2);
    assert_string_equal(scope->select[0], "xmf/*");
    assert_string_equal(scope->select[1], "file/*");
    assert_int_equal(scope->ignore_count, 1);
    assert_string_equal(scope->ignore[0], "*/trailing-bytes");
    assert_int_equal(scope->level_count, 2);
    assert_string_equal(scope->levels[0].pattern, "xmf/*");
    assert_int_equal(scope->levels[0].level, AL_NOTE);
    assert_string_equal(scope->levels[1].pattern, "xmf/index-range");
    assert_int_equal(scope->levels[1].level, AL_ERROR);
}

#define SCOPE                                                                  \
    "\"select\": [\"xmf/*\", \"file/*\"], \"ignore\": [\"*/trailing-bytes\"]," \
    "\"levels\": {\"xmf/*\": \"note\", \"xmf/index-range\": \"error\"}"

static void scopes_of_all_and_of_some_files(void **state)
{
    (void)state;
    al_configuration *c =
        read_text("{" SCOPE ", \"exclude\": [], \"overrides\": [{}, {\"paths\": [\".//./a\"], " SCOPE "}]}");
    assert_scope(&c->scope);
    assert_true(c->exclude.given);
    assert_int_equal(c->exclude.count, 0);
    assert_int_equal(c->override_count, 2);
    assert_false(c->overrides[0].paths.given);
    assert_int_equal(c->overrides[0].scope.level_count, 0);
    assert_scope(&c->overrides[1].scope);
    assert_string_equal(c->overrides[1].paths.items[0], "a");
    al_configuration_free(c);
}

static void suppressions(void **state)
{
    (void)state;
    static const char text[] =
        "{\"suppressions\": [{\"rule\": \"xmf/data-*\", \"path\": \"./a/*\", \"member\": \"./m\","
        " \"field\": \"\", \"fingerprint\": \"00000000000000ff\", \"reason\": \"\\t why\","
        " \"expires\": \"2026-05-16\"},\n {\"path\": \"b\", \"reason\": \"r\","
        " \"expires\": \"2026-05-17\"}]}";
    al_configuration *c = read_text(text);
    assert_int_equal(c->suppression_count, 2);
    const al_suppression *s = &c->suppressions[0], *other = &c->suppressions[1];
    assert_string_equal(s->rule, "xmf/data-*");
    assert_string_equal(s->path, "a/*");
    assert_string_equal(s->member, "./m");
    assert_string_equal(s->field, "");
    assert_string_equal(s->fingerprint, "00000000000000ff");
    assert_string_equal(s->reason, "\t why");
    assert_string_equal(s->expires, "2026-05-16");
    assert_true(s->expired);
    assert_int_equal(s->at, offset_of(text, "{\"rule"));
    assert_int_equal(s->end, offset_of(text, ",\n {"));
    assert_false(other->expired); /* it is the last day */
    assert_null(other->rule);
    assert_null(other->member);
    assert_null(other->field);
    assert_null(other->fingerprint);
    for (size_t i = 0; i < al_rule_count(); i++) {
        assert_int_equal(al_rule_set_has(&s->rules, i), al_pattern_matches("xmf/data-*", al_rule_at(i)->id));
        assert_true(al_rule_set_has(&other->rules, i));
    }
    al_configuration_free(c);
}

static void references_begin_at_the_folder(void **state)
{
    (void)state;
    static const struct {
        const char *path, *with, *whole;
    } cases[] = {
        {"assetlint.json", ".", "."},
        {"./assetlint.json", "..", "./.."},
        {"/assetlint.json", "tmp", "/tmp"},
        {"/tmp/assetlint.json", "..", "/tmp/.."},
        {"/tmp/assetlint.json", "/dev/..", "/dev/.."},
        {"assetlint.json", "/proc/self/status", "/proc/self/status"}, /* a file */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        (void)snprintf(text, sizeof text, "{\"with\":\n [\"%s\"]}", cases[i].with);
        al_configuration *c = read_at(cases[i].path, text);
        assert_int_equal(c->with_count, 1);
        assert_string_equal(c->with[0].path, cases[i].whole);
        assert_int_equal(c->with[0].at, offset_of(text, "\n") + 3);
        assert_string_equal(c->path, cases[i].path);
        al_configuration_free(c);
    }
}

/* References of every length up to 40 keep their last bytes. */
static void references_of_many_lengths(void **state)
{
    (void)state;
    enum { MOST = 40 };
    char text[MOST * (MOST + 8)] = "{\"with\": [", with[MOST + 1];
    for (size_t length = 1; length <= MOST; length++) {
        const size_t end = strlen(text);
        for (size_t i = 0; i < length; i++)
            with[i] = i % 2 == 0 ? '.' : '/';
        with[length] = '\0';
        (void)snprintf(text + end, sizeof text - end, "%s\"%s\"", length > 1 ? ", " : "", with);
    }
    (void)snprintf(text + strlen(text), sizeof text - strlen(text), "]}");
    al_configuration *c = read_at("/tmp/assetlint.json", text);
    assert_int_equal(c->with_count, MOST);
    for (size_t length = 1; length <= MOST; length++) {
        const char *path = c->with[length - 1].path;
        assert_int_equal(strlen(path), strlen("/tmp/") + length);
        assert_memory_equal(path, "/tmp/./", 7 < length + 5 ? 7 : length + 5);
        assert_int_equal(path[strlen(path) - 1], length % 2 == 1 ? '.' : '/');
    }
    al_configuration_free(c);
}

/* ---- Mistakes ------------------------------------------------------------------------------------------ */

typedef struct mistake_case {
    const char *text;
    uint64_t line, column;
    const char *what;
} mistake_case;

static void expect_mistake(const mistake_case *expected)
{
    const char *text = expected->text;
    al_mistake mistake;
    assert_null(al_configuration_read("assetlint.json", (const al_span[]){al_span_of(text, strlen(text))},
                                      today, &mistake));
    if (strcmp(mistake.text, expected->what) != 0)
        print_message("%s\n", text);
    assert_string_equal(mistake.text, expected->what);
    assert_int_equal(mistake.line, expected->line);
    assert_int_equal(mistake.column, expected->column);
    assert_false(mistake.no_memory);
}

static void mistakes_about_rules_and_levels(void **state)
{
    (void)state;
    static const mistake_case cases[] = {
        {"[]", 1, 1, "the configuration in braces was expected, not a list"},
        {"{\n\"colour\": 1}", 2, 1, "the configuration has no key \"colour\""},
        {"{\"select\": 1}", 1, 12, "a list of rules was expected, not a number"},
        {"{\"ignore\": 1}", 1, 12, "a list of rules was expected, not a number"},
        {"{\"select\": [1]}", 1, 13, "a rule was expected, not a number"},
        {"{\"select\": [\"*\", \"xmf/data-rang\"]}", 1, 18,
         "no rule matches \"xmf/data-rang\"; did you mean \"xmf/data-range\"?"},
        {"{\"ignore\": [\"nothing-of-that-kind\"]}", 1, 13, "no rule matches \"nothing-of-that-kind\""},
        {"{\"levels\": []}", 1, 12, "rules with their levels in braces was expected, not a list"},
        {"{\"levels\": {\"*\": 1}}", 1, 18, "a level was expected, not a number"},
        {"{\"levels\": {\"*\": \"note\",\n\"no/*\": \"off\"}}", 2, 1, "no rule matches \"no/*\""},
        {"{\"levels\": {\"*\": \"erorr\"}}", 1, 18, "unknown level \"erorr\"; did you mean \"error\"?"},
        {"{\"levels\": {\"*\": \"nots\"}}", 1, 18, "unknown level \"nots\"; did you mean \"note\"?"},
        {"{\"levels\": {\"*\": \"of\"}}", 1, 18, "unknown level \"of\"; did you mean \"off\"?"},
        {"{\"levels\": {\"*\": \"xxxxx\"}}", 1, 18,
         "unknown level \"xxxxx\"; the levels are error, warning, note and off"},
        {"{\"fail-on\": \"nevr\"}", 1, 13, "unknown level \"nevr\"; did you mean \"never\"?"},
        {"{\"fail-on\": \"off\"}", 1, 13,
         "unknown level \"off\"; the levels are error, warning, note and never"},
        {"{\"fail-on\": null}", 1, 13, "a level was expected, not null"},
        {"{\"game\": \"x-rebrith\"}", 1, 10, "unknown game \"x-rebrith\"; did you mean \"x-rebirth\"?"},
        {"{\"game\": \"lostsaga\"}", 1, 10, "unknown game \"lostsaga\"; did you mean \"lost-saga\"?"},
        {"{\"game\": \"chess\"}", 1, 10,
         "unknown game \"chess\": the games are x-rebirth, x4, victoria2, bbmod and lost-saga"},
        {"{\"game\": 4}", 1, 10, "the name of a game was expected, not a number"},
        {"{\"$schema\": 4}", 1, 13, "the address of a schema was expected, not a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_mistake(&cases[i]);
}

static void mistakes_about_paths_and_numbers(void **state)
{
    (void)state;
    static const char root[] = "paths begin at the folder of this file, not at the root of the system";
    static const mistake_case cases[] = {
        {"{\"exclude\": {}}", 1, 13, "a list of paths was expected, not an object"},
        {"{\"exclude\": [1]}", 1, 14, "a path was expected, not a number"},
        {"{\"exclude\": [\"\"]}", 1, 14, "this path is empty"},
        {"{\"exclude\": [\"a\", \".//./\"]}", 1, 19, "this path is empty"},
        {"{\"exclude\": [\"/a\"]}", 1, 14, root},
        {"{\"with\": 1}", 1, 10, "a list of paths was expected, not a number"},
        {"{\"with\": [1]}", 1, 11, "a path was expected, not a number"},
        {"{\"with\": [\"\"]}", 1, 11, "this path is empty"},
        {"{\"with\": [\".\", \"no-such-folder\"]}", 1, 16, "there is no file or folder no-such-folder"},
        {"{\"with\": [\"/dev/null\"]}", 1, 11, "there is no file or folder /dev/null"},
        {"{\"limits\": []}", 1, 12, "\"limits\" in braces was expected, not a list"},
        {"{\"limits\": {\"max-file-size\": 0}}", 1, 30, "a limit is at least 1"},
        {"{\"limits\": {\"max-inflated\": \"0\"}}", 1, 29, "a limit is at least 1"},
        {"{\"limits\": {\"max-memory\": \"64Q\"}}", 1, 27,
         "a number of bytes, such as 67108864 or \"64M\", was expected, not \"64Q\""},
        {"{\"limits\": {\"max-memory\": 1.5}}", 1, 27,
         "a number of bytes, such as 67108864 or \"64M\", was expected"},
        {"{\"limits\": {\"max-memory\": null}}", 1, 27,
         "a number of bytes, such as 67108864 or \"64M\", was expected, not null"},
        {"{\"limits\": {\"max-memery\": 1}}", 1, 13,
         "unknown key \"max-memery\"; did you mean \"max-memory\"?"},
        {"{\"budgets\": 1}", 1, 13, "a list of budgets was expected, not a number"},
        {"{\"budgets\": [1]}", 1, 14, "a budget in braces was expected, not a number"},
        {"{\"budgets\": [{\"bones\": -1}]}", 1, 24, "a whole number was expected"},
        {"{\"budgets\": [{\"triangles\": \"1\"}]}", 1, 28, "a whole number was expected, not a text"},
        {"{\"budgets\": [{\"textures\": 1}]}", 1, 27, "\"textures\" in braces was expected, not a number"},
        {"{\"budgets\": [{\"textures\": {\"sides\": 1}}]}", 1, 28,
         "unknown key \"sides\"; did you mean \"side\"?"},
        {"{\"budgets\": [{\"textures\": {\"side\": true}}]}", 1, 36,
         "a whole number was expected, not true or false"},
        {"{\"budgets\": [{\"paths\": 1}]}", 1, 24, "a list of paths was expected, not a number"},
        {"{\"overrides\": 1}", 1, 15, "a list of overrides was expected, not a number"},
        {"{\"overrides\": [1]}", 1, 16, "an override in braces was expected, not a number"},
        {"{\"suppressions\": 1}", 1, 18, "a list of suppressions was expected, not a number"},
        {"{\"suppressions\": [1]}", 1, 19, "a suppression in braces was expected, not a number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        expect_mistake(&cases[i]);
}

static void mistakes_about_suppressions(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        uint64_t column; /* in `keys`; 0: of the suppression */
        const char *what;
    } cases[] = {
        {"\"rule\": \"no/rule\"", 9, "no rule matches \"no/rule\""},
        {"\"rule\": \"file/unrecognised\"", 9,
         "no rule matches \"file/unrecognised\"; did you mean \"file/unrecognized\"?"},
        {"\"rule\": 1", 9, "a rule was expected, not a number"},
        {"\"path\": 1", 9, "a path was expected, not a number"},
        {"\"path\": \"/a\"", 9, "paths begin at the folder of this file, not at the root of the system"},
        {"\"member\": 1", 11, "the path of a member was expected, not a number"},
        {"\"field\": 1", 10, "a field was expected, not a number"},
        {"\"reason\": 1", 11, "a reason was expected, not a number"},
        {"\"reason\": \" \\t\"", 11, "this reason is empty"},
        {"\"expires\": 1", 12, "a date was expected, not a number"},
        {"\"fingerprint\": 1", 16, "a fingerprint was expected, not a number"},
        {"\"fingerprint\": \"0123\"", 16,
         "a fingerprint is 16 digits, 0 to 9 and a to f, as reports have them"},
        {"\"path\": \"a\"", 0, "a suppression says why: it needs a \"reason\""},
        {"\"reason\": \"a\"", 0, "a suppression needs a \"rule\", a \"path\" or a \"fingerprint\""},
        {"\"reason\": \"a\", \"member\": \"a\", \"field\": \"a\"", 0,
         "a suppression needs a \"rule\", a \"path\" or a \"fingerprint\""},
    };
    static const char before[] = "{\"suppressions\":\n[{\"path\": \"a\", \"reason\": \"b\"}, {";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        (void)snprintf(text, sizeof text, "%s%s}]}", before, cases[i].keys);
        expect_mistake(
            &(mistake_case){text, 2, strlen(strchr(before, '\n')) - 1 + cases[i].column, cases[i].what});
    }
}

static void dates_of_the_calendar(void **state)
{
    (void)state;
    static const char *const dates[] = {
        "2026-01-01", "2026-01-31", "2026-04-30", "2026-12-31", "2024-02-29", "2000-02-29",
        "2026-02-28", "2026-06-30", "2026-09-30", "2026-11-30", "2026-03-31", "2026-10-31",
        "9999-12-09", "0000-05-31", "2026-07-31", "2026-08-31",
    };
    static const char *const wrong[] = {
        "2026-00-01", "2026-13-01", "2026-01-00", "2026-01-32", "2026-04-31",  "2026-06-31", "2026-09-31",
        "2026-11-31", "2026-02-29", "1900-02-29", "2024-02-30", "2026-12-32",  "2026-03-32", "2026-1-01",
        "2026-01-1",  "20260101",   "2026/01/01", "2026-01/01", "2026-01-01 ", "2026-01-0:", "2026-01-0/",
        "x026-01-01", "",           "2026-05-32", "2026-07-32", "2026-08-32",  "2026-10-32", "2024-03-32",
    };
    char text[128];
    for (size_t i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        (void)snprintf(text, sizeof text,
                       "{\"suppressions\": [{\"path\": \"a\", \"reason\": \"b\", \"expires\": \"%s\"}]}",
                       dates[i]);
        al_configuration *c = read_text(text);
        assert_string_equal(c->suppressions[0].expires, dates[i]);
        assert_int_equal(c->suppressions[0].expired, strcmp(dates[i], today) < 0);
        al_configuration_free(c);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        (void)snprintf(text, sizeof text, "{\"suppressions\": [{\"expires\": \"%s\"}]}", wrong[i]);
        expect_mistake(&(mistake_case){text, 1, 31, "a date is YYYY-MM-DD, and must exist in the calendar"});
    }
}

/* ---- The policy ---------------------------------------------------------------------------------------- */

static size_t number_of(const char *rule)
{
    const al_rule *found = al_rule_find(rule);
    assert_non_null(found);
    return (size_t)(found - al_rule_at(0));
}

static al_level level_of(const al_policy *policy, const char *rule)
{
    return policy->options.settings[number_of(rule)].level;
}

static void the_policy_takes_what_the_options_do_not_set(void **state)
{
    (void)state;
    static const char text[] =
        "{\"game\": \"x4\", \"limits\": {\"max-file-size\": 7, \"max-memory\": 9},"
        " \"ignore\": [\"xmf/index-range\", \"xmf/data-range\"], \"levels\": {\"xmf/inflate\": \"note\"},"
        " \"overrides\": [{\"paths\": [\"a\"], \"levels\": {\"xmf/inflate\": \"error\"}},"
        " {\"paths\": [\"b\"], \"ignore\": [\"xmf/truncated\"]}]}";
    al_configuration *c = read_text(text);
    al_policy policy = {.configuration = NULL};
    al_options_init(&policy.options);
    const uint64_t inflated = policy.options.limits[AL_LIMIT_INFLATED];
    al_options_set_limit(&policy.options, AL_LIMIT_MEMORY, 11);
    al_policy_configure(&policy, c);
    assert_ptr_equal(policy.configuration, c);
    assert_int_equal(policy.options.limits[AL_LIMIT_FILE_SIZE], 7);
    assert_int_equal(policy.options.limits[AL_LIMIT_INFLATED], inflated);
    assert_int_equal(policy.options.limits[AL_LIMIT_MEMORY], 11); /* given by the user */
    assert_int_equal(policy.options.games, c->games);
    assert_int_equal(level_of(&policy, "xmf/index-range"), AL_OFF);
    assert_int_equal(level_of(&policy, "xmf/inflate"), AL_NOTE);
    assert_int_equal(level_of(&policy, "xmf/truncated"), AL_ERROR);
    al_options_init(&policy.options);
    assert_int_equal(al_options_set_games(&policy.options, 2), AL_OK);
    al_policy_configure(&policy, c);
    assert_int_equal(policy.options.games, 2);
    assert_int_equal(policy.options.limits[AL_LIMIT_MEMORY], 9);
    al_configuration_free(c);
    c = read_text("{\"limits\": {\"max-inflated\": 1}}");
    al_options_init(&policy.options);
    al_policy_configure(&policy, c);
    assert_int_equal(policy.options.limits[AL_LIMIT_INFLATED], 1);
    al_configuration_free(c);
}

static void an_override_turns_rules_on(void **state)
{
    (void)state;
    al_configuration *c = read_text(
        "{\"levels\": {\"xmf/inflate\": \"off\", \"xmf/data-range\": \"off\", "
        "\"file/unrecognized\": \"off\"}, \"overrides\": [{\"paths\": [\"a\"], \"levels\": "
        "{\"xmf/inflate\": \"note\", \"xmf/truncated\": \"off\", \"file/unrecognized\": \"error\"}}]}");
    al_policy policy = {.configuration = NULL};
    al_options_init(&policy.options);
    al_policy_configure(&policy, c);
    assert_int_equal(level_of(&policy, "xmf/inflate"), AL_NOTE);
    assert_int_equal(level_of(&policy, "xmf/data-range"), AL_OFF);
    assert_int_equal(level_of(&policy, "xmf/truncated"), AL_ERROR);
    assert_int_equal(level_of(&policy, "file/unrecognized"), AL_ERROR); /* the first rule of all */
    al_configuration_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_set),
        cmocka_unit_test(names_of_games_and_levels),
        cmocka_unit_test(limits_and_budgets),
        cmocka_unit_test(scopes_of_all_and_of_some_files),
        cmocka_unit_test(suppressions),
        cmocka_unit_test(references_begin_at_the_folder),
        cmocka_unit_test(references_of_many_lengths),
        cmocka_unit_test(mistakes_about_rules_and_levels),
        cmocka_unit_test(mistakes_about_paths_and_numbers),
        cmocka_unit_test(mistakes_about_suppressions),
        cmocka_unit_test(dates_of_the_calendar),
        cmocka_unit_test(the_policy_takes_what_the_options_do_not_set),
        cmocka_unit_test(an_override_turns_rules_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
