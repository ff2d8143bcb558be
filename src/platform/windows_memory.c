/* windows_memory.c: how the C library keeps memory. */
#include "platform/platform.h"

#include <malloc.h>

void al_trim_memory(void)
{
    (void)_heapmin();
}
