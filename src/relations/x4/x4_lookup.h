/* x4_lookup.h: what the values of a mod lead to: in itself, and, where references are given, in a game's
 * files and in other mods. */
#ifndef AL_RELATIONS_X4_LOOKUP_H
#define AL_RELATIONS_X4_LOOKUP_H

#include "relations/x4/x4.h"

/* Finds out what each mod calls itself. False when memory is short. */
bool x4_find_own_names(x4_view *v) AL_MUST_USE;

/* Whether a name is one of the mod's own. */
bool x4_is_own(const x4_mod *mod, const char *name, size_t length);

/* Looks for something of that path in a tree; true when it is there. `*file` gets it, if it is a file. */
typedef bool x4_finder(const x4_tree *tree, const char *path, const x4_file **file);

/* The file of that path with one of these behind it, NULL behind the last. */
const x4_file *x4_find_with(const x4_tree *tree, const char *path, const char *const *endings);

/* Where the value leads. False when memory is short. */
bool x4_look_up(x4_view *v, uint32_t tree, const char *value, x4_finder *finder,
                x4_target *target) AL_MUST_USE;

/* `path` with something behind it, in the arena. NULL when memory is short. */
char *x4_join(al_arena *arena, const char *path, const char *behind);

/* The folder that a path is in: "" for the root. NULL when memory is short. */
char *x4_folder_of(al_arena *arena, const char *path);

#endif
