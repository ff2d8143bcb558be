/* map.h: maps from a number, or from a text, to a number; and hashes of texts. */
#ifndef AL_CORE_MAP_H
#define AL_CORE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"

/* Both maps are empty when all their bytes are zero. Their memory is that of an arena: freeing the arena
 * frees them. Keys can't be removed. Untrusted keys can't make a map slow: a search takes few steps for any
 * keys. */
typedef struct al_map_node al_map_node;
typedef struct al_map {
    al_map_node *root;
} al_map;

enum { AL_MAP_DEPTH = 33 }; /* the most steps of a search for a number */

/* The value of a key, which the caller may change; NULL if the map doesn't have the key. */
uint32_t *al_map_find(const al_map *m, uint64_t key);

/* Adds a key that the map doesn't have. False when out of memory; the map is then unchanged. */
bool al_map_add(al_map *m, al_arena *a, uint64_t key, uint32_t value) AL_MUST_USE;

typedef struct al_text_map_node al_text_map_node;
typedef struct al_text_map {
    al_text_map_node *root;
} al_text_map;

/* The value of `len` bytes at `text`, which the caller may change; NULL if the map doesn't have the text. */
uint32_t *al_text_map_find(const al_text_map *m, const char *text, size_t len);

/* Adds a copy of a text that the map doesn't have. False when out of memory; the map is then unchanged. */
bool al_text_map_add(al_text_map *m, al_arena *a, const char *text, size_t len, uint32_t value) AL_MUST_USE;

/* ---- Hashes -------------------------------------------------------------------------------------------- */

#define AL_HASH_START UINT64_C(0xCBF29CE484222325)

/* FNV-1a with 64 bits. Continues the hash of the bytes before, AL_HASH_START at the start. */
uint64_t al_hash_bytes(uint64_t hash, const char *bytes, size_t len);

/* The same with the NUL at the end of the text, so that "a","bc" and "ab","c" differ. */
uint64_t al_hash_text(uint64_t hash, const char *text);

#endif
