/* watch.c: progress of a check: a counter with one writer. */
#include "core/watch.h"

#include <stddef.h>

bool al_watch_stopped(const al_watch *watch)
{
    return watch != NULL && watch->stopped != NULL && watch->stopped(watch->context);
}

uint64_t al_watch_bytes(const al_watch *watch)
{
    return watch != NULL ? atomic_load_explicit(&watch->bytes, memory_order_relaxed) : 0;
}

void al_watch_set(al_watch *watch, uint64_t bytes)
{
    if (watch != NULL)
        atomic_store_explicit(&watch->bytes, bytes, memory_order_relaxed);
}

void al_watch_add(al_watch *watch, uint64_t bytes)
{
    al_watch_set(watch, al_watch_bytes(watch) + bytes);
}
