/* posix_file_id.c: links, and which file a path or a stream leads to. */
#define _XOPEN_SOURCE 700 /* POSIX of 2008 with realpath */

#include "platform/platform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix_internal.h"

static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

int al_follow_link(char *path)
{
    char target[PATH_MAX];
    const ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return errno;
    target[length] = '\0';
    const size_t folder = target[0] == '/' ? 0 : folder_length(path);
    if ((size_t)length >= PATH_MAX - folder)
        return ENAMETOOLONG;
    memcpy(path + folder, target, (size_t)length + 1);
    return 0;
}

static al_file_id id_of(const struct stat *about, al_file_kind kind)
{
    return (al_file_id){.kind = kind, .device = (uint64_t)about->st_dev, .number = (uint64_t)about->st_ino};
}

/* Several programs may write to a device, but not to a pipe or a file. */
static bool id_of_existing(const struct stat *about, al_file_id *id)
{
    *id = id_of(about, S_ISREG(about->st_mode) ? AL_KIND_FILE : AL_KIND_OTHER);
    id->size = S_ISREG(about->st_mode) ? (uint64_t)about->st_size : 0;
    return !S_ISCHR(about->st_mode) && !S_ISBLK(about->st_mode) && !S_ISDIR(about->st_mode);
}

/* The id of a file that could be created with this path. */
static bool id_in_folder(char *path, al_file_id *id)
{
    struct stat about;
    char name[sizeof id->name];
    const size_t folder = folder_length(path);
    const size_t length = strlen(path + folder);
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, path + folder, length + 1);
    path[folder] = '\0';
    if (stat(folder > 0 ? path : ".", &about) != 0)
        return false;
    *id = id_of(&about, AL_KIND_FILE);
    memcpy(id->name, name, length + 1);
    return true;
}

bool al_find_file_id(const char *path, al_file_id *id)
{
    char current[PATH_MAX];
    struct stat about;
    const size_t length = strlen(path);
    if (length >= sizeof current)
        return false;
    memcpy(current, path, length + 1);
    for (int links = 0; links <= AL_MAX_LINKS; links++) {
        if (stat(current, &about) == 0)
            return id_of_existing(&about, id);
        if (errno != ENOENT)
            return false;
        const int error = al_follow_link(current);
        if (error != 0)
            return error != ENAMETOOLONG && id_in_folder(current, id);
    }
    return false;
}

char *al_link_target(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
}

static bool find_stream_id(int descriptor, al_file_id *id)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && id_of_existing(&about, id);
}

bool al_find_input_id(al_file_id *id)
{
    return find_stream_id(STDIN_FILENO, id);
}

bool al_find_output_id(al_file_id *id)
{
    return find_stream_id(STDOUT_FILENO, id);
}
