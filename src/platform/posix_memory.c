/* posix_memory.c: how much freed memory the C library keeps, and memory in large pages.
 *
 * When glibc frees a large block, it raises the size from which it maps blocks, up to 32 MiB, and the amount
 * of freed memory that it keeps, up to 64 MiB for each heap; it has up to eight heaps for each processor.
 * With 16 threads we measured hundreds of MiB of unused memory. So we set both to fixed sizes, which costs no
 * measurable time. Other C libraries don't do this.
 */
#define _DEFAULT_SOURCE /* madvise */

#include "platform/platform.h"
#include "platform/posix_internal.h"

#include <stdlib.h>
#include <sys/mman.h>

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

void al_trim_memory(void)
{
#ifdef __GLIBC__
    (void)malloc_trim(0);
#endif
}

void *al_large_block(void)
{
    void *block = aligned_alloc(AL_LARGE_BLOCK, AL_LARGE_BLOCK);
#ifdef MADV_HUGEPAGE
    if (block != NULL)
        (void)madvise(block, AL_LARGE_BLOCK, MADV_HUGEPAGE);
#endif
    return block;
}
