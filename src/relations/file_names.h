/* file_names.h: names of files, and values of files that name others. */
#ifndef AL_RELATIONS_FILE_NAMES_H
#define AL_RELATIONS_FILE_NAMES_H

#include <string.h>

#include "relations/relations.h"

/* Between the path of a package and that of a member. */
#define AL_INSIDE "!/"
enum { AL_INSIDE_LENGTH = sizeof AL_INSIDE - 1 };

/* The path of the file, inside its package if it is in one. */
static inline const char *al_inner_path(const al_related_file *file)
{
    return file->member[0] != '\0' ? file->member : file->path;
}

/* How many bytes of a path are its folder, with the slash. */
static inline size_t al_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* The last part of a path. */
static inline const char *al_base_name(const char *path)
{
    return path + al_folder_length(path);
}

/* Whether the inner path has an extension, in any case. */
bool al_is_kind(const al_related_file *file, const char *extension);

/* PATH, or PATH!/MEMBER. NULL if memory is short. */
char *al_full_path(al_arena *arena, const al_related_file *file);

/* A path in a file as files are named: in small letters, with single `/` and none at its start. NULL if
 * memory is short. */
char *al_plain_path(al_arena *arena, al_span path);

#endif
