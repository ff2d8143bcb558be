/* x4_path.h: makes paths of values. */
#ifndef AL_RELATIONS_X4_PATH_H
#define AL_RELATIONS_X4_PATH_H

#include "core/arena.h"

/* A value as the games read a path: without blanks around it, with single `/` and none at its ends, in small
 * letters. NULL if memory is short. */
char *x4_normal_path(al_arena *arena, const char *value);

/* Whether such a path leads into an extension, `extensions/NAME/REST`; if so, sets the name, its length, and
 * the rest. */
bool x4_extension_path(const char *path, const char **name, size_t *length, const char **rest);

/* Whether a value may become such a path: a quick test. */
bool x4_may_be_extension_path(const char *value);

/* `path` and `behind` joined, in the arena. NULL if memory is short. */
char *x4_join(al_arena *arena, const char *path, const char *behind);

/* The folder of a path, "" for the root, in the arena. NULL if memory is short. */
char *x4_folder_of(al_arena *arena, const char *path);

#endif
