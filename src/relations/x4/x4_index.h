/* x4_index.h: rules about the index files, index/macros.xml and index/components.xml. */
#ifndef AL_RELATIONS_X4_INDEX_H
#define AL_RELATIONS_X4_INDEX_H

#include "relations/x4/x4.h"

/* Both return false when memory is short. The first is for after all names are known, the second for after
 * what was found outside of the mods was read. */
bool x4_resolve_index(x4_view *v) AL_MUST_USE;
bool x4_judge_index(x4_view *v) AL_MUST_USE;

#endif
