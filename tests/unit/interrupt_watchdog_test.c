/* interrupt_watchdog_test.c: when the thread that ends an interrupted run does so. The clock, the waits and
 * the end of the program are played by the test. */
#include "unit.h"

#include <stdlib.h>

#include "thread_played.h"

static struct {
    size_t interrupt_in, end_in; /* the number of the wait, from 1, in which it comes; 0: before, or never */
    size_t freed;                /* conditions */
    bool *end;
} played;

static void in_wait(void)
{
    waiting.interrupted = waiting.interrupted || waiting.wait == played.interrupt_in;
    *played.end = *played.end || waiting.wait == played.end_in;
}

static void played_condition_free(al_condition *condition)
{
    played.freed++;
    al_condition_free(condition);
}

static void played_join(al_thread *thread)
{
    al_thread_join(thread);
    note(&said, "joined; ");
}

static void played_exit(int status)
{
    note(&said, "exit %d; ", status);
}

#define al_condition_free        played_condition_free
#define al_thread_join           played_join
#define _Exit                    played_exit
#define interrupt_watchdog_begin begin_played /* the program's own is linked, too */
#define interrupt_watchdog_end   end_played
#include "cli/interrupt_watchdog.c" /* NOLINT(bugprone-suspicious-include): with what the test plays */

static int close_reports(void *context)
{
    note(&said, "close; ");
    return *(const int *)context;
}

/* An interrupt that comes in a wait, an end that comes in one, and what the thread does. */
static void it_waits_for_half_a_second(void **state)
{
    static const struct {
        size_t interrupt_in, end_in;
        unsigned waits[MOST_WAITS];
        const char *expected;
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
        begin_thread();
        played.end = &w.end;
        played.interrupt_in = rows[i].interrupt_in;
        played.end_in = rows[i].end_in;
        memcpy(waiting.waits, rows[i].waits, sizeof rows[i].waits);
        while (waiting.wait_count < MOST_WAITS && waiting.waits[waiting.wait_count] > 0)
            waiting.wait_count++;
        wait_and_close(&w);
        assert_string_equal(said.text, rows[i].expected);
        al_lock_free(w.lock);
    }
}

static void a_system_that_refuses(void **state)
{
    (void)state;
    for (int refused = 0; refused < 3; refused++) {
        begin_thread();
        played.freed = 0;
        waiting.no_lock = refused == 0;
        waiting.no_condition = refused == 1;
        waiting.no_thread = refused == 2;
        assert_null(begin_played(close_reports, NULL));
        assert_int_equal(played.freed, 1);
        assert_string_equal(said.text, refused == 2 ? "thread; " : "");
    }
    end_played(NULL);
}

/* It wakes the thread, which waits for an interrupt. */
static void the_end_of_a_run(void **state)
{
    (void)state;
    begin_thread();
    played.freed = 0;
    waiting.waits_for_end = true;
    interrupt_watchdog *w = begin_played(close_reports, NULL);
    assert_non_null(w);
    while (!atomic_load(&waiting.waits_now))
        ;
    end_played(w);
    assert_string_equal(said.text, "thread; joined; ");
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
