/* common.c: errors of the C library, and those that have the same number everywhere. */
#include "platform/common.h"
#include "platform/platform.h"

#include <errno.h>
#include <stddef.h>

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
    return error == ENOENT || error == ENOTDIR;
}
