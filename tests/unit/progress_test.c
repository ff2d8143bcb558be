/* progress_test.c: the text of the progress, with the speed and the time left that follow from the last
 * samples; when it is shown, and where. */
#include "unit.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "cli/check_options.h"
#include "cli/message.h"
#include "platform/platform.h"
#include "thread_played.h"

/* What the progress reads, and what it does. */
static struct {
    al_progress progress;
    bool takes_sequences, stat_fails, no_line, interrupts_reading;
    al_file_kind out; /* of standard output */
    int width;        /* of the terminal */
    bool *end;        /* that comes in the last wait; NULL: an interrupt */
} played;

static void played_project_progress(al_project *project, al_progress *progress)
{
    (void)project;
    *progress = played.progress;
    waiting.interrupted = waiting.interrupted || played.interrupts_reading;
}

static bool played_takes_sequences(al_file file)
{
    assert_int_equal(file.handle, al_standard_error.handle);
    return played.takes_sequences;
}

static int played_width(al_file file)
{
    assert_int_equal(file.handle, al_standard_error.handle);
    return played.width;
}

static int played_stat(al_file file, al_file_info *info)
{
    assert_int_equal(file.handle, al_standard_output.handle);
    *info = (al_file_info){.kind = played.out};
    return played.stat_fails ? 1 : 0;
}

static void in_wait(void)
{
    if (waiting.wait < waiting.wait_count)
        return;
    if (played.end != NULL)
        *played.end = true;
    else
        waiting.interrupted = true;
}

static bool played_line_open(void)
{
    note(&said, "open; ");
    return !played.no_line;
}

static void played_line_close(void)
{
    note(&said, "close; ");
}

static void played_line_show(const char *text)
{
    note(&said, "show %s; ", text);
}

static void played_line_pause(void)
{
    note(&said, "pause; ");
}

static void played_line_resume(void)
{
    note(&said, "resume; ");
}

static int played_print(FILE *out, const char *format, ...) AL_PRINTF(2, 3);

static int played_print(FILE *out, const char *format, ...)
{
    va_list values;
    assert_ptr_equal(out, stderr);
    va_start(values, format);
    const int printed = note_all(&said, format, values);
    va_end(values);
    return printed;
}

static int played_flush(FILE *out)
{
    assert_ptr_equal(out, stderr);
    return note(&said, "flush; ");
}

#define al_project_progress         played_project_progress
#define al_terminal_takes_sequences played_takes_sequences
#define al_terminal_width           played_width
#define al_stat_file                played_stat
#define status_line_open            played_line_open
#define status_line_close           played_line_close
#define status_line_show            played_line_show
#define status_line_pause           played_line_pause
#define status_line_resume          played_line_resume
#define fprintf                     played_print
#define fflush                      played_flush
#define progress_begin              begin_played /* the program's own is linked, too */
#define progress_end                end_played
#include "cli/progress.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static void expect_text(const progress *p, int width, const char *expected)
{
    char text[TEXT_SIZE] = "";
    write_text(p, width, text);
    assert_string_equal(text, expected);
}

/* Reads at this time. */
static void read_at(progress *p, uint64_t milliseconds, uint64_t bytes)
{
    waiting.clock = p->begun + milliseconds;
    played.progress.bytes = bytes;
    read_progress(p);
}

static void no_byte_is_written_behind_a_text(void **state)
{
    struct {
        char text[TEXT_SIZE], behind[TEXT_SIZE];
    } place = {"", "?"};
    char part[2 * TEXT_SIZE];
    (void)state;
    memset(part, 'a', sizeof part);
    part[TEXT_SIZE] = '\0';
    assert_false(add(place.text, TEXT_SIZE, part));
    assert_string_equal(place.text, "");
    part[TEXT_SIZE - 1] = '\0';
    assert_true(add(place.text, TEXT_SIZE, part));
    assert_string_equal(place.text, part);
    assert_string_equal(place.behind, "?");
}

static void each_phase_has_its_text(void **state)
{
    (void)state;
    progress p = {.begun = 5000};
    played.progress = (al_progress){.phase = AL_PHASE_LIST, .files = 12345};
    read_at(&p, 0, 0);
    expect_text(&p, 80, "looking for files: 12,345");
    expect_text(&p, 24, "");
    played.progress = (al_progress){.phase = AL_PHASE_SURVEY, .files = 1};
    read_at(&p, 0, 1023);
    expect_text(&p, 80, "survey of 1 file: 1023 B read");
    played.progress.files = 2;
    read_at(&p, 0, UINT64_C(3) << 29);
    expect_text(&p, 80, "survey of 2 files: 1.5 GiB read");
    assert_int_equal(p.moment_count, 0);
}

