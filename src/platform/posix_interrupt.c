/* posix_interrupt.c: removes temporary files at a signal, and records the first signal that asks the program
 * to end; the second one ends it.
 *
 * Only the main thread receives these signals (posix_thread.c), so its system calls are interrupted. The
 * handler also writes a byte into a pipe, which is never read: poll on that pipe returns even if the signal
 * came just before poll. Writing files goes on, so that reports are complete. */
#define _POSIX_C_SOURCE 200809L

#include "platform/common.h"
#include "platform/posix_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- Removing temporary files at a signal -------------------------------------------------------------- */

enum { MAX_UNFINISHED = 16 }; /* if there are more, a signal leaves the others behind */

/* A signal may come at any time, so `used` is set after the path is complete. */
static struct {
    volatile sig_atomic_t used;
    char path[PATH_MAX];
} unfinished[MAX_UNFINISHED];

void al_remove_unfinished(void)
{
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (unfinished[i].used)
            (void)unlink(unfinished[i].path);
}

static void remove_and_die(int signal_number)
{
    al_remove_unfinished();
    (void)raise(signal_number); /* SA_RESETHAND has restored the default action */
}

/* Leaves signals alone that are ignored, or recorded. */
static void handle_signals(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction now, wanted = {.sa_flags = (int)SA_RESETHAND | SA_NODEFER};
        wanted.sa_handler = remove_and_die;
        (void)sigemptyset(&wanted.sa_mask);
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            (void)sigaction(signals[i], &wanted, NULL);
    }
}

void al_remember_unfinished(const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (!unfinished[i].used && length < sizeof unfinished[i].path) {
            memcpy(unfinished[i].path, path, length + 1);
            unfinished[i].used = 1;
            break;
        }
    handle_signals();
}

void al_forget_unfinished(const char *path)
{
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (unfinished[i].used && strcmp(unfinished[i].path, path) == 0)
            unfinished[i].used = 0;
}

/* ---- Recording a signal -------------------------------------------------------------------------------- */

/* coreutils' `timeout` sends its signal twice within this time: that counts as one request. */
enum { SAME_REQUEST = 100 }; /* milliseconds */

static struct {
    atomic_bool caught;
    uint64_t time;
    int exit_status;
    int pipe[2];
} interrupt = {.pipe = {-1, -1}};

uint64_t al_clock(void)
{
    struct timespec now = {.tv_sec = 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void handle_signal(int signal_number)
{
    (void)signal_number;
    const int error = errno;
    if (!atomic_load(&interrupt.caught)) {
        interrupt.time = al_clock();
        atomic_store(&interrupt.caught, true);
        (void)!write(interrupt.pipe[1], "", 1);
    } else if (al_clock() - interrupt.time > SAME_REQUEST) {
        al_remove_unfinished();
        _exit(interrupt.exit_status);
    }
    errno = error;
}

bool al_catch_interrupts(int exit_status)
{
    static const int signals[] = {SIGINT, SIGTERM};
    interrupt.exit_status = exit_status;
    if (pipe(interrupt.pipe) != 0)
        return false;
    for (size_t i = 0; i < 2; i++)
        (void)fcntl(interrupt.pipe[i], F_SETFD, FD_CLOEXEC);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction now, wanted = {.sa_flags = SA_RESTART};
        wanted.sa_handler = handle_signal;
        (void)sigemptyset(&wanted.sa_mask);
        for (size_t k = 0; k < sizeof signals / sizeof signals[0]; k++)
            (void)sigaddset(&wanted.sa_mask, signals[k]);
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) /* as nohup sets it */
            (void)sigaction(signals[i], &wanted, NULL);
    }
    return true;
}

bool al_interrupted(void)
{
    return atomic_load_explicit(&interrupt.caught, memory_order_relaxed);
}

int al_interrupt_pipe(void)
{
    return interrupt.pipe[0];
}
