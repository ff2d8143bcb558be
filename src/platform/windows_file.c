/* windows_file.c: reads files and folders, and finds out which file a path or a stream leads to. */
#include "platform/windows_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Files --------------------------------------------------------------------------------------------- */

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

/* Opens a file or folder only to get its attributes. NULL on failure, with `*error` set; otherwise the caller
 * closes the handle. */
static HANDLE open_for_attributes(const char *path, int *error)
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
    const HANDLE handle = open_for_attributes(path, &error);
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

/* ---- Links, and the ids of files ----------------------------------------------------------------------- */

/* The path with all links resolved, with `/`; NULL on failure. */
static char *final_path(HANDLE handle)
{
    static const char plain[] = "//?/", network[] = "//?/UNC/";
    const DWORD room = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
    wchar_t *wide = room > 0 ? calloc((size_t)room + 1, sizeof *wide) : NULL;
    const DWORD length = wide != NULL ? GetFinalPathNameByHandleW(handle, wide, room + 1,
                                                                  FILE_NAME_NORMALIZED | VOLUME_NAME_DOS)
                                      : 0;
    char *path = length > 0 && length <= room ? al_narrow_path(wide, length) : NULL;
    free(wide);
    if (path == NULL)
        return NULL;
    if (strncmp(path, network, sizeof network - 1) == 0)
        memmove(path + 2, path + sizeof network - 1, strlen(path + sizeof network - 1) + 1);
    else if (strncmp(path, plain, sizeof plain - 1) == 0)
        memmove(path, path + sizeof plain - 1, strlen(path + sizeof plain - 1) + 1);
    return path;
}

