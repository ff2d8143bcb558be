/* memory_gate_test.c: workers that come and go while the gate refuses memory. Under ThreadSanitizer it also
 * shows that a worker's buffers are never released by two threads. */
#include "unit.h"

#include <stdatomic.h>
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

/* Begins a gate with two workers. The second has left it, and keeps its buffers. */
static void begin_beside_kept_buffers(memory_gate *gate, worker workers[2])
{
    assert_true(memory_gate_begin(gate, limit));
    begin_worker(&workers[0], gate);
    begin_worker(&workers[1], gate);
    memory_gate_enter(&workers[1].ticket, 1);
    run_check(&workers[1]);
    memory_gate_leave(&workers[1].ticket);
    assert_non_null(workers[1].kept);
}

/* The only worker inside is refused nothing, and what the others kept is released. */
static void exclusive_check_gets_all_memory(void **state)
{
    (void)state;
    worker workers[2];
    memory_gate gate;
    begin_beside_kept_buffers(&gate, workers);
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
    enum { MOST_WORKERS = 16, ONE_MIB = 1 << 20 };
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
            const uint64_t kept = 32 * ONE_MIB / workers + more;
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

/* ---- Grants and estimates ------------------------------------------------------------------------------ */

enum { MIB = 1 << 20, GATE_MIB = 7 }; /* a gate for 8 MiB grants 7 */

/* A gate with tickets whose workers keep nothing; `released` counts what the gate releases of each. */
typedef struct fixture {
    memory_gate gate;
    memory_ticket tickets[3];
    unsigned released[3];
} fixture;

static void begin_gate(fixture *f)
{
    *f = (fixture){.released = {0}};
    assert_true(memory_gate_begin(&f->gate, 8 * MIB));
    assert_int_equal(f->gate.limit, GATE_MIB * MIB);
    for (size_t i = 0; i < 3; i++) {
        memory_ticket_init(&f->tickets[i], &f->gate, count_releases, &f->released[i]);
        memory_gate_add(&f->tickets[i]);
    }
}

static void end_gate(fixture *f)
{
    assert_int_equal(f->gate.inside, 0);
    for (size_t i = 0; i < 3; i++)
        memory_gate_remove(&f->tickets[i]);
    assert_int_equal(f->gate.granted, 0);
    memory_gate_end(&f->gate);
}

/* Small requests are rounded up where that fits, and the last byte is granted. */
static void requests_up_to_the_last_byte(void **state)
{
    (void)state;
    fixture f;
    begin_gate(&f);
    al_share *share = &f.tickets[0].share;
    memory_gate_enter(&f.tickets[0], 0);
    assert_true(al_share_take(share, 1));
    assert_int_equal(share->granted, MIB);
    assert_true(al_share_take(share, MIB - 1));
    assert_true(al_share_take(share, 2 * MIB));
    assert_int_equal(share->granted, 3 * MIB);
    assert_true(al_share_take(share, (GATE_MIB - 4) * MIB + 1));
    assert_true(al_share_take(share, MIB - 1)); /* less than a small request is rounded to */
    assert_int_equal(f.gate.granted, f.gate.limit);
    memory_gate_enter(&f.tickets[1], 0); /* needs nothing */
    assert_false(al_share_take(&f.tickets[1].share, 1));
    memory_gate_leave(&f.tickets[1]);
    assert_false(al_share_take(share, 1));
    al_share_give(share, GATE_MIB * MIB);
    memory_gate_leave(&f.tickets[0]);
    end_gate(&f);
}

/* Half as much again as the file at first, and never more than the limit. */
static void estimates_of_memory(void **state)
{
    (void)state;
    const uint64_t most = GATE_MIB * MIB / 24 * 16;
    const struct {
        uint64_t bytes, granted;
    } cases[] = {{0, 0},
                 {16, 24},
                 {most - 1, (most - 1) * 24 / 16},
                 {most, GATE_MIB * MIB},
                 {UINT64_MAX, GATE_MIB * MIB}};
    fixture f;
    begin_gate(&f);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        memory_gate_enter(&f.tickets[0], cases[i].bytes);
        assert_int_equal(f.tickets[0].share.granted, cases[i].granted);
        memory_gate_leave(&f.tickets[0]);
    }
    end_gate(&f);
}

