/* parents.c: loops of parents, and how deep they go. */
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
    /* Up from each item until the end, or one that some walk has visited: each is visited once. */
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

/* What is noted of an item that has no level: not looked at, or passed on the way up that is gone now. */
enum { NO_LEVEL = 0, ON_THE_WAY = -1, IN_LOOP = -2 };

/* The level of an item above `start` that ends the way up from it; the items on that way are marked. */
static int64_t end_of_way(const al_parents *p, uint64_t start, int64_t *levels, uint64_t *steps)
{
    uint64_t at = start;
    *steps = 0;
    while (levels[at] == NO_LEVEL) {
        levels[at] = ON_THE_WAY;
        ++*steps;
        if (!al_has_parent(p, at))
            return 0;
        at = (uint64_t)p->parent(p->document, at);
    }
    return levels[at] == ON_THE_WAY ? IN_LOOP : levels[at];
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
        const int64_t end = end_of_way(p, i, levels, &steps);
        for (uint64_t at = i, left = steps; left > 0; left--) {
            levels[at] = end == IN_LOOP ? IN_LOOP : end + (int64_t)left;
            at = (uint64_t)p->parent(p->document, at);
        }
        if (levels[i] > AL_MAX_NODE_LEVEL)
            al_tally_insert(deep, i);
    }
    return true;
}
