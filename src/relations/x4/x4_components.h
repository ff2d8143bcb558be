/* x4_components.h: rules about components and the files in and beside their folders. */
#ifndef AL_RELATIONS_X4_COMPONENTS_H
#define AL_RELATIONS_X4_COMPONENTS_H

#include "relations/x4/x4.h"

/* Judges each component: folder, meshes, animations, materials. False if memory is short. */
bool x4_judge_components(x4_view *v) AL_MUST_USE;

/* Judges each folder with all components that use it. False if memory is short. */
bool x4_judge_folders(x4_view *v) AL_MUST_USE;

#endif
