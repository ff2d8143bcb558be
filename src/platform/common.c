/* common.c: what is the same on all systems: errors of the C library, file ids, the end of an output. */
#include "platform/common.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors -------------------------------------------------------------------------------------------- */

int al_last_error(void)
{
    return errno;
}

const char *al_usual_error_text(int error)
{
    switch (error) {
    case EACCES: return "Permission denied";
    case EBADF: return "Bad file descriptor";
    case EFBIG: return "File too large";
    case EIO: return "Input/output error";
    case EISDIR: return "Is a directory";
    case ELOOP: return "Too many levels of symbolic links";
    case EMFILE: return "Too many open files";
    case ENAMETOOLONG: return "File name too long";
    case ENOENT: return "no such file or folder";
    case ENOMEM: return "Cannot allocate memory";
    case ENOSPC: return "No space left on device";
    case ENOTDIR: return "Not a directory";
    case EPERM: return "Operation not permitted";
    case EPIPE: return "Broken pipe";
    case EROFS: return "Read-only file system";
    default: return NULL;
    }
}

bool al_is_out_of_memory(int error)
{
    return error == ENOMEM;
}

bool al_is_not_found(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ENAMETOOLONG;
}

/* ---- Files --------------------------------------------------------------------------------------------- */

bool al_same_file_id(const al_file_id *a, const al_file_id *b)
{
    return a->device == b->device && a->number == b->number && strcmp(a->name, b->name) == 0;
}

static void release(al_output *output)
{
    if (output->temporary != NULL)
        al_forget_unfinished(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (al_output){.stream = NULL};
}

void al_output_discard(al_output *output)
{
    if (output->stream != NULL)
        (void)fclose(output->stream);
    if (output->temporary != NULL)
        al_remove_file(output->temporary);
    release(output);
}

int al_output_open(const char *path, al_output *output)
{
    *output = (al_output){.stream = NULL};
    const int error = al_output_start(path, output);
    if (error != 0)
        al_output_discard(output);
    return error;
}

int al_output_finish(al_output *output)
{
    int error = fclose(output->stream) != 0 ? errno : 0;
    output->stream = NULL;
    if (error == 0 && output->temporary != NULL)
        error = al_replace_file(output->temporary, output->path);
    if (error != 0)
        al_output_discard(output);
    else
        release(output);
    return error;
}
