/* wasi_console.c: the program inside a web page or Node: it has no terminal and can't be interrupted. */
#include "platform/platform.h"

bool al_program_start(void)
{
    return true;
}

int al_terminal_width(al_file file)
{
    (void)file;
    return 0;
}

bool al_catch_interrupts(int exit_status)
{
    (void)exit_status;
    return false;
}

bool al_interrupted(void)
{
    return false;
}

void al_wait_for_interrupt(void)
{
}

void al_stop_waiting_for_interrupt(void)
{
}

uint64_t al_clock(void)
{
    return 0;
}

void al_trim_memory(void)
{
    /* memory of WebAssembly can't shrink */
}

bool al_terminal_takes_sequences(al_file file)
{
    (void)file;
    return false;
}

const char *const al_end_of_input_keys = "nothing can be typed here";