char *al_link_target(const char *path)
{
    wchar_t *wide = NULL;
    int error = al_wide_path(path, &wide);
    const DWORD attributes = error == 0 ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;
    free(wide);
    if (attributes == INVALID_FILE_ATTRIBUTES || (attributes & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
        return NULL;
    const HANDLE handle = open_for_attributes(path, &error);
    if (handle == NULL)
        return NULL;
    char *target = final_path(handle);
    (void)CloseHandle(handle);
    return target;
}

/* Several programs may write to a device, but not to a pipe or a file. */
static bool id_of(HANDLE handle, al_file_id *id)
{
    BY_HANDLE_FILE_INFORMATION about;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE) {
        *id = (al_file_id){.kind = AL_KIND_OTHER, .number = (uint64_t)(uintptr_t)handle};
        return true;
    }
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &about) ||
        (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return false;
    *id = (al_file_id){.kind = AL_KIND_FILE,
                       .device = about.dwVolumeSerialNumber,
                       .number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow,
                       .size = (uint64_t)about.nFileSizeHigh << 32 | about.nFileSizeLow};
    return true;
}

/* The name in upper case, since Windows ignores case. */
static bool fold_name(const char *name, al_file_id *id)
{
    wchar_t *wide = al_wide_text(name);
    if (wide == NULL)
        return false;
    (void)CharUpperBuffW(wide, (DWORD)wcslen(wide));
    char *folded = al_narrow_text(wide, wcslen(wide));
    const bool fits = folded != NULL && folded[0] != '\0' && strlen(folded) < sizeof id->name;
    if (fits)
        memcpy(id->name, folded, strlen(folded) + 1);
    free(folded);
    free(wide);
    return fits;
}

/* The id of a file that could be created with this path. */
static bool id_in_folder(const char *path, al_file_id *id)
{
    BY_HANDLE_FILE_INFORMATION about;
    int error;
    const char *slash = strrchr(path, '/');
    const size_t length = slash != NULL ? (size_t)(slash - path) + 1 : al_path_root(path);
    char *folder = malloc(length + 2);
    if (folder == NULL)
        return false;
    memcpy(folder, path, length);
    memcpy(folder + length, length > 0 ? "" : ".", length > 0 ? 1 : 2);
    const HANDLE handle = open_for_attributes(folder, &error);
    free(folder);
    if (handle == NULL)
        return false;
    const bool found = GetFileInformationByHandle(handle, &about) &&
                       (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    (void)CloseHandle(handle);
    *id = (al_file_id){.kind = AL_KIND_FILE,
                       .device = found ? about.dwVolumeSerialNumber : 0,
                       .number = found ? (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow : 0};
    return found && fold_name(path + length, id);
}

bool al_find_file_id(const char *path, al_file_id *id)
{
    int error;
    const HANDLE handle = open_for_attributes(path, &error);
    if (handle == NULL)
        return al_is_not_found(error) && id_in_folder(path, id);
    const bool found = id_of(handle, id);
    (void)CloseHandle(handle);
    return found;
}

bool al_find_input_id(al_file_id *id)
{
    return id_of(GetStdHandle(STD_INPUT_HANDLE), id);
}

bool al_find_output_id(al_file_id *id)
{
    return id_of(GetStdHandle(STD_OUTPUT_HANDLE), id);
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

struct al_folder {
    HANDLE handle;
    WIN32_FIND_DATAW next; /* the entry that al_folder_next returns next */
    bool at_end;           /* there is no such entry, */
    int error;             /* because of this error, or 0 */
    char *name;            /* of the last entry that was returned */
};

al_folder *al_folder_open(const char *path, int *error)
{
    static const wchar_t all[] = L"\\*";
    wchar_t *wide = NULL;
    *error = al_wide_path(path, &wide);
    if (*error != 0)
        return NULL;
    const size_t length = wcslen(wide);
    wchar_t *pattern = realloc(wide, (length + sizeof all / sizeof all[0]) * sizeof *wide);
    al_folder *folder = calloc(1, sizeof *folder);
    if (pattern == NULL || folder == NULL) {
        free(pattern != NULL ? pattern : wide);
        free(folder);
        *error = ENOMEM;
        return NULL;
    }
    const size_t slash = pattern[length - 1] == L'\\'; /* the root of a drive */
    memcpy(pattern + length, all + slash, sizeof all - slash * sizeof *all);
    folder->handle = FindFirstFileExW(pattern, FindExInfoBasic, &folder->next, FindExSearchNameMatch, NULL,
                                      FIND_FIRST_EX_LARGE_FETCH);
    if (folder->handle == INVALID_HANDLE_VALUE) {
        *error = al_windows_error();
        free(folder);
        folder = NULL;
    }
    free(pattern);
    return folder;
}

/* Symbolic links and junctions are not followed. Files in the cloud and compressed files also have reparse
 * points, but are files. */
static al_file_kind kind_of(const WIN32_FIND_DATAW *entry)
{
    const DWORD attributes = entry->dwFileAttributes, tag = entry->dwReserved0;
    const bool reparsed = (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    if (reparsed && (IsReparseTagNameSurrogate(tag) || tag == (DWORD)IO_REPARSE_TAG_AF_UNIX))
        return AL_KIND_OTHER;
    if ((attributes & FILE_ATTRIBUTE_DEVICE) != 0)
        return AL_KIND_OTHER;
    return (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? AL_KIND_FOLDER : AL_KIND_FILE;
}

static bool is_folder_itself(const wchar_t *name)
{
    return wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0;
}

static void find_next(al_folder *folder)
{
    if (FindNextFileW(folder->handle, &folder->next))
        return;
    folder->at_end = true;
    if (GetLastError() != ERROR_NO_MORE_FILES)
        folder->error = al_windows_error();
}

bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error)
{
    while (!folder->at_end && is_folder_itself(folder->next.cFileName))
        find_next(folder);
    *error = folder->at_end ? folder->error : 0;
    if (folder->at_end)
        return false;
    free(folder->name);
    folder->name = al_narrow_text(folder->next.cFileName, wcslen(folder->next.cFileName));
    *entry = (al_folder_entry){.name = folder->name, .kind = kind_of(&folder->next)};
    if (folder->name == NULL) {
        *error = ENOMEM;
        return false;
    }
    find_next(folder);
    return true;
}

void al_folder_close(al_folder *folder)
{
    if (folder == NULL)
        return;
    (void)FindClose(folder->handle);
    free(folder->name);
    free(folder);
}

bool al_current_folder(char *path, size_t size)
{
    const DWORD room = GetCurrentDirectoryW(0, NULL);
    wchar_t *wide = calloc((size_t)room + 1, sizeof *wide);
    const DWORD length = wide != NULL ? GetCurrentDirectoryW(room, wide) : 0;
    char *narrow = length > 0 && length < room ? al_narrow_path(wide, length) : NULL;
    const bool fits = narrow != NULL && strlen(narrow) < size;
    if (fits)
        memcpy(path, narrow, strlen(narrow) + 1);
    free(narrow);
    free(wide);
    return fits;
}
