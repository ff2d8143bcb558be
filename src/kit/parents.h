/* parents.h: items of a list that name their parents in it, by number. */
#ifndef AL_KIT_PARENTS_H
#define AL_KIT_PARENTS_H

#include "core/arena.h"
#include "core/findings.h"

typedef struct al_parents {
    uint64_t count;       /* items that were read */
    const void *document; /* for */
    int64_t (*parent)(const void *document, uint64_t number);
} al_parents;

/* Whether the parent of an item is another that was read. */
bool al_has_parent(const al_parents *p, uint64_t number);

/* Whether all parents are -1 or stand before their children, as exporters write them: then there is no loop.
 */
bool al_parents_come_first(const al_parents *p);

/* Visits each loop of parents once: how many items are in it, and the lowest of them. False when memory is
 * short. */
typedef void al_loop_visit(void *context, const al_tally *loop);
bool al_find_loops(const al_parents *p, al_arena *a, al_loop_visit *visit, void *context) AL_MUST_USE;

/* Counts the items below level AL_MAX_NODE_LEVEL, a root being on level 1; those in loops, or below one, have
 * no level. False when memory is short.
 */
bool al_find_deep(const al_parents *p, al_arena *a, al_tally *deep) AL_MUST_USE;

#endif
