/* x4_lookup.h: finds the files that values of a mod lead to: in the mod itself and, if there are references,
 * in the game and in other mods.
 */
#ifndef AL_RELATIONS_X4_LOOKUP_H
#define AL_RELATIONS_X4_LOOKUP_H

#include "relations/x4/x4.h"

/* Looks for a path in a tree; `*file` is set if it is a file. Returns whether it was found. */
typedef bool x4_finder(const x4_tree *tree, const char *path, const x4_file **file);

/* Finds where a value of a tree leads. False if memory is short. */
bool x4_look_up(x4_view *v, uint32_t tree, const char *value, x4_finder *finder,
                x4_target *target) AL_MUST_USE;

#endif
