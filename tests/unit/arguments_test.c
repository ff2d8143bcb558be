/* arguments_test.c: options and words of command lines, and what is said of wrong ones. The messages are
 * played by the test. */
#include "unit.h"

#include <string.h>

#include "messages_played.h"

enum { MOST_WORDS = 16 };

#define option_next next_played /* the program's own is linked, too */
#include "cli/arguments.c"      /* NOLINT(bugprone-suspicious-include): with what the test plays */

static const manual_option rows[] = {
    {1, "alpha", .letter = 'a', .text = "no value"},
    {.text = "Group"},
    {2, "beta", "VALUE", .letter = 'b', .text = "a value"},
    {3, "gamma", .text = "no letter"},
    {4, "n", "VALUE", .letter = 'n', .text = "a name of one letter"},
    {5, "xy", .text = "a name of two letters"},
};

static const manual_page sheet = {
    .command = "play", .options = rows, .option_count = sizeof rows / sizeof rows[0]};

/* Reads a line of words between blanks: "ID", "ID=VALUE" or "word=WORD" for each, and what is said of a wrong
 * one. */
static void expect(const char *line, const char *read)
{
    char text[128], *words[MOST_WORDS + 1] = {NULL}, *rest = text;
    size_t count = 0;
    int id;
    assert_true(strlen(line) < sizeof text);
    memcpy(text, line, strlen(line) + 1);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[count++] = word;
    option_scanner s = {.page = &sheet, .next = words};
    notes_clear(&said);
    while ((id = option_next(&s)) != OPTION_END && id != OPTION_WRONG) {
        if (id == OPTION_WORD)
            say_message("word=%s ", s.value);
        else if (s.value != NULL)
            say_message("%d=%s ", id, s.value);
        else
            say_message("%d ", id);
    }
    assert_string_equal(said.text, read);
}

static void options_in_any_order(void **state)
{
    (void)state;
    expect("", "");
    expect("x --alpha y --beta v --beta=w --beta= --gamma -", "word=x 1 word=y 2=v 2=w 2= 3 word=- ");
    expect("-a -b v -bw -abv -aab v --n=5 -n5 -n 5", "1 2=v 2=w 1 2=v 1 1 2=v 4=5 4=5 4=5 ");
    expect("-b -a --beta --alpha -b --", "2=-a 2=--alpha 2=-- ");
    expect("-a -- -a --beta --", "1 word=-a word=--beta word=-- ");
}

static void options_that_are_wrong(void **state)
{
    (void)state;
    expect("--alpha=1", "--alpha takes no value; see play");
    expect("--beta", "--beta needs a value; see play");
    expect("-ab", "1 -b needs a value; see play");
    expect("--aplha=1", "unknown option --aplha; did you mean --alpha?");
    expect("--xyzzy=1", "unknown option --xyzzy; see play");
    expect("--alph", "unknown option --alph; did you mean --alpha?");
    expect("-ax", "1 unknown option -x; see play");
    expect("-av",
           "1 unknown option -v; --show note shows all that was found, and assetlint --version the version");
    expect("-o",
           "unknown option -o; -f FORMAT=FILE writes a report into a file, such as -f html=report.html");
}

static void long_names_with_one_dash(void **state)
{
    (void)state;
    expect("-beta=v", "unknown option -beta=v; did you mean --beta=v?");
    expect("-alpha", "unknown option -alpha; did you mean --alpha?");
    expect("-xy", "unknown option -xy; did you mean --xy?");
    expect("-gamma", "unknown option -gamma; did you mean --gamma?");
    expect("-html", "unknown option -html; did you mean -f html=FILE?");
    expect("-text", "unknown option -text; did you mean -f text=FILE?");
    expect("-html=a", "unknown option -h; see play");
    expect("-n", "-n needs a value; see play");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_in_any_order),
        cmocka_unit_test(options_that_are_wrong),
        cmocka_unit_test(long_names_with_one_dash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
