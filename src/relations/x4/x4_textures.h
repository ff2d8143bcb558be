/* x4_textures.h: the rule about textures of the material library. */
#ifndef AL_RELATIONS_X4_TEXTURES_H
#define AL_RELATIONS_X4_TEXTURES_H

#include "relations/x4/x4.h"

/* False if memory is short. */
bool x4_judge_textures(x4_view *v) AL_MUST_USE;

#endif
