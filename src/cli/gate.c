/* gate.c: a sum of sizes, and those who wait for it to fall. */
#include "cli/gate.h"

bool gate_begin(gate *g, uint64_t limit)
{
    *g = (gate){.lock = al_lock_new(), .left = al_condition_new(), .limit = limit};
    return g->lock != NULL && g->left != NULL;
}

static bool fits(const gate *g, uint64_t size)
{
    return g->inside == 0 || (g->inside <= g->limit && size <= g->limit - g->inside);
}

void gate_enter(gate *g, uint64_t size)
{
    al_lock_enter(g->lock);
    while (!fits(g, size))
        al_condition_wait(g->left, g->lock);
    g->inside += size;
    al_lock_leave(g->lock);
}

void gate_leave(gate *g, uint64_t size)
{
    al_lock_enter(g->lock);
    g->inside -= size;
    al_condition_wake_all(g->left);
    al_lock_leave(g->lock);
}

void gate_end(gate *g)
{
    al_condition_free(g->left);
    al_lock_free(g->lock);
}
