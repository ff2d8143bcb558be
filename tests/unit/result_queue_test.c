/* result_queue_test.c: results that wait for their turn: their order, and how many are held. */
#include "unit.h"

#include <stdatomic.h>

#include "platform/platform.h"
#include "project/result_queue.h"

enum { HEAVY = RESULT_QUEUE_MAX_BYTES / 20, BROKEN = 3 };

/* What a check would give; the result_queue looks at its bytes alone. */
static queued_result result_of(al_result *of, uint64_t bytes)
{
    *of = (al_result){.path = ""};
    return (queued_result){.status = AL_OK, .result = of, .bytes = bytes};
}

static void put(result_queue *q, size_t number, queued_result result)
{
    assert_true(result_queue_put(q, number, result));
}

static size_t take(result_queue *q)
{
    size_t number = SIZE_MAX;
    assert_true(result_queue_try_take(q, &number));
    return number;
}

static bool may_take(result_queue *q)
{
    size_t number;
    return result_queue_try_take(q, &number);
}

static queued_result deliver(result_queue *q, size_t number)
{
    assert_true(result_queue_wait(q, number));
    return result_queue_deliver(q);
}

static void results_come_in_the_order_of_the_inputs(void **state)
{
    (void)state;
    static const size_t order[] = {2, 0, 3, 1};
    al_result results[4];
    result_queue *q = result_queue_new(4, 2);
    assert_non_null(q);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(take(q), i);
    assert_false(may_take(q));
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(result_queue_is_ready(q, 0), i > 1);
        put(q, order[i], result_of(&results[order[i]], 0));
    }
    for (size_t i = 0; i < 4; i++)
        assert_ptr_equal(deliver(q, i).result, &results[i]);
    result_queue_free(q);
}

/* Somebody wants the program to end: what was taken is still delivered, nothing else is. */
static void a_queue_that_is_stopped(void **state)
{
    (void)state;
    al_result results[2];
    result_queue *q = result_queue_new(4, 2);
    assert_non_null(q);
    assert_int_equal(take(q), 0);
    assert_int_equal(take(q), 1);
    put(q, 1, result_of(&results[1], 0));
    result_queue_stop(q);
    assert_false(may_take(q));
    result_queue_postpone(q, 0);
    assert_true(deliver(q, 0).postponed);
    assert_ptr_equal(deliver(q, 1).result, &results[1]);
    assert_false(result_queue_wait(q, 2));
    result_queue_free(q);
}

/* A check does not end after the program was told to: what was checked before and behind it is handed out. */
static void results_around_a_missing_one_are_salvaged(void **state)
{
    (void)state;
    al_result results[4];
    queued_result salvaged;
    size_t number;
    result_queue *q = result_queue_new(4, 2);
    assert_non_null(q);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(take(q), i);
    put(q, 0, result_of(&results[0], 1));
    put(q, 2, result_of(&results[2], 1));
    result_queue_stop(q);
    for (size_t i = 0; i < 3; i += 2) {
        assert_true(result_queue_salvage(q, &number, &salvaged));
        assert_int_equal(number, i);
        assert_ptr_equal(salvaged.result, &results[i]);
    }
    assert_false(result_queue_salvage(q, &number, &salvaged));
    result_queue_free(q);
}

static void inputs_without_a_result(void **state)
{
    (void)state;
    result_queue *q = result_queue_new(1, 1);
    assert_non_null(q);
    put(q, take(q), (queued_result){.status = AL_OUT_OF_MEMORY});
    assert_int_equal(deliver(q, 0).status, AL_OUT_OF_MEMORY);
    result_queue_free(q);
}

/* A slow file comes first, and many files with many findings behind it: few of them are taken until it is
 * done. */
