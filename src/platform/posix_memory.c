/* posix_memory.c: how the C library keeps memory.
 *
 * glibc raises the size from which on a block is mapped, and with it what it keeps of freed blocks, up to
 * 32 and 64 MiB for each of its heaps, of which there are eight for each processor: measured with 16 threads,
 * hundreds of MiB that nobody uses. So both are fixed, at a size that costs nothing measurable. Other
 * libraries have no such habit.
 */
#include "platform/posix_memory.h"
#include "platform/platform.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void al_limit_freed_memory(void)
{
#ifdef __GLIBC__
    enum { MAPPED_FROM = 256 << 10, KEPT = 1 << 20 };
    (void)mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    (void)mallopt(M_TRIM_THRESHOLD, KEPT);
#endif
}

void al_trim_memory(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}
