/* wasi_file.c: reads and writes files, lists folders, and finds out which file a path or a stream leads to.
 */
#define _POSIX_C_SOURCE 200809L

#include <wasi/api.h>

#include "platform/common.h"
#include "platform/wasi_host.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The longest path of Windows has 32,767 characters of at most 3 bytes. */
enum { LONGEST_PATH = 100000 };

/* ---- Paths --------------------------------------------------------------------------------------------- */

bool al_must_expand_patterns(void)
{
    return al_host_is_windows();
}

size_t al_path_root(const char *path)
{
    return al_host_is_windows() ? al_drive_root(path) : path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    if (al_host_is_windows())
        al_drive_use_slashes(path);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

const al_file al_standard_input = {.handle = 0};
const al_file al_standard_output = {.handle = 1};
const al_file al_standard_error = {.handle = 2};

static al_file_kind kind_of(__wasi_filetype_t type)
{
    switch (type) {
    case __WASI_FILETYPE_REGULAR_FILE: return AL_KIND_FILE;
    case __WASI_FILETYPE_DIRECTORY: return AL_KIND_FOLDER;
    case __WASI_FILETYPE_UNKNOWN: return AL_KIND_PIPE;
    case __WASI_FILETYPE_SYMBOLIC_LINK: return AL_KIND_LINK;
    default: return AL_KIND_OTHER;
    }
}

/* `offset`: how much of the file has been read. */
static al_file_info info_of(const __wasi_filestat_t *about, uint64_t offset)
{
    const al_file_kind kind = kind_of(about->filetype);
    return (al_file_info){.kind = kind,
                          .size = kind == AL_KIND_FILE && about->size > offset ? about->size - offset : 0};
}

/* Follows links. */
static int stat_of(const char *path, __wasi_filestat_t *about)
{
    return __wasi_path_filestat_get(AL_HOST_FOLDER, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, path, about);
}

int al_stat_path(const char *path, al_file_info *info)
{
    __wasi_filestat_t about;
    const int error = stat_of(path, &about);
    if (error == 0)
        *info = info_of(&about, 0);
    return error;
}

int al_stat_link(const char *path, al_file_info *info)
{
    __wasi_filestat_t about;
    const int error = __wasi_path_filestat_get(AL_HOST_FOLDER, 0, path, &about);
    if (error == 0)
        *info = info_of(&about, 0);
    return error;
}

bool al_exists(const char *path)
{
    al_file_info info;
    return al_stat_link(path, &info) == 0;
}

/* A path that a function of the host derives from another one, for the caller to free. NULL on failure, if
 * there is no such path, and when out of memory. */
static char *derived_path(int32_t (*derive)(const char *path, char *buffer, uint32_t size), const char *path)
{
    char *buffer = malloc(LONGEST_PATH);
    const int32_t length = buffer != NULL ? derive(path, buffer, LONGEST_PATH - 1) : 0;
    char *result = length > 0 && length < LONGEST_PATH ? malloc((size_t)length + 1) : NULL;
    if (result != NULL) {
        memcpy(result, buffer, (size_t)length);
        result[length] = '\0';
    }
    free(buffer);
    return result;
}

char *al_link_target(const char *path)
{
    return derived_path(al_host_target, path);
}

/* Opens a file or a folder. Returns an error. */
static int open_path(const char *path, __wasi_oflags_t how, __wasi_fdflags_t flags, __wasi_fd_t *descriptor)
{
    return __wasi_path_open(AL_HOST_FOLDER, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, path, how, UINT64_MAX,
                            UINT64_MAX, flags, descriptor);
}

int al_file_open(const char *path, al_file *file)
{
    __wasi_fd_t descriptor;
    const int error = open_path(path, 0, __WASI_FDFLAGS_NONBLOCK, &descriptor);
    if (error == 0)
        file->handle = (intptr_t)descriptor;
    return error;
}

void al_file_close(al_file file)
{
    (void)!__wasi_fd_close((__wasi_fd_t)file.handle); /* only read, so a failure loses no data */
}

bool al_file_wait(al_file file, int milliseconds)
{
    return al_host_wait((uint32_t)file.handle, milliseconds);
}

bool al_file_is_terminal(al_file file)
{
    return al_host_terminal_width((uint32_t)file.handle) > 0;
}

int al_stat_opened(al_file file, al_file_info *info)
{
    __wasi_filestat_t about;
    const int error = __wasi_fd_filestat_get((__wasi_fd_t)file.handle, &about);
    if (error == 0)
        *info = info_of(&about, 0);
    return error;
}

int al_stat_file(al_file file, al_file_info *info)
{
    __wasi_filestat_t about;
    __wasi_filesize_t offset;
    const int error = __wasi_fd_filestat_get((__wasi_fd_t)file.handle, &about);
    if (error != 0)
        return error;
    if (__wasi_fd_seek((__wasi_fd_t)file.handle, 0, __WASI_WHENCE_CUR, &offset) != 0)
        offset = 0;
    *info = info_of(&about, offset);
    return 0;
}

int al_file_seek(al_file file, uint64_t offset)
{
    __wasi_filesize_t now;
    if (offset > INT64_MAX)
        return EOVERFLOW;
    return __wasi_fd_seek((__wasi_fd_t)file.handle, (__wasi_filedelta_t)offset, __WASI_WHENCE_SET, &now);
}

size_t al_file_read(al_file file, void *buffer, size_t size, int *error)
{
    const __wasi_iovec_t part = {.buf = buffer, .buf_len = size < INT32_MAX ? size : INT32_MAX};
    __wasi_size_t got = 0;
    *error = __wasi_fd_read((__wasi_fd_t)file.handle, &part, 1, &got);
    return *error == 0 ? got : 0;
}

/* ---- Ids of files -------------------------------------------------------------------------------------- */

/* Several programs may write to a device, but not to a pipe or a file. */
static bool id_of_existing(const __wasi_filestat_t *about, al_file_id *id)
{
    const bool is_file = about->filetype == __WASI_FILETYPE_REGULAR_FILE;
    *id = (al_file_id){
        .kind = is_file ? AL_KIND_FILE : AL_KIND_OTHER, .device = about->dev, .number = about->ino};
    id->size = is_file ? about->size : 0;
    return about->filetype != __WASI_FILETYPE_CHARACTER_DEVICE &&
           about->filetype != __WASI_FILETYPE_BLOCK_DEVICE && about->filetype != __WASI_FILETYPE_DIRECTORY;
}

/* The id of a file that could be created with this path, all of whose links were followed. */
static bool id_in_folder(char *path, al_file_id *id)
{
    __wasi_filestat_t about;
    char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;
    const size_t length = strlen(name);
    *id = (al_file_id){.kind = AL_KIND_FILE};
    if (length == 0 || length >= sizeof id->name)
        return false;
    memcpy(id->name, name, length + 1);
    if (slash != NULL)
        slash[1] = '\0';
    if (stat_of(slash != NULL ? path : ".", &about) != 0)
        return false;
    id->device = about.dev;
    id->number = about.ino;
    return true;
}

bool al_find_file_id(const char *path, al_file_id *id)
{
    __wasi_filestat_t about;
    const int error = stat_of(path, &about);
    if (error == 0)
        return id_of_existing(&about, id);
    if (error != __WASI_ERRNO_NOENT)
        return false;
    char *place = derived_path(al_host_place, path);
    const bool found = place != NULL && id_in_folder(place, id);
    free(place);
    return found;
}

static bool find_stream_id(al_file file, al_file_id *id)
{
    __wasi_filestat_t about;
    return __wasi_fd_filestat_get((__wasi_fd_t)file.handle, &about) == 0 && id_of_existing(&about, id);
}

bool al_find_input_id(al_file_id *id)
{
    return find_stream_id(al_standard_input, id);
}

bool al_find_output_id(al_file_id *id)
{
    return find_stream_id(al_standard_output, id);
}

/* ---- Folders ------------------------------------------------------------------------------------------- */

enum { FIRST_SIZE = 8192 }; /* of the buffer, which grows with the longest name */

struct al_folder {
    __wasi_fd_t descriptor;
    __wasi_dircookie_t next; /* entry of the folder */
    uint8_t *buffer;
    size_t size, length, at; /* of the buffer: bytes that it has room for, that are filled, that were used */
    char *name;              /* of the last entry: a copy with a NUL */
};

al_folder *al_folder_open(const char *path, int *error)
{
    al_folder *folder = calloc(1, sizeof *folder);
    *error = folder != NULL ? open_path(path, __WASI_OFLAGS_DIRECTORY, 0, &folder->descriptor) : ENOMEM;
    if (*error == 0)
        return folder;
    free(folder);
    return NULL;
}

/* Doubles the buffer and the name, which is as large. */
static int grow(al_folder *folder)
{
    const size_t size = folder->size == 0 ? FIRST_SIZE : 2 * folder->size;
    uint8_t *buffer = realloc(folder->buffer, size);
    if (buffer != NULL)
        folder->buffer = buffer;
    char *name = realloc(folder->name, size);
    if (name != NULL)
        folder->name = name;
    if (buffer == NULL || name == NULL)
        return ENOMEM;
    folder->size = size;
    return 0;
}

/* Reads entries until the buffer holds at least one completely, or the folder ends. Returns an error. */
static int fill(al_folder *folder)
{
    int error = folder->size == 0 ? grow(folder) : 0;
    while (error == 0) {
        __wasi_dirent_t entry = {.d_namlen = 0};
        __wasi_size_t length;
        error = __wasi_fd_readdir(folder->descriptor, folder->buffer, folder->size, folder->next, &length);
        if (error != 0)
            break;
        folder->length = length;
        folder->at = 0;
        if (length >= sizeof entry)
            memcpy(&entry, folder->buffer, sizeof entry);
        if (length < folder->size || length - sizeof entry >= entry.d_namlen)
            break;
        error = grow(folder);
    }
    return error;
}

/* Takes the next entry out of the buffer. False if the buffer doesn't hold all of it. */
static bool take(al_folder *folder, al_folder_entry *entry)
{
    __wasi_dirent_t head;
    const size_t left = folder->length - folder->at;
    if (left < sizeof head)
        return false;
    memcpy(&head, folder->buffer + folder->at, sizeof head);
    if (left - sizeof head < head.d_namlen)
        return false;
    memcpy(folder->name, folder->buffer + folder->at + sizeof head, head.d_namlen);
    folder->name[head.d_namlen] = '\0';
    folder->at += sizeof head + head.d_namlen;
    folder->next = head.d_next;
    const al_file_kind kind = kind_of(head.d_type);
    const bool other = kind == AL_KIND_PIPE || kind == AL_KIND_LINK;
    *entry = (al_folder_entry){.name = folder->name, .kind = other ? AL_KIND_OTHER : kind};
    return true;
}

bool al_folder_next(al_folder *folder, al_folder_entry *entry, int *error)
{
    *error = 0;
    if (take(folder, entry))
        return true;
    *error = fill(folder);
    return *error == 0 && take(folder, entry);
}

void al_folder_close(al_folder *folder)
{
    if (folder == NULL)
        return;
    (void)!__wasi_fd_close(folder->descriptor);
    free(folder->buffer);
    free(folder->name);
    free(folder);
}

bool al_current_folder(char *path, size_t size)
{
    if (size == 0)
        return false;
    const int32_t length = al_host_current_folder(path, (uint32_t)size - 1);
    if (length <= 0 || (size_t)length >= size)
        return false;
    path[length] = '\0';
    return true;
}

/* ---- Outputs ------------------------------------------------------------------------------------------- */

/* The host opens them: it knows links, permissions, and which files an interrupt must remove. */
int al_output_start(const char *path, al_output *output)
{
    enum { SIZE = 2 * LONGEST_PATH };
    char *names = calloc(1, SIZE);
    if (names == NULL)
        return ENOMEM;
    const int32_t descriptor = al_host_output(path, output->whole, names, SIZE);
    if (descriptor >= 0) {
        const char *temporary = names + strlen(names) + 1;
        output->path = strdup(names);
        output->temporary = temporary[0] != '\0' ? strdup(temporary) : NULL;
        output->stream = fdopen(descriptor, "wb");
    }
    const bool lacks_name =
        output->path == NULL || (output->temporary == NULL && names[strlen(names) + 1] != '\0');
    free(names);
    return descriptor < 0 ? -descriptor : lacks_name || output->stream == NULL ? ENOMEM : 0;
}

int al_output_append(const char *path, al_output *output)
{
    __wasi_fd_t descriptor;
    *output = (al_output){.stream = NULL};
    const int error = open_path(path, __WASI_OFLAGS_CREAT, __WASI_FDFLAGS_APPEND, &descriptor);
    if (error != 0)
        return error;
    output->stream = fdopen((int)descriptor, "wb");
    return output->stream != NULL ? 0 : ENOMEM;
}

int al_stream_sync(FILE *stream)
{
    return fflush(stream) != 0 ? errno : __wasi_fd_sync((__wasi_fd_t)fileno(stream));
}

int al_folder_make(const char *path)
{
    al_file_info info;
    const int error = __wasi_path_create_directory(AL_HOST_FOLDER, path);
    return error != 0 && al_stat_link(path, &info) == 0 && info.kind == AL_KIND_FOLDER ? 0 : error;
}

int al_replace_file(const char *from, const char *to)
{
    return __wasi_path_rename(AL_HOST_FOLDER, from, AL_HOST_FOLDER, to);
}

void al_remove_file(const char *path)
{
    (void)!__wasi_path_unlink_file(AL_HOST_FOLDER, path);
}

/* The host knows which of its outputs were renamed or removed. */
void al_forget_unfinished(const char *path)
{
    (void)path;
}

/* WASI has no tmpfile. */
FILE *al_temporary_file(void)
{
    const int32_t descriptor = al_host_temporary();
    if (descriptor >= 0)
        return fdopen(descriptor, "w+");
    errno = ENOMEM;
    return NULL;
}

/* No sandbox forbids al_temporary_file to open one. */
void al_reserve_temporary_files(size_t count)
{
    (void)count;
}
