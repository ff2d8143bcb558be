/* windows_output.c: files that take the place of others when they are whole.
 *
 * A file is written beside the one that is there, and takes its name. Where a symbolic link leads is what
 * counts; the link stays. What can't be replaced is written to as it is: pipes, NUL, and a file whose folder
 * takes no other. */
#include "platform/windows_file.h"
#include "platform/windows_interrupt.h"
#include "platform/windows_text.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

/* ---- What an interrupted program leaves ---------------------------------------------------------------- */

enum { MOST_UNFINISHED = 16 }; /* more are written, but may be left behind */

/* Files that are not whole. The handler runs in a thread of its own. */
static struct {
    SRWLOCK lock;
    wchar_t *path[MOST_UNFINISHED];
    bool watched;
} unfinished = {.lock = SRWLOCK_INIT};

void al_remove_unfinished(void)
{
    AcquireSRWLockExclusive(&unfinished.lock); /* for ever: no other file is begun */
    for (size_t i = 0; i < MOST_UNFINISHED; i++)
        if (unfinished.path[i] != NULL)
            (void)DeleteFileW(unfinished.path[i]);
}

static BOOL WINAPI remove_unfinished(DWORD event)
{
    if (!al_is_caught_event(event))
        al_remove_unfinished();
    return FALSE; /* Windows ends the program, or whoever notes it is called */
}

static void remember(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return;
    AcquireSRWLockExclusive(&unfinished.lock);
    for (size_t i = 0; i < MOST_UNFINISHED && wide != NULL; i++)
        if (unfinished.path[i] == NULL) {
            unfinished.path[i] = wide;
            wide = NULL;
        }
    if (!unfinished.watched)
        unfinished.watched = SetConsoleCtrlHandler(remove_unfinished, TRUE) != 0;
    ReleaseSRWLockExclusive(&unfinished.lock);
    free(wide);
}

static void forget(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return;
    AcquireSRWLockExclusive(&unfinished.lock);
    for (size_t i = 0; i < MOST_UNFINISHED; i++)
        if (unfinished.path[i] != NULL && wcscmp(unfinished.path[i], wide) == 0) {
            free(unfinished.path[i]);
            unfinished.path[i] = NULL;
        }
    ReleaseSRWLockExclusive(&unfinished.lock);
    free(wide);
}

/* ---- Where it goes ------------------------------------------------------------------------------------- */

static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path + al_path_root(path);
}

/* Names that mean a device in every folder, with any extension. A file of such a name can be made, but hardly
 * be deleted again. */
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
    char *path;    /* behind all links; to be freed */
    bool there;    /* a file has it */
    bool replaced; /* it can be, or created; otherwise it is written to */
    bool device;
} target;

/* What no file can be called would be noticed when all is written, and the file is to take its name. */
static int judge_name(const char *path)
{
    wchar_t *wide = NULL;
    const int error = al_wide_path(path, &wide);
    free(wide);
    return error != 0 ? error : is_reserved(name_in(path)) ? AL_ERROR_RESERVED : 0;
}

/* Returns an error. */
static int find_target(const char *path, target *t)
{
    al_file_info info;
    const size_t length = strlen(path);
    *t = (target){.device = _stricmp(path, "NUL") == 0};
    if (length == 0 || path[length - 1] == '/')
        return length == 0 ? ENOENT : EISDIR;
    const int wrong = t->device ? 0 : judge_name(path);
    if (wrong != 0)
        return wrong;
    const int error = t->device ? 0 : al_stat_path(path, &info);
    if (error != 0 && !al_is_not_found(error))
        return error;
    if (error == 0 && !t->device && info.kind == AL_KIND_FOLDER)
        return EISDIR;
    t->there = error == 0 && !t->device;
    /* A link that leads nowhere yet is written through. */
    t->replaced = t->there ? info.kind == AL_KIND_FILE : !t->device && !al_exists(path);
    t->path = t->there ? al_link_target(path) : NULL;
    if (t->path == NULL)
        t->path = _strdup(path);
    return t->path != NULL ? 0 : ENOMEM;
}

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* Returns an error. */
static int open_to_write(const target *t, const char *path, DWORD how, HANDLE *handle)
{
    wchar_t *wide = NULL;
    const int error = t->device ? 0 : al_wide_path(path, &wide);
    if (error != 0)
        return error;
    *handle = CreateFileW(t->device ? L"\\\\.\\NUL" : wide, GENERIC_WRITE,
                          FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, how, FILE_ATTRIBUTE_NORMAL, NULL);
    const int why = *handle == INVALID_HANDLE_VALUE ? al_windows_error() : 0;
    free(wide);
    return why;
}

