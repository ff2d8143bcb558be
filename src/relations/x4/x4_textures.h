/* x4_textures.h: the rule about textures of the material library. */
#ifndef AL_RELATIONS_X4_TEXTURES_H
#define AL_RELATIONS_X4_TEXTURES_H

#include "relations/x4/x4.h"

/* Looks for the textures, then judges those that aren't there. False if memory is short. */
bool x4_resolve_textures(x4_view *v) AL_MUST_USE;
bool x4_judge_textures(x4_view *v) AL_MUST_USE;

#endif
