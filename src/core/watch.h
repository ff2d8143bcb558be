/* watch.h: lets another thread follow work and stop it: how many bytes have been processed, and whether to go
 * on. The thread that works writes a watch, and any thread may read it.
 */
#ifndef AL_CORE_WATCH_H
#define AL_CORE_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct al_watch {
    bool (*stopped)(const void *context); /* whether to stop, asked on any thread; NULL: never */
    const void *context;                  /* for `stopped` */
    _Atomic uint64_t bytes;               /* of the input that have been read or skipped */
} al_watch;

/* All functions may be given NULL: then nothing is counted or stopped. */
bool al_watch_stopped(const al_watch *watch);
uint64_t al_watch_bytes(const al_watch *watch);
void al_watch_add(al_watch *watch, uint64_t bytes);

/* Sets the count. */
void al_watch_set(al_watch *watch, uint64_t bytes);

#endif