static void bytes_that_wait_have_a_bound(void **state)
{
    (void)state;
    enum { INPUTS = 200, MOST = RESULT_QUEUE_MAX_BYTES / 2 / HEAVY + 1 };
    static al_result results[INPUTS];
    result_queue *q = result_queue_new(INPUTS, 2);
    assert_non_null(q);
    assert_int_equal(take(q), 0);
    size_t taken = 1, number;
    for (; result_queue_try_take(q, &number); taken++)
        put(q, number, result_of(&results[number], HEAVY));
    assert_int_equal(taken, 1 + MOST);
    put(q, 0, result_of(&results[0], 0));
    assert_false(may_take(q)); /* it must be delivered first, */
    (void)deliver(q, 0);
    assert_false(may_take(q)); /* and so must one of those that are held */
    (void)deliver(q, 1);
    for (size_t i = 2; i < INPUTS; i++) {
        if (taken < INPUTS) {
            assert_int_equal(take(q), taken);
            put(q, taken, result_of(&results[taken], HEAVY));
            taken++;
        }
        assert_ptr_equal(deliver(q, i).result, &results[i]);
    }
    result_queue_free(q);
}

static void inputs_that_wait_have_a_bound(void **state)
{
    (void)state;
    enum { WORKERS = 3, INPUTS = 2000 };
    al_result first;
    result_queue *q = result_queue_new(INPUTS, WORKERS);
    assert_non_null(q);
    size_t taken = 0;
    while (may_take(q))
        taken++;
    assert_int_equal(taken, WORKERS * RESULT_QUEUE_PER_WORKER);
    put(q, 0, result_of(&first, 0));
    (void)deliver(q, 0);
    assert_int_equal(take(q), taken);
    assert_false(may_take(q));
    result_queue_free(q);
}

/* One input alone may break the bound: whoever has it must not stop the others for good. */
static void the_next_input_can_always_be_taken(void **state)
{
    (void)state;
    al_result results[BROKEN];
    result_queue *q = result_queue_new(BROKEN, 1);
    assert_non_null(q);
    for (size_t i = 0; i < BROKEN; i++) {
        put(q, take(q), result_of(&results[i], RESULT_QUEUE_MAX_BYTES));
        assert_false(may_take(q));
        (void)deliver(q, i);
    }
    result_queue_free(q);
}

/* A result that finds no room stays with the worker. What is postponed needs none. */
static void results_without_room_are_refused(void **state)
{
    (void)state;
    al_result results[3];
    result_queue *q = result_queue_new(3, 1);
    assert_non_null(q);
    const size_t first = take(q), second = take(q), third = take(q);
    assert_false(result_queue_put(q, first, result_of(&results[0], (uint64_t)RESULT_QUEUE_MAX_BYTES + 1)));
    assert_false(result_queue_put(q, first, result_of(&results[0], UINT64_MAX)));
    put(q, second, result_of(&results[1], RESULT_QUEUE_MAX_BYTES));
    assert_false(result_queue_put(q, first, result_of(&results[0], 1)));
    assert_false(result_queue_is_ready(q, first));
    result_queue_postpone(q, first);
    assert_true(result_queue_is_ready(q, first));
    assert_true(deliver(q, first).postponed);
    assert_false(result_queue_put(q, third, result_of(&results[2], 1)));
    assert_ptr_equal(deliver(q, second).result, &results[1]);
    put(q, third, result_of(&results[2], 1));
    assert_ptr_equal(deliver(q, third).result, &results[2]);
    result_queue_free(q);
}

static void nothing_is_left_after_a_stop(void **state)
{
    (void)state;
    size_t number;
    result_queue *q = result_queue_new(10, 1);
    assert_non_null(q);
    assert_true(result_queue_take(q, &number));
    result_queue_stop(q);
    assert_false(result_queue_take(q, &number));
    assert_false(may_take(q));
    result_queue_free(q);
}

/* Results of exactly half of the bytes leave room for more. */
static void half_of_the_bytes_may_wait(void **state)
{
    (void)state;
    for (uint64_t more = 0; more <= 1; more++) {
        al_result results[2];
        result_queue *q = result_queue_new(4, 1);
        assert_non_null(q);
        assert_int_equal(take(q), 0);
        put(q, take(q), result_of(&results[1], RESULT_QUEUE_MAX_BYTES / 2 + more));
        assert_int_equal(may_take(q), more == 0);
        put(q, 0, result_of(&results[0], 0));
        (void)deliver(q, 0);
        (void)deliver(q, 1);
        result_queue_free(q);
    }
    result_queue_free(NULL);
}

