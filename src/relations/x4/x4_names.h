/* x4_names.h: the names by which paths lead into mods, `extensions/NAME/`, and the references that are
 * another part of a checked mod.
 */
#ifndef AL_RELATIONS_X4_NAMES_H
#define AL_RELATIONS_X4_NAMES_H

#include "relations/x4/x4.h"

/* Finds the own name of each mod, and joins each checked mod with the references that are the same mod: their
 * files become files of its tree. False if memory is short. */
bool x4_find_own_names(x4_view *v) AL_MUST_USE;

/* Whether a name is an own name of the mod. */
bool x4_is_own(const x4_mod *mod, const char *name, size_t length);

/* Whether a name, and what follows it, begins like those of the game's own extensions. */
bool x4_is_of_the_game(const char *name);

/* Whether a name in a path of a mod is its own name with a mistake: similar, and no extension that is known
 * is called so. */
bool x4_is_misspelt(x4_view *v, uint32_t tree, const char *name, size_t length);

#endif
