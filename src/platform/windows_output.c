/* windows_output.c: writes files that replace others only when they are complete.
 *
 * A file is written to a temporary file in the same folder, which is then renamed. If the path is a symbolic
 * link, the link stays and its target is replaced. Written directly: pipes, NUL, and a file in a folder where
 * we may not create files.
 */
#include "platform/common.h"
#include "platform/windows_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* ---- Removing temporary files at an interrupt ---------------------------------------------------------- */

enum { MAX_UNFINISHED = 16 }; /* if there are more, an interrupt leaves the others behind */

/* The handler of console events runs in another thread, so there is a lock. */
static struct {
    SRWLOCK lock;
    wchar_t *path[MAX_UNFINISHED];
    bool handled;
} unfinished = {.lock = SRWLOCK_INIT};

void al_remove_unfinished(void)
{
    AcquireSRWLockExclusive(&unfinished.lock); /* never released, so that no thread opens another output */
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (unfinished.path[i] != NULL)
            (void)DeleteFileW(unfinished.path[i]);
}

static BOOL WINAPI remove_unfinished(DWORD event)
{
    if (!al_is_caught_event(event))
        al_remove_unfinished();
    return FALSE; /* Windows then calls the handler of windows_interrupt.c, or ends the program */
}

static void remember_unfinished(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return;
    AcquireSRWLockExclusive(&unfinished.lock);
    for (size_t i = 0; i < MAX_UNFINISHED && wide != NULL; i++)
        if (unfinished.path[i] == NULL) {
            unfinished.path[i] = wide;
            wide = NULL;
        }
    if (!unfinished.handled)
        unfinished.handled = SetConsoleCtrlHandler(remove_unfinished, TRUE) != 0;
    ReleaseSRWLockExclusive(&unfinished.lock);
    free(wide);
}

void al_forget_unfinished(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return;
    AcquireSRWLockExclusive(&unfinished.lock);
    for (size_t i = 0; i < MAX_UNFINISHED; i++)
        if (unfinished.path[i] != NULL && wcscmp(unfinished.path[i], wide) == 0) {
            free(unfinished.path[i]);
            unfinished.path[i] = NULL;
        }
    ReleaseSRWLockExclusive(&unfinished.lock);
    free(wide);
}

/* ---- Finding the file to write ------------------------------------------------------------------------- */

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path + al_path_root(path);
}

/* These names mean a device in every folder, with any extension. A file with such a name can be created, but
 * most programs can't delete it. */
