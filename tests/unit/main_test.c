/* main_test.c: which command the words of a command line start, and the program in a console of its own, as
 * Windows opens it for a user who double-clicks the program or drops files onto it. The commands and the
 * system are played by the test. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/manual.h"
#include "cli/message.h"
#include "cli/sandbox.h"
#include "notes.h"
#include "platform/platform.h"

enum { MOST_WORDS = 5, DONE = 7 };

static struct {
    bool no_streams, no_memory, owns_console, exists;
    int keys; /* that it waited for */
    notes said;
} played;

#define COMMAND(name)                                 \
    static int played_##name(char *const *arguments)  \
    {                                                 \
        note(&played.said, #name);                    \
        for (size_t i = 0; arguments[i] != NULL; i++) \
            note(&played.said, " %s", arguments[i]);  \
        return DONE;                                  \
    }

COMMAND(check)
COMMAND(fix)
COMMAND(rules)
COMMAND(explain)
COMMAND(dump)
COMMAND(index)

static int played_command_help(const char *command)
{
    note(&played.said, "help of %s", command);
    return EXIT_FINE;
}

static void played_help(FILE *out)
{
    note(&played.said, out == stderr ? "help" : "help elsewhere");
}

static void played_drag_help(FILE *out)
{
    note(&played.said, out == stderr ? "help of dragging" : "help elsewhere");
}

static int played_out_of_memory(void)
{
    note(&played.said, "out of memory");
    return EXIT_UNCHECKED;
}

static int played_finish(int status)
{
    note(&played.said, " to its end");
    return status;
}

static const char *played_sandbox(void)
{
    return "as the system has it";
}

static int played_fputs(const char *text, FILE *out)
{
    assert_ptr_equal(out, stderr);
    return note(&played.said, "%s", text);
}

static int played_flush(FILE *out)
{
    assert_ptr_equal(out, stderr);
    return note(&played.said, "<flush>");
}

static bool played_start(void)
{
    return !played.no_streams;
}

static char **played_arguments(int count, char **arguments)
{
    (void)count;
    return played.no_memory ? NULL : arguments;
}

static bool played_owns_console(void)
{
    return played.owns_console;
}

static bool played_wait_for_key(void)
{
    played.keys++;
    return true;
}

static bool played_exists(const char *path)
{
    (void)path;
    return played.exists;
}

static int played_main(int argc, char **argv);

#define check_command        played_check
#define fix_command          played_fix
#define rules_command        played_rules
#define explain_command      played_explain
#define dump_command         played_dump
#define index_command        played_index
#define show_command_help    played_command_help
#define print_help           played_help
#define print_drag_help      played_drag_help
#define message(...)         (void)note(&played.said, __VA_ARGS__)
#define out_of_memory        played_out_of_memory
#define finish_stdout        played_finish
#define sandbox_everything   played_sandbox
#define printf(...)          note(&played.said, __VA_ARGS__)
#define fputs                played_fputs
#define fflush               played_flush
#define al_program_start     played_start
#define al_program_arguments played_arguments
#define al_owns_console      played_owns_console
#define al_wait_for_key      played_wait_for_key
#define al_exists            played_exists
#define main                 played_main
#include "cli/main.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */
#undef main

/* Runs the program with these words. It must end with this status after this was done. */
static void expect(const char *line, int status, const char *done)
{
    char text[64], behind[] = "check", *words[MOST_WORDS + 2] = {NULL}, *rest = text;
    size_t count = 0;
    assert_true(strlen(line) < sizeof text);
    memcpy(text, line, strlen(line) + 1);
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;)
        words[count++] = word;
    words[count + 1] = behind; /* the end */
    played.keys = 0;
    notes_clear(&played.said);
    assert_int_equal(played_main((int)count, words), status);
    assert_string_equal(played.said.text, done);
}

static void commands_get_their_arguments(void **state)
{
    static const char *const names[] = {"check", "fix", "rules", "explain", "dump", "index"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (int more = 0; more <= 1; more++) {
            char line[64], done[64];
            (void)snprintf(line, sizeof line, "assetlint %s%s", names[i], more ? " a --help" : "");
            (void)snprintf(done, sizeof done, "%s%s", names[i], more ? " a --help" : "");
            expect(line, DONE, done);
        }
    expect("assetlint a.xmf b", DONE, "check a.xmf b");
    expect("assetlint -q fix", DONE, "check -q fix");
}

static void words_that_are_no_command(void **state)
{
    (void)state;
    expect("assetlint chekc a", EXIT_USAGE,
           "no command and no file is named chekc; did you mean assetlint check?");
    expect("assetlint xyzzy", DONE, "check xyzzy");
    expect("assetlint -chekc", DONE, "check -chekc");
    played.exists = true;
    expect("assetlint chekc a", DONE, "check chekc a");
    played.exists = false;
}

static void help_and_version(void **state)
{
    static const char version[] = "assetlint 0.1.0\nsandbox: as the system has it\n to its end";
    static const char *const asked[] = {"--help", "-h", "/?", "-?", "help", "help --help", "help help"};
    (void)state;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        char line[64];
        (void)snprintf(line, sizeof line, "assetlint %s", asked[i]);
        expect(line, EXIT_FINE, "help of help");
    }
    expect("assetlint help fix", EXIT_FINE, "help of fix");
    expect("assetlint help fxi", EXIT_USAGE, "no command is named fxi; did you mean assetlint help fix?");
    expect("assetlint help xyzzy", EXIT_USAGE, "no command is named xyzzy; assetlint help lists them");
    expect("assetlint help fix dump", EXIT_USAGE, "help wants one command");
    expect("assetlint --version", EXIT_FINE, version);
    expect("assetlint -V", EXIT_FINE, version);
    expect("assetlint version", EXIT_FINE, version);
    expect("assetlint version -h", EXIT_FINE, "help of version");
    expect("assetlint version a", EXIT_USAGE, "version takes no argument");
}

/* Whatever happens, once the program has its streams. */
static void a_window_stays_open(void **state)
{
    static const char key[] = "\nPress a key to close this window.<flush>";
    (void)state;
    for (int own = 0; own <= 1; own++) {
        char done[128];
        played.owns_console = own != 0;
        (void)snprintf(done, sizeof done, "%s%s", own ? "help of dragging" : "help", own ? key : "");
        expect("assetlint", EXIT_USAGE, done);
        assert_int_equal(played.keys, own);
        expect("", EXIT_USAGE, done);
        assert_int_equal(played.keys, own);
        (void)snprintf(done, sizeof done, "check a%s", own ? key : "");
        expect("assetlint a", DONE, done);
        assert_int_equal(played.keys, own);
        played.no_memory = true;
        (void)snprintf(done, sizeof done, "out of memory%s", own ? key : "");
        expect("assetlint a", EXIT_UNCHECKED, done);
        assert_int_equal(played.keys, own);
        played.no_memory = false;
        played.no_streams = true;
        expect("assetlint a", EXIT_UNCHECKED, "cannot open standard input, output and error");
        assert_int_equal(played.keys, 0);
        played.no_streams = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_get_their_arguments),
        cmocka_unit_test(words_that_are_no_command),
        cmocka_unit_test(help_and_version),
        cmocka_unit_test(a_window_stays_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
