/* materials.h: whether a material library has the materials that meshes name. */
#ifndef AL_RELATIONS_MATERIALS_H
#define AL_RELATIONS_MATERIALS_H

#include "relations/relations.h"

extern const al_relation al_materials_relation;

#endif
