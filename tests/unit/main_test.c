/* main_test.c: the program in a console of its own, as Windows opens it for a user who double-clicks the
 * program or drops files onto it. The system is played by the test. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/manual.h"
#include "platform/platform.h"

static struct {
    bool no_streams, no_memory, owns_console;
    int keys;  /* that it waited for */
    FILE *out; /* instead of stderr */
    char *text;
    size_t size;
} played;

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

int played_main(int argc, char **argv);

#undef stderr
#define stderr               played.out
#define al_program_start     played_start
#define al_program_arguments played_arguments
#define al_owns_console      played_owns_console
#define al_wait_for_key      played_wait_for_key
#define main                 played_main
#include "cli/main.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */
#undef main

/* Runs the program with one word or none. It must end with this status and write that to stderr. */
static void expect(const char *word, int status, const char *text)
{
    char *words[] = {(char[]){"assetlint"}, word != NULL ? (char[]){"version"} : NULL, NULL};
    played.keys = 0;
    played.out = open_memstream(&played.text, &played.size);
    assert_non_null(played.out);
    assert_int_equal(played_main(word != NULL ? 2 : 1, words), status);
    assert_int_equal(fclose(played.out), 0);
    assert_string_equal(played.text, text);
    assert_int_equal(played.keys, played.owns_console && !played.no_streams);
    free(played.text);
}

/* The help that print_help or print_drag_help writes. To be freed. */
static char *help_of_console(bool own, const char *end)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    if (own)
        print_drag_help(out);
    else
        print_help(out);
    assert_true(fputs(end, out) >= 0);
    assert_int_equal(fclose(out), 0);
    return text;
}

static void a_window_stays_open(void **state)
{
    static const char key[] = "\nPress a key to close this window.";
    (void)state;
    for (int own = 0; own <= 1; own++) {
        played.owns_console = own != 0;
        char *help = help_of_console(own != 0, own ? key : "");
        expect(NULL, EXIT_USAGE, help);
        free(help);
        expect("version", EXIT_FINE, own ? key : "");
        played.no_memory = true;
        expect("version", EXIT_UNCHECKED, own ? key : "");
        played.no_memory = false;
        played.no_streams = true;
        expect("version", EXIT_UNCHECKED, "");
        played.no_streams = false;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_stays_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
