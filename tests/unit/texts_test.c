/* texts_test.c: the strings that forms of reports share. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "report/texts.h"

static void assert_text(char *text, const char *expected)
{
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

/* Where a line of a report says where a finding is, its path says nothing of that form. */
static void paths_have_no_places(void **state)
{
    (void)state;
    assert_text(path_of("a.zip", ""), "a.zip");
    assert_text(path_of("a.zip", "in/b.xmf"), "a.zip!/in/b.xmf");
    assert_text(path_of("a:0x1:0x2:0", "b:0xFF:0x"), "a\\x3A0x1\\x3A0x2:0!/b\\x3A0xFF\\x3A0x");
    assert_text(path_of("::a", ""), "./::a");
}

/* Code stays as it is, but for a bar. */
static void markup_is_escaped(void **state)
{
    (void)state;
    assert_text(markdown_of("a*b_c [d](e) <f>~&|\\"), "a\\*b\\_c \\[d\\](e) \\<f\\>\\~\\&\\|\\\\");
    assert_text(markdown_of("`a*b|c}` d*e{}"), "`a*b\\|c}` d\\*e{}");
    assert_text(markdown_of("***"), "\\*\\*\\*");
}

static al_value text_of_file(const char *text)
{
    return (al_value){.kind = AL_VALUE_TEXT, .as.text = {.bytes = text, .length = strlen(text)}};
}

static void values_have_a_most(void **state)
{
    (void)state;
    static const al_rule rule = {.id = "xmf/limit"};
    const al_value number = {.kind = AL_VALUE_UINT, .as.uint_value = 1234567890};
    const al_finding fitting = {.rule = &rule, .field = "f", .actual = text_of_file("0123456789")},
                     longer = {.rule = &rule, .field = "f", .actual = text_of_file("0123456789a")},
                     escaped = {.rule = &rule, .field = "f", .actual = text_of_file("01234\x01\x02z")},
                     expected = {.rule = &rule, .field = "", .expected = text_of_file("0123456789ab")},
                     large = {.rule = &rule, .field = "", .actual = number, .expected = number};
    assert_text(finding_values(&fitting, 10), "f = 0123456789");
    assert_text(finding_values(&longer, 10), "f = 0123456...");
    assert_text(finding_values(&escaped, 10), "f = 01234...");
    assert_text(finding_values(&expected, 10), "expected 0123456...");
    assert_text(finding_values(&large, 10), "actual 1234567890, expected 1234567890");
}

static void values_stand_in_their_line(void **state)
{
    (void)state;
    static const al_rule rule = {.id = "x4/a"};
    al_finding f = {.rule = &rule, .field = "", .line = 1, .column = 2};
    assert_text(finding_values(&f, 10), "line 1, column 2");
    f.expected = text_of_file("y");
    assert_text(finding_values(&f, 10), "line 1, column 2: expected y");
    f.actual = text_of_file("a,b");
    assert_text(finding_values(&f, 10), "line 1, column 2: actual \"a,b\", expected y");
    f.field = "g";
    assert_text(finding_values(&f, 10), "line 1, column 2: g = \"a,b\", expected y");
    f.actual.kind = f.expected.kind = AL_VALUE_NONE;
    assert_text(finding_values(&f, 10), "line 1, column 2: g");
    f.line = 0;
    f.expected.kind = AL_VALUE_TEXT;
    assert_text(finding_values(&f, 10), "g, expected y");
}

static void games_have_titles(void **state)
{
    (void)state;
    assert_string_equal(games_of(0).text, "");
    assert_string_equal(games_of(1).text, al_game_title(0));
    char *both = text_of("%s, %s", al_game_title(0), al_game_title(2));
    assert_string_equal(games_of(5).text, both);
    free(both);
}

static al_result unchecked_by(const al_finding *finding, al_file_status status)
{
    return (al_result){.findings = finding, .finding_count = 1, .status = status};
}

static void what_was_not_checked_says_why(void **state)
{
    (void)state;
    static const al_rule limit = {.id = "xmf/limit"}, unreadable = {.id = "file/unreadable"},
                         encrypted = {.id = "archive/encrypted"}, other = {.id = "xmf/limits"};
    static const struct {
        const al_rule *rule;
        al_file_status status;
        const char *words;
    } cases[] = {{&limit, AL_FILE_LIMIT, "a limit stopped the check: words"},
                 {&unreadable, AL_FILE_UNREADABLE, "the file could not be checked: words"},
                 {&encrypted, AL_FILE_UNREADABLE, "the file could not be checked: words"},
                 {&other, AL_FILE_LIMIT, "a limit stopped the check"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_finding finding = {.rule = cases[i].rule, .message = "words"};
        const al_result result = unchecked_by(&finding, cases[i].status);
        assert_string_equal(unchecked_words(&result).text, cases[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_have_no_places), cmocka_unit_test(markup_is_escaped),
        cmocka_unit_test(values_have_a_most),   cmocka_unit_test(values_stand_in_their_line),
        cmocka_unit_test(games_have_titles),    cmocka_unit_test(what_was_not_checked_says_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
