/* memory_gate.h: shares --max-memory among the checks of a run.
 *
 * The gate admits a check when the memory that the check will probably need is free. It estimates that memory
 * from the size of the file and from what earlier checks needed for theirs. A check that needs more asks the
 * gate, and the gate refuses what is not free. A refused check ends at once, frees its memory, and is
 * repeated later while no other check runs. A check therefore never waits for memory while it holds some, so
 * checks cannot wait for each other, and no finding depends on the other checks.
 */
#ifndef AL_PROJECT_MEMORY_GATE_H
#define AL_PROJECT_MEMORY_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "platform/platform.h"

typedef struct memory_ticket memory_ticket;

/* All fields are guarded by the lock. */
typedef struct memory_gate {
    al_lock *lock;
    al_condition *left; /* signalled when a check has left, or memory was released */
    uint64_t limit;     /* bytes */
    uint64_t granted;   /* bytes granted to all tickets */
    uint64_t rate;      /* estimated bytes of memory, in sixteenths of the bytes of a file */
    unsigned inside;    /* checks that run */
    unsigned workers;   /* that have a ticket */
    bool exclusive;     /* one check runs exclusively, or waits to do so */
    memory_ticket *tickets;
} memory_gate;

/* Releases the buffers that a worker keeps from check to check. The gate calls it with its lock held, on any
 * thread, while the worker runs no check. */
typedef void memory_release(void *worker);

/* What one worker holds of the memory. It must stay at its address until the gate ends. While the worker runs
 * a check, `share` belongs to the worker's thread; otherwise the gate's lock guards it. */
struct memory_ticket {
    al_share share; /* first: a share's address is that of its ticket */
    memory_gate *gate;
    memory_ticket *next;
    uint64_t bytes; /* of the file that is checked */
    memory_release *release_buffers;
    void *worker;
};

/* False when the system refuses a lock; memory_gate_end must be called in any case. */
bool memory_gate_begin(memory_gate *gate, uint64_t limit);
void memory_gate_end(memory_gate *gate);

/* Adds a ticket. From now on the gate may call `release_buffers` at any time, so `worker` must be complete
 * and must already take its memory from `ticket->share`, which memory_ticket_init has set up. */
void memory_ticket_init(memory_ticket *ticket, memory_gate *gate, memory_release *release_buffers,
                        void *worker);
void memory_gate_add(memory_ticket *ticket);

/* Removes a ticket whose worker will run no check: its buffers are released. */
void memory_gate_remove(memory_ticket *ticket);

/* Waits until the check of a file of `bytes` bytes may begin. */
void memory_gate_enter(memory_ticket *ticket, uint64_t bytes);

/* Waits until no other check runs, and keeps others out until memory_gate_leave. All kept buffers are
 * released and no request is refused. Only one worker of a run may call it. */
void memory_gate_enter_exclusive(memory_ticket *ticket);
void memory_gate_leave(memory_ticket *ticket);

#endif
