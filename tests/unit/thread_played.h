/* thread_played.h: the clock, the waits and the interrupt of a thread, for a test that includes the source
 * with its function. What the thread does is appended to `said`. */
#ifndef ASSETLINT_TESTS_THREAD_PLAYED_H
#define ASSETLINT_TESTS_THREAD_PLAYED_H

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

#include "notes.h"
#include "platform/platform.h"

enum { MOST_WAITS = 8 };

static notes said;

static struct {
    uint64_t clock;
    unsigned waits[MOST_WAITS]; /* how many milliseconds each takes */
    size_t wait, wait_count;
    bool interrupted, no_lock, no_condition, no_thread;
    bool waits_for_end;    /* a wait lasts until another thread ends it */
    atomic_bool waits_now; /* holding the lock until then */
} waiting;

/* The test says what happens in a wait. `waiting.wait` is its number, from 1. */
static void in_wait(void);

static inline void begin_thread(void)
{
    memset(&waiting, 0, sizeof waiting);
    notes_clear(&said);
}

static inline uint64_t clock_of_thread(void)
{
    return waiting.clock;
}

static inline bool thread_is_interrupted(void)
{
    return waiting.interrupted;
}

static inline al_lock *lock_of_thread(void)
{
    return waiting.no_lock ? NULL : al_lock_new();
}

static inline al_condition *condition_of_thread(void)
{
    return waiting.no_condition ? NULL : al_condition_new();
}

static inline al_thread *start_thread(void (*work)(void *context), void *context)
{
    note(&said, "thread; ");
    return waiting.no_thread ? NULL : al_thread_start(work, context);
}

static inline void wait_of_thread(al_condition *condition, al_lock *lock, unsigned milliseconds)
{
    enum { FOR_EVER = 24 * 3600 * 1000 };
    if (waiting.waits_for_end) {
        atomic_store(&waiting.waits_now, true);
        al_condition_wait_for(condition, lock, FOR_EVER);
        return;
    }
    note(&said, "wait %u; ", milliseconds);
    assert_true(waiting.wait < waiting.wait_count);
    waiting.clock += waiting.waits[waiting.wait++];
    in_wait();
}

#define al_clock              clock_of_thread
#define al_interrupted        thread_is_interrupted
#define al_lock_new           lock_of_thread
#define al_condition_new      condition_of_thread
#define al_condition_wait_for wait_of_thread
#define al_thread_start       start_thread

#endif
