/* paths.h: normal and relative paths, and the folder from which the paths in fingerprints count. */
#ifndef AL_PROJECT_PATHS_H
#define AL_PROJECT_PATHS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/compiler.h"

/* The caller frees the copy; NULL when out of memory. */
char *al_path_copy(const char *path);

/* The first `length` bytes of a text with `more` behind them. The caller frees it; NULL when out of memory.
 */
char *al_path_join(const char *text, size_t length, const char *more);

/* "FOLDER/NAME"; without a slash if the folder is "", the current one, or ends with a slash. The caller frees
 * it; NULL when out of memory. */
char *al_path_in(const char *folder, const char *name);

/* Cuts off the last part of a path, and the slash before it. */
void al_path_cut(char *path);

/* The normal path of the current folder, which the caller frees; NULL if the system doesn't say. False when
 * out of memory. */
bool al_path_current(char **current) AL_MUST_USE;

/* The normal form of a path: without empty parts, ".", and ".." that can be resolved, such as "/a/b" or
 * "../a". The root of the system and the current folder are "". `folder`: the absolute path of the folder
 * where relative paths begin; then the result is absolute. NULL: a relative path stays relative. On Windows
 * an absolute path begins with a drive: "/a" is on the drive of `folder`. The caller frees it; NULL when out
 * of memory. */
char *al_path_normal(const char *folder, const char *path);

/* The rest of a normal path after the normal path of a folder above it, "" for the folder itself. NULL if the
 * path is not in that folder. */
const char *al_path_below(const char *path, const char *root);

/* The length of the whole parts at which two normal paths begin alike. */
size_t al_path_common(const char *a, const char *b);

/* A normal path relative to the folder `root`: "../b/c". Both are absolute. The caller frees it; NULL when
 * out of memory. */
char *al_path_relative(const char *path, const char *root);

/* ---- Bases --------------------------------------------------------------------------------------------- */

/* The folder from which the paths in fingerprints and baselines count, so that neither the
 * working folder nor the way in which a path was given changes them.
 *
 * The base of a file is the nearest folder above it that holds `assetlint.json` or `.git`; else the folder
 * that was given, or the nearest folder above everything that was given.
 */

/* What the bases of a run have in common. Zero-initialised before the first path. */
typedef struct al_path_base {
    char *current; /* the current folder; NULL: not known yet, or the system doesn't tell */
    char *given;   /* the nearest folder above all paths that were given, normal; NULL: none was given */
    bool knows_current;
} al_path_base;

/* Adds a path that was given. False when out of memory. */
bool al_path_base_add(al_path_base *base, const char *path, bool is_folder) AL_MUST_USE;
void al_path_base_free(al_path_base *base);

/* Finds the paths of files. Remembers the folder of the last one, so that other files of it cost little.
 * Zero-initialised before the first file; each thread needs its own. */
typedef struct al_base_finder {
    char *given; /* the folder as it was given, with its slash; NULL: not known */
    char *start; /* what the paths of its files begin with, counted from their base */
} al_base_finder;

/* The path of a file, counted from its base: the caller frees it. `base` may be NULL: then it is the path as
 * it is. NULL when out of memory. */
char *al_base_path(al_base_finder *finder, const al_path_base *base, const char *path);
void al_base_finder_free(al_base_finder *finder);

#endif
