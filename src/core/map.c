/* map.c: a trie over the bits of a key, two at a step, the lowest first: numbers that follow each other
 * spread over all branches.
 */
#include "core/map.h"

enum { BRANCHES = 4, STEP_BITS = 2 };

struct al_map_node {
    al_map_node *branches[BRANCHES];
    uint64_t key;
    uint32_t value;
};

/* Where the node of a key is, or would be. */
static al_map_node *const *place_of(const al_map *m, uint64_t key)
{
    al_map_node *const *place = &m->root;
    for (uint64_t bits = key; *place != NULL && (*place)->key != key; bits >>= STEP_BITS)
        place = &(*place)->branches[bits % BRANCHES];
    return place;
}

uint32_t *al_map_find(const al_map *m, uint64_t key)
{
    al_map_node *node = *place_of(m, key);
    return node != NULL ? &node->value : NULL;
}

bool al_map_add(al_map *m, al_arena *a, uint64_t key, uint32_t value)
{
    al_map_node **place = &m->root;
    for (uint64_t bits = key; *place != NULL; bits >>= STEP_BITS)
        place = &(*place)->branches[bits % BRANCHES];
    *place = al_alloc(a, 1, sizeof **place);
    if (*place == NULL)
        return false;
    (*place)->key = key;
    (*place)->value = value;
    return true;
}
