/* posix_thread.c: threads, locks and conditions. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct al_thread {
    pthread_t thread;
    void (*work)(void *context);
    void *context;
};

struct al_lock {
    pthread_mutex_t mutex;
};

struct al_condition {
    pthread_cond_t condition;
};

unsigned al_processors(void)
{
    static atomic_uint counted; /* checksrc: allow global: a sandbox forbids to count again */
    if (atomic_load(&counted) == 0) {
        const long online = sysconf(_SC_NPROCESSORS_ONLN);
        atomic_store(&counted, online > 0 ? (unsigned)online : 1);
    }
    return atomic_load(&counted);
}

static void *run_thread(void *context)
{
    const al_thread *thread = context;
    thread->work(thread->context);
    return NULL;
}

/* The new thread inherits blocked signals, so that only the main thread receives any. */
static bool start_without_signals(al_thread *thread)
{
    sigset_t all, before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_BLOCK, &all, &before) != 0)
        return false;
    const bool started = pthread_create(&thread->thread, NULL, run_thread, thread) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

al_thread *al_thread_start(void (*work)(void *context), void *context)
{
    al_thread *thread = malloc(sizeof *thread);
    if (thread == NULL)
        return NULL;
    thread->work = work;
    thread->context = context;
    if (start_without_signals(thread))
        return thread;
    free(thread);
    return NULL;
}

void al_thread_join(al_thread *thread)
{
    (void)pthread_join(thread->thread, NULL);
    free(thread);
}

al_lock *al_lock_new(void)
{
    al_lock *lock = malloc(sizeof *lock);
    if (lock == NULL || pthread_mutex_init(&lock->mutex, NULL) == 0)
        return lock;
    free(lock);
    return NULL;
}

void al_lock_enter(al_lock *lock)
{
    (void)pthread_mutex_lock(&lock->mutex);
}

void al_lock_leave(al_lock *lock)
{
    (void)pthread_mutex_unlock(&lock->mutex);
}

void al_lock_free(al_lock *lock)
{
    if (lock == NULL)
        return;
    (void)pthread_mutex_destroy(&lock->mutex);
    free(lock);
}

/* Uses a clock that setting the time of day doesn't change. */
static bool init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    const bool done = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                      pthread_cond_init(condition, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    return done;
}

al_condition *al_condition_new(void)
{
    al_condition *condition = malloc(sizeof *condition);
    if (condition == NULL || init_condition(&condition->condition))
        return condition;
    free(condition);
    return NULL;
}

void al_condition_wait(al_condition *condition, al_lock *lock)
{
    (void)pthread_cond_wait(&condition->condition, &lock->mutex);
}

void al_condition_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds)
{
    enum { NANOSECONDS = 1000000000 };
    struct timespec end = {.tv_sec = 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)(milliseconds / 1000);
    end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    end.tv_sec += end.tv_nsec / NANOSECONDS;
    end.tv_nsec %= NANOSECONDS;
    (void)pthread_cond_timedwait(&condition->condition, &lock->mutex, &end);
}

void al_condition_wake_all(al_condition *condition)
{
    (void)pthread_cond_broadcast(&condition->condition);
}

void al_condition_free(al_condition *condition)
{
    if (condition == NULL)
        return;
    (void)pthread_cond_destroy(&condition->condition);
    free(condition);
}
