/* wasi_console.c: the program inside a web page, which has no terminal, or Node. */
#include "platform/platform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wasi/api.h>

#include "platform/wasi_host.h"

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

/* Only other threads call these two, and there are none. */
void al_wait_for_interrupt(void)
{
}

void al_stop_waiting_for_interrupt(void)
{
}

uint64_t al_clock(void)
{
    enum { NANOSECONDS = 1000000 };
    __wasi_timestamp_t now = 0;
    (void)!__wasi_clock_time_get(__WASI_CLOCKID_MONOTONIC, NANOSECONDS, &now);
    return now / NANOSECONDS;
}
