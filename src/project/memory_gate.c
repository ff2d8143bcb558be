/* memory_gate.c: the bytes that are granted, and the workers that wait for them. */
#include "project/memory_gate.h"

/* A small request is granted this many bytes where they are free, so that workers rarely meet at the lock. */
static const uint64_t least_grant = UINT64_C(1) << 20;

/* This part of the limit is left for memory that the C library keeps after it was freed: no budget counts it.
 */
enum { PART_FOR_THE_LIBRARY = 8 };

/* What all workers together keep in buffers from check to check. */
static const uint64_t most_kept = UINT64_C(32) << 20;

/* Sixteenths. The lowest estimate is the file and half of it again for its tables: enough for most files. */
enum { WHOLE = 16, LEAST_RATE = 24, MOST_RATE = 1 << 16, RATE_FALLS = 8, LEAST_MEASURED = 1 << 16 };

bool memory_gate_begin(memory_gate *gate, uint64_t limit)
{
    *gate = (memory_gate){.lock = al_lock_new(),
                          .left = al_condition_new(),
                          .rate = LEAST_RATE,
                          .limit = limit - limit / PART_FOR_THE_LIBRARY};
    return gate->lock != NULL && gate->left != NULL;
}

void memory_gate_end(memory_gate *gate)
{
    al_condition_free(gate->left);
    al_lock_free(gate->lock);
}

/* ---- Grants (the lock is held) ------------------------------------------------------------------------- */

static bool fits(const memory_gate *gate, uint64_t bytes)
{
    return gate->granted <= gate->limit && bytes <= gate->limit - gate->granted;
}

static bool grant(memory_ticket *ticket, uint64_t bytes)
{
    memory_gate *gate = ticket->gate;
    if (!fits(gate, bytes))
        return false;
    gate->granted += bytes;
    ticket->share.granted += bytes;
    return true;
}

/* Takes back what a ticket was granted and does not hold. */
static void withdraw_unused(memory_ticket *ticket)
{
    ticket->gate->granted -= ticket->share.granted - ticket->share.held;
    ticket->share.granted = ticket->share.held;
}

static void release(memory_ticket *ticket)
{
    ticket->release_buffers(ticket->worker);
    withdraw_unused(ticket);
}

/* To be called only while no check runs. */
static void release_all(memory_gate *gate)
{
    for (memory_ticket *each = gate->tickets; each != NULL; each = each->next)
        release(each);
}

/* ---- Tickets ------------------------------------------------------------------------------------------- */

/* The al_share's own function: called by a check that needs more than it was granted. */
static bool ask(al_share *share, uint64_t bytes)
{
    memory_ticket *ticket = (memory_ticket *)share;
    al_lock_enter(ticket->gate->lock);
    const bool granted = (bytes < least_grant && grant(ticket, least_grant)) || grant(ticket, bytes);
    al_lock_leave(ticket->gate->lock);
    return granted;
}

void memory_ticket_init(memory_ticket *ticket, memory_gate *gate, memory_release *release_buffers,
                        void *worker)
{
    *ticket = (memory_ticket){
        .share = {.ask = ask}, .gate = gate, .release_buffers = release_buffers, .worker = worker};
}

void memory_gate_add(memory_ticket *ticket)
{
    memory_gate *gate = ticket->gate;
    al_lock_enter(gate->lock);
    ticket->next = gate->tickets;
    gate->tickets = ticket;
    gate->workers++;
    al_lock_leave(gate->lock);
}

void memory_gate_remove(memory_ticket *ticket)
{
    memory_gate *gate = ticket->gate;
    al_lock_enter(gate->lock);
    memory_ticket **at = &gate->tickets;
    while (*at != ticket)
        at = &(*at)->next;
    *at = ticket->next;
    gate->workers--;
    release(ticket);
    al_condition_wake_all(gate->left);
    al_lock_leave(gate->lock);
}

/* ---- Checks -------------------------------------------------------------------------------------------- */

static uint64_t estimate(const memory_gate *gate, uint64_t bytes)
{
    return bytes < gate->limit / gate->rate * WHOLE ? bytes * gate->rate / WHOLE : gate->limit;
}

static bool may_enter(const memory_gate *gate, uint64_t bytes)
{
    return !gate->exclusive && (gate->inside == 0 || fits(gate, estimate(gate, bytes)));
}

/* Adjusts the estimate by a check that ends. A refused check would have taken more: how much is unknown. */
static void adjust_rate(memory_gate *gate, const memory_ticket *ticket)
{
    const uint64_t taken = ticket->share.refused ? 2 * ticket->share.peak : ticket->share.peak;
    const uint64_t falling = gate->rate - gate->rate / RATE_FALLS;
    if (ticket->bytes < LEAST_MEASURED)
        return;
    uint64_t rate = taken / (ticket->bytes / WHOLE);
    rate = rate > falling ? rate : falling;
    rate = rate < MOST_RATE ? rate : MOST_RATE;
    gate->rate = rate > LEAST_RATE ? rate : LEAST_RATE;
}

void memory_gate_enter(memory_ticket *ticket, uint64_t bytes)
{
    memory_gate *gate = ticket->gate;
    al_lock_enter(gate->lock);
    if (!may_enter(gate, bytes)) {
        release(ticket);
        al_condition_wake_all(gate->left);
    }
    while (!may_enter(gate, bytes))
        al_condition_wait(gate->left, gate->lock);
    if (!fits(gate, estimate(gate, bytes))) /* then no check runs */
        release_all(gate);
    (void)grant(ticket,
                estimate(gate, bytes)); /* more than the limit: the check's own requests are refused */
    ticket->bytes = bytes;
    ticket->share.peak = 0;
    ticket->share.refused = false;
    gate->inside++;
    al_lock_leave(gate->lock);
}

void memory_gate_enter_exclusive(memory_ticket *ticket)
{
    memory_gate *gate = ticket->gate;
    al_lock_enter(gate->lock);
    gate->exclusive = true;
    while (gate->inside > 0)
        al_condition_wait(gate->left, gate->lock);
    release_all(gate);
    al_trim_memory();
    ticket->share.granted = UINT64_MAX;
    ticket->bytes = 0;
    gate->inside = 1;
    al_lock_leave(gate->lock);
}

/* Buffers that are kept save time, so small ones are kept while half of the memory is free. A worker among
 * many would otherwise hold as much as the largest of its files needed, while it checks small ones. */
static bool may_keep(const memory_gate *gate, const memory_ticket *ticket)
{
    return gate->granted <= gate->limit / 2 && ticket->share.held <= most_kept / gate->workers;
}

void memory_gate_leave(memory_ticket *ticket)
{
    memory_gate *gate = ticket->gate;
    al_lock_enter(gate->lock);
    adjust_rate(gate, ticket);
    const bool was_exclusive = ticket->share.granted == UINT64_MAX;
    if (was_exclusive || !may_keep(gate, ticket))
        ticket->release_buffers(ticket->worker);
    if (was_exclusive) { /* the gate granted nothing of it */
        ticket->share.granted = ticket->share.held;
        gate->granted += ticket->share.held;
        gate->exclusive = false;
    }
    withdraw_unused(ticket);
    gate->inside--;
    al_condition_wake_all(gate->left);
    al_lock_leave(gate->lock);
}
