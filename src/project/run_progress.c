/* run_progress.c: counters that nobody waits for. */
#include "project/run_progress.h"

void tally_start(tally *t, bool (*stopped)(void))
{
    t->listing.stopped = t->survey.stopped = stopped;
    for (size_t i = 0; i < TALLY_WORKERS; i++)
        t->workers[i].watch.stopped = stopped;
}

void tally_begin_phase(tally *t, tally_phase phase, const al_input_list *inputs)
{
    t->inputs = inputs;
    atomic_store_explicit(&t->phase, (int)phase, memory_order_release);
}

void tally_begin(tally_worker *w, const al_input *in)
{
    al_watch_set(&w->watch, 0);
    atomic_store_explicit(&w->input, in, memory_order_relaxed);
}

void tally_end(tally_worker *w)
{
    atomic_store_explicit(&w->input, NULL, memory_order_relaxed);
}

/* One thread alone delivers. */
void tally_deliver(tally *t)
{
    const size_t before = tally_delivered(t);
    atomic_store_explicit(&t->delivered, before + 1, memory_order_relaxed);
}

tally_phase tally_phase_of(const tally *t)
{
    return (tally_phase)atomic_load_explicit(&t->phase, memory_order_acquire);
}

size_t tally_delivered(const tally *t)
{
    return atomic_load_explicit(&t->delivered, memory_order_relaxed);
}

const al_input *tally_input(const tally_worker *w)
{
    return atomic_load_explicit(&w->input, memory_order_relaxed);
}
