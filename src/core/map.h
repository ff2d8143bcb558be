/* map.h: numbers by number. */
#ifndef AL_CORE_MAP_H
#define AL_CORE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"

typedef struct al_map_node al_map_node;

/* Empty when it is all zero. A key costs a few steps, and never more than AL_MAP_DEPTH, whatever the keys
 * are: untrusted files can't make it slow. */
typedef struct al_map {
    al_map_node *root;
} al_map;

enum { AL_MAP_DEPTH = 33 };

/* The value of a key; NULL when it has none. */
uint32_t *al_map_find(const al_map *m, uint64_t key);

/* Gives a key without a value one. False when memory is short. */
bool al_map_add(al_map *m, al_arena *a, uint64_t key, uint32_t value) AL_MUST_USE;

#endif
