/* pairs.h: relations between files that are made for each other: what one file refers to must be in the
 * other.
 */
#ifndef AL_RELATIONS_PAIRS_H
#define AL_RELATIONS_PAIRS_H

#include "relations/relations.h"

extern const al_relation al_pair_models_relation;      /* BBANIM and its BBMOD */
extern const al_relation al_pair_skeletons_relation;   /* ANI and MSH, and their SKL */
extern const al_relation al_linked_skeletons_relation; /* SKL and the SKL that it links to */
extern const al_relation al_pair_faces_relation;       /* BGP and the BGF that it loads */
extern const al_relation al_pair_scenes_relation;      /* BGF and its BSG or DAE */

#endif
