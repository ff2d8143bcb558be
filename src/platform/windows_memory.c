/* windows_memory.c: memory of the C library. */
#include "platform/platform.h"

#include <malloc.h>

void al_trim_memory(void)
{
    (void)_heapmin();
}
