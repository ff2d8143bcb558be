/* wasi_sandbox.c: WebAssembly is a sandbox by itself: a module reaches only what its host hands to it. */
#include "platform/platform.h"

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

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)sandbox;
    return "all but the host's files (WebAssembly)";
}
