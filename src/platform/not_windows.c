/* not_windows.c: what is the same on all systems but Windows. */
#include "platform/platform.h"

#include <errno.h>

const bool al_must_expand_patterns = false;

bool al_is_closed_pipe(int error)
{
    return error == EPIPE;
}

size_t al_path_root(const char *path)
{
    return path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    (void)path;
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
