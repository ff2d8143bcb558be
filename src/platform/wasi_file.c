/* wasi_file.c: reads the inputs of the host as files. */
#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "platform/wasi_host.h"
#include "platform/wasi_tree.h"

/* What al_file.handle points to. It is NULL for the standard streams, which can't be read. */
typedef struct open_input {
    uint32_t number;
    uint64_t offset;
} open_input;

const al_file al_standard_input = {.handle = 0};
const al_file al_standard_output = {.handle = 0};
const al_file al_standard_error = {.handle = 0};

static open_input *input_of(al_file file)
{
    return (open_input *)file.handle;
}

int al_stat_path(const char *path, al_file_info *info)
{
    al_tree_entry entry;
    const int error = al_tree_find(path, &entry);
    if (error != 0)
        return error;
    *info = (al_file_info){.kind = entry.is_folder ? AL_KIND_FOLDER : AL_KIND_FILE};
    if (!entry.is_folder)
        info->size = al_host_input_size(entry.first);
    return 0;
}

bool al_exists(const char *path)
{
    al_file_info info;
    return al_stat_path(path, &info) == 0;
}

char *al_link_target(const char *path)
{
    (void)path;
    return NULL; /* there are no links */
}

int al_file_open(const char *path, al_file *file)
{
    al_tree_entry entry;
    const int error = al_tree_find(path, &entry);
    if (error != 0)
        return error;
    if (entry.is_folder)
        return EISDIR;
    open_input *input = malloc(sizeof *input);
    if (input == NULL)
        return ENOMEM;
    *input = (open_input){.number = entry.first};
    file->handle = (intptr_t)input;
    return 0;
}

/* There are no pipes. */
int al_pipe_open(const char *path, al_file *file)
{
    return al_file_open(path, file);
}

void al_file_close(al_file file)
{
    free(input_of(file));
}

bool al_file_wait(al_file file, int milliseconds)
{
    (void)file;
    (void)milliseconds;
    return true;
}

bool al_file_is_terminal(al_file file)
{
    (void)file;
    return false;
}

int al_stat_file(al_file file, al_file_info *info)
{
    const open_input *input = input_of(file);
    if (input == NULL)
        return EBADF;
    const uint64_t size = al_host_input_size(input->number);
    *info = (al_file_info){.kind = AL_KIND_FILE, .size = size > input->offset ? size - input->offset : 0};
    return 0;
}

int al_stat_opened(al_file file, al_file_info *info)
{
    return al_stat_file(file, info);
}

int al_file_seek(al_file file, uint64_t offset)
{
    open_input *input = input_of(file);
    if (input == NULL)
        return EBADF;
    input->offset = offset;
    return 0;
}

size_t al_file_read(al_file file, void *buffer, size_t size, int *error)
{
    open_input *input = input_of(file);
    *error = EBADF;
    if (input == NULL)
        return 0;
    const uint32_t wanted = size < INT32_MAX ? (uint32_t)size : INT32_MAX;
    const int32_t got = al_host_input_read(input->number, input->offset, buffer, wanted);
    *error = got < 0 ? EIO : 0;
    if (got <= 0)
        return 0;
    input->offset += (uint32_t)got;
    return (size_t)got;
}
