/* x4_spot.h: the place of a file for the game. Members of ext_01.cat and the like lie, for the game, in the
 * folder of the package; those of subst_01.cat replace files of the game.
 */
#ifndef AL_RELATIONS_X4_SPOT_H
#define AL_RELATIONS_X4_SPOT_H

#include "relations/relations.h"

typedef struct x4_spot {
    char *path;    /* PATH!/inner.cat!/member without those packages */
    size_t floor;  /* the root of the mod has at least so many bytes of the path */
    bool lifted;   /* the file is in such a package */
    bool replaces; /* the package is a subst_*.cat */
} x4_spot;

/* False if memory is short. */
bool x4_find_spot(x4_spot *s, const al_related_file *file, al_arena *arena) AL_MUST_USE;

/* Whether the path is that of a content.xml, in any case. */
bool x4_is_content(const char *path);

/* Whether the path ends in index/macros.xml or index/components.xml, in any case. If so, sets the length of
 * the folder that `index` is in, with the slash. */
bool x4_is_index(const char *path, size_t *root);

#endif
