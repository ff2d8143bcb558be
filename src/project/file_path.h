/* file_path.h: what paths come to, and where they lie to each other. */
#ifndef AL_PROJECT_FILE_PATH_H
#define AL_PROJECT_FILE_PATH_H

/* To be freed; NULL when out of memory. */
char *al_path_copy(const char *path);

/* The path without parts that lead nowhere else, from the root of the system if `folder` says where relative
 * ones begin: "/a/b", "../a", or "" for the root of the system and for the current folder. On Windows it
 * begins with a drive: "/a" is on that of `folder`. To be freed; NULL when out of memory. */
char *al_path_normal(const char *folder, const char *path);

/* The part of a normal path below another; NULL when it isn't there. */
const char *al_path_below(const char *path, const char *root);

/* The way from one normal path to another, both from the root of the system: "../b/c". To be freed; NULL when
 * out of memory. */
char *al_path_relative(const char *path, const char *root);

#endif
