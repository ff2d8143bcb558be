/* windows_text.c: converts errors, texts and paths of Windows to errno and UTF-8, which the program uses, and
 * back.
 *
 * Names of files may contain unpaired surrogates, which Windows' own functions replace: a file with such a
 * name could then never be opened.
 *
 * Paths get the form that begins with `\\?\`. Such a path may be longer than 260 characters, and Windows
 * doesn't interpret it: `aux.xmf` and `name.` are then files of these names; in other paths they mean a
 * device and the file `name`. So this file has to interpret `/`, `.`, `..`, drives and the current folder
 * itself.
 */
#include "platform/common.h"
#include "platform/windows_internal.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Errors, with the same texts as on other systems --------------------------------------------------- */

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

/* ---- Texts --------------------------------------------------------------------------------------------- */

enum {
    HIGH_SURROGATE = 0xD800, /* the first; each surrogate of a pair has 10 bits */
    LOW_SURROGATE = 0xDC00,  /* the first */
    AFTER_SURROGATES = 0xE000,
    FIRST_PAIR = 0x10000,
    LAST_CHARACTER = 0x10FFFF,
    SURROGATE_BITS = 10,
    SURROGATE_MASK = 0x3FF,
    TAIL_BITS = 6, /* in each byte after the first */
    TAIL_MASK = 0x3F
};

/* Reads the character at the start of a text, also an unpaired surrogate; 0 at the end of the text. Returns
 * its length in bytes, 0 if it is not UTF-8. */
static size_t decode(const unsigned char *text, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, FIRST_PAIR};
    const unsigned char first = text[0];
    const size_t length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4)
        return 0;
    *character = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *character = *character << TAIL_BITS | (text[i] & TAIL_MASK);
    }
    return *character >= least[length] && *character <= LAST_CHARACTER ? length : 0;
}

wchar_t *al_wide_text(const char *text)
{
    const unsigned char *from = (const unsigned char *)text;
    wchar_t *wide =
        calloc(strlen(text) + 1, sizeof *wide); /* no character has more UTF-16 units than UTF-8 bytes */
    if (wide == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    for (wchar_t *to = wide; *from != 0;) {
        uint32_t character = 0;
        const size_t length = decode(from, &character);
        if (length == 0) {
            free(wide);
            errno = EILSEQ;
            return NULL;
        }
        from += length;
        if (character >= FIRST_PAIR) {
            *to++ = (wchar_t)(HIGH_SURROGATE + ((character - FIRST_PAIR) >> SURROGATE_BITS));
            *to++ = (wchar_t)(LOW_SURROGATE + ((character - FIRST_PAIR) & SURROGATE_MASK));
        } else {
            *to++ = (wchar_t)character;
        }
    }
    return wide;
}

/* Writes a character at `to`; returns the position after it. */
static char *encode(char *to, uint32_t character)
{
    const unsigned tails = character < 0x80 ? 0 : character < 0x800 ? 1 : character < FIRST_PAIR ? 2 : 3;
    static const unsigned marks[] = {0x00, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(marks[tails] | character >> (TAIL_BITS * tails));
    for (unsigned left = tails; left > 0; left--)
        *to++ = (char)(0x80U | (character >> (TAIL_BITS * (left - 1)) & TAIL_MASK));
    return to;
}

char *al_narrow_text(const wchar_t *text, size_t length)
{
    enum { MAX_BYTES = 3 }; /* for one unit; a pair, which is two units, needs four */
    char *narrow = malloc(length * MAX_BYTES + 1);
    if (narrow == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    char *to = narrow;
    for (size_t i = 0; i < length; i++) {
        uint32_t character = text[i];
        const uint32_t next = i + 1 < length ? text[i + 1] : 0;
        if (character >= HIGH_SURROGATE && character < LOW_SURROGATE && next >= LOW_SURROGATE &&
            next < AFTER_SURROGATES) {
            character =
                FIRST_PAIR + ((character - HIGH_SURROGATE) << SURROGATE_BITS) + (next - LOW_SURROGATE);
            i++;
        }
        to = encode(to, character);
    }
    *to = '\0';
    return narrow;
}

char *al_narrow_path(const wchar_t *path, size_t length)
{
    char *narrow = al_narrow_text(path, length);
    for (char *at = narrow; at != NULL && *at != '\0'; at++)
        if (*at == '\\')
            *at = '/';
    return narrow;
}

/* ---- Paths --------------------------------------------------------------------------------------------- */

bool al_must_expand_patterns(void)
{
    return true;
}

size_t al_path_root(const char *path)
{
    return al_drive_root(path);
}

void al_path_use_slashes(char *path)
{
    al_drive_use_slashes(path);
}

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
