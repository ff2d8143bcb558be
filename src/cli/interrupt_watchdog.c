/* interrupt_watchdog.c: a thread that waits for an interrupt, and then for half a second. */
#include "cli/interrupt_watchdog.h"

#include <stdbool.h>
#include <stdlib.h>

#include "platform/platform.h"

enum {
    INTERVAL = 100,    /* milliseconds between looks for an interrupt */
    GRACE_PERIOD = 500 /* most checks notice an interrupt within this time */
};

struct interrupt_watchdog {
    int (*close)(void *context);
    void *context;
    al_lock *lock; /* guards `end`, and is held while `close` is called */
    al_condition *ended;
    al_thread *thread;
    bool end;
};

static void wait_and_close(void *context)
{
    interrupt_watchdog *w = context;
    al_lock_enter(w->lock);
    while (!w->end && !al_interrupted())
        al_condition_wait_for(w->ended, w->lock, INTERVAL);
    const uint64_t deadline = al_clock() + GRACE_PERIOD;
    for (uint64_t now; !w->end && (now = al_clock()) < deadline;)
        al_condition_wait_for(w->ended, w->lock, (unsigned)(deadline - now));
    if (!w->end)
        _Exit(w->close(w->context)); /* nothing is freed: other threads use it */
    al_lock_leave(w->lock);
}

static void release(interrupt_watchdog *w)
{
    al_condition_free(w->ended);
    al_lock_free(w->lock);
    free(w);
}

interrupt_watchdog *interrupt_watchdog_begin(int (*close)(void *context), void *context)
{
    interrupt_watchdog *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->close = close;
    w->context = context;
    w->lock = al_lock_new();
    w->ended = al_condition_new();
    w->thread = w->lock != NULL && w->ended != NULL ? al_thread_start(wait_and_close, w) : NULL;
    if (w->thread != NULL)
        return w;
    release(w);
    return NULL;
}

void interrupt_watchdog_end(interrupt_watchdog *watchdog)
{
    interrupt_watchdog *w = watchdog;
    if (w == NULL)
        return;
    al_lock_enter(w->lock);
    w->end = true;
    al_condition_wake_all(w->ended);
    al_lock_leave(w->lock);
    al_thread_join(w->thread);
    release(w);
}
