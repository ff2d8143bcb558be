/* interrupt_watchdog.c: a thread that waits for an interrupt, and then for a moment. */
#include "cli/interrupt_watchdog.h"

#include <stdbool.h>
#include <stdlib.h>

#include "platform/platform.h"

enum { PATIENCE = 500 }; /* milliseconds; most checks have noticed by then */

struct closer {
    int (*close)(void *context);
    void *context;
    al_lock *lock; /* held by whoever touches what `close` touches */
    al_condition *ended;
    al_thread *thread;
    bool end;
};

static void wait_and_close(void *context)
{
    closer *c = context;
    al_wait_for_interrupt();
    if (!al_interrupted())
        return;
    const uint64_t late = al_clock() + PATIENCE;
    al_lock_enter(c->lock);
    for (uint64_t now; !c->end && (now = al_clock()) < late;)
        al_condition_wait_for(c->ended, c->lock, (unsigned)(late - now));
    if (!c->end)
        _Exit(c->close(c->context)); /* nothing is freed: others are at work with it */
    al_lock_leave(c->lock);
}

static void release(closer *c)
{
    al_condition_free(c->ended);
    al_lock_free(c->lock);
    free(c);
}

closer *closer_begin(int (*close)(void *context), void *context)
{
    closer *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->close = close;
    c->context = context;
    c->lock = al_lock_new();
    c->ended = al_condition_new();
    c->thread = c->lock != NULL && c->ended != NULL ? al_thread_start(wait_and_close, c) : NULL;
    if (c->thread != NULL)
        return c;
    release(c);
    return NULL;
}

void closer_enter(closer *c)
{
    if (c != NULL)
        al_lock_enter(c->lock);
}

void closer_leave(closer *c)
{
    if (c != NULL)
        al_lock_leave(c->lock);
}

void closer_end(closer *c)
{
    if (c == NULL)
        return;
    al_lock_enter(c->lock);
    c->end = true;
    al_condition_wake_all(c->ended);
    al_lock_leave(c->lock);
    al_stop_waiting_for_interrupt();
    al_thread_join(c->thread);
    release(c);
}
