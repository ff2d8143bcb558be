/* message_test.c: what messages and the status line write to stderr, byte for byte, also in a console and
 * when memory is short. The console, the memory and stderr are played by the test. */
#include "unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"
#include "platform/platform.h"
#include "report/page.h"
#include "report/texts.h"

static struct {
    FILE *out; /* instead of stderr */
    char *text;
    size_t size;
    bool owns_console, no_memory, no_lock, flush_fails, write_failed, is_closed_pipe;
    int width;
} played;

static bool played_owns_console(void)
{
    return played.owns_console;
}

static int played_width(al_file file)
{
    assert_int_equal(file.handle, al_standard_error.handle);
    return played.width;
}

static char *played_escaped_copy(const char *text, size_t length)
{
    return played.no_memory ? NULL : escaped_copy(text, length);
}

static void *played_malloc(size_t size)
{
    return played.no_memory ? NULL : malloc(size);
}

static al_lock *played_lock_new(void)
{
    return played.no_lock ? NULL : al_lock_new();
}

static int played_flush(FILE *out)
{
    return out == stdout ? (played.flush_fails ? EOF : 0) : fflush(out);
}

static int played_error(FILE *out)
{
    assert_ptr_equal(out, stdout);
    return played.write_failed;
}

static bool played_closed_pipe(int error)
{
    assert_int_equal(error, ENOSPC);
    return played.is_closed_pipe;
}

static int played_last_error(void)
{
    return ENOSPC;
}

static const char *played_error_text(int error)
{
    return error == ENOSPC ? "full" : "?";
}

#undef stderr
#define fflush             played_flush
#define ferror             played_error
#define al_is_closed_pipe  played_closed_pipe
#define al_last_error      played_last_error
#define al_error_text      played_error_text
#define stderr             played.out
#define al_owns_console    played_owns_console
#define al_terminal_width  played_width
#define al_lock_new        played_lock_new
#define escaped_copy       played_escaped_copy
#define malloc             played_malloc
#define message            played_message /* the program's own are linked, too */
#define message_at         played_message_at
#define usage_error        played_usage_error
#define out_of_memory      played_out_of_memory
#define finish_stdout      played_finish_stdout
#define status_line_open   played_line_open
#define status_line_close  played_line_close
#define status_line_show   played_line_show
#define status_line_pause  played_line_pause
#define status_line_resume played_line_resume
#include "cli/message.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static int begin(void **state)
{
    (void)state;
    memset(&played, 0, sizeof played);
    played.out = open_memstream(&played.text, &played.size);
    return played.out != NULL ? fflush(played.out) : -1;
}

static int end(void **state)
{
    (void)state;
    const int failed = fclose(played.out);
    free(played.text);
    return failed;
}

/* What was written since the last time, and flushed. */
static void expect(const char *text)
{
    assert_int_equal(played.size, strlen(text)); /* as of the last flush */
    assert_string_equal(played.text, text);
    (void)end(NULL);
    played.out = open_memstream(&played.text, &played.size);
    assert_non_null(played.out);
    assert_int_equal(fflush(played.out), 0);
}

static void messages_are_lines(void **state)
{
    (void)state;
    message("%s: %d", "a\nb", 7);
    expect("assetlint: a\\x0Ab: 7\n");
    message_at("::a", 3, 14, "wrong\tword");
    expect("./::a:3:14: wrong\\x09word\n");
    assert_int_equal(usage_error(NULL, "no %s", "way"), EXIT_USAGE);
    expect("assetlint: no way\n");
    assert_int_equal(usage_error("fix", "no %s", "way"), EXIT_USAGE);
    expect("assetlint: no way\nassetlint: see assetlint fix --help\n");
    assert_int_equal(out_of_memory(), EXIT_UNCHECKED);
    (void)fflush(played.out); /* it stands at the end of a run */
    expect("assetlint: out of memory\n");
}

/* Long ones need memory, and are cut without it. */
static void messages_of_any_length(void **state)
{
    enum { KEPT = 1023 };
    static const size_t lengths[] = {0, 1, KEPT, KEPT + 1, KEPT + 2, 5000};
    (void)state;
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof lengths[0]; i++) {
        const size_t length = lengths[i / 2];
        char text[5001], wanted[5020];
        memset(text, 'a', length);
        text[length] = '\0';
        played.no_memory = i % 2 == 1;
        const size_t shown = played.no_memory && length > KEPT ? KEPT : length;
        (void)snprintf(wanted, sizeof wanted, "assetlint: %.*s\n", (int)shown, text);
        message("%s", text);
        expect(wanted);
    }
}

/* In a window of its own, the words that don't fit go to the next line. The last column stays free. */
static void messages_in_a_console(void **state)
{
    (void)state;
    played.width = 24;
    message("one two three four");
    expect("assetlint: one two three four\n");
    played.owns_console = true;
    message("one two three four");
    expect("assetlint: one two\n           three four\n");
    played.width = 25;
    message("one two three four");
    expect("assetlint: one two three\n           four\n");
    played.width = 0; /* not known */
    message("one two three four");
    expect("assetlint: one two three four\n");
}

/* It is cleared before anything else is written, once. */
static void the_status_line(void **state)
{
    (void)state;
    status_line_pause();
    status_line_resume();
    assert_true(status_line_open());
    message("one");
    expect("assetlint: one\n");
    status_line_show("two");
    expect("\rtwo\033[K");
    status_line_show("three");
    expect("\rthree\033[K");
    status_line_pause();
    expect("\r\033[K");
    status_line_resume();
    message("four");
    expect("assetlint: four\n");
    status_line_show("five");
    message("six");
    expect("\rfive\033[K\r\033[Kassetlint: six\n");
    status_line_show("seven");
    assert_int_equal(out_of_memory(), EXIT_UNCHECKED);
    (void)fflush(played.out); /* it stands at the end of a run */
    expect("\rseven\033[K\r\033[Kassetlint: out of memory\n");
    status_line_show("eight");
    status_line_close();
    expect("\reight\033[K\r\033[K");
    assert_true(status_line_open());
    status_line_close();
    expect("");
    played.no_lock = true;
    assert_false(status_line_open());
    message("nine");
    expect("assetlint: nine\n");
}

#define OF_STDERR(test) cmocka_unit_test_setup_teardown(test, begin, end)

/* A reader who has closed the pipe knows why. */
static void the_end_of_standard_output(void **state)
{
    (void)state;
    assert_int_equal(finish_stdout(EXIT_FINDINGS), EXIT_FINDINGS);
    expect("");
    for (int closed = 0; closed <= 1; closed++) {
        played.is_closed_pipe = closed != 0;
        played.flush_fails = closed == 0;
        played.write_failed = !played.flush_fails;
        assert_int_equal(finish_stdout(EXIT_FINDINGS), EXIT_UNCHECKED);
        expect(closed ? "" : "assetlint: cannot write to standard output: full\n");
    }
    played.is_closed_pipe = false;
    assert_int_equal(finish_stdout(EXIT_FINE), EXIT_UNCHECKED);
    expect("assetlint: cannot write to standard output: full\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        OF_STDERR(messages_are_lines),         OF_STDERR(messages_of_any_length),
        OF_STDERR(messages_in_a_console),      OF_STDERR(the_status_line),
        OF_STDERR(the_end_of_standard_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
