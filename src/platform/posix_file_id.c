/* posix_file_id.c: which file a path or a stream leads to. */
#define _XOPEN_SOURCE 700 /* POSIX of 2008 with realpath */

#include "platform/platform.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/posix_links.h"

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

enum { MOST_LINKS = 40 }; /* that Linux follows */

size_t al_path_root(const char *path)
{
    return path[0] == '/';
}

void al_path_use_slashes(char *path)
{
    (void)path;
}

static bool place_of(const struct stat *about, al_file_kind kind, const char *name, al_file_id *place)
{
    const size_t length = strlen(name);
    if (length >= sizeof place->name)
        return false;
    *place = (al_file_id){.kind = kind, .device = (uint64_t)about->st_dev, .number = (uint64_t)about->st_ino};
    memcpy(place->name, name, length);
    return true;
}

/* Devices stay what they are, whoever writes to them; two writers to a pipe spoil it as they do a file. */
static bool place_of_existing(const struct stat *about, al_file_id *place)
{
    return !S_ISCHR(about->st_mode) && !S_ISBLK(about->st_mode) && !S_ISDIR(about->st_mode) &&
           place_of(about, S_ISREG(about->st_mode) ? AL_KIND_FILE : AL_KIND_OTHER, "", place);
}

static size_t length_of_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

bool al_follow_link(char *path, const char *target)
{
    const size_t folder = target[0] == '/' ? 0 : length_of_folder(path);
    const size_t length = strlen(target);
    if (length >= PATH_MAX - folder)
        return false;
    memcpy(path + folder, target, length + 1);
    return true;
}

/* A file that could be created there. */
static bool place_in_folder(char *path, al_file_id *place)
{
    struct stat about;
    char name[sizeof place->name];
    const size_t folder = length_of_folder(path);
    const size_t length = strlen(path + folder);
    if (length == 0 || length >= sizeof name)
        return false;
    memcpy(name, path + folder, length + 1);
    path[folder] = '\0';
    return stat(folder > 0 ? path : ".", &about) == 0 && place_of(&about, AL_KIND_FILE, name, place);
}

bool al_find_file_id(const char *path, al_file_id *place)
{
    char current[PATH_MAX] = "", target[PATH_MAX];
    struct stat about;
    if (!al_follow_link(current, path))
        return false;
    if (stat(current, &about) == 0)
        return place_of_existing(&about, place);
    for (int links = 0; links < MOST_LINKS && errno == ENOENT; links++) {
        const ssize_t length = readlink(current, target, sizeof target - 1);
        if (length < 0)
            return place_in_folder(current, place);
        target[length] = '\0';
        if (!al_follow_link(current, target))
            return false;
        if (stat(current, &about) == 0)
            return place_of_existing(&about, place);
    }
    return false;
}

char *al_link_target(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode) ? realpath(path, NULL) : NULL;
}

static bool find_place_of(int descriptor, al_file_id *place)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && place_of_existing(&about, place);
}

bool al_find_input_id(al_file_id *place)
{
    return find_place_of(STDIN_FILENO, place);
}

bool al_find_output_id(al_file_id *place)
{
    return find_place_of(STDOUT_FILENO, place);
}

bool al_same_file_id(const al_file_id *a, const al_file_id *b)
{
    return a->device == b->device && a->number == b->number && strcmp(a->name, b->name) == 0;
}
