/* parents.h: lists whose items refer to their parents by index. */
#ifndef AL_KIT_PARENTS_H
#define AL_KIT_PARENTS_H

#include "core/arena.h"
#include "core/findings.h"

typedef struct al_parents {
    uint64_t count;       /* items that were read */
    const void *document; /* passed to `parent` */
    int64_t (*parent)(const void *document, uint64_t number);
} al_parents;

/* Whether an item has a parent: another item that was read. */
bool al_has_parent(const al_parents *p, uint64_t number);

/* Whether every parent is -1 or precedes its children, as exporters write them: then there is no loop. */
bool al_parents_come_first(const al_parents *p);

/* Visits each loop of parents once, with the count and the lowest indices of its items. False if memory runs
 * out. */
typedef void al_loop_visit(void *context, const al_tally *loop);
bool al_find_loops(const al_parents *p, al_arena *a, al_loop_visit *visit, void *context) AL_MUST_USE;

/* Counts the items on a level above AL_MAX_NODE_LEVEL. A root is on level 1; items in a loop, or below one,
 * have no level. False if memory runs out.
 */
bool al_find_deep(const al_parents *p, al_arena *a, al_tally *deep) AL_MUST_USE;

#endif
