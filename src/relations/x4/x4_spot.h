/* x4_spot.h: where a file is to the game. What is in ext_01.cat and the like lies, for the game, in the
 * folder that the package is in; and what is in subst_01.cat takes the place of the game's own files.
 */
#ifndef AL_RELATIONS_X4_SPOT_H
#define AL_RELATIONS_X4_SPOT_H

#include "relations/relations.h"

/* The root of the mod has to be at `floor` bytes of the path or deeper. */
typedef struct x4_spot {
    char *path; /* `path!/inner.cat!/member` without those packages */
    size_t floor;
    bool lifted;   /* it was in such a package, */
    bool replaces; /* in one that takes the place of the game's files */
} x4_spot;

/* False when memory is short. */
bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena) AL_MUST_USE;

/* Whether the path is that of a content.xml, in any case. */
bool x4_is_content(const char *path);

#endif
