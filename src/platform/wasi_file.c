/* wasi_file.c: reads files. */
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_host.h"
#include "platform/wasi_internal.h"

const al_file al_standard_input = {.handle = 0};
const al_file al_standard_output = {.handle = 1};
const al_file al_standard_error = {.handle = 2};

al_file_kind al_kind_of(__wasi_filetype_t type)
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
    const al_file_kind kind = al_kind_of(about->filetype);
    return (al_file_info){.kind = kind,
                          .size = kind == AL_KIND_FILE && about->size > offset ? about->size - offset : 0};
}

static int stat_path(const char *path, __wasi_lookupflags_t flags, al_file_info *info)
{
    __wasi_filestat_t about;
    const int error = __wasi_path_filestat_get(AL_HOST_FOLDER, flags, path, &about);
    if (error == 0)
        *info = info_of(&about, 0);
    return error;
}

int al_stat_path(const char *path, al_file_info *info)
{
    return stat_path(path, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, info);
}

int al_stat_link(const char *path, al_file_info *info)
{
    return stat_path(path, 0, info);
}

bool al_exists(const char *path)
{
    __wasi_filestat_t about;
    return __wasi_path_filestat_get(AL_HOST_FOLDER, 0, path, &about) == 0;
}

char *al_derived_path(int32_t (*derive)(const char *path, char *buffer, uint32_t size), const char *path)
{
    char *buffer = malloc(AL_LONGEST_PATH);
    const int32_t length = buffer != NULL ? derive(path, buffer, AL_LONGEST_PATH - 1) : 0;
    char *result = length > 0 && length < AL_LONGEST_PATH ? malloc((size_t)length + 1) : NULL;
    if (result != NULL) {
        memcpy(result, buffer, (size_t)length);
        result[length] = '\0';
    }
    free(buffer);
    return result;
}

char *al_link_target(const char *path)
{
    return al_derived_path(al_host_target, path);
}

int al_open_path(const char *path, __wasi_oflags_t how, __wasi_fdflags_t flags, __wasi_fd_t *descriptor)
{
    return __wasi_path_open(AL_HOST_FOLDER, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, path, how, UINT64_MAX,
                            UINT64_MAX, flags, descriptor);
}

static int open_to_read(const char *path, __wasi_fdflags_t flags, al_file *file)
{
    __wasi_fd_t descriptor;
    const int error = al_open_path(path, 0, flags, &descriptor);
    if (error == 0)
        file->handle = (intptr_t)descriptor;
    return error;
}

int al_file_open(const char *path, al_file *file)
{
    return open_to_read(path, 0, file);
}

int al_pipe_open(const char *path, al_file *file)
{
    return open_to_read(path, __WASI_FDFLAGS_NONBLOCK, file);
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
