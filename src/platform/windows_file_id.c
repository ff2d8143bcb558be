/* windows_file_id.c: which file a path or a stream leads to. */
#include "platform/windows_file.h"
#include "platform/windows_text.h"

#include <stdlib.h>
#include <string.h>

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
    const HANDLE handle = al_open_for_attributes(path, &error);
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
    const HANDLE handle = al_open_for_attributes(folder, &error);
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
    const HANDLE handle = al_open_for_attributes(path, &error);
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
