/* x4_index.h: rules about the index files, index/macros.xml and index/components.xml. */
#ifndef AL_RELATIONS_X4_INDEX_H
#define AL_RELATIONS_X4_INDEX_H

#include "relations/x4/x4.h"

/* The first needs the own names of the mods; the second also the XML outside of the mods that entries lead
 * to. False if memory is short. */
bool x4_resolve_index(x4_view *v) AL_MUST_USE;
bool x4_judge_index(x4_view *v) AL_MUST_USE;

#endif
