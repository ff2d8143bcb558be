/* returned_results.c: one lock for each worker, which is nearly always free. */
#include "project/returned_results.h"

bool returned_results_begin(returned_results *returned)
{
    returned->lock = al_lock_new();
    atomic_init(&returned->count, 0);
    return returned->lock != NULL;
}

static void free_all(returned_results *returned, size_t count)
{
    for (size_t i = 0; i < count; i++)
        al_result_free(returned->results[i]);
}

void returned_results_end(returned_results *returned)
{
    free_all(returned, atomic_load(&returned->count));
    al_lock_free(returned->lock);
    returned->lock = NULL;
    atomic_store(&returned->count, 0);
}

void returned_results_add(returned_results *returned, al_result *result, uint64_t bytes)
{
    al_lock_enter(returned->lock);
    const size_t count = atomic_load(&returned->count);
    const bool kept = bytes <= RETURNED_BYTES && count < RETURNED_MOST;
    if (kept) {
        returned->results[count] = result;
        atomic_store(&returned->count, count + 1);
    }
    al_lock_leave(returned->lock);
    if (!kept)
        al_result_free(result);
}

void returned_results_free(returned_results *returned)
{
    if (atomic_load_explicit(&returned->count, memory_order_relaxed) < RETURNED_AT_ONCE)
        return;
    al_lock_enter(returned->lock);
    free_all(returned, atomic_load(&returned->count));
    atomic_store(&returned->count, 0);
    al_lock_leave(returned->lock);
}
