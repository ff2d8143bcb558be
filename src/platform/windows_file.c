/* windows_file.c: reads files. */
#include "platform/windows_file.h"
#include "platform/windows_interrupt.h"
#include "platform/windows_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Handles of Windows are multiples of 4. */
enum { STANDARD_INPUT = 1, STANDARD_ERROR = 2, STANDARD_OUTPUT = 3 };

const al_file al_standard_input = {.handle = STANDARD_INPUT};
const al_file al_standard_output = {.handle = STANDARD_OUTPUT};
const al_file al_standard_error = {.handle = STANDARD_ERROR};

enum { SHARED = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

HANDLE al_handle_of(al_file file)
{
    switch (file.handle) {
    case STANDARD_INPUT: return GetStdHandle(STD_INPUT_HANDLE);
    case STANDARD_OUTPUT: return GetStdHandle(STD_OUTPUT_HANDLE);
    case STANDARD_ERROR: return GetStdHandle(STD_ERROR_HANDLE);
    default: return (HANDLE)file.handle;
    }
}

/* Windows refuses to open a folder with ERROR_ACCESS_DENIED: that becomes EISDIR. */
static int open_error(const wchar_t *path)
{
    const int error = al_windows_error();
    const DWORD attributes = error == EACCES ? GetFileAttributesW(path) : INVALID_FILE_ATTRIBUTES;
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? EISDIR
                                                                                                 : error;
}

static HANDLE open_path(const char *path, DWORD access, DWORD flags, int *error)
{
    wchar_t *wide = NULL;
    *error = al_wide_path(path, &wide);
    if (*error != 0)
        return NULL;
    HANDLE handle = CreateFileW(wide, access, SHARED, NULL, OPEN_EXISTING, flags, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        *error = open_error(wide);
        handle = NULL;
    }
    free(wide);
    return handle;
}

HANDLE al_open_for_attributes(const char *path, int *error)
{
    return open_path(path, FILE_READ_ATTRIBUTES, FILE_FLAG_BACKUP_SEMANTICS, error);
}

static int info_of(HANDLE handle, al_file_info *info)
{
    BY_HANDLE_FILE_INFORMATION about;
    *info = (al_file_info){.kind = AL_KIND_OTHER};
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE)
        info->kind = AL_KIND_PIPE;
    if (type != FILE_TYPE_DISK)
        return type == FILE_TYPE_UNKNOWN && GetLastError() != ERROR_SUCCESS ? al_windows_error() : 0;
    if (!GetFileInformationByHandle(handle, &about))
        return al_windows_error();
    info->kind = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? AL_KIND_FOLDER : AL_KIND_FILE;
    if (info->kind == AL_KIND_FILE)
        info->size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow;
    return 0;
}

/* Named pipes must not be opened to get information: that would use up the connection of the reader. */
static bool is_pipe(const char *path)
{
    static const char start[] = "//./pipe/";
    return strncmp(path, start, sizeof start - 1) == 0;
}

int al_stat_path(const char *path, al_file_info *info)
{
    int error;
    if (is_pipe(path)) {
        *info = (al_file_info){.kind = AL_KIND_PIPE};
        return 0;
    }
    const HANDLE handle = al_open_for_attributes(path, &error);
    if (handle == NULL)
        return error;
    error = info_of(handle, info);
    (void)CloseHandle(handle);
    return error;
}

