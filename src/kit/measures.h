/* measures.h: how much there is in a file of what budgets bound. docs/configuration.md says what counts for
 * each format.
 */
#ifndef AL_KIT_MEASURES_H
#define AL_KIT_MEASURES_H

#include "core/span.h"

/* As the file declares it, where it could hold so many; 0 of what a format hasn't got. */
typedef struct al_measures {
    uint64_t triangles, vertices, materials, bones;
} al_measures;

/* Counts of untrusted files add up to no more than the largest number. */
static inline void al_add_measure(uint64_t *sum, uint64_t more)
{
    if (!al_add(*sum, more, sum))
        *sum = UINT64_MAX;
}

#endif
