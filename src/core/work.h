/* work.h: work as a budget, like memory. What is gone through more than once pays into it, so that no file
 * takes more time than in proportion to its size.
 */
#ifndef AL_CORE_WORK_H
#define AL_CORE_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/compiler.h"

typedef struct al_work {
    uint64_t left; /* units: bytes, sums, comparisons */
} al_work;

/* So many units for each of `count` bytes or items. */
al_work al_work_of(uint64_t count, uint64_t each);

/* Pays for so many units, before they are done. False when there are fewer left: they must not be done. */
bool al_work_pay(al_work *w, uint64_t units) AL_MUST_USE;

#endif
