/* windows_thread.c: threads, locks and conditions. */
#include "platform/windows_internal.h"

#include <process.h>
#include <stdlib.h>

struct al_thread {
    HANDLE handle;
    void (*work)(void *context);
    void *context;
};

struct al_lock {
    SRWLOCK lock;
};

struct al_condition {
    CONDITION_VARIABLE condition;
};

unsigned al_processors(void)
{
    DWORD_PTR of_process = 0, of_system = 0;
    unsigned count = 0;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &of_process, &of_system))
        return 1;
    for (; of_process != 0; of_process &= of_process - 1)
        count++;
    return count > 0 ? count : 1;
}

static unsigned __stdcall run_thread(void *context)
{
    const al_thread *thread = context;
    thread->work(thread->context);
    return 0;
}

al_thread *al_thread_start(void (*work)(void *context), void *context)
{
    al_thread *thread = malloc(sizeof *thread);
    if (thread == NULL)
        return NULL;
    thread->work = work;
    thread->context = context;
    thread->handle = (HANDLE)_beginthreadex(NULL, 0, run_thread, thread, 0, NULL);
    if (thread->handle != NULL)
        return thread;
    free(thread);
    return NULL;
}

void al_thread_join(al_thread *thread)
{
    (void)WaitForSingleObject(thread->handle, INFINITE);
    (void)CloseHandle(thread->handle);
    free(thread);
}

al_lock *al_lock_new(void)
{
    al_lock *lock = malloc(sizeof *lock);
    if (lock != NULL)
        InitializeSRWLock(&lock->lock);
    return lock;
}

void al_lock_enter(al_lock *lock)
{
    AcquireSRWLockExclusive(&lock->lock);
}

void al_lock_leave(al_lock *lock)
{
    ReleaseSRWLockExclusive(&lock->lock);
}

void al_lock_free(al_lock *lock)
{
    free(lock);
}

al_condition *al_condition_new(void)
{
    al_condition *condition = malloc(sizeof *condition);
    if (condition != NULL)
        InitializeConditionVariable(&condition->condition);
    return condition;
}

void al_condition_wait(al_condition *condition, al_lock *lock)
{
    (void)SleepConditionVariableSRW(&condition->condition, &lock->lock, INFINITE, 0);
}

void al_condition_wait_for(al_condition *condition, al_lock *lock, unsigned milliseconds)
{
    (void)SleepConditionVariableSRW(&condition->condition, &lock->lock, milliseconds, 0);
}

void al_condition_wake_all(al_condition *condition)
{
    WakeAllConditionVariable(&condition->condition);
}

void al_condition_free(al_condition *condition)
{
    free(condition);
}
