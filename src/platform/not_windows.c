/* not_windows.c: what is the same on all systems but Windows. */
#include "platform/platform.h"

#include <errno.h>

bool al_is_closed_pipe(int error)
{
    return error == EPIPE;
}

char **al_program_arguments(int count, char **arguments)
{
    (void)count;
    return arguments;
}

/* A terminal stays open after the program ends. */
bool al_owns_console(void)
{
    return false;
}

void al_wait_for_key(void)
{
}
