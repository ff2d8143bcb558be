/* watch.h: lets another thread see the progress of a check and stop it. Only the thread that checks writes to
 * a watch; any thread may read it.
 */
#ifndef AL_CORE_WATCH_H
#define AL_CORE_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

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
