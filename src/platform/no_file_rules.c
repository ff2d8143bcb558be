/* no_file_rules.c: the sandbox of a system that can't forbid files by their paths: there is nothing to
 * collect. */
#include "platform/platform.h"

#if !AL_FILE_RULES

al_sandbox al_sandbox_begin(void)
{
    return (al_sandbox){.rules = -1};
}

void al_sandbox_allow_read(al_sandbox *sandbox, const char *path)
{
    (void)sandbox;
    (void)path;
}

void al_sandbox_allow_libraries(al_sandbox *sandbox)
{
    (void)sandbox;
}

void al_sandbox_allow_output(al_sandbox *sandbox, const al_output *output)
{
    (void)sandbox;
    (void)output;
}

void al_sandbox_allow_write(al_sandbox *sandbox, const char *path)
{
    (void)sandbox;
    (void)path;
}

#endif
