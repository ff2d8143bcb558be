/* paradox.h: rules across the files of a mod for Victoria 2 or a related game. */
#ifndef AL_PARADOX_PARADOX_H
#define AL_PARADOX_PARADOX_H

#include "relations/relations.h"

extern const al_relation al_paradox_relation;

#endif
