/* result_queue.c: a ring of slots, one for each input that may be taken ahead. */
#include "project/result_queue.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "platform/platform.h"

typedef struct slot {
    queued_result of;
    _Atomic bool filled; /* changes only under the lock */
} slot;

struct result_queue {
    al_lock *lock;
    al_condition *filled;  /* the slot that is delivered next was filled */
    al_condition *emptied; /* a slot was emptied */
    slot *slots;
    size_t slot_count;
    size_t inputs, taken, delivered;
    uint64_t held; /* bytes of the results in slots */
    bool stop;
};

result_queue *result_queue_new(size_t inputs, size_t workers)
{
    result_queue *q = calloc(1, sizeof *q);
    if (q == NULL)
        return NULL;
    q->lock = al_lock_new();
    q->filled = al_condition_new();
    q->emptied = al_condition_new();
    q->inputs = inputs;
    q->slot_count = workers * RESULT_QUEUE_PER_WORKER;
    q->slots = calloc(q->slot_count, sizeof *q->slots);
    if (q->lock != NULL && q->filled != NULL && q->emptied != NULL && q->slots != NULL)
        return q;
    result_queue_free(q);
    return NULL;
}

void result_queue_free(result_queue *q)
{
    if (q == NULL)
        return;
    for (size_t i = 0; q->slots != NULL && i < q->slot_count; i++)
        al_result_free(q->slots[i].of.result);
    free(q->slots);
    al_condition_free(q->emptied);
    al_condition_free(q->filled);
    al_lock_free(q->lock);
    free(q);
}

static slot *slot_of(const result_queue *q, size_t number)
{
    return &q->slots[number % q->slot_count];
}

static bool is_left(const result_queue *q)
{
    return !q->stop && q->taken < q->inputs;
}

static bool is_full(const result_queue *q)
{
    return q->taken != q->delivered &&
           (q->taken - q->delivered >= q->slot_count || q->held > RESULT_QUEUE_MAX_BYTES / 2);
}

bool result_queue_take(result_queue *q, size_t *number)
{
    al_lock_enter(q->lock);
    while (is_left(q) && is_full(q))
        al_condition_wait(q->emptied, q->lock);
    const bool left = is_left(q);
    if (left)
        *number = q->taken++;
    al_lock_leave(q->lock);
    return left;
}

bool result_queue_try_take(result_queue *q, size_t *number)
{
    al_lock_enter(q->lock);
    const bool may = is_left(q) && !is_full(q);
    if (may)
        *number = q->taken++;
    al_lock_leave(q->lock);
    return may;
}

/* The lock is held. */
static void fill(result_queue *q, size_t number, queued_result result)
{
    slot *s = slot_of(q, number);
    q->held += result.bytes;
    s->of = result;
    atomic_store(&s->filled, true);
    if (number == q->delivered)
        al_condition_wake_one(q->filled);
}

bool result_queue_put(result_queue *q, size_t number, queued_result result)
{
    al_lock_enter(q->lock);
    const bool fits = result.bytes <= RESULT_QUEUE_MAX_BYTES - q->held;
    if (fits)
        fill(q, number, result);
    al_lock_leave(q->lock);
    return fits;
}

void result_queue_postpone(result_queue *q, size_t number)
{
    al_lock_enter(q->lock);
    fill(q, number, (queued_result){.postponed = true});
    al_lock_leave(q->lock);
}

bool result_queue_is_ready(const result_queue *q, size_t number)
{
    return atomic_load(&slot_of(q, number)->filled);
}

static queued_result take_out(result_queue *q, slot *next)
{
    const queued_result result = next->of;
    const bool full = is_full(q);
    next->of = (queued_result){.result = NULL};
    atomic_store(&next->filled, false);
    q->held -= result.bytes;
    q->delivered++;
    if (full) /* only then a worker may wait */
        al_condition_wake_all(q->emptied);
    return result;
}

bool result_queue_wait(result_queue *q, size_t number)
{
    if (result_queue_is_ready(q, number))
        return true;
    al_lock_enter(q->lock);
    const slot *next = slot_of(q, number);
    const bool there = !q->stop || number < q->taken;
    while (there && !atomic_load(&next->filled))
        al_condition_wait(q->filled, q->lock);
    al_lock_leave(q->lock);
    return there;
}

queued_result result_queue_deliver(result_queue *q)
{
    al_lock_enter(q->lock);
    const queued_result result = take_out(q, slot_of(q, q->delivered));
    al_lock_leave(q->lock);
    return result;
}

bool result_queue_salvage(result_queue *q, size_t *number, queued_result *result)
{
    al_lock_enter(q->lock);
    while (q->delivered < q->taken && !atomic_load(&slot_of(q, q->delivered)->filled))
        q->delivered++;
    const bool there = q->delivered < q->taken;
    if (there) {
        *number = q->delivered;
        *result = take_out(q, slot_of(q, q->delivered));
    }
    al_lock_leave(q->lock);
    return there;
}

void result_queue_stop(result_queue *q)
{
    al_lock_enter(q->lock);
    q->stop = true;
    al_condition_wake_all(q->emptied);
    al_lock_leave(q->lock);
}
