/* lods.h: checks the levels of detail of parts: part-lod0.xmf, part-lod1.xmf, ... */
#ifndef AL_RELATIONS_LODS_H
#define AL_RELATIONS_LODS_H

#include "relations/relations.h"

extern const al_relation al_lods_relation;

#endif
