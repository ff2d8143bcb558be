/* posix_temporary.c: temporary files without a name. */
#define _GNU_SOURCE /* memfd_create */

#include "platform/platform.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <unistd.h>

/* A container that holds only the program has no folder for temporary files, and a sandbox lets none be
 * created: there, Linux keeps the file in memory. */
static int open_in_memory(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("assetlint", MFD_CLOEXEC);
#else
    return -1;
#endif
}

static struct {
    FILE *files[AL_RESERVED_FILES];
    size_t count;
    atomic_size_t taken;
} reserve;

void al_reserve_temporary_files(size_t count)
{
    for (size_t i = 0; i < count && reserve.count < AL_RESERVED_FILES; i++) {
        FILE *file = tmpfile();
        if (file == NULL)
            return;
        reserve.files[reserve.count++] = file;
    }
}

static FILE *take_reserved(void)
{
    const size_t next = reserve.count > 0 ? atomic_fetch_add(&reserve.taken, 1) : 0;
    return next < reserve.count ? reserve.files[next] : NULL;
}

FILE *al_temporary_file(void)
{
    FILE *file = take_reserved();
    if (file == NULL)
        file = tmpfile();
    if (file != NULL)
        return file;
    const int descriptor = open_in_memory();
    file = descriptor >= 0 ? fdopen(descriptor, "w+") : NULL;
    if (file == NULL && descriptor >= 0)
        (void)close(descriptor);
    return file;
}
