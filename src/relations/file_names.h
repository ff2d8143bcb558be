/* file_names.h: names of files, values of files that name others, and files that are not known. */
#ifndef AL_RELATIONS_FILE_NAMES_H
#define AL_RELATIONS_FILE_NAMES_H

#include "core/text.h"
#include "relations/relations.h"

/* Between the path of a package and that of a member. */
#define AL_INSIDE "!/"
enum { AL_INSIDE_LENGTH = sizeof AL_INSIDE - 1 };

/* The path of the file, inside its package if it is in one. */
static inline const char *al_inner_path(const al_related_file *file)
{
    return file->member[0] != '\0' ? file->member : file->path;
}

/* Whether the inner path has an extension, in any case. */
bool al_is_kind(const al_related_file *file, const char *extension);

/* PATH, or PATH!/MEMBER. NULL if memory is short. */
char *al_full_path(al_arena *arena, const al_related_file *file);

/* The start of the full paths of the files of a reference, with single slashes: "game/", "a.zip!/", "". NULL
 * if memory is short. */
char *al_reference_start(const al_related_files *all, unsigned with, al_arena *arena);

/* The names of the reference that a file is of; NULL: it is not of a file of names. */
const struct al_names *al_names_of(const al_related_files *all, size_t file);

/* The offset of the last part of a path in a file, which is behind `/` or `\`. */
size_t al_last_part(const char *path, size_t length);

/* A path in a file as files are named: in small letters, with single `/` and none at its start. NULL if
 * memory is short. */
char *al_plain_path(al_arena *arena, al_span path);

/* ---- Files that are not known -------------------------------------------------------------------------- */

/* Whether a file may have neighbours, in its folder or package or below, that are not known. */
bool al_is_in_gap(const al_related_files *all, size_t file);

/* Whether there is a gap in a reference, or among siblings. */
bool al_is_gap_in_references(const al_related_files *all);

#endif
