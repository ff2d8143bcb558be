/* work.h: a budget of the work for a check, and a watch on its progress. */
#ifndef AL_CORE_WORK_H
#define AL_CORE_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/compiler.h"

/* A budget of work, like that of memory. Code that reads bytes or items more than once pays for them, so that
 * the time for a file stays in proportion to its size. */
typedef struct al_work {
    uint64_t left; /* units of work: bytes, sums, comparisons */
} al_work;

/* A budget of `each` units for each of `count` bytes or items. */
al_work al_work_of(uint64_t count, uint64_t each);

/* Pays for work before it is done. False if fewer units are left: the work must not be done then. */
bool al_work_pay(al_work *w, uint64_t units) AL_MUST_USE;

/* Lets another thread see the progress of a check and stop it. Only the thread that checks writes to a watch;
 * any thread may read it. */
typedef struct al_watch {
    bool (*stopped)(const void *context); /* true to stop the check; called on any thread; NULL: never stop */
    const void *context;                  /* for `stopped` */
    _Atomic uint64_t bytes;               /* of the current input that were read or skipped so far */
} al_watch;

/* All functions accept NULL: no watch. */
/*@ requires watch == \null || \valid_read(watch);
    assigns \nothing;
*/
bool al_watch_stopped(const al_watch *watch);
uint64_t al_watch_bytes(const al_watch *watch);
void al_watch_add(al_watch *watch, uint64_t bytes);
void al_watch_set(al_watch *watch, uint64_t bytes); /* replaces the number of bytes */

#endif
