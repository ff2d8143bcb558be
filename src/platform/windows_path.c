/* windows_path.c: converts paths to the form that begins with `\\?\`.
 *
 * Such a path may be longer than 260 characters, and Windows doesn't interpret it: `aux.xmf` and `name.` are
 * then files of these names; in other paths they mean a device and the file `name`. So this file has to
 * interpret `/`, `.`, `..`, drives and the current folder itself.
 */
#include "platform/drives.h"
#include "platform/platform.h"
#include "platform/windows_error.h"
#include "platform/windows_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t al_path_root(const char *path)
{
    return al_drive_root(path);
}

void al_path_use_slashes(char *path)
{
    al_drive_use_slashes(path);
}

/* ---- Conversion ---------------------------------------------------------------------------------------- */

typedef struct wide_path {
    wchar_t *text;
    size_t length;
    size_t root; /* length of the part that `..` must not remove */
} wide_path;

static void append(wide_path *path, const wchar_t *text, size_t length)
{
    memcpy(path->text + path->length, text, length * sizeof *text);
    path->length += length;
    path->text[path->length] = L'\0';
}

/* Starts with an absolute path of Windows, converted to the form that isn't interpreted. */
static void start_with(wide_path *path, const wchar_t *folder)
{
    static const wchar_t plain[] = L"\\\\?\\", network[] = L"\\\\?\\UNC\\";
    const size_t length = wcslen(folder);
    if (wcsncmp(folder, plain, 4) == 0)
        append(path, folder, length);
    else if (folder[0] == L'\\' && folder[1] == L'\\') {
        append(path, network, 8);
        append(path, folder + 2, length - 2);
    } else {
        append(path, plain, 4);
        append(path, folder, length);
    }
    if (path->length > 0 && path->text[path->length - 1] == L'\\')
        path->text[--path->length] = L'\0';
}

static size_t root_length(const wchar_t *whole)
{
    static const wchar_t network[] = L"\\\\?\\UNC\\";
    const size_t parts = wcsncmp(whole, network, 8) == 0 ? 2 : 1;
    size_t at = parts == 2 ? 8 : 4;
    for (size_t part = 0; part < parts; part++) {
        at += whole[at] == L'\\';
        at += wcscspn(whole + at, L"\\");
    }
    return at;
}

/* False if the part can't be the name of a file: a colon would lead to another stream of a file, or to a
 * device. */
static bool add_part(wide_path *path, const wchar_t *part, size_t length)
{
    if (length == 0 || (length == 1 && part[0] == L'.'))
        return true;
    if (length == 2 && part[0] == L'.' && part[1] == L'.') {
        while (path->length > path->root && path->text[--path->length] != L'\\') {
        }
        path->text[path->length] = L'\0';
        return true;
    }
    if (wmemchr(part, L':', length) != NULL)
        return false;
    append(path, L"\\", 1);
    append(path, part, length);
    return true;
}

static bool add_parts(wide_path *path, const wchar_t *more)
{
    while (*more != L'\0') {
        const size_t length = wcscspn(more, L"/\\");
        if (!add_part(path, more, length))
            return false;
        more += length;
        more += *more != L'\0';
    }
    return true;
}

/* The absolute path of a folder, such as ".", or "C:." for the current folder of a drive. The caller frees
 * it. */
static wchar_t *absolute_folder(const wchar_t *start)
{
    const DWORD room = GetFullPathNameW(start, 0, NULL, NULL);
    wchar_t *folder = calloc((size_t)room + 1, sizeof *folder);
    if (folder == NULL || room == 0 || GetFullPathNameW(start, room, folder, NULL) >= room) {
        free(folder);
        return NULL;
    }
    return folder;
}

/* Sets `*start` to the folder or drive at which the path starts, for the caller to free. Returns how many
 * characters of the path that replaces. */
static size_t find_start(const char *path, const wchar_t *wide, wchar_t **start)
{
    const wchar_t drive[] = {wide[0], L':', L'.', L'\0'};
    const size_t root = al_path_root(path); /* of ASCII characters: network paths don't get here */
    if (al_starts_with_drive(path)) {
        *start = root == 3 ? _wcsdup(drive) : absolute_folder(drive);
        if (*start != NULL && root == 3)
            (*start)[2] = L'\0';
        return root == 3 ? 3 : 2;
    }
    *start = absolute_folder(root == 1 ? L"\\" : L".");
    return root == 1 ? 1 : 0;
}

/* Adds a network path, or one that already begins with `\\?\`. */
static bool add_network(wide_path *path, const wchar_t *wide)
{
    const bool plain = wide[2] == L'?' && (wide[3] == L'\\' || wide[3] == L'/');
    append(path, plain ? L"\\\\?" : L"\\\\?\\UNC", plain ? 3 : 7);
    path->root = path->length;
    const wchar_t *parts = wide + (plain ? 4 : 2);
    if (!plain)
        return add_parts(path, parts);
    const size_t first = wcscspn(parts, L"/\\"); /* a drive, with its colon */
    append(path, L"\\", 1);
    append(path, parts, first);
    path->root = path->length;
    return add_parts(path, parts + first);
}

/* Named pipes are the only devices that can be opened by path. */
static bool is_pipe(const wchar_t *wide)
{
    static const wchar_t start[] = L"//./pipe/";
    for (size_t i = 0; start[i] != L'\0'; i++)
        if ((wide[i] == L'\\' ? L'/' : wide[i]) != start[i])
            return false;
    return true;
}

static bool add_pipe_or_network(wide_path *whole, const char *path, const wchar_t *wide)
{
    if (is_pipe(wide)) {
        append(whole, L"\\\\.\\pipe\\", 9);
        append(whole, wide + 9, wcslen(wide + 9));
        return true;
    }
    if (al_is_separator(path[0]) && al_is_separator(path[1]) && path[2] == '.')
        return false; /* another device */
    return add_network(whole, wide);
}

int al_wide_path(const char *path, wchar_t **wide)
{
    enum { MAX_PREFIX = 16 };
    wchar_t *start = NULL, *given = al_wide_text(path);
    bool ok = given != NULL && path[0] != '\0';
    if (!ok) {
        const int error = given == NULL && errno == ENOMEM ? ENOMEM : ENOENT;
        free(given);
        return error;
    }
    const bool network = al_is_separator(path[0]) && al_path_root(path) > 1;
    const size_t used = network ? 0 : find_start(path, given, &start);
    const size_t room = (start != NULL ? wcslen(start) : 0) + wcslen(given) + MAX_PREFIX;
    wide_path whole = {.text = calloc(room, sizeof *whole.text)};
    const bool no_memory = whole.text == NULL || (!network && start == NULL);
    if (!no_memory && network) {
        ok = add_pipe_or_network(&whole, path, given);
    } else if (!no_memory) {
        start_with(&whole, start);
        whole.root = root_length(whole.text);
        ok = add_parts(&whole, given + used);
    }
    if (!no_memory && ok && whole.length == whole.root && !network)
        append(&whole, L"\\", 1); /* the root folder of a drive */
    free(start);
    free(given);
    if (ok && !no_memory)
        *wide = whole.text;
    else
        free(whole.text);
    return no_memory ? ENOMEM : ok ? 0 : ENOENT;
}
