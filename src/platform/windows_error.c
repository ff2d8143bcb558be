/* windows_error.c: errors, with the same texts as on other systems. */
#include "platform/windows_error.h"
#include "platform/common.h"
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

enum { FIRST_OF_WINDOWS = 10000 }; /* added to errors of Windows that have no errno */

int al_errno_of_windows(DWORD error)
{
    switch (error) {
    case ERROR_SUCCESS: return 0;
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_INVALID_DRIVE:
    case ERROR_BAD_PATHNAME:
    case ERROR_BAD_NETPATH:
    case ERROR_BAD_NET_NAME: return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION: return EACCES;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS: return EEXIST;
    case ERROR_DIRECTORY: return ENOTDIR;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
    case ERROR_NO_SYSTEM_RESOURCES:
    case ERROR_COMMITMENT_LIMIT: return ENOMEM;
    case ERROR_TOO_MANY_OPEN_FILES: return EMFILE;
    case ERROR_FILENAME_EXCED_RANGE:
    case ERROR_BUFFER_OVERFLOW: return ENAMETOOLONG;
    case ERROR_INVALID_HANDLE: return EBADF;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL: return ENOSPC;
    case ERROR_WRITE_PROTECT: return EROFS;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA: return EPIPE;
    case ERROR_CANT_RESOLVE_FILENAME: return ELOOP;
    case ERROR_CRC:
    case ERROR_READ_FAULT:
    case ERROR_WRITE_FAULT:
    case ERROR_IO_DEVICE: return EIO;
    default: return error < INT_MAX - FIRST_OF_WINDOWS ? FIRST_OF_WINDOWS + (int)error : EIO;
    }
}

int al_windows_error(void)
{
    const int error = al_errno_of_windows(GetLastError());
    return error != 0 ? error : EIO;
}

const char *al_error_text(int error)
{
    static _Thread_local char number[64]; /* checksrc: allow global: al_error_text returns it */
    const char *text = al_usual_error_text(error);
    if (text != NULL)
        return text;
    if (error == AL_ERROR_RESERVED)
        return "this name means a device on Windows";
    const bool from_windows = error >= FIRST_OF_WINDOWS;
    (void)snprintf(number, sizeof number, from_windows ? "error %d of Windows" : "error %d of the C library",
                   from_windows ? error - FIRST_OF_WINDOWS : error);
    return number;
}

/* The C library gives EINVAL for writing to a pipe without a reader. */
bool al_is_closed_pipe(int error)
{
    return error == EPIPE || error == EINVAL;
}