static bool is_reserved(const char *name)
{
    static const char *const devices[] = {"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    const size_t length = strcspn(name, " .");
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (strlen(devices[i]) == length && _strnicmp(name, devices[i], length) == 0)
            return true;
    return length == 4 && (_strnicmp(name, "COM", 3) == 0 || _strnicmp(name, "LPT", 3) == 0) &&
           name[3] >= '0' && name[3] <= '9';
}

typedef struct target {
    char *path; /* with all links resolved; al_output frees it */
    bool exists;
    bool replaceable; /* it can be replaced or created; otherwise it is written directly */
    bool is_nul;      /* the device NUL */
} target;

/* Refuses an invalid name now: otherwise only al_replace_file would fail, after all is written. Returns an
 * error. */
static int check_name(const char *path)
{
    wchar_t *wide = NULL;
    const int error = al_wide_path(path, &wide);
    free(wide);
    return error != 0 ? error : is_reserved(file_name(path)) ? AL_ERROR_RESERVED : 0;
}

/* Returns an error. */
static int find_target(const char *path, target *t)
{
    al_file_info info;
    const size_t length = strlen(path);
    *t = (target){.is_nul = _stricmp(path, "NUL") == 0};
    if (length == 0 || path[length - 1] == '/')
        return length == 0 ? ENOENT : EISDIR;
    const int invalid = t->is_nul ? 0 : check_name(path);
    if (invalid != 0)
        return invalid;
    const int error = t->is_nul ? 0 : al_stat_path(path, &info);
    if (error != 0 && !al_is_not_found(error))
        return error;
    if (error == 0 && !t->is_nul && info.kind == AL_KIND_FOLDER)
        return EISDIR;
    t->exists = error == 0 && !t->is_nul;
    /* A link to nothing is not replaceable: writing directly creates its target. */
    t->replaceable = t->exists ? info.kind == AL_KIND_FILE : !t->is_nul && !al_exists(path);
    t->path = t->exists ? al_link_target(path) : NULL;
    if (t->path == NULL)
        t->path = _strdup(path);
    return t->path != NULL ? 0 : ENOMEM;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* Returns an error. */
static int open_for_writing(const target *t, const char *path, DWORD disposition, HANDLE *handle)
{
    wchar_t *wide = NULL;
    const int error = t->is_nul ? 0 : al_wide_path(path, &wide);
    if (error != 0)
        return error;
    *handle =
        CreateFileW(t->is_nul ? L"\\\\.\\NUL" : wide, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE,
                    NULL, disposition, FILE_ATTRIBUTE_NORMAL, NULL);
    const int result = *handle == INVALID_HANDLE_VALUE ? al_windows_error() : 0;
    free(wide);
    return result;
}

/* Creates a file with a unique name in the folder of the target. Sets `*name`, which the caller frees.
 * Returns an error. */
static int create_temporary(const target *t, char **name, HANDLE *handle)
{
    enum { MAX_TRIES = 100, NAME_SIZE = 64 };
    const size_t folder = (size_t)(file_name(t->path) - t->path);
    char *temporary = malloc(folder + NAME_SIZE);
    int error = temporary != NULL ? EEXIST : ENOMEM;
    if (temporary != NULL)
        memcpy(temporary, t->path, folder);
    for (unsigned i = 0; i < MAX_TRIES && error == EEXIST; i++) {
        (void)snprintf(temporary + folder, NAME_SIZE, ".assetlint-%lu-%u.tmp", GetCurrentProcessId(), i);
        error = open_for_writing(t, temporary, CREATE_NEW, handle);
    }
    if (error == 0)
        *name = temporary;
    else
        free(temporary);
    return error;
}

static bool is_read_only(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return false;
    const DWORD attributes = GetFileAttributesW(wide);
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0;
}

/* Opens the file itself, or a temporary one that will replace it. Returns an error. */
static int open_target(const target *t, al_output *output, HANDLE *handle)
{
    if (!t->replaceable && output->whole)
        return EACCES;
    if (!t->replaceable)
        return open_for_writing(t, t->path, t->exists || t->is_nul ? OPEN_EXISTING : OPEN_ALWAYS, handle);
    if (t->exists && is_read_only(t->path)) /* must not be replaced */
        return EACCES;
    const int error = create_temporary(t, &output->temporary, handle);
    if (error == EACCES && t->exists && !output->whole)
        return open_for_writing(t, t->path, TRUNCATE_EXISTING, handle);
    if (error == 0)
        remember_unfinished(output->temporary);
    return error;
}

/* Opens a stream for a handle, which it then owns. NULL on failure, with errno set and the handle closed. */
static FILE *open_stream(HANDLE handle, const char *mode)
{
    const int descriptor = _open_osfhandle((intptr_t)handle, _O_BINARY);
    if (descriptor < 0) {
        (void)CloseHandle(handle);
        return NULL;
    }
    FILE *stream = _fdopen(descriptor, mode);
    if (stream != NULL)
        return stream;
    const int error = errno;
    (void)_close(descriptor);
    errno = error;
    return NULL;
}

int al_output_start(const char *path, al_output *output)
{
    target t;
    HANDLE handle = NULL;
    int error = find_target(path, &t);
    if (error != 0)
        return error;
    output->path = t.path;
    error = open_target(&t, output, &handle);
    if (error == 0) {
        output->stream = open_stream(handle, "wb");
        error = output->stream == NULL ? errno : 0;
    }
    return error;
}

/* With FILE_APPEND_DATA alone, Windows finds the end of the file at each write, so that several programs may
 * append at once. */
int al_output_append(const char *path, al_output *output)
{
    wchar_t *wide = NULL;
    *output = (al_output){.stream = NULL};
    const int error = check_name(path);
    if (error != 0 || al_wide_path(path, &wide) != 0)
        return error != 0 ? error : ENOMEM;
    const HANDLE handle =
        CreateFileW(wide, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    const int failure = handle == INVALID_HANDLE_VALUE ? al_windows_error() : 0;
    free(wide);
    if (failure != 0)
        return failure;
    output->stream = open_stream(handle, "ab");
    return output->stream != NULL ? 0 : errno;
}

int al_stream_sync(FILE *stream)
{
    if (fflush(stream) != 0)
        return errno;
    const HANDLE handle = (HANDLE)_get_osfhandle(_fileno(stream));
    return FlushFileBuffers(handle) ? 0 : al_windows_error();
}

int al_folder_make(const char *path)
{
    al_file_info info;
    wchar_t *wide = NULL;
    int error = al_wide_path(path, &wide);
    if (error == 0 && !CreateDirectoryW(wide, NULL))
        error = al_windows_error();
    free(wide);
    return error != 0 && al_stat_link(path, &info) == 0 && info.kind == AL_KIND_FOLDER ? 0 : error;
}

int al_replace_file(const char *from, const char *to)
{
    wchar_t *wide_from = NULL, *wide_to = NULL;
    int error = al_wide_path(from, &wide_from);
    if (error == 0)
        error = al_wide_path(to, &wide_to);
    if (error == 0 && !MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
        error = al_windows_error();
    free(wide_from);
    free(wide_to);
    return error;
}

void al_remove_file(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) == 0)
        (void)DeleteFileW(wide);
    free(wide);
}

/* ---- Temporary files ----------------------------------------------------------------------------------- */

/* Windows deletes the file when it is closed, even after a crash. tmpfile is no alternative: it creates files
 * in the root of the drive, where most users may not write. */
FILE *al_temporary_file(void)
{
    enum { MAX_TRIES = 100, NAME_SIZE = 64 };
    static LONG count; /* checksrc: allow global: makes names unique within the process */
    wchar_t path[MAX_PATH + 1 + NAME_SIZE];
    const DWORD folder = GetTempPathW(MAX_PATH + 1, path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (folder == 0 || folder > MAX_PATH)
        return NULL;
    SetLastError(ERROR_FILE_EXISTS);
    for (int i = 0; i < MAX_TRIES && handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS;
         i++) {
        (void)_snwprintf(path + folder, NAME_SIZE, L"assetlint-%lu-%ld.tmp", GetCurrentProcessId(),
                         InterlockedIncrement(&count));
        handle = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                             CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    }
    if (handle != INVALID_HANDLE_VALUE)
        return open_stream(handle, "w+b");
    errno = al_windows_error();
    return NULL;
}

/* No sandbox forbids al_temporary_file to open one. */
void al_reserve_temporary_files(size_t count)
{
    (void)count;
}
