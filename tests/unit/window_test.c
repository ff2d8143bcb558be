/* window_test.c: results come out in the order of their inputs, those that are there wait for those before
 * them, and so many wait at most. */
#include "unit.h"

#include <stdatomic.h>

#include "engine/result.h"
#include "platform/platform.h"
#include "project/window.h"

static window *window_of(size_t inputs)
{
    window *w = window_new();
    assert_non_null(w);
    window_open(w, inputs);
    return w;
}

static size_t take(window *w)
{
    size_t number;
    assert_true(window_take(w, &number));
    return number;
}

static bool may_take(window *w)
{
    size_t number;
    return window_take(w, &number);
}

/* A result that shows its number by its bytes. */
static checked_input checked(uint64_t bytes)
{
    return (checked_input){.status = AL_OUT_OF_MEMORY, .bytes = bytes};
}

static void expect_next(window *w, size_t number, uint64_t bytes)
{
    size_t out;
    checked_input next;
    assert_true(window_wait(w));
    assert_true(window_take_out(w, &out, &next));
    assert_int_equal(out, number);
    assert_int_equal(next.bytes, bytes);
    assert_int_equal(next.status, AL_OUT_OF_MEMORY);
}

static void expect_end(window *w)
{
    size_t number;
    checked_input none;
    assert_false(window_wait(w));
    assert_false(window_take_out(w, &number, &none));
    window_free(w);
}

