/* memory_gate.c: a sum of bytes, and those who wait for it to fall. */
#include "project/memory_gate.h"

/* As much is granted at once where there is room for it, so that workers rarely meet at the lock. */
static const uint64_t step = UINT64_C(1) << 20;

/* So much of the limit is left to what the C library keeps of memory that was given back: nobody counts it.
 */
enum { PART_FOR_THE_LIBRARY = 8 };

/* Sixteenths: at least the file and half as much for what was read of its tables, which is enough for most.
 */
enum { WHOLE = 16, LEAST_RATE = 24, MOST_RATE = 1 << 16, RATE_FALLS = 8, LEAST_MEASURED = 1 << 16 };

bool gate_begin(gate *g, uint64_t limit)
{
    *g = (gate){.lock = al_lock_new(),
                .left = al_condition_new(),
                .rate = LEAST_RATE,
                .limit = limit - limit / PART_FOR_THE_LIBRARY};
    return g->lock != NULL && g->left != NULL;
}

void gate_end(gate *g)
{
    al_condition_free(g->left);
    al_lock_free(g->lock);
}

static bool fits(const gate *g, uint64_t bytes)
{
    return g->granted <= g->limit && bytes <= g->limit - g->granted;
}

/* Grants so many bytes, where that many are left. */
static bool grant(gate_pass *pass, uint64_t bytes)
{
    gate *g = pass->gate;
    if (!fits(g, bytes))
        return false;
    g->granted += bytes;
    pass->share.granted += bytes;
    return true;
}

static bool ask(al_share *share, uint64_t bytes)
{
    gate_pass *pass = (gate_pass *)share;
    al_lock_enter(pass->gate->lock);
    const bool granted = (bytes < step && grant(pass, step)) || grant(pass, bytes);
    al_lock_leave(pass->gate->lock);
    return granted;
}

void gate_add(gate *g, gate_pass *pass, void (*rest)(void *worker), void *worker)
{
    *pass = (gate_pass){.share = {.ask = ask}, .gate = g, .rest = rest, .worker = worker};
    al_lock_enter(g->lock);
    pass->next = g->passes;
    g->passes = pass;
    al_lock_leave(g->lock);
}

/* The worker is outside: what it doesn't hold is no longer granted to it. */
static void settle(gate_pass *pass)
{
    pass->gate->granted -= pass->share.granted - pass->share.held;
    pass->share.granted = pass->share.held;
}

/* And it holds nothing either. */
static void give_back(gate_pass *pass)
{
    pass->rest(pass->worker);
    settle(pass);
}

/* What the check of a file of so many bytes will take. */
static uint64_t expected(const gate *g, uint64_t bytes)
{
    return bytes < g->limit / g->rate * WHOLE ? bytes * g->rate / WHOLE : g->limit;
}

static bool may_enter(const gate *g, uint64_t bytes)
{
    return !g->alone && (g->inside == 0 || fits(g, expected(g, bytes)));
}

/* Learns from a check that ends. One that was refused would have taken more, nobody knows how much. */
static void measure(gate *g, const gate_pass *pass)
{
    const uint64_t taken = pass->share.refused ? 2 * pass->share.peak : pass->share.peak;
    const uint64_t falling = g->rate - g->rate / RATE_FALLS;
    if (pass->bytes < LEAST_MEASURED)
        return;
    uint64_t rate = taken / (pass->bytes / WHOLE);
    rate = rate > falling ? rate : falling;
    rate = rate < MOST_RATE ? rate : MOST_RATE;
    g->rate = rate > LEAST_RATE ? rate : LEAST_RATE;
}

static void give_back_all(gate *g)
{
    for (gate_pass *each = g->passes; each != NULL; each = each->next)
        give_back(each);
}

void gate_enter(gate_pass *pass, uint64_t bytes)
{
    gate *g = pass->gate;
    al_lock_enter(g->lock);
    if (!may_enter(g, bytes)) {
        give_back(pass);
        al_condition_wake_all(g->left);
    }
    while (!may_enter(g, bytes))
        al_condition_wait(g->left, g->lock);
    if (!fits(g, expected(g, bytes))) /* nobody is inside */
        give_back_all(g);
    (void)grant(pass,
                expected(g, bytes)); /* where that is more than there is, asking for it will be refused */
    pass->bytes = bytes;
    pass->share.peak = 0;
    pass->share.refused = false;
    g->inside++;
    al_lock_leave(g->lock);
}

void gate_enter_alone(gate_pass *pass)
{
    gate *g = pass->gate;
    al_lock_enter(g->lock);
    g->alone = true;
    while (g->inside > 0)
        al_condition_wait(g->left, g->lock);
    give_back_all(g);
    al_trim_memory();
    pass->share.granted = UINT64_MAX;
    pass->bytes = 0;
    g->inside = 1;
    al_lock_leave(g->lock);
}

/* What is kept for the next check saves time, so it stays while half of the memory is free. */
void gate_leave(gate_pass *pass)
{
    gate *g = pass->gate;
    al_lock_enter(g->lock);
    measure(g, pass);
    const bool was_alone = pass->share.granted == UINT64_MAX;
    if (was_alone || g->granted > g->limit / 2)
        pass->rest(pass->worker);
    if (was_alone) { /* nothing of it was granted by the gate */
        pass->share.granted = pass->share.held;
        g->granted += pass->share.held;
        g->alone = false;
    }
    settle(pass);
    g->inside--;
    al_condition_wake_all(g->left);
    al_lock_leave(g->lock);
}
