/* parents.c: finds loops of parents, and items that are nested too deep. */
#include "kit/parents.h"

#include "core/limits.h"

bool al_has_parent(const al_parents *p, uint64_t number)
{
    const int64_t parent = p->parent(p->document, number);
    return parent >= 0 && (uint64_t)parent < p->count && (uint64_t)parent != number;
}

bool al_parents_come_first(const al_parents *p)
{
    for (uint64_t i = 0; i < p->count; i++) {
        const int64_t parent = p->parent(p->document, i);
        if (parent < -1 || parent >= (int64_t)i)
            return false;
    }
    return true;
}

/* The loop that an item belongs to. */
static al_tally loop_of(const al_parents *p, uint64_t member)
{
    al_tally loop = {.count = 0};
    uint64_t at = member;
    do {
        al_tally_insert(&loop, at);
        at = (uint64_t)p->parent(p->document, at);
    } while (at != member);
    return loop;
}

bool al_find_loops(const al_parents *p, al_arena *a, al_loop_visit *visit, void *context)
{
    if (al_parents_come_first(p))
        return true;
    uint32_t *visited = al_alloc(a, p->count, sizeof *visited);
    if (visited == NULL)
        return false;
    /* From each item up to a root, or to an item that an earlier walk has visited: each item is visited once.
     */
    for (uint64_t i = 0; i < p->count; i++) {
        const uint32_t walk = (uint32_t)i + 1;
        uint64_t at = i;
        while (visited[at] == 0 && al_has_parent(p, at)) {
            visited[at] = walk;
            at = (uint64_t)p->parent(p->document, at);
        }
        if (visited[at] == walk) {
            const al_tally loop = loop_of(p, at);
            visit(context, &loop);
        } else if (visited[at] == 0) {
            visited[at] = walk;
        }
    }
    return true;
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

/* Items without a level: not visited, on the current way up to the root, in a loop or below one. */
enum { NOT_VISITED = 0, ON_PATH = -1, IN_LOOP = -2 };

/* Marks the unvisited items from `start` up. Returns the level of the item above them: 0 above a root. */
static int64_t mark_path(const al_parents *p, uint64_t start, int64_t *levels, uint64_t *steps)
{
    uint64_t at = start;
    *steps = 0;
    while (levels[at] == NOT_VISITED) {
        levels[at] = ON_PATH;
        ++*steps;
        if (!al_has_parent(p, at))
            return 0;
        at = (uint64_t)p->parent(p->document, at);
    }
    return levels[at] == ON_PATH ? IN_LOOP : levels[at];
}

bool al_find_deep(const al_parents *p, al_arena *a, al_tally *deep)
{
    *deep = (al_tally){.count = 0};
    if (p->count <= AL_MAX_NODE_LEVEL)
        return true;
    int64_t *levels = al_alloc(a, p->count, sizeof *levels);
    if (levels == NULL)
        return false;
    for (uint64_t i = 0; i < p->count; i++) {
        uint64_t steps = 0;
        const int64_t end = mark_path(p, i, levels, &steps);
        for (uint64_t at = i, left = steps; left > 0; left--) {
            levels[at] = end == IN_LOOP ? IN_LOOP : end + (int64_t)left;
            at = (uint64_t)p->parent(p->document, at);
        }
        if (levels[i] > AL_MAX_NODE_LEVEL)
            al_tally_insert(deep, i);
    }
    return true;
}
