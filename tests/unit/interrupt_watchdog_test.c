/* interrupt_watchdog_test.c: when the thread that ends an interrupted run does so. The clock, the waits and
 * the end of the program are played by the test. */
#include "unit.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/compiler.h"
#include "notes.h"
#include "platform/platform.h"

enum { MOST_WAITS = 6 };

static struct {
    uint64_t clock;
    unsigned waits[MOST_WAITS]; /* how many milliseconds each takes; 0: no more waits */
    size_t wait;
    size_t interrupt_in, end_in; /* the number of the wait, from 1, in which it comes; 0: before, or never */
    bool interrupted, no_lock, no_condition, no_thread, waits_for_end;
    atomic_bool waits_now; /* holding the lock until then */
    size_t freed;          /* conditions */
    bool *end;
    notes said;
} played;

static uint64_t played_clock(void)
{
    return played.clock;
}

static bool played_interrupted(void)
{
    return played.interrupted;
}

static void played_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds)
{
    enum { FOR_EVER = 24 * 3600 * 1000 };
    if (played.waits_for_end) {
        atomic_store(&played.waits_now, true);
        al_condition_wait_for(condition, lock, FOR_EVER);
        return;
    }
    note(&played.said, "wait %u; ", milliseconds);
    assert_true(played.wait < MOST_WAITS && played.waits[played.wait] > 0);
    played.clock += played.waits[played.wait++];
    played.interrupted = played.interrupted || played.wait == played.interrupt_in;
    *played.end = *played.end || played.wait == played.end_in;
}

static al_lock *played_lock_new(void)
{
    return played.no_lock ? NULL : al_lock_new();
}

static al_condition *played_condition_new(void)
{
    return played.no_condition ? NULL : al_condition_new();
}

static void played_condition_free(al_condition *condition)
{
    played.freed++;
    al_condition_free(condition);
}

static al_thread *played_thread_start(void (*work)(void *context), void *context)
{
    note(&played.said, "thread; ");
    return played.no_thread ? NULL : al_thread_start(work, context);
}

static void played_join(al_thread *thread)
{
    al_thread_join(thread);
    note(&played.said, "joined; ");
}

static void played_exit(int status)
{
    note(&played.said, "exit %d; ", status);
}

#define al_clock                 played_clock
#define al_interrupted           played_interrupted
#define al_lock_new              played_lock_new
#define al_condition_new         played_condition_new
#define al_condition_wait_for    played_wait_for
#define al_condition_free        played_condition_free
#define al_thread_start          played_thread_start
#define al_thread_join           played_join
#define _Exit                    played_exit
#define interrupt_watchdog_begin begin_played /* the program's own is linked, too */
#define interrupt_watchdog_end   end_played
#include "cli/interrupt_watchdog.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static int close_reports(void *context)
{
    note(&played.said, "close; ");
    return *(const int *)context;
}

/* An interrupt that comes in a wait, an end that comes in one, and what the thread does. */
static void it_waits_for_half_a_second(void **state)
{
    static const struct {
        size_t interrupt_in, end_in;
        unsigned waits[MOST_WAITS];
        const char *said;
    } rows[] = {
        {0, 2, {100, 100}, "wait 100; wait 100; "},
        {2, 0, {100, 30, 500}, "wait 100; wait 100; wait 500; close; exit 3; "},
        {1, 0, {100, 200, 299, 1}, "wait 100; wait 500; wait 300; wait 1; close; exit 3; "},
        {1, 2, {100, 499}, "wait 100; wait 500; "},
        {1, 2, {100, 500}, "wait 100; wait 500; "},
        {1, 1, {100}, "wait 100; "},
    };
    int status = 3;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        interrupt_watchdog w = {.close = close_reports, .context = &status, .lock = al_lock_new()};
        assert_non_null(w.lock);
        memset(&played, 0, sizeof played);
        played.end = &w.end;
        played.interrupt_in = rows[i].interrupt_in;
        played.end_in = rows[i].end_in;
        memcpy(played.waits, rows[i].waits, sizeof played.waits);
        wait_and_close(&w);
        assert_string_equal(played.said.text, rows[i].said);
        al_lock_free(w.lock);
    }
}

static void a_system_that_refuses(void **state)
{
    (void)state;
    for (int refused = 0; refused < 3; refused++) {
        memset(&played, 0, sizeof played);
        played.no_lock = refused == 0;
        played.no_condition = refused == 1;
        played.no_thread = refused == 2;
        assert_null(begin_played(close_reports, NULL));
        assert_int_equal(played.freed, 1);
        assert_string_equal(played.said.text, refused == 2 ? "thread; " : "");
    }
    end_played(NULL);
}

/* It wakes the thread, which waits for an interrupt. */
static void the_end_of_a_run(void **state)
{
    (void)state;
    memset(&played, 0, sizeof played);
    played.waits_for_end = true;
    interrupt_watchdog *w = begin_played(close_reports, NULL);
    assert_non_null(w);
    while (!atomic_load(&played.waits_now))
        ;
    end_played(w);
    assert_string_equal(played.said.text, "thread; joined; ");
    assert_int_equal(played.freed, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_waits_for_half_a_second),
        cmocka_unit_test(a_system_that_refuses),
        cmocka_unit_test(the_end_of_a_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
