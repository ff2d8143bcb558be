/* gaps.h: asks whether files that are not known may lie beside a file. */
#ifndef AL_RELATIONS_GAPS_H
#define AL_RELATIONS_GAPS_H

#include "relations/relations.h"

/* Whether a file may have neighbours, in its folder or package or below, that are not known. */
bool al_is_in_gap(const al_related_files *all, size_t file);

/* Whether there is a gap in a reference, or among siblings. */
bool al_is_gap_in_references(const al_related_files *all);

#endif
