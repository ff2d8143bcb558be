/* wasi_output.c: a web page can't write files; reports go to standard output. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>

#include "platform/common.h"
#include "platform/wasi_host.h"

int al_output_start(const char *path, al_output *output)
{
    (void)path;
    (void)output;
    return EROFS;
}

int al_output_append(const char *path, al_output *output)
{
    *output = (al_output){.stream = NULL};
    return al_output_start(path, output);
}

int al_replace_file(const char *from, const char *to)
{
    (void)from;
    (void)to;
    return EROFS;
}

void al_remove_file(const char *path)
{
    (void)path;
}

void al_forget_unfinished(const char *path)
{
    (void)path;
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
