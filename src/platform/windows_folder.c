/* windows_folder.c: lists folders. */
#include "platform/platform.h"
#include "platform/windows_error.h"
#include "platform/windows_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
