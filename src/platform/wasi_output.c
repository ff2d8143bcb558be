/* wasi_output.c: writes files that replace others only when they are complete. The host opens them: it knows
 * links, permissions, and which files an interrupt must remove. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/common.h"
#include "platform/wasi_host.h"
#include "platform/wasi_internal.h"

int al_output_start(const char *path, al_output *output)
{
    enum { SIZE = 2 * AL_LONGEST_PATH };
    char *names = calloc(1, SIZE);
    if (names == NULL)
        return ENOMEM;
    const int32_t descriptor = al_host_output(path, names, SIZE);
    if (descriptor >= 0) {
        const char *temporary = names + strlen(names) + 1;
        output->path = strdup(names);
        output->temporary = temporary[0] != '\0' ? strdup(temporary) : NULL;
        output->stream = fdopen(descriptor, "wb");
    }
    const bool lacks_name =
        output->path == NULL || (output->temporary == NULL && names[strlen(names) + 1] != '\0');
    free(names);
    return descriptor < 0 ? -descriptor : lacks_name || output->stream == NULL ? ENOMEM : 0;
}

int al_output_append(const char *path, al_output *output)
{
    __wasi_fd_t descriptor;
    *output = (al_output){.stream = NULL};
    const int error = al_open_path(path, __WASI_OFLAGS_CREAT, __WASI_FDFLAGS_APPEND, &descriptor);
    if (error != 0)
        return error;
    output->stream = fdopen((int)descriptor, "wb");
    return output->stream != NULL ? 0 : ENOMEM;
}

int al_replace_file(const char *from, const char *to)
{
    return __wasi_path_rename(AL_HOST_FOLDER, from, AL_HOST_FOLDER, to);
}

void al_remove_file(const char *path)
{
    (void)!__wasi_path_unlink_file(AL_HOST_FOLDER, path);
}

/* The host knows which of its outputs were renamed or removed. */
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

/* No sandbox forbids al_temporary_file to open one. */
void al_reserve_temporary_files(size_t count)
{
    (void)count;
}