/* A file in the cloud has a reparse point as well, but is no link. */
static bool is_link(HANDLE handle)
{
    FILE_ATTRIBUTE_TAG_INFO about;
    return GetFileInformationByHandleEx(handle, FileAttributeTagInfo, &about, sizeof about) &&
           (about.FileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 &&
           IsReparseTagNameSurrogate(about.ReparseTag);
}

int al_stat_link(const char *path, al_file_info *info)
{
    enum { FLAGS = FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT };
    int error;
    const HANDLE handle = is_pipe(path) ? NULL : open_path(path, FILE_READ_ATTRIBUTES, FLAGS, &error);
    const bool link = handle != NULL && is_link(handle);
    if (handle != NULL)
        (void)CloseHandle(handle);
    if (!link)
        return al_stat_path(path, info);
    *info = (al_file_info){.kind = AL_KIND_LINK};
    return 0;
}

bool al_exists(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return false;
    const bool exists = GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
    free(wide);
    return exists;
}

int al_file_open(const char *path, al_file *file)
{
    int error;
    const HANDLE handle = open_path(path, GENERIC_READ, FILE_FLAG_SEQUENTIAL_SCAN, &error);
    if (handle == NULL)
        return error;
    file->handle = (intptr_t)handle;
    return 0;
}

int al_pipe_open(const char *path, al_file *file)
{
    return al_file_open(path, file);
}

void al_file_close(al_file file)
{
    (void)CloseHandle(al_handle_of(file));
}

/* Windows can wait for a console, but not for a pipe. */
bool al_file_wait(al_file file, int milliseconds)
{
    enum { STEP = 10 };
    const HANDLE handle = al_handle_of(file);
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_CHAR) {
        const HANDLE either[] = {handle, al_interrupt_event()};
        const DWORD time = milliseconds < 0 ? INFINITE : (DWORD)milliseconds;
        const DWORD result = WaitForMultipleObjects(either[1] != NULL ? 2 : 1, either, FALSE, time);
        return result != WAIT_TIMEOUT && result != WAIT_OBJECT_0 + 1;
    }
    for (int waited = 0; type == FILE_TYPE_PIPE; waited += milliseconds < 0 ? 0 : STEP) {
        DWORD ready = 0;
        if (!PeekNamedPipe(handle, NULL, 0, NULL, &ready, NULL) || ready > 0)
            return true; /* data, end of file, or an error that al_file_read returns */
        if (al_interrupted() || (milliseconds >= 0 && waited >= milliseconds))
            return false;
        Sleep(STEP);
    }
    return true;
}

bool al_file_is_terminal(al_file file)
{
    DWORD mode;
    return GetConsoleMode(al_handle_of(file), &mode) != 0;
}

int al_stat_opened(al_file file, al_file_info *info)
{
    return info_of(al_handle_of(file), info);
}

int al_stat_file(al_file file, al_file_info *info)
{
    const HANDLE handle = al_handle_of(file);
    const LARGE_INTEGER zero = {.QuadPart = 0};
    LARGE_INTEGER offset = zero;
    const int error = info_of(handle, info);
    if (error != 0 || info->kind != AL_KIND_FILE)
        return error;
    /* Standard input may have been read by another program before. */
    if (SetFilePointerEx(handle, zero, &offset, FILE_CURRENT) && offset.QuadPart > 0)
        info->size = info->size > (uint64_t)offset.QuadPart ? info->size - (uint64_t)offset.QuadPart : 0;
    return 0;
}

int al_file_seek(al_file file, uint64_t offset)
{
    if (offset > INT64_MAX)
        return EINVAL;
    const LARGE_INTEGER to = {.QuadPart = (LONGLONG)offset};
    return SetFilePointerEx(al_handle_of(file), to, NULL, FILE_BEGIN) ? 0 : al_windows_error();
}

size_t al_file_read(al_file file, void *buffer, size_t size, int *error)
{
    enum { MAX_AT_ONCE = 1 << 30, END_KEY = 0x1A }; /* Ctrl-Z at the start of a line of a terminal */
    const HANDLE handle = al_handle_of(file);
    DWORD got = 0;
    *error = 0;
    if (!ReadFile(handle, buffer, size < MAX_AT_ONCE ? (DWORD)size : MAX_AT_ONCE, &got, NULL)) {
        const DWORD code = GetLastError();
        *error = code == ERROR_BROKEN_PIPE || code == ERROR_HANDLE_EOF ? 0 : al_windows_error();
        return 0;
    }
    const bool ended = got > 0 && *(const unsigned char *)buffer == END_KEY && al_file_is_terminal(file);
    return ended ? 0 : got;
}
