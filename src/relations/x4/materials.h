/* materials.h: looks for the materials of meshes in material libraries. */
#ifndef AL_RELATIONS_MATERIALS_H
#define AL_RELATIONS_MATERIALS_H

#include "relations/relations.h"

extern const al_relation al_materials_relation;

#endif
