/* progress_test.c: the text of the progress, with the speed and the time left that follow from the last
 * samples. */
#include "unit.h"

#include <stdint.h>
#include <string.h>

#include <assetlint/assetlint.h>

#include "platform/platform.h"

/* What the progress reads. */
static struct {
    uint64_t clock;
    al_progress progress;
} played;

static uint64_t played_clock(void)
{
    return played.clock;
}

static void played_project_progress(al_project *project, al_progress *progress)
{
    (void)project;
    *progress = played.progress;
}

#define al_clock            played_clock
#define al_project_progress played_project_progress
#define progress_begin      begin_played /* the program's own is linked, too */
#define progress_end        end_played
#include "cli/progress.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static void expect_text(const progress *p, int width, const char *expected)
{
    char text[TEXT_SIZE];
    write_text(p, width, text);
    assert_string_equal(text, expected);
}

/* Reads at this time. */
static void read_at(progress *p, uint64_t milliseconds, uint64_t bytes)
{
    played.clock = p->begun + milliseconds;
    played.progress.bytes = bytes;
    read_progress(p);
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
    progress p = {.begun = 0};
    played.progress = (al_progress){
        .phase = AL_PHASE_CHECK, .done = 3, .files = 4, .all_bytes = 4096, .path = "mods/a/b.xmf"};
    read_at(&p, 0, 0);
    read_at(&p, LEAST_TIME - 1, 1024);
    expect_text(&p, 80, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, mods/a/b.xmf");
    read_at(&p, 1000, 1024);
    expect_text(&p, 80, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s, mods/a/b.xmf");
    expect_text(&p, 76, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s, .../b.xmf");
    expect_text(&p, 64, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left, 1.0 KiB/s");
    expect_text(&p, 63, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB, 0:03 left");
    expect_text(&p, 52, "checking: 3 of 4 files, 1.0 KiB of 4.0 KiB");
    expect_text(&p, 22, "checking: 3 of 4 files");
    expect_text(&p, 21, "");
}

static void long_times_have_hours(void **state)
{
    static const struct {
        uint64_t left;
        const char *text;
    } times[] = {{0, "0:00"},     {59, "0:59"},      {61, "1:01"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_phase_has_its_text),
        cmocka_unit_test(parts_without_room_are_left_out),
        cmocka_unit_test(long_times_have_hours),
        cmocka_unit_test(the_speed_is_that_of_the_last_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
