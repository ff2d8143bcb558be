/* posix_interrupt.c: the first signal that asks the program to end is noted, the second ends it.
 *
 * Only the first thread gets these signals (posix_thread.c), so that whatever it waits for ends. A pipe that
 * is never emptied tells those who wait for bytes: one that comes between the look at the note and the
 * waiting is not missed. What is written goes on: a report is no less whole for it.
 */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "platform/posix_interrupt.h"
#include "platform/posix_unfinished.h"

/* `timeout` of the coreutils sends its signal twice, one right after the other. That is one wish. */
enum { SAME_WISH = 100 }; /* milliseconds */

static struct {
    atomic_bool noted;
    uint64_t when;
    int exit_status;
    int pipe[2];
} interrupt = {.pipe = {-1, -1}};

uint64_t al_clock(void)
{
    struct timespec now = {.tv_sec = 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void note(int signal_number)
{
    (void)signal_number;
    const int error = errno;
    if (!atomic_load(&interrupt.noted)) {
        interrupt.when = al_clock();
        atomic_store(&interrupt.noted, true);
        (void)!write(interrupt.pipe[1], "", 1);
    } else if (al_clock() - interrupt.when > SAME_WISH) {
        al_remove_unfinished();
        _exit(interrupt.exit_status);
    }
    errno = error;
}

bool al_catch_interrupts(int exit_status)
{
    static const int asking[] = {SIGINT, SIGTERM};
    interrupt.exit_status = exit_status;
    if (pipe(interrupt.pipe) != 0)
        return false;
    for (size_t i = 0; i < 2; i++)
        (void)fcntl(interrupt.pipe[i], F_SETFD, FD_CLOEXEC);
    for (size_t i = 0; i < sizeof asking / sizeof asking[0]; i++) {
        struct sigaction now, wanted = {.sa_flags = SA_RESTART};
        wanted.sa_handler = note;
        (void)sigemptyset(&wanted.sa_mask);
        for (size_t k = 0; k < sizeof asking / sizeof asking[0]; k++)
            (void)sigaddset(&wanted.sa_mask, asking[k]);
        if (sigaction(asking[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) /* that was meant */
            (void)sigaction(asking[i], &wanted, NULL);
    }
    return true;
}

bool al_interrupted(void)
{
    return atomic_load_explicit(&interrupt.noted, memory_order_relaxed);
}

void al_wait_for_interrupt(void)
{
    struct pollfd wanted = {.fd = interrupt.pipe[0], .events = POLLIN};
    while (wanted.fd >= 0 && poll(&wanted, 1, -1) < 0 && errno == EINTR)
        ;
}

void al_stop_waiting_for_interrupt(void)
{
    if (interrupt.pipe[1] >= 0)
        (void)!write(interrupt.pipe[1], "", 1);
}

int al_interrupt_pipe(void)
{
    return interrupt.pipe[0];
}