/* The slot of a result that was delivered is empty for the input that has it next. */
static void slots_are_used_again(void **state)
{
    (void)state;
    static al_result results[RESULT_QUEUE_PER_WORKER + 1];
    result_queue *q = result_queue_new(RESULT_QUEUE_PER_WORKER + 1, 1);
    assert_non_null(q);
    for (size_t i = 0; i <= RESULT_QUEUE_PER_WORKER; i++) {
        assert_int_equal(take(q), i);
        assert_false(result_queue_is_ready(q, i));
        put(q, i, result_of(&results[i], 0));
        assert_true(result_queue_is_ready(q, i));
        assert_ptr_equal(deliver(q, i).result, &results[i]);
    }
    result_queue_free(q);
}

/* ---- Threads ------------------------------------------------------------------------------------------- */

enum { CROWD = 500, THREADS = 3 };

typedef struct crowd {
    result_queue *result_queue;
    al_result results[CROWD];
} crowd;

static void put_all(void *context)
{
    crowd *c = context;
    for (size_t number; result_queue_take(c->result_queue, &number);)
        put(c->result_queue, number, result_of(&c->results[number], HEAVY));
}

/* The result_queue is full nearly all the time, so everybody waits for everybody. */
static void workers_wait_and_go_on(void **state)
{
    (void)state;
    static crowd c;
    al_thread *threads[THREADS];
    c.result_queue = result_queue_new(CROWD, THREADS);
    assert_non_null(c.result_queue);
    for (size_t i = 0; i < THREADS; i++) {
        threads[i] = al_thread_start(put_all, &c);
        assert_non_null(threads[i]);
    }
    for (size_t i = 0; i < CROWD; i++)
        assert_ptr_equal(deliver(c.result_queue, i).result, &c.results[i]);
    for (size_t i = 0; i < THREADS; i++)
        al_thread_join(threads[i]);
    result_queue_free(c.result_queue);
}

typedef struct waiting_taker {
    result_queue *queue;
    atomic_bool begun;
    bool got;
    size_t number;
} waiting_taker;

static void take_one(void *context)
{
    waiting_taker *t = context;
    atomic_store(&t->begun, true);
    t->got = result_queue_take(t->queue, &t->number);
}

/* A worker waits because the queue is full. It goes on when a result was delivered, or after a stop. Nothing
 * tells that it waits already, so this is tried often. */
static void a_worker_that_waits_goes_on(void **state)
{
    (void)state;
    enum { ROUNDS = 20, LOOKS = 2000 };
    for (size_t i = 0; i < ROUNDS; i++) {
        al_result result;
        waiting_taker t = {.queue = result_queue_new(2 * RESULT_QUEUE_PER_WORKER, 1)};
        assert_non_null(t.queue);
        while (may_take(t.queue))
            ;
        al_thread *thread = al_thread_start(take_one, &t);
        assert_non_null(thread);
        while (!atomic_load(&t.begun))
            ;
        for (size_t look = 0; look < LOOKS; look++)
            assert_false(result_queue_is_ready(t.queue, 0));
        if (i % 2 == 0) {
            put(t.queue, 0, result_of(&result, 0));
            (void)deliver(t.queue, 0);
        } else {
            result_queue_stop(t.queue);
        }
        al_thread_join(thread);
        assert_int_equal(t.got, i % 2 == 0);
        if (t.got)
            assert_int_equal(t.number, RESULT_QUEUE_PER_WORKER);
        result_queue_free(t.queue);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_the_order_of_the_inputs),
        cmocka_unit_test(a_queue_that_is_stopped),
        cmocka_unit_test(results_around_a_missing_one_are_salvaged),
        cmocka_unit_test(inputs_without_a_result),
        cmocka_unit_test(bytes_that_wait_have_a_bound),
        cmocka_unit_test(inputs_that_wait_have_a_bound),
        cmocka_unit_test(the_next_input_can_always_be_taken),
        cmocka_unit_test(results_without_room_are_refused),
        cmocka_unit_test(nothing_is_left_after_a_stop),
        cmocka_unit_test(half_of_the_bytes_may_wait),
        cmocka_unit_test(slots_are_used_again),
        cmocka_unit_test(workers_wait_and_go_on),
        cmocka_unit_test(a_worker_that_waits_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
