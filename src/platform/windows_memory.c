/* windows_memory.c: memory of the C library. */
#include "platform/platform.h"

#include <malloc.h>
#include <stdlib.h>

void al_trim_memory(void)
{
    (void)_heapmin();
}

void *al_large_block(void)
{
    return malloc(AL_LARGE_BLOCK);
}
