/* posix_error.c: errno, and its texts. */
#define _POSIX_C_SOURCE 200809L

#include "platform/platform.h"

#include <errno.h>
#include <locale.h>
#include <string.h>

int al_last_error(void)
{
    return errno;
}

/* Texts that C libraries put into different words. */
static const char *usual_text(int error)
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

const char *al_error_text(int error)
{
    const char *text = usual_text(error);
    if (text != NULL)
        return text;
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return "unknown error";
    text = strerror_l(error, plain);
    freelocale(plain);
    return text;
}

bool al_is_out_of_memory(int error)
{
    return error == ENOMEM;
}

bool al_is_absent(int error)
{
    return error == ENOENT || error == ENOTDIR;
}

bool al_is_closed_pipe(int error)
{
    return error == EPIPE;
}
