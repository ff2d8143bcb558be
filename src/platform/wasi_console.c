/* wasi_console.c: the standard streams of a program that no system runs, and its memory. */
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

/* Nobody can interrupt it, and nobody waits. */
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
    /* none comes */
}

void al_stop_waiting_for_interrupt(void)
{
    /* nobody does */
}

uint64_t al_clock(void)
{
    return 0;
}

void al_trim_memory(void)
{
    /* what was grown stays so until the end */
}

bool al_terminal_takes_sequences(al_file file)
{
    (void)file;
    return false;
}

const char *const al_end_of_input_keys = "nothing can be typed here";

bool al_owns_console(void)
{
    return false;
}

void al_wait_for_key(void)
{
    /* nobody closes a window */
}

char **al_program_arguments(int count, char **words)
{
    (void)count;
    return words;
}
