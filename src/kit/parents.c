/* parents.c: loops of parents. */
#include "kit/parents.h"

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
