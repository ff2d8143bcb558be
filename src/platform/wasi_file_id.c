/* wasi_file_id.c: which file a path or a stream leads to. */
#include "platform/platform.h"

#include <stdlib.h>
#include <string.h>

#include "platform/wasi_host.h"
#include "platform/wasi_internal.h"

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

static int stat_of(const char *path, __wasi_filestat_t *about)
{
    return __wasi_path_filestat_get(AL_HOST_FOLDER, __WASI_LOOKUPFLAGS_SYMLINK_FOLLOW, path, about);
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
    char *place = al_derived_path(al_host_place, path);
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
