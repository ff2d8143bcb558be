/* wasi_output.c: a page has no files to write to: reports go to standard output. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>

#include "platform/wasi_host.h"

int al_output_open(const char *path, al_output *output)
{
    (void)path;
    *output = (al_output){.stream = NULL};
    return EROFS;
}

int al_output_append(const char *path, al_output *output)
{
    return al_output_open(path, output);
}

int al_output_finish(al_output *output)
{
    (void)output;
    return EBADF;
}

void al_output_discard(al_output *output)
{
    (void)output;
}

/* WASI has no tmpfile. */
FILE *al_temporary_file(void)
{
    const int32_t descriptor = al_host_temporary();
    if (descriptor >= 0)
        return fdopen(descriptor, "w+");
    errno = ENOMEM;
    return NULL;
}
