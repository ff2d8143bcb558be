/* wasi_folder.c: lists folders. */
#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "platform/wasi_host.h"
#include "platform/wasi_internal.h"

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
    *error = folder != NULL ? al_open_path(path, __WASI_OFLAGS_DIRECTORY, 0, &folder->descriptor) : ENOMEM;
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
    const al_file_kind kind = al_kind_of(head.d_type);
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
