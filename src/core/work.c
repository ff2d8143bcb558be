/* work.c: a budget of work; and progress: a counter with one writer. */
#include "core/work.h"

#include <stddef.h>

#include "core/span.h"

al_work al_work_of(uint64_t count, uint64_t each)
{
    return (al_work){.left = al_product(count, each)};
}

bool al_work_pay(al_work *w, uint64_t units)
{
    if (units > w->left)
        return false;
    w->left -= units;
    return true;
}

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
