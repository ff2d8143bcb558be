/* x4_relation.h: rules across the files of an X4 or X Rebirth mod. */
#ifndef AL_RELATIONS_X4_RELATION_H
#define AL_RELATIONS_X4_RELATION_H

#include "relations/relations.h"

extern const al_relation al_x4_relation;

#endif
