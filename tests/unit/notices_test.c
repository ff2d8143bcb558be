/* notices_test.c: what a user is told while input does not come. The system is played by the test, so that
 * nothing waits. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "platform/platform.h"

enum { MOST_TEXT = 256 };

/* What the system says, and what it was asked. */
typedef struct played {
    bool input_is_terminal, error_is_terminal, has_data, interrupted, is_pipe;
    int error; /* of opening the pipe */
    char text[MOST_TEXT];
} played;

static played now;

static void add(const char *text)
{
    const size_t length = strlen(now.text);
    (void)snprintf(now.text + length, sizeof now.text - length, "%s", text);
}

static bool played_is_terminal(al_file file)
{
    return file.handle == al_standard_input.handle ? now.input_is_terminal : now.error_is_terminal;
}

static bool played_wait(al_file file, int milliseconds)
{
    (void)file;
    add(milliseconds < 0 ? "wait; " : "try; ");
    return now.has_data;
}

static bool played_interrupted(void)
{
    return now.interrupted;
}

static int played_stat(const char *path, al_file_info *info)
{
    (void)path;
    *info = (al_file_info){.kind = now.is_pipe ? AL_KIND_PIPE : AL_KIND_FILE};
    return 0;
}

static int played_file_open(const char *path, al_file *file)
{
    (void)path;
    *file = (al_file){.handle = 77};
    add("open; ");
    return now.error;
}

#define al_file_is_terminal played_is_terminal
#define al_file_wait        played_wait
#define al_interrupted      played_interrupted
#define al_stat_path        played_stat
#define al_file_open        played_file_open
#include "project/notices.c" /* NOLINT(bugprone-suspicious-include): with the system that the test plays */

static void hear(void *context, const al_notice *notice)
{
    static const char *const kinds[] = {[AL_NOTICE_READS_TERMINAL] = "reads terminal: ",
                                        [AL_NOTICE_WAITS_FOR_INPUT] = "waits for input: ",
                                        [AL_NOTICE_READS_PIPE] = "reads pipe: ",
                                        [AL_NOTICE_WAITS_FOR_PIPE] = "waits for pipe: "};
    (void)context;
    assert_in_range(notice->kind, AL_NOTICE_READS_TERMINAL, AL_NOTICE_WAITS_FOR_PIPE);
    add(kinds[notice->kind]);
    add(notice->path != NULL ? notice->path : notice->text);
    add("; ");
}

static const al_notices notices = {.notice = hear}, nobody = {.notice = NULL};

static void expect_input(played system, const al_notices *to, const char *expected)
{
    now = system;
    al_wait_for_standard_input("a list", to);
    assert_string_equal(now.text, expected);
}

static void standard_input(void **state)
{
    (void)state;
    expect_input((played){.input_is_terminal = true, .error_is_terminal = true}, &notices,
                 "reads terminal: a list; ");
    expect_input((played){.error_is_terminal = true}, &notices, "try; waits for input: a list; ");
    expect_input((played){.error_is_terminal = true, .has_data = true}, &notices, "try; ");
    expect_input((played){.error_is_terminal = true, .interrupted = true}, &notices, "try; ");
    expect_input((played){.has_data = false}, &notices, ""); /* nobody reads the notice */
    expect_input((played){.error_is_terminal = true}, &nobody, "");
}

static void expect_pipe(played system, const al_notices *to, bool opened, const char *expected)
{
    al_file file = {.handle = 0};
    now = system;
    assert_int_equal(al_open_named_pipe("p", to, &file), opened);
    assert_string_equal(now.text, expected);
    if (opened)
        assert_int_equal(file.handle, 77);
}

/* Before the first read the pipe must have a writer: else it is at its end. */
static void a_named_pipe(void **state)
{
    (void)state;
    expect_pipe((played){.is_pipe = true}, &notices, true, "open; try; waits for pipe: p; wait; ");
    expect_pipe((played){.is_pipe = true, .has_data = true}, &notices, true, "open; try; wait; ");
    expect_pipe((played){.is_pipe = true, .interrupted = true}, &notices, true, "open; try; wait; ");
    expect_pipe((played){.is_pipe = true}, &nobody, true, "open; wait; ");
    expect_pipe((played){.is_pipe = true, .error = 1}, &notices, false, "open; ");
    expect_pipe((played){.is_pipe = false}, &notices, false, "");
}

static void announced_pipes(void **state)
{
    (void)state;
    now = (played){.is_pipe = true};
    al_announce_pipe("p", &notices);
    assert_string_equal(now.text, "reads pipe: p; ");
    now = (played){.is_pipe = false};
    al_announce_pipe("p", &notices);
    assert_string_equal(now.text, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_input),
        cmocka_unit_test(a_named_pipe),
        cmocka_unit_test(announced_pipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
