/* x4_lookup.h: finds the files that values of a mod lead to: in the mod itself and, if there are references,
 * in the game and in other mods.
 */
#ifndef AL_RELATIONS_X4_LOOKUP_H
#define AL_RELATIONS_X4_LOOKUP_H

#include "relations/x4/x4.h"

/* Finds the own names of each mod. False if memory is short. */
bool x4_find_own_names(x4_view *v) AL_MUST_USE;

/* Whether a name is one of the mod's own names. */
bool x4_is_own(const x4_mod *mod, const char *name, size_t length);

/* Looks for a path in a tree; `*file` is set if it is a file. Returns whether it was found. */
typedef bool x4_finder(const x4_tree *tree, const char *path, const x4_file **file);

/* The file with that path and one of the endings, a list that ends with NULL. NULL: there is none. */
const x4_file *x4_find_with(const x4_tree *tree, const char *path, const char *const *endings);

/* Finds where a value of a tree leads. False if memory is short. */
bool x4_look_up(x4_view *v, uint32_t tree, const char *value, x4_finder *finder,
                x4_target *target) AL_MUST_USE;

/* `path` and `behind` joined, in the arena. NULL if memory is short. */
char *x4_join(al_arena *arena, const char *path, const char *behind);

/* The folder of a path, "" for the root, in the arena. NULL if memory is short. */
char *x4_folder_of(al_arena *arena, const char *path);

#endif
