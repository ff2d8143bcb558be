/* result_queue.c: a ring of slots, one for each input of the window. */
#include "project/result_queue.h"

#include <stdlib.h>

#include "platform/platform.h"

typedef struct slot {
    window_result of;
    bool filled;
} slot;

struct window {
    al_lock *lock;
    al_condition *filled;  /* the slot that is delivered next */
    al_condition *emptied; /* a slot */
    slot *slots;
    size_t slot_count;
    size_t inputs, taken, delivered;
    uint64_t held; /* bytes of results, also of those that are on their way into slots */
    bool stop;
};

window *window_new(size_t inputs, size_t workers)
{
    window *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->lock = al_lock_new();
    w->filled = al_condition_new();
    w->emptied = al_condition_new();
    w->inputs = inputs;
    w->slot_count = workers * WINDOW_PER_WORKER;
    w->slots = calloc(w->slot_count, sizeof *w->slots);
    if (w->lock != NULL && w->filled != NULL && w->emptied != NULL && w->slots != NULL)
        return w;
    window_free(w);
    return NULL;
}

void window_free(window *w)
{
    if (w == NULL)
        return;
    for (size_t i = 0; w->slots != NULL && i < w->slot_count; i++)
        al_result_free(w->slots[i].of.result);
    free(w->slots);
    al_condition_free(w->emptied);
    al_condition_free(w->filled);
    al_lock_free(w->lock);
    free(w);
}

static slot *slot_of(const window *w, size_t number)
{
    return &w->slots[number % w->slot_count];
}

static bool is_left(const window *w)
{
    return !w->stop && w->taken < w->inputs;
}

static bool is_full(const window *w)
{
    return w->taken != w->delivered &&
           (w->taken - w->delivered >= w->slot_count || w->held > WINDOW_MOST_BYTES / 2);
}

bool window_take(window *w, size_t *number)
{
    al_lock_enter(w->lock);
    while (is_left(w) && is_full(w))
        al_condition_wait(w->emptied, w->lock);
    const bool left = is_left(w);
    if (left)
        *number = w->taken++;
    al_lock_leave(w->lock);
    return left;
}

bool window_take_now(window *w, size_t *number)
{
    al_lock_enter(w->lock);
    const bool may = is_left(w) && !is_full(w);
    if (may)
        *number = w->taken++;
    al_lock_leave(w->lock);
    return may;
}

bool window_reserve(window *w, uint64_t bytes)
{
    al_lock_enter(w->lock);
    const bool fits = bytes <= WINDOW_MOST_BYTES - w->held;
    w->held += fits ? bytes : 0;
    al_lock_leave(w->lock);
    return fits;
}

void window_put(window *w, size_t number, window_result result)
{
    al_lock_enter(w->lock);
    *slot_of(w, number) = (slot){.of = result, .filled = true};
    if (number == w->delivered)
        al_condition_wake_one(w->filled);
    al_lock_leave(w->lock);
}

bool window_is_ready(window *w)
{
    al_lock_enter(w->lock);
    const bool ready = slot_of(w, w->delivered)->filled;
    al_lock_leave(w->lock);
    return ready;
}

static window_result take_out(window *w, slot *next)
{
    const window_result result = next->of;
    const bool full = is_full(w);
    *next = (slot){.filled = false};
    w->held -= result.bytes;
    w->delivered++;
    if (full) /* only then somebody may wait for it */
        al_condition_wake_all(w->emptied);
    return result;
}

bool window_deliver(window *w, window_result *result)
{
    al_lock_enter(w->lock);
    slot *next = slot_of(w, w->delivered);
    const bool there = !w->stop || w->delivered < w->taken;
    while (there && !next->filled)
        al_condition_wait(w->filled, w->lock);
    if (there)
        *result = take_out(w, next);
    al_lock_leave(w->lock);
    return there;
}

void window_stop(window *w)
{
    al_lock_enter(w->lock);
    w->stop = true;
    al_condition_wake_all(w->emptied);
    al_lock_leave(w->lock);
}
