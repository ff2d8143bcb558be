/* posix_memory.c: how much freed memory the C library keeps.
 *
 * When glibc frees a large block, it raises the size from which it maps blocks, up to 32 MiB, and the amount
 * of freed memory that it keeps, up to 64 MiB for each heap; it has up to eight heaps for each processor.
 * With 16 threads we measured hundreds of MiB of unused memory. So we set both to fixed sizes, which costs no
 * measurable time. Other C libraries don't do this.
 */
#include "platform/platform.h"
#include "platform/posix_internal.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

void al_limit_freed_memory(void)
{
#ifdef __GLIBC__
    enum { MAPPED_FROM = 256 << 10, MOST_FREED = 1 << 20 };
    (void)mallopt(M_MMAP_THRESHOLD, MAPPED_FROM);
    (void)mallopt(M_TRIM_THRESHOLD, MOST_FREED);
#endif
}
