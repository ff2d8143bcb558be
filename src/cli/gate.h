/* gate.h: keeps the files that are checked at once from being too much for the memory. */
#ifndef ASSETLINT_CLI_GATE_H
#define ASSETLINT_CLI_GATE_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/platform.h"

typedef struct gate {
    al_lock *lock;
    al_condition *left;
    uint64_t limit, inside;
} gate;

/* False when the system refuses; gate_end is due in any case. */
bool gate_begin(gate *g, uint64_t limit);

/* Waits until `size` more bytes stay below the limit. One file is always let through, however large. */
void gate_enter(gate *g, uint64_t size);
void gate_leave(gate *g, uint64_t size);

void gate_end(gate *g);

#endif
