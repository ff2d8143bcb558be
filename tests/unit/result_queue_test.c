/* result_queue_test.c: results that wait for their turn: their order, and how many are held. */
#include "unit.h"

#include "platform/platform.h"
#include "project/result_queue.h"

enum { HEAVY = WINDOW_MOST_BYTES / 20, BROKEN = 3 };

/* What a check would give; the window looks at its bytes alone. */
static window_result result_of(al_result *of, uint64_t bytes)
{
    *of = (al_result){.path = ""};
    return (window_result){.status = AL_OK, .result = of, .bytes = bytes};
}

static void put(window *w, size_t number, window_result result)
{
    assert_true(window_reserve(w, result.bytes));
    window_put(w, number, result);
}

static size_t take(window *w)
{
    size_t number = SIZE_MAX;
    assert_true(window_take_now(w, &number));
    return number;
}

static bool may_take(window *w)
{
    size_t number;
    return window_take_now(w, &number);
}

static window_result deliver(window *w)
{
    window_result next = {.result = NULL};
    assert_true(window_deliver(w, &next));
    return next;
}

static void results_come_in_the_order_of_the_inputs(void **state)
{
    (void)state;
    static const size_t order[] = {2, 0, 3, 1};
    al_result results[4];
    window *w = window_new(4, 2);
    assert_non_null(w);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(take(w), i);
    assert_false(may_take(w));
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(window_is_ready(w), i > 1);
        window_put(w, order[i], result_of(&results[order[i]], 0));
    }
    for (size_t i = 0; i < 4; i++)
        assert_ptr_equal(deliver(w).result, &results[i]);
    window_free(w);
}

/* Somebody wants the program to end: what was taken is still delivered, nothing else is. */
static void a_window_that_is_stopped(void **state)
{
    (void)state;
    al_result results[2];
    window_result next;
    window *w = window_new(4, 2);
    assert_non_null(w);
    assert_int_equal(take(w), 0);
    assert_int_equal(take(w), 1);
    window_put(w, 1, result_of(&results[1], 0));
    window_stop(w);
    assert_false(may_take(w));
    window_put(w, 0, (window_result){.put_off = true});
    assert_true(deliver(w).put_off);
    assert_ptr_equal(deliver(w).result, &results[1]);
    assert_false(window_deliver(w, &next));
    window_free(w);
}

static void inputs_without_a_result(void **state)
{
    (void)state;
    window *w = window_new(1, 1);
    assert_non_null(w);
    window_put(w, take(w), (window_result){.status = AL_OUT_OF_MEMORY});
    assert_int_equal(deliver(w).status, AL_OUT_OF_MEMORY);
    window_free(w);
}

/* A slow file comes first, and many files with many findings behind it: few of them are taken until it is
 * done. */
static void bytes_that_wait_have_a_bound(void **state)
{
    (void)state;
    enum { INPUTS = 200, MOST = WINDOW_MOST_BYTES / 2 / HEAVY + 1 };
    static al_result results[INPUTS];
    window *w = window_new(INPUTS, 2);
    assert_non_null(w);
    assert_int_equal(take(w), 0);
    size_t taken = 1, number;
    for (; window_take_now(w, &number); taken++)
        put(w, number, result_of(&results[number], HEAVY));
    assert_int_equal(taken, 1 + MOST);
    window_put(w, 0, result_of(&results[0], 0));
    assert_false(may_take(w)); /* it must be delivered first, */
    (void)deliver(w);
    assert_false(may_take(w)); /* and so must one of those that are held */
    (void)deliver(w);
    for (size_t i = 2; i < INPUTS; i++) {
        if (taken < INPUTS) {
            assert_int_equal(take(w), taken);
            put(w, taken, result_of(&results[taken], HEAVY));
            taken++;
        }
        assert_ptr_equal(deliver(w).result, &results[i]);
    }
    window_free(w);
}

static void inputs_that_wait_have_a_bound(void **state)
{
    (void)state;
    enum { WORKERS = 3, INPUTS = 2000 };
    al_result first;
    window *w = window_new(INPUTS, WORKERS);
    assert_non_null(w);
    size_t taken = 0;
    while (may_take(w))
        taken++;
    assert_int_equal(taken, WORKERS * WINDOW_PER_WORKER);
    window_put(w, 0, result_of(&first, 0));
    (void)deliver(w);
    assert_int_equal(take(w), taken);
    assert_false(may_take(w));
    window_free(w);
}

/* One input alone may break the bound: whoever has it must not stop the others for good. */
static void the_next_input_can_always_be_taken(void **state)
{
    (void)state;
    al_result results[BROKEN];
    window *w = window_new(BROKEN, 1);
    assert_non_null(w);
    for (size_t i = 0; i < BROKEN; i++) {
        put(w, take(w), result_of(&results[i], WINDOW_MOST_BYTES));
        assert_false(may_take(w));
        (void)deliver(w);
    }
    window_free(w);
}

/* What finds no room isn't waited with. */
static void room_is_reserved(void **state)
{
    (void)state;
    al_result results[2];
    window *w = window_new(2, 1);
    assert_non_null(w);
    assert_false(window_reserve(w, (uint64_t)WINDOW_MOST_BYTES + 1));
    assert_false(window_reserve(w, UINT64_MAX));
    const size_t first = take(w), second = take(w);
    put(w, second, result_of(&results[1], WINDOW_MOST_BYTES));
    assert_true(window_reserve(w, 0));
    assert_false(window_reserve(w, 1));
    window_put(w, first, (window_result){.put_off = true});
    assert_true(deliver(w).put_off);
    assert_false(window_reserve(w, 1));
    assert_ptr_equal(deliver(w).result, &results[1]);
    assert_true(window_reserve(w, 1));
    window_free(w);
}

static void nothing_is_left_after_a_stop(void **state)
{
    (void)state;
    size_t number;
    window *w = window_new(10, 1);
    assert_non_null(w);
    assert_true(window_take(w, &number));
    window_stop(w);
    assert_false(window_take(w, &number));
    assert_false(may_take(w));
    window_free(w);
}

/* ---- Threads ------------------------------------------------------------------------------------------- */

enum { CROWD = 500, THREADS = 3 };

typedef struct crowd {
    window *window;
    al_result results[CROWD];
} crowd;

static void put_all(void *context)
{
    crowd *c = context;
    for (size_t number; window_take(c->window, &number);)
        put(c->window, number, result_of(&c->results[number], HEAVY));
}

/* The window is full nearly all the time, so everybody waits for everybody. */
static void workers_wait_and_go_on(void **state)
{
    (void)state;
    static crowd c;
    al_thread *threads[THREADS];
    c.window = window_new(CROWD, THREADS);
    assert_non_null(c.window);
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = al_thread_start(put_all, &c);
        assert_non_null(threads[i]);
    }
    for (size_t i = 0; i < CROWD; i++)
        assert_ptr_equal(deliver(c.window).result, &c.results[i]);
    for (size_t i = 0; i < THREADS; i++)
        al_thread_join(threads[i]);
    window_free(c.window);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_the_order_of_the_inputs),
        cmocka_unit_test(a_window_that_is_stopped),
        cmocka_unit_test(inputs_without_a_result),
        cmocka_unit_test(bytes_that_wait_have_a_bound),
        cmocka_unit_test(inputs_that_wait_have_a_bound),
        cmocka_unit_test(the_next_input_can_always_be_taken),
        cmocka_unit_test(room_is_reserved),
        cmocka_unit_test(nothing_is_left_after_a_stop),
        cmocka_unit_test(workers_wait_and_go_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