static void parts_without_room_are_left_out(void **state)
{
    (void)state;
    progress p = {.begun = 5000};
    played.progress = (al_progress){
        .phase = AL_PHASE_CHECK, .done = 3, .files = 4, .all_bytes = 4096, .path = "mods/a/b.xmf"};
    read_at(&p, 0, 0);
    read_at(&p, LEAST_TIME - 1, 1024);
    expect_text(&p, 80, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, mods/a/b.xmf");
    read_at(&p, LEAST_TIME, 1024);
    expect_text(&p, 80, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:00 left, 3.3 KiB/s, mods/a/b.xmf");
    read_at(&p, 1000, 1024);
    expect_text(&p, 80, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s, mods/a/b.xmf");
    expect_text(&p, 76, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s, .../b.xmf");
    expect_text(&p, 64, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s");
    expect_text(&p, 63, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left");
    expect_text(&p, 52, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB");
    expect_text(&p, 22, "checking: 3 of 4 files");
    expect_text(&p, 21, "");
}

static void numbers_are_grouped(void **state)
{
    static const struct {
        uint64_t number;
        const char *text;
    } rows[] = {{0, "0"}, {999, "999"}, {1234, "1,234"}, {123456, "123,456"}, {1234567, "1,234,567"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(grouped(rows[i].number).text, rows[i].text);
}

/* The last digit is cut off, not rounded. */
static void sizes_have_units(void **state)
{
    static const struct {
        uint64_t bytes;
        const char *text;
    } rows[] = {{1023, "1023 B"},
                {1024, "1.0 KiB"},
                {2047, "1.9 KiB"},
                {1048575, "1023.9 KiB"},
                {1048576, "1.0 MiB"},
                {UINT64_C(1) << 30, "1.0 GiB"},
                {UINT64_C(1) << 40, "1.0 TiB"},
                {UINT64_C(1) << 50, "1024.0 TiB"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(sized(rows[i].bytes).text, rows[i].text);
}

/* Their size is known, or it isn't. */
static void files_of_one_byte(void **state)
{
    (void)state;
    progress p = {.begun = 0};
    played.progress = (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .all_bytes = 1};
    read_at(&p, 0, 0);
    expect_text(&p, 80, "checking: 0 of 1 file, 0 B of 1 B");
    read_at(&p, 1000, 1);
    expect_text(&p, 80, "checking: 0 of 1 file, 1 B of 1 B, 0:00 left, 1 B/s");
    played.progress.all_bytes = 0;
    read_at(&p, 1000, 1);
    expect_text(&p, 80, "checking: 0 of 1 file");
}

/* A speed of less than a byte per second is none. */
static void the_slowest_speed(void **state)
{
    (void)state;
    progress p = {.begun = 0};
    played.progress = (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .all_bytes = 4096};
    read_at(&p, 0, 0);
    read_at(&p, 1000, 1);
    expect_text(&p, 80, "checking: 0 of 1 file, 1 B of 4.0 KiB, 1:08:15 left, 1 B/s");
    read_at(&p, 1001, 1);
    expect_text(&p, 80, "checking: 0 of 1 file, 1 B of 4.0 KiB");
}

/* Whatever the terminal's width is, a path that the text can't hold loses folders. */
static void long_paths_lose_their_first_folders(void **state)
{
    static const int widths[] = {100, TEXT_SIZE - 1, 4 * TEXT_SIZE};
    enum { LEFT = TEXT_SIZE - sizeof "checking: 0 of 1 file, " }; /* that a path may take */
    char path[3 * TEXT_SIZE], expected[4 * TEXT_SIZE];
    (void)state;
    progress p = {.begun = 0};
    for (size_t length = LEFT - 2; length < 2 * TEXT_SIZE; length++) {
        memset(path, 'a', length);
        memcpy(path + length - sizeof "/b/c.xmf" + 1, "/b/c.xmf", sizeof "/b/c.xmf");
        for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
            played.progress = (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .path = path};
            read_at(&p, 0, 0);
            (void)snprintf(expected, sizeof expected, "checking: 0 of 1 file, %s",
                           i > 0 && length <= LEFT ? path : ".../b/c.xmf");
            expect_text(&p, widths[i], expected);
        }
    }
    played.progress = (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .path = "one.xmf"};
    read_at(&p, 0, 0);
    expect_text(&p, 29, "checking: 0 of 1 file");
    expect_text(&p, 30, "checking: 0 of 1 file, one.xmf");
    played.progress.path = "folder//one.xmf";
    read_at(&p, 0, 0);
    expect_text(&p, 34, "checking: 0 of 1 file, .../one.xmf");
}

static void long_times_have_hours(void **state)
{
    static const struct {
        uint64_t left;
        const char *text;
    } times[] = {{0, "0:00"},     {59, "0:59"},      {60, "1:00"},       {61, "1:01"},
                 {3599, "59:59"}, {3600, "1:00:00"}, {45296, "12:34:56"}};
    (void)state;
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        progress p = {.begun = 0};
        char expected[TEXT_SIZE];
        played.progress =
            (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .all_bytes = 10 + 10 * times[i].left};
        read_at(&p, 0, 0);
        read_at(&p, 1000, 10);
        (void)snprintf(expected, sizeof expected, "checking: 0 of 1 file, 10 B of %s, %s left, 10 B/s",
                       sized(played.progress.all_bytes).text, times[i].text);
        expect_text(&p, 100, expected);
    }
}

/* A sample a second, of which the last 16 count: what was slow before is forgotten. */
static void the_speed_is_that_of_the_last_samples(void **state)
{
    enum { SLOW = 20 };
    (void)state;
    progress p = {.begun = 0};
    played.progress = (al_progress){.phase = AL_PHASE_CHECK, .files = 1, .all_bytes = UINT64_C(1) << 40};
    for (uint64_t second = 0; second <= SLOW; second++) {
        read_at(&p, second * 1000, second);
        read_at(&p, second * 1000 + 999, second); /* no sample */
    }
    assert_int_equal(p.moment_count, SLOW + 1);
    assert_int_equal(rate_of(&p), 0);
    for (uint64_t second = 1; second < SAMPLES; second++) {
        read_at(&p, (SLOW + second) * 1000, SLOW + 1000 * second);
        /* The oldest of the samples is from before. */
        assert_int_equal(rate_of(&p),
                         (1000 * second + (SAMPLES - 1 - second)) * 1000 / ((SAMPLES - 1) * 1000));
    }
    assert_int_equal(rate_of(&p), 1000);
}

/* ---- When it is shown ---------------------------------------------------------------------------------- */

/* Lets the thread's function run on this thread, until it is ended or interrupted in the last of the waits.
 */
static void watch_waits(progress *p, bool *end, const unsigned *waits, size_t count, const char *expected)
{
    p->lock = al_lock_new();
    assert_non_null(p->lock);
    p->begun = waiting.clock = 5000;
    waiting.interrupted = false;
    memcpy(waiting.waits, waits, count * sizeof *waits);
    waiting.wait = 0;
    waiting.wait_count = count;
    played.end = end;
    notes_clear(&said);
    played.progress = (al_progress){.phase = AL_PHASE_LIST, .files = 12};
    watch(p);
    al_lock_free(p->lock);
    assert_string_equal(said.text, expected);
}

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static void the_line_is_drawn_after_half_a_second(void **state)
{
    static const unsigned waits[] = {200, 299, 1, 100, 30, 100}, soon[] = {500, 0};
    progress p = {.redraws = true};
    (void)state;
    played.width = 80;
    watch_waits(
        &p, &p.end, waits, COUNT(waits),
        "wait 500; wait 300; wait 1; show looking for files: 12; wait 100; show looking for files: 12; "
        "wait 100; show looking for files: 12; wait 100; pause; resume; ");
    p.end = false;
    watch_waits(&p, NULL, soon, COUNT(soon),
                "wait 500; show looking for files: 12; wait 100; pause; resume; ");
    played.interrupts_reading = true;
    watch_waits(&p, NULL, soon, COUNT(soon), "wait 500; pause; resume; ");
    played.interrupts_reading = false;
}

/* The last column stays free. */
static void the_line_fits_the_terminal(void **state)
{
    static const unsigned waits[] = {500, 0};
    static const struct {
        int width;
        const char *expected;
    } rows[] = {{22, "wait 500; show looking for files: 12; wait 100; pause; resume; "},
                {21, "wait 500; show ; wait 100; pause; resume; "},
                {0, "wait 500; show ; wait 100; pause; resume; "}};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        progress p = {.redraws = true};
        played.width = rows[i].width;
        watch_waits(&p, &p.end, waits, COUNT(waits), rows[i].expected);
    }
}

static void separate_lines_come_every_ten_seconds(void **state)
{
    static const unsigned waits[] = {500, 9999, 1, 9999, 0};
    progress p = {.redraws = false};
    (void)state;
    watch_waits(&p, &p.end, waits, COUNT(waits),
                "wait 500; assetlint: looking for files: 12\nflush; wait 100; wait 100; "
                "assetlint: looking for files: 12\nflush; wait 100; wait 100; pause; resume; ");
    assert_int_equal(p.next, 5000 + 500 + 10000 + 10000);
}

/* ---- Where it is shown --------------------------------------------------------------------------------- */

static void who_wants_progress(void **state)
{
    static const struct {
        option_choice choice;
        bool quiet, takes_sequences, stat_fails;
        al_file_kind out;
        bool wanted;
    } rows[] = {
        {CHOICE_ALWAYS, true, false, false, AL_KIND_PIPE, true},
        {CHOICE_NEVER, false, true, false, AL_KIND_FILE, false},
        {CHOICE_AUTO, false, true, false, AL_KIND_FILE, true},
        {CHOICE_AUTO, false, true, false, AL_KIND_OTHER, true},
        {CHOICE_AUTO, false, true, false, AL_KIND_PIPE, false},
        {CHOICE_AUTO, false, true, true, AL_KIND_PIPE, true},
        {CHOICE_AUTO, true, true, false, AL_KIND_FILE, false},
        {CHOICE_AUTO, false, false, false, AL_KIND_FILE, false},
    };
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const check_options options = {.progress = rows[i].choice, .quiet = rows[i].quiet};
        played.takes_sequences = rows[i].takes_sequences;
        played.stat_fails = rows[i].stat_fails;
        played.out = rows[i].out;
        assert_int_equal(is_wanted(&options), rows[i].wanted);
    }
}

/* Each resource that the system may refuse. Without a status line there are separate lines. */
static void a_system_that_refuses(void **state)
{
    static const struct {
        bool no_lock, no_condition, no_thread, no_line, takes_sequences;
        const char *expected;
    } rows[] = {
        {true, false, false, false, true, "open; close; "},
        {false, true, false, false, true, "open; close; "},
        {false, false, true, false, true, "open; thread; close; "},
        {false, false, true, true, true, "open; thread; "},
        {false, false, true, false, false, "thread; "},
    };
    const check_options options = {.progress = CHOICE_ALWAYS}, none = {.progress = CHOICE_NEVER};
    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        waiting.no_lock = rows[i].no_lock;
        waiting.no_condition = rows[i].no_condition;
        waiting.no_thread = rows[i].no_thread;
        played.no_line = rows[i].no_line;
        played.takes_sequences = rows[i].takes_sequences;
        notes_clear(&said);
        assert_null(begin_played(&options, NULL));
        assert_string_equal(said.text, rows[i].expected);
    }
    assert_null(begin_played(&none, NULL));
    end_played(NULL);
}

/* It wakes the thread, which waits for the first half second. */
static void the_end_of_a_run(void **state)
{
    const check_options options = {.progress = CHOICE_ALWAYS};
    (void)state;
    waiting.no_lock = waiting.no_condition = waiting.no_thread = played.no_line = waiting.interrupted = false;
    played.takes_sequences = waiting.waits_for_end = true;
    notes_clear(&said);
    progress *p = begin_played(&options, NULL);
    assert_non_null(p);
    while (!atomic_load(&waiting.waits_now))
        ;
    end_played(p);
    assert_string_equal(said.text, "open; thread; pause; resume; close; ");
    waiting.waits_for_end = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_byte_is_written_behind_a_text),
        cmocka_unit_test(each_phase_has_its_text),
        cmocka_unit_test(parts_without_room_are_left_out),
        cmocka_unit_test(numbers_are_grouped),
        cmocka_unit_test(sizes_have_units),
        cmocka_unit_test(files_of_one_byte),
        cmocka_unit_test(the_slowest_speed),
        cmocka_unit_test(long_paths_lose_their_first_folders),
        cmocka_unit_test(long_times_have_hours),
        cmocka_unit_test(the_speed_is_that_of_the_last_samples),
        cmocka_unit_test(the_line_is_drawn_after_half_a_second),
        cmocka_unit_test(the_line_fits_the_terminal),
        cmocka_unit_test(separate_lines_come_every_ten_seconds),
        cmocka_unit_test(who_wants_progress),
        cmocka_unit_test(a_system_that_refuses),
        cmocka_unit_test(the_end_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
