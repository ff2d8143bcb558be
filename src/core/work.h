/* work.h: a budget of work, like that of memory. Code that reads bytes or items more than once pays for them,
 * so that the time for a file stays in proportion to its size. */
#ifndef AL_CORE_WORK_H
#define AL_CORE_WORK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/compiler.h"

typedef struct al_work {
    uint64_t left; /* units of work: bytes, sums, comparisons */
} al_work;

/* A budget of `each` units for each of `count` bytes or items. */
al_work al_work_of(uint64_t count, uint64_t each);

/* Pays for work before it is done. False if fewer units are left: the work must not be done then. */
bool al_work_pay(al_work *w, uint64_t units) AL_MUST_USE;

#endif
