/* wasi_program.c: the program inside a web page, which has no terminal, or Node. */
#include "platform/common.h"
#include "platform/wasi_host.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

/* ---- Errors -------------------------------------------------------------------------------------------- */

const char *al_error_text(int error)
{
    const char *text = al_usual_error_text(error);
    return text != NULL ? text : strerror(error);
}

/* ---- The start and the terminal ------------------------------------------------------------------------ */

/* The C library's own buffer has 1 KB, and the host takes long for a call. Lines for a terminal must come at
 * once. */
bool al_program_start(void)
{
    static char buffer[1 << 16]; /* checksrc: allow global: only the C library uses it */
    return al_file_is_terminal(al_standard_output) || setvbuf(stdout, buffer, _IOFBF, sizeof buffer) == 0;
}

int al_terminal_width(al_file file)
{
    return al_host_terminal_width((uint32_t)file.handle);
}

bool al_terminal_takes_sequences(al_file file)
{
    const char *terminal = getenv("TERM");
    return al_file_is_terminal(file) && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

const char *al_end_of_input_keys(void)
{
    return al_host_is_windows() ? "Ctrl-Z and Enter at the start of a line end it"
                                : "Ctrl-D at the start of a line ends it";
}

bool al_catch_interrupts(int exit_status)
{
    return al_host_catch_interrupts(exit_status);
}

bool al_interrupted(void)
{
    return al_host_interrupted();
}

uint64_t al_clock(void)
{
    enum { NANOSECONDS = 1000000 };
    __wasi_timestamp_t now = 0;
    (void)!__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, NANOSECONDS, &now);
    return now / NANOSECONDS;
}

/* ---- The sandbox --------------------------------------------------------------------------------------- */

/* WebAssembly is one by itself: a module reaches only what its host hands to it. */
const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)sandbox;
    return "all but the host's files (WebAssembly)";
}

/* ---- Threads: there are none; starting one fails, and locks and conditions do nothing ------------------ */

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

void al_condition_wake_all(al_condition *condition)
{
    (void)condition;
}

void al_condition_free(al_condition *condition)
{
    (void)condition;
}
