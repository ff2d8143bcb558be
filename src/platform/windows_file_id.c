/* windows_file_id.c: which file a path or a stream leads to. */
#include "platform/windows_file.h"
#include "platform/windows_text.h"

#include <stdlib.h>
#include <string.h>

/* The path behind links, with `/`; NULL when Windows doesn't say. */
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

/* Devices stay what they are, whoever writes to them; two writers to a pipe spoil it as they do a file. */
static bool place_of(HANDLE handle, al_file_id *place)
{
    BY_HANDLE_FILE_INFORMATION about;
    const DWORD type = GetFileType(handle);
    if (type == FILE_TYPE_PIPE) {
        *place = (al_file_id){.kind = AL_KIND_OTHER, .number = (uint64_t)(uintptr_t)handle};
        return true;
    }
    if (type != FILE_TYPE_DISK || !GetFileInformationByHandle(handle, &about) ||
        (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return false;
    *place = (al_file_id){.kind = AL_KIND_FILE,
                          .device = about.dwVolumeSerialNumber,
                          .number = (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow};
    return true;
}

/* The name as Windows compares names, which are one name in large and small letters. */
static bool fold_name(const char *name, al_file_id *place)
{
    wchar_t *wide = al_wide_text(name);
    if (wide == NULL)
        return false;
    (void)CharUpperBuffW(wide, (DWORD)wcslen(wide));
    char *folded = al_narrow_text(wide, wcslen(wide));
    const bool fits = folded != NULL && folded[0] != '\0' && strlen(folded) < sizeof place->name;
    if (fits)
        memcpy(place->name, folded, strlen(folded) + 1);
    free(folded);
    free(wide);
    return fits;
}

/* A file that could be created there. */
static bool place_in_folder(const char *path, al_file_id *place)
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
    *place = (al_file_id){.kind = AL_KIND_FILE,
                          .device = found ? about.dwVolumeSerialNumber : 0,
                          .number = found ? (uint64_t)about.nFileIndexHigh << 32 | about.nFileIndexLow : 0};
    return found && fold_name(path + length, place);
}

bool al_find_file_id(const char *path, al_file_id *place)
{
    int error;
    const HANDLE handle = al_open_for_attributes(path, &error);
    if (handle == NULL)
        return al_is_not_found(error) && place_in_folder(path, place);
    const bool found = place_of(handle, place);
    (void)CloseHandle(handle);
    return found;
}

bool al_find_input_id(al_file_id *place)
{
    return place_of(GetStdHandle(STD_INPUT_HANDLE), place);
}

bool al_find_output_id(al_file_id *place)
{
    return place_of(GetStdHandle(STD_OUTPUT_HANDLE), place);
}

bool al_same_file_id(const al_file_id *a, const al_file_id *b)
{
    return a->device == b->device && a->number == b->number && strcmp(a->name, b->name) == 0;
}
