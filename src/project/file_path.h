/* file_path.h: normal and relative paths. */
#ifndef AL_PROJECT_FILE_PATH_H
#define AL_PROJECT_FILE_PATH_H

#include <stddef.h>

/* The caller frees the copy; NULL when out of memory. */
char *al_path_copy(const char *path);

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

#endif
