/* map.c: tries over the bits of a number, or of the hash of a text. A step takes two bits, the lowest first,
 * so that consecutive numbers spread over all branches. */
#include "core/map.h"

#include <string.h>

#include "core/compiler.h"

/* FNV-1a. */
uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len)
{
    static const uint64_t prime = 0x100000001B3;
    for (size_t i = 0; i < len; i++)
        hash = al_mul_modulo(hash ^ (uint8_t)bytes[i], prime);
    return hash;
}

uint64_t al_hash_text(uint64_t hash, const char *text)
{
    return al_hash_bytes(hash, text, strlen(text) + 1);
}

enum {
    BRANCHES = 4,
    STEP_BITS = 2,
    HASH_STEPS = 64 / STEP_BITS /* the steps for which the bits of one hash suffice */
};

struct al_map_node {
    al_map_node *branches[BRANCHES];
    uint64_t key;
    uint32_t value;
};

/* The pointer to the node of a key; if there is no such node, the null pointer to replace by a new one. */
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

struct al_text_map_node {
    al_text_map_node *branches[BRANCHES];
    size_t len;
    uint32_t value;
    char text[];
};

static bool has_text(const al_text_map_node *node, const char *text, size_t len)
{
    return node->len == len && (len == 0 || memcmp(node->text, text, len) == 0);
}

/* As place_of. Each HASH_STEPS steps start a new hash, from another start: texts that were made to share one
 * hash don't share the next. */
static al_text_map_node **text_place_of(al_text_map_node **place, const char *text, size_t len)
{
    uint64_t bits = 0;
    for (uint64_t step = 0; *place != NULL && !has_text(*place, text, len); step++) {
        bits = step % HASH_STEPS == 0 ? al_hash_bytes(AL_HASH_START + step, text, len) : bits >> STEP_BITS;
        place = &(*place)->branches[bits % BRANCHES];
    }
    return place;
}

uint32_t *al_text_map_find(const al_text_map *m, const char *text, size_t len)
{
    al_text_map_node *root = m->root, *node = *text_place_of(&root, text, len);
    return node != NULL ? &node->value : NULL;
}

bool al_text_map_add(al_text_map *m, al_arena *a, const char *text, size_t len, uint32_t value)
{
    al_text_map_node **place = text_place_of(&m->root, text, len);
    al_text_map_node *node = al_alloc(a, 1, sizeof *node + (uint64_t)len);
    if (node == NULL)
        return false;
    node->len = len;
    node->value = value;
    if (len > 0)
        memcpy(node->text, text, len);
    *place = node;
    return true;
}