/* A check of a file of `bytes` bytes that takes `peak` bytes, and then is refused if `refused`. */
static uint64_t rate_after(fixture *f, uint64_t bytes, uint64_t peak, bool refused)
{
    al_share *share = &f->tickets[0].share;
    memory_gate_enter(&f->tickets[0], bytes);
    assert_true(al_share_take(share, peak));
    if (refused)
        assert_false(al_share_take(share, UINT64_MAX / 2));
    al_share_give(share, peak);
    memory_gate_leave(&f->tickets[0]);
    return f->gate.rate;
}

/* The estimate rises at once and falls slowly, by checks of files that are not small. */
static void the_estimate_follows_the_checks(void **state)
{
    (void)state;
    enum { FILE_SIZE = 1 << 16 };
    fixture f;
    begin_gate(&f);
    assert_int_equal(f.gate.rate, 24);
    assert_int_equal(rate_after(&f, FILE_SIZE - 1, 6 * FILE_SIZE, false), 24);
    assert_int_equal(rate_after(&f, FILE_SIZE, 4 * FILE_SIZE, false), 64);
    assert_int_equal(rate_after(&f, FILE_SIZE, 0, false), 56);
    assert_int_equal(rate_after(&f, FILE_SIZE, 5 * FILE_SIZE, false), 80);
    assert_int_equal(rate_after(&f, FILE_SIZE, 4 * FILE_SIZE, true), 128);
    assert_int_equal(rate_after(&f, FILE_SIZE, 4 * FILE_SIZE, false), 112);
    for (size_t i = 0; i < 40; i++)
        (void)rate_after(&f, FILE_SIZE, 0, false);
    assert_int_equal(f.gate.rate, 24);
    f.gate.limit = UINT64_MAX / 4;
    assert_int_equal(rate_after(&f, FILE_SIZE, UINT64_C(5000) * FILE_SIZE, false), 1 << 16);
    end_gate(&f);
}

/* While more than half of the memory is granted, nothing is kept. */
static void half_of_the_memory_stays_free(void **state)
{
    (void)state;
    const uint64_t half = GATE_MIB * MIB / 2;
    for (unsigned more = 0; more <= 1; more++) {
        fixture f;
        begin_gate(&f);
        memory_gate_enter(&f.tickets[0], 0);
        assert_true(al_share_take(&f.tickets[0].share, half + more));
        memory_gate_leave(&f.tickets[0]);
        assert_int_equal(f.released[0], more);
        al_share_give(&f.tickets[0].share, half + more);
        end_gate(&f);
    }
}

/* ---- Waiting ------------------------------------------------------------------------------------------- */

/* Buffers that others keep are released for the only check that runs. */
static void the_only_check_may_always_begin(void **state)
{
    (void)state;
    worker workers[2];
    memory_gate gate;
    begin_beside_kept_buffers(&gate, workers);
    memory_gate_enter(&workers[0].ticket, limit);
    assert_null(workers[1].kept);
    assert_int_equal(workers[0].ticket.share.granted, gate.limit);
    memory_gate_leave(&workers[0].ticket);
    memory_gate_remove(&workers[0].ticket);
    memory_gate_remove(&workers[1].ticket);
    assert_int_equal(gate.granted, 0);
    memory_gate_end(&gate);
}

/* A worker that has to wait: it keeps bytes before, and notes that the gate released them. */
typedef struct waiting_worker {
    memory_ticket ticket;
    uint64_t kept, bytes;
    atomic_bool released;
    al_thread *thread;
} waiting_worker;

