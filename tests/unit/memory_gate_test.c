/* memory_gate_test.c: workers that come and go while the gate refuses memory. Under ThreadSanitizer it also
 * shows that a worker's buffers are never released by two threads. */
#include "unit.h"

#include <stdlib.h>

#include "platform/platform.h"
#include "project/memory_gate.h"

enum { WORKERS = 8, ROUNDS = 300, CHECKS = 6, FILE_BYTES = 1 << 16, KEPT_BYTES = 3 << 14 };

/* The gate leaves an eighth of it to the C library: two files and what is kept fit, eight never do. */
static const uint64_t limit = 4 * FILE_BYTES;

/* A worker as runs have them: it keeps a buffer from check to check, whose bytes its share holds. */
typedef struct worker {
    memory_ticket ticket;
    al_thread *thread;
    void *kept;
    unsigned refused;
} worker;

static void release_buffers(void *context)
{
    worker *w = context;
    if (w->kept != NULL)
        al_share_give(&w->ticket.share, KEPT_BYTES);
    free(w->kept);
    w->kept = NULL;
}

/* Takes the buffer, and then more than the file's share of the limit. */
static void run_check(worker *w)
{
    if (w->kept == NULL && al_share_take(&w->ticket.share, KEPT_BYTES))
        w->kept = malloc(KEPT_BYTES);
    const uint64_t more = 3 * FILE_BYTES;
    if (al_share_take(&w->ticket.share, more))
        al_share_give(&w->ticket.share, more);
    else
        w->refused++;
}

static void work(void *context)
{
    worker *w = context;
    for (size_t i = 0; i < CHECKS; i++) {
        memory_gate_enter(&w->ticket, FILE_BYTES);
        run_check(w);
        memory_gate_leave(&w->ticket);
    }
}

static void begin_worker(worker *w, memory_gate *gate)
{
    *w = (worker){.kept = NULL};
    memory_ticket_init(&w->ticket, gate, release_buffers, w);
    memory_gate_add(&w->ticket);
}

/* Begins workers while those before them are already at work. Returns how many requests were refused. */
static unsigned run_round(worker *workers, size_t count)
{
    memory_gate gate;
    unsigned refused = 0;
    assert_true(memory_gate_begin(&gate, limit));
    for (size_t i = 0; i < count; i++) {
        begin_worker(&workers[i], &gate);
        workers[i].thread = i > 0 ? al_thread_start(work, &workers[i]) : NULL;
    }
    work(&workers[0]);
    for (size_t i = 1; i < count; i++)
        al_thread_join(workers[i].thread);
    for (size_t i = 0; i < count; i++) {
        refused += workers[i].refused;
        memory_gate_remove(&workers[i].ticket);
        assert_null(workers[i].kept);
    }
    assert_int_equal(gate.granted, 0);
    assert_int_equal(gate.inside, 0);
    assert_null(gate.tickets);
    memory_gate_end(&gate);
    return refused;
}

static void refuses_while_workers_come_and_go(void **state)
{
    (void)state;
    worker *workers = calloc(WORKERS, sizeof *workers);
    assert_non_null(workers);
    unsigned refused = 0;
    for (size_t i = 0; i < ROUNDS; i++)
        refused += run_round(workers, 2 + i % (WORKERS - 1));
    assert_true(refused > ROUNDS);
    free(workers);
}

/* A worker whose thread could not be started is taken out while others are at work. */
static void removes_a_worker_during_checks(void **state)
{
    (void)state;
    worker workers[3];
    for (size_t i = 0; i < ROUNDS; i++) {
        memory_gate gate;
        assert_true(memory_gate_begin(&gate, limit));
        for (size_t w = 0; w < 3; w++)
            begin_worker(&workers[w], &gate);
        workers[1].thread = al_thread_start(work, &workers[1]);
        memory_gate_remove(&workers[2].ticket);
        work(&workers[0]);
        al_thread_join(workers[1].thread);
        memory_gate_remove(&workers[0].ticket);
        memory_gate_remove(&workers[1].ticket);
        assert_int_equal(gate.granted, 0);
        memory_gate_end(&gate);
    }
}

