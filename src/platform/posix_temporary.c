/* posix_temporary.c: files without a name. */
#define _GNU_SOURCE /* memfd_create */

#include "platform/platform.h"

#include <sys/mman.h>
#include <unistd.h>

/* Where there is no folder for such files, as in a container that holds the program alone, Linux keeps them
 * in memory. */
static int open_in_memory(void)
{
#ifdef MFD_CLOEXEC
    return memfd_create("assetlint", MFD_CLOEXEC);
#else
    return -1;
#endif
}

FILE *al_temporary_file(void)
{
    FILE *file = tmpfile();
    if (file != NULL)
        return file;
    const int descriptor = open_in_memory();
    file = descriptor >= 0 ? fdopen(descriptor, "w+") : NULL;
    if (file == NULL && descriptor >= 0)
        (void)close(descriptor);
    return file;
}
