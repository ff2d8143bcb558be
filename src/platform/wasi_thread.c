/* wasi_thread.c: there are no threads. Starting one fails, and locks and conditions do nothing. */
#include "platform/platform.h"

#include <stddef.h>

struct al_lock {
    char unused;
};

struct al_condition {
    char unused;
};

/* Non-null pointers for callers; their content is never used. */
static al_lock only_lock;           /* checksrc: allow global: it is never written */
static al_condition only_condition; /* checksrc: allow global: it is never written */

unsigned al_processors(void)
{
    return 1;
}

al_thread *al_thread_start(void (*work)(void *context), void *context)
{
    (void)work;
    (void)context;
    return NULL;
}

void al_thread_join(al_thread *thread)
{
    (void)thread;
}

al_lock *al_lock_new(void)
{
    return &only_lock;
}

void al_lock_enter(al_lock *lock)
{
    (void)lock;
}

void al_lock_leave(al_lock *lock)
{
    (void)lock;
}

void al_lock_free(al_lock *lock)
{
    (void)lock;
}

al_condition *al_condition_new(void)
{
    return &only_condition;
}

void al_condition_wait(al_condition *condition, al_lock *lock)
{
    (void)condition;
    (void)lock;
}

void al_condition_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds)
{
    (void)condition;
    (void)lock;
    (void)milliseconds;
}

void al_condition_wake_one(al_condition *condition)
{
    (void)condition;
}

void al_condition_wake_all(al_condition *condition)
{
    (void)condition;
}

void al_condition_free(al_condition *condition)
{
    (void)condition;
}