static void results_come_in_the_order_of_the_inputs(void **state)
{
    (void)state;
    size_t number;
    checked_input none;
    window *w = window_of(4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(take(w), i);
    assert_false(may_take(w));
    window_put(w, 2, checked(12));
    window_put(w, 0, checked(10));
    expect_next(w, 0, 10);
    window_put(w, 1, checked(11));
    expect_next(w, 1, 11);
    expect_next(w, 2, 12);
    assert_false(window_take_out(w, &number, &none));
    window_free(w);
    w = window_of(4);
    for (size_t i = 0; i < 4; i++)
        window_put(w, take(w), checked(i));
    for (size_t i = 0; i < 4; i++)
        expect_next(w, i, i);
    expect_end(w);
}

static void a_window_without_inputs(void **state)
{
    (void)state;
    window *w = window_new();
    assert_false(may_take(w));
    expect_end(w);
    expect_end(window_of(0));
    window_free(NULL);
}

/* A full window has room for a result without bytes, since that takes none. */
static void a_result_without_bytes(void **state)
{
    (void)state;
    window *w = window_of(3);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(take(w), i);
    window_put(w, 1, checked(WINDOW_BYTES));
    window_put(w, 2, checked(0));
    window_put(w, 0, checked(1));
    expect_next(w, 0, 1);
    expect_next(w, 1, WINDOW_BYTES);
    expect_next(w, 2, 0);
    expect_end(w);
}

/* What was taken is still waited for, nothing else is. */
static void a_window_that_is_closed(void **state)
{
    (void)state;
    window *w = window_of(4);
    assert_int_equal(take(w), 0);
    assert_int_equal(take(w), 1);
    window_put(w, 1, checked(1));
    window_close(w);
    assert_false(may_take(w));
    window_put(w, 0, checked(0));
    expect_next(w, 0, 0);
    expect_next(w, 1, 1);
    expect_end(w);
    w = window_of(4);
    window_close(w);
    expect_end(w);
}

/* A check does not end: what was checked before and behind it is taken out, and its own result comes too
 * late. A result that nobody takes out is freed with the window. */
static void results_around_a_missing_one(void **state)
{
    (void)state;
    size_t number;
    checked_input out;
    window *w = window_of(5);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(take(w), i);
    window_put(w, 0, checked(10));
    window_put(w, 3, checked(13));
    for (size_t i = 0; i <= 3; i += 3) {
        assert_true(window_take_out(w, &number, &out));
        assert_int_equal(number, i);
        assert_int_equal(out.bytes, 10 + i);
    }
    assert_false(window_take_out(w, &number, &out));
    al_budget budget = al_budget_of(UINT64_MAX, 0);
    for (size_t i = 1; i <= 4; i += 3) {
        al_result_block *block = al_result_block_new(&budget);
        assert_non_null(block);
        window_put(w, i, (checked_input){.status = AL_OK, .result = &block->result});
    }
    window_free(w);
}

/* ---- How much waits ------------------------------------------------------------------------------------ */

typedef struct putting {
    window *window;
    size_t number;
    uint64_t bytes;
    atomic_bool begun, ended;
} putting;

static void put(void *context)
{
    putting *p = context;
    atomic_store(&p->begun, true);
    window_put(p->window, p->number, checked(p->bytes));
    atomic_store(&p->ended, true);
}

/* Nothing tells that a thread waits already: it gets some time to do so. */
static al_thread *start(putting *p)
{
    al_thread *thread = al_thread_start(put, p);
    assert_non_null(thread);
    while (!atomic_load(&p->begun))
        ;
    const uint64_t end = al_clock() + 20;
    while (al_clock() < end)
        assert_false(atomic_load(&p->ended));
    return thread;
}

static void results_that_are_too_far_ahead_wait(void **state)
{
    (void)state;
    window *w = window_of(WINDOW_LENGTH + 1);
    for (size_t i = 0; i <= WINDOW_LENGTH; i++)
        assert_int_equal(take(w), i);
    for (size_t i = 1; i < WINDOW_LENGTH; i++)
        window_put(w, i, checked(i));
    putting last = {.window = w, .number = WINDOW_LENGTH, .bytes = WINDOW_LENGTH};
    al_thread *thread = start(&last);
    window_put(w, 0, checked(0));
    expect_next(w, 0, 0);
    al_thread_join(thread);
    for (size_t i = 1; i <= WINDOW_LENGTH; i++)
        expect_next(w, i, i);
    expect_end(w);
}

static void results_of_many_bytes_wait(void **state)
{
    (void)state;
    window *w = window_of(4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(take(w), i);
    window_put(w, 1, checked(WINDOW_BYTES - 1));
    window_put(w, 2, checked(1)); /* as many as there may be */
    putting last = {.window = w, .number = 3, .bytes = 1};
    al_thread *thread = start(&last);
    window_put(w, 0, checked(2)); /* the next one always has room */
    expect_next(w, 0, 2);
    assert_false(atomic_load(&last.ended));
    expect_next(w, 1, WINDOW_BYTES - 1);
    al_thread_join(thread);
    expect_next(w, 2, 1);
    expect_next(w, 3, 1);
    expect_end(w);
}

/* One result may be larger than the window: it waits until it is the next. */
static void a_result_larger_than_the_window(void **state)
{
    (void)state;
    window *w = window_of(2);
    assert_int_equal(take(w), 0);
    assert_int_equal(take(w), 1);
    putting last = {.window = w, .number = 1, .bytes = UINT64_MAX};
    al_thread *thread = start(&last);
    window_put(w, 0, checked(UINT64_MAX));
    expect_next(w, 0, UINT64_MAX);
    al_thread_join(thread);
    expect_next(w, 1, UINT64_MAX);
    expect_end(w);
}

static void nothing_waits_beside_a_result_larger_than_the_window(void **state)
{
    (void)state;
    window *w = window_of(2);
    assert_int_equal(take(w), 0);
    assert_int_equal(take(w), 1);
    window_put(w, 0, checked((uint64_t)WINDOW_BYTES + 1));
    putting last = {.window = w, .number = 1, .bytes = 1};
    al_thread *thread = start(&last);
    expect_next(w, 0, (uint64_t)WINDOW_BYTES + 1);
    al_thread_join(thread);
    expect_next(w, 1, 1);
    expect_end(w);
}

/* ---- Many threads -------------------------------------------------------------------------------------- */

enum { CROWD = 20000, THREADS = 16, HEAVY = WINDOW_BYTES / 5 };

static void put_all(void *context)
{
    window *w = context;
    for (size_t number; window_take(w, &number);)
        window_put(w, number, checked(number % 100 == 0 ? HEAVY : number));
}

/* The window is full much of the time, so everybody waits for everybody. */
static void workers_wait_and_go_on(void **state)
{
    (void)state;
    al_thread *threads[THREADS];
    window *w = window_of(CROWD);
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = al_thread_start(put_all, w);
        assert_non_null(threads[i]);
    }
    for (size_t i = 0; i < CROWD; i++)
        expect_next(w, i, i % 100 == 0 ? HEAVY : i);
    for (size_t i = 0; i < THREADS; i++)
        al_thread_join(threads[i]);
    expect_end(w);
}

static void close_soon(void *context)
{
    window_close(context);
}

/* Whoever waits for a result that nobody will put in goes on when the window is closed. */
static void closing_wakes_the_one_that_waits(void **state)
{
    (void)state;
    for (size_t round = 0; round < 100; round++) {
        window *w = window_of(1);
        al_thread *thread = al_thread_start(close_soon, w);
        assert_non_null(thread);
        assert_false(window_wait(w));
        al_thread_join(thread);
        expect_end(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_the_order_of_the_inputs),
        cmocka_unit_test(a_window_without_inputs),
        cmocka_unit_test(a_window_that_is_closed),
        cmocka_unit_test(a_result_without_bytes),
        cmocka_unit_test(results_around_a_missing_one),
        cmocka_unit_test(results_that_are_too_far_ahead_wait),
        cmocka_unit_test(results_of_many_bytes_wait),
        cmocka_unit_test(a_result_larger_than_the_window),
        cmocka_unit_test(nothing_waits_beside_a_result_larger_than_the_window),
        cmocka_unit_test(workers_wait_and_go_on),
        cmocka_unit_test(closing_wakes_the_one_that_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
