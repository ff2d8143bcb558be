/* posix_temporary.c: temporary files without a name. */
#define _GNU_SOURCE /* memfd_create */

#include "platform/platform.h"

#include <sys/mman.h>
#include <unistd.h>

/* A container that holds only the program has no folder for temporary files: there, Linux keeps the file in
 * memory. */
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