/* A file with a name of its own in the folder of the target; its name is `*name`. Returns an error. */
static int create_beside(const target *t, char **name, HANDLE *handle)
{
    enum { MOST_TRIES = 100, ROOM = 64 };
    const size_t folder = (size_t)(name_in(t->path) - t->path);
    char *beside = malloc(folder + ROOM);
    int error = beside != NULL ? EEXIST : ENOMEM;
    if (beside != NULL)
        memcpy(beside, t->path, folder);
    for (unsigned i = 0; i < MOST_TRIES && error == EEXIST; i++) {
        (void)snprintf(beside + folder, ROOM, ".assetlint-%lu-%u.tmp", GetCurrentProcessId(), i);
        error = open_to_write(t, beside, CREATE_NEW, handle);
    }
    if (error == 0)
        *name = beside;
    else
        free(beside);
    return error;
}

/* Whoever made it so wants it to stay. */
static bool is_read_only(const char *path)
{
    wchar_t *wide = NULL;
    if (al_wide_path(path, &wide) != 0)
        return false;
    const DWORD attributes = GetFileAttributesW(wide);
    free(wide);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_READONLY) != 0;
}

/* Opens the file itself, or one that will replace it. Returns an error. */
static int open_target(const target *t, al_output *output, HANDLE *handle)
{
    if (!t->replaced)
        return open_to_write(t, t->path, t->there || t->device ? OPEN_EXISTING : OPEN_ALWAYS, handle);
    if (t->there && is_read_only(t->path))
        return EACCES;
    const int error = create_beside(t, &output->temporary, handle);
    if (error == EACCES && t->there)
        return open_to_write(t, t->path, TRUNCATE_EXISTING, handle);
    if (error == 0)
        remember(output->temporary);
    return error;
}

/* A stream for a handle, which it owns. NULL with errno set, and the handle closed. */
static FILE *stream_of(HANDLE handle, const char *mode)
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

int al_output_open(const char *path, al_output *output)
{
    target t;
    HANDLE handle = NULL;
    *output = (al_output){.stream = NULL};
    int error = find_target(path, &t);
    if (error != 0)
        return error;
    output->path = t.path;
    error = open_target(&t, output, &handle);
    if (error == 0) {
        output->stream = stream_of(handle, "wb");
        error = output->stream == NULL ? errno : 0;
    }
    if (error != 0)
        al_output_discard(output);
    return error;
}

/* Whatever several programs write to the end of a file at once stays whole: Windows itself looks for the end.
 */
int al_output_append(const char *path, al_output *output)
{
    wchar_t *wide = NULL;
    *output = (al_output){.stream = NULL};
    const int error = judge_name(path);
    if (error != 0 || al_wide_path(path, &wide) != 0)
        return error != 0 ? error : ENOMEM;
    const HANDLE handle =
        CreateFileW(wide, FILE_APPEND_DATA, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    const int why = handle == INVALID_HANDLE_VALUE ? al_windows_error() : 0;
    free(wide);
    if (why != 0)
        return why;
    output->stream = stream_of(handle, "ab");
    return output->stream != NULL ? 0 : errno;
}

static void end(al_output *output)
{
    if (output->temporary != NULL)
        forget(output->temporary);
    free(output->temporary);
    free(output->path);
    *output = (al_output){.stream = NULL};
}

/* Returns an error. */
static int take_name(const char *from, const char *to)
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

int al_output_finish(al_output *output)
{
    int error = fclose(output->stream) != 0 ? errno : 0;
    output->stream = NULL;
    if (error == 0 && output->temporary != NULL)
        error = take_name(output->temporary, output->path);
    if (error != 0)
        al_output_discard(output);
    else
        end(output);
    return error;
}

void al_output_discard(al_output *output)
{
    wchar_t *wide = NULL;
    if (output->stream != NULL)
        (void)fclose(output->stream);
    if (output->temporary != NULL && al_wide_path(output->temporary, &wide) == 0)
        (void)DeleteFileW(wide);
    free(wide);
    end(output);
}

/* ---- Files without a name ------------------------------------------------------------------------------ */

/* Deleted when it is closed, however the program ends. The C library's own lie in the root of the drive. */
FILE *al_temporary_file(void)
{
    enum { MOST_TRIES = 100, ROOM = 64 };
    static LONG count; /* checksrc: allow global: the names of a process differ */
    wchar_t path[MAX_PATH + 1 + ROOM];
    const DWORD folder = GetTempPathW(MAX_PATH + 1, path);
    HANDLE handle = INVALID_HANDLE_VALUE;
    if (folder == 0 || folder > MAX_PATH)
        return NULL;
    SetLastError(ERROR_FILE_EXISTS);
    for (int i = 0; i < MOST_TRIES && handle == INVALID_HANDLE_VALUE && GetLastError() == ERROR_FILE_EXISTS;
         i++) {
        (void)_snwprintf(path + folder, ROOM, L"assetlint-%lu-%ld.tmp", GetCurrentProcessId(),
                         InterlockedIncrement(&count));
        handle = CreateFileW(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL,
                             CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL);
    }
    if (handle != INVALID_HANDLE_VALUE)
        return stream_of(handle, "w+b");
    errno = al_windows_error();
    return NULL;
}
