/* watch.h: how somebody outside follows work, and ends it: how many bytes have been gone through, and whether
 * anybody wants the rest. A watch is written by the one thread that works, and read by any.
 */
#ifndef AL_CORE_WATCH_H
#define AL_CORE_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct al_watch {
    bool (*stopped)(void);  /* whether to end; NULL: never */
    _Atomic uint64_t bytes; /* of the input that is at work: read of its file, or passed over in it */
} al_watch;

/* All of them also of NULL: nobody watches. */
bool al_watch_stopped(const al_watch *watch);
uint64_t al_watch_bytes(const al_watch *watch);
void al_watch_add(al_watch *watch, uint64_t bytes);

/* Whatever was counted so far, so many bytes are behind. */
void al_watch_set(al_watch *watch, uint64_t bytes);

#endif
