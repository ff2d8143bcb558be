/* gate.c: a sum of sizes, and those who wait for it to fall. */
#include "cli/gate.h"

bool gate_begin(gate *g, uint64_t limit)
{
    *g = (gate){.limit = limit};
    if (pthread_mutex_init(&g->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&g->left, NULL) == 0)
        return true;
    (void)pthread_mutex_destroy(&g->lock);
    return false;
}

static bool fits(const gate *g, uint64_t size)
{
    return g->inside == 0 || (g->inside <= g->limit && size <= g->limit - g->inside);
}

void gate_enter(gate *g, uint64_t size)
{
    (void)pthread_mutex_lock(&g->lock);
    while (!fits(g, size))
        (void)pthread_cond_wait(&g->left, &g->lock);
    g->inside += size;
    (void)pthread_mutex_unlock(&g->lock);
}

void gate_leave(gate *g, uint64_t size)
{
    (void)pthread_mutex_lock(&g->lock);
    g->inside -= size;
    (void)pthread_cond_broadcast(&g->left);
    (void)pthread_mutex_unlock(&g->lock);
}

void gate_end(gate *g)
{
    (void)pthread_cond_destroy(&g->left);
    (void)pthread_mutex_destroy(&g->lock);
}
