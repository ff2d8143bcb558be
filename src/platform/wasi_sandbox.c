/* wasi_sandbox.c: WebAssembly is a sandbox by itself: a module reaches only what its host hands to it. */
#include "platform/platform.h"

const char *al_sandbox_enter(al_sandbox *sandbox)
{
    (void)sandbox;
    return "all but the host's files (WebAssembly)";
}
