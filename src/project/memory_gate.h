/* memory_gate.h: the memory that all checks of a run have together, and who may begin.
 *
 * A check is let in when there is room for what it will probably take, by the size of its file and what the
 * checks before took for theirs. What it takes beyond that it asks for, and it is refused what isn't there:
 * then it ends at once, gives back all it has, and is done again later with nobody else inside. So nobody who
 * is inside ever waits, and nothing that is found depends on the others.
 */
#ifndef AL_PROJECT_MEMORY_GATE_H
#define AL_PROJECT_MEMORY_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "platform/platform.h"

typedef struct gate_pass gate_pass;

typedef struct gate {
    al_lock *lock;
    al_condition *left;
    uint64_t limit, granted; /* to those inside, and for what others keep */
    uint64_t rate;           /* what checks take, in sixteenths of the bytes of their files */
    unsigned inside;
    bool alone;        /* somebody is, or waits to be */
    gate_pass *passes; /* of all workers */
} gate;

/* Of a worker; it stays where it is until the gate ends. */
struct gate_pass {
    al_share share; /* first: who asks is known by its address */
    gate *gate;
    gate_pass *next;
    uint64_t bytes;             /* of the file that it is inside for */
    void (*rest)(void *worker); /* gives back what is kept from check to check; called from any thread while
                                 * the worker is outside */
    void *worker;
};

/* False when the system refuses; gate_end is due in any case. */
bool gate_begin(gate *g, uint64_t limit);
void gate_end(gate *g);

/* Adds a worker. */
void gate_add(gate *g, gate_pass *pass, void (*rest)(void *worker), void *worker);

/* Waits until there is room for the check of a file of so many bytes, or nobody is inside. */
void gate_enter(gate_pass *pass, uint64_t bytes);

/* Waits until nobody is inside, and until gate_leave nobody else is let in. What others keep is given back,
 * and nothing is refused. To be called by one worker alone. */
void gate_enter_alone(gate_pass *pass);
void gate_leave(gate_pass *pass);

#endif