/* The only worker inside is refused nothing, and what the others kept is released. */
static void exclusive_check_gets_all_memory(void **state)
{
    (void)state;
    worker workers[2];
    memory_gate gate;
    assert_true(memory_gate_begin(&gate, limit));
    begin_worker(&workers[0], &gate);
    begin_worker(&workers[1], &gate);
    memory_gate_enter(&workers[1].ticket, 1);
    run_check(&workers[1]);
    memory_gate_leave(&workers[1].ticket);
    assert_non_null(workers[1].kept);
    memory_gate_enter_exclusive(&workers[0].ticket);
    assert_null(workers[1].kept);
    assert_true(al_share_take(&workers[0].ticket.share, 100 * limit));
    al_share_give(&workers[0].ticket.share, 100 * limit);
    memory_gate_leave(&workers[0].ticket);
    assert_int_equal(gate.granted, 0);
    assert_false(gate.exclusive);
    memory_gate_end(&gate);
}

static void keep_all(void *context)
{
    (void)context;
}

static void the_gate_counts_what_it_grants(void **state)
{
    (void)state;
    memory_ticket first, second;
    memory_gate gate;
    assert_true(memory_gate_begin(&gate, limit));
    memory_ticket_init(&first, &gate, keep_all, NULL);
    memory_ticket_init(&second, &gate, keep_all, NULL);
    memory_gate_add(&first);
    memory_gate_add(&second);
    memory_gate_enter(&first, 100);
    memory_gate_enter(&second, 200);
    assert_int_equal(gate.inside, 2);
    assert_true(first.share.granted > 0 && second.share.granted > first.share.granted);
    assert_int_equal(gate.granted, first.share.granted + second.share.granted);
    memory_gate_leave(&second);
    assert_int_equal(second.share.granted, 0);
    assert_int_equal(gate.granted, first.share.granted);
    memory_gate_leave(&first);
    assert_int_equal(gate.granted, 0);
    memory_gate_remove(&first);
    memory_gate_remove(&second);
    memory_gate_end(&gate);
}

static void count_releases(void *context)
{
    ++*(unsigned *)context;
}

/* Many workers keep as much together as two do. */
static void many_workers_keep_little_each(void **state)
{
    (void)state;
    enum { MOST_WORKERS = 16, MIB = 1 << 20 };
    for (unsigned workers = 2; workers <= MOST_WORKERS; workers *= 2) {
        memory_gate gate;
        memory_ticket tickets[MOST_WORKERS];
        unsigned released = 0;
        assert_true(memory_gate_begin(&gate, UINT64_C(1) << 40));
        for (unsigned i = 0; i < workers; i++) {
            memory_ticket_init(&tickets[i], &gate, count_releases, &released);
            memory_gate_add(&tickets[i]);
        }
        for (unsigned more = 0; more <= 1; more++) {
            const uint64_t kept = 32 * MIB / workers + more;
            memory_gate_enter(&tickets[0], 1);
            assert_true(al_share_take(&tickets[0].share, kept));
            memory_gate_leave(&tickets[0]);
            assert_int_equal(released, more);
            al_share_give(&tickets[0].share, kept);
        }
        memory_gate_end(&gate);
    }
}

/* The gate granted nothing of it, so what is kept is counted at the end. */
static void what_an_exclusive_check_keeps_is_counted(void **state)
{
    (void)state;
    enum { KEPT = 1000 };
    memory_ticket ticket;
    memory_gate gate;
    assert_true(memory_gate_begin(&gate, limit));
    memory_ticket_init(&ticket, &gate, keep_all, NULL);
    memory_gate_add(&ticket);
    memory_gate_enter_exclusive(&ticket);
    assert_true(al_share_take(&ticket.share, KEPT));
    memory_gate_leave(&ticket);
    assert_int_equal(ticket.share.granted, KEPT);
    assert_int_equal(gate.granted, KEPT);
    al_share_give(&ticket.share, KEPT);
    memory_gate_remove(&ticket);
    assert_int_equal(gate.granted, 0);
    memory_gate_end(&gate);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refuses_while_workers_come_and_go),
        cmocka_unit_test(removes_a_worker_during_checks),
        cmocka_unit_test(exclusive_check_gets_all_memory),
        cmocka_unit_test(the_gate_counts_what_it_grants),
        cmocka_unit_test(many_workers_keep_little_each),
        cmocka_unit_test(what_an_exclusive_check_keeps_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
