/* x4_near.h: what somebody may have meant by a path that leads nowhere. */
#ifndef AL_RELATIONS_X4_NEAR_H
#define AL_RELATIONS_X4_NEAR_H

#include "relations/x4/x4.h"

/* The one file whose name in the folder of `path` differs little from its own, or else the one file of its
 * name elsewhere in the tree of that number; NULL when there is none, or more than one. Both end in `ending`:
 * "-lod0.xmf"; when it is "", in any of those of pictures. */
const char *x4_near_file(x4_view *v, uint32_t number, const char *path, const char *ending);

/* The same for a folder, with the folders beside it. NULL also when memory is short. */
const char *x4_near_folder(x4_view *v, uint32_t number, const char *path);

#endif