static void release_and_tell(void *context)
{
    waiting_worker *w = context;
    al_share_give(&w->ticket.share, w->kept);
    w->kept = 0;
    atomic_store(&w->released, true);
}

static void enter_and_leave(void *context)
{
    waiting_worker *w = context;
    memory_gate_enter(&w->ticket, w->bytes);
    memory_gate_leave(&w->ticket);
}

/* `kept`: bytes of a check before, which the worker keeps. */
static void begin_waiting(waiting_worker *w, memory_gate *gate, uint64_t kept, uint64_t bytes)
{
    *w = (waiting_worker){.kept = kept, .bytes = bytes};
    memory_ticket_init(&w->ticket, gate, release_and_tell, w);
    memory_gate_add(&w->ticket);
    memory_gate_enter(&w->ticket, 0);
    assert_true(al_share_take(&w->ticket.share, kept));
    memory_gate_leave(&w->ticket);
    assert_false(atomic_load(&w->released));
}

/* Returns when the worker waits: it has released its buffers, and holds the lock until then. */
static void start_waiting(waiting_worker *w, memory_gate *gate)
{
    w->thread = al_thread_start(enter_and_leave, w);
    assert_non_null(w->thread);
    while (!atomic_load(&w->released))
        ;
    al_lock_enter(gate->lock);
    al_lock_leave(gate->lock);
}

/* A check runs with 4 of 7 MiB, another worker waits for 3 MiB, and a third one keeps one: its buffers are
 * released when it is removed, or waits itself. */
static void released_buffers_let_others_begin(void **state)
{
    (void)state;
    for (unsigned removed = 0; removed <= 1; removed++) {
        fixture f;
        waiting_worker first, second;
        begin_gate(&f);
        begin_waiting(&first, &f.gate, 0, 2 * MIB);
        begin_waiting(&second, &f.gate, MIB, 4 * MIB);
        memory_gate_enter(&f.tickets[0], 0);
        assert_true(al_share_take(&f.tickets[0].share, 4 * MIB));
        start_waiting(&first, &f.gate);
        if (removed)
            memory_gate_remove(&second.ticket);
        else
            start_waiting(&second, &f.gate);
        al_thread_join(first.thread); /* while the first check still runs */
        al_share_give(&f.tickets[0].share, 4 * MIB);
        memory_gate_leave(&f.tickets[0]);
        if (!removed) {
            al_thread_join(second.thread);
            memory_gate_remove(&second.ticket);
        }
        memory_gate_remove(&first.ticket);
        end_gate(&f);
    }
}

static void enter_exclusively(void *context)
{
    memory_gate_enter_exclusive(context);
}

static void an_exclusive_check_waits_for_the_others(void **state)
{
    (void)state;
    fixture f;
    begin_gate(&f);
    memory_gate_enter(&f.tickets[0], 0);
    al_thread *thread = al_thread_start(enter_exclusively, &f.tickets[1]);
    assert_non_null(thread);
    for (bool waits = false; !waits;) {
        al_lock_enter(f.gate.lock);
        waits = f.gate.exclusive;
        assert_int_equal(f.gate.inside, 1);
        assert_int_equal(f.tickets[1].share.granted, 0);
        al_lock_leave(f.gate.lock);
    }
    memory_gate_leave(&f.tickets[0]);
    al_thread_join(thread);
    assert_true(f.gate.exclusive);
    assert_true(f.tickets[1].share.granted == UINT64_MAX);
    memory_gate_leave(&f.tickets[1]);
    end_gate(&f);
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
        cmocka_unit_test(requests_up_to_the_last_byte),
        cmocka_unit_test(estimates_of_memory),
        cmocka_unit_test(the_estimate_follows_the_checks),
        cmocka_unit_test(half_of_the_memory_stays_free),
        cmocka_unit_test(the_only_check_may_always_begin),
        cmocka_unit_test(released_buffers_let_others_begin),
        cmocka_unit_test(an_exclusive_check_waits_for_the_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
