/* name_list.h: lists of names, and copies of texts of which many are equal. */
#ifndef AL_RELATIONS_NAME_LIST_H
#define AL_RELATIONS_NAME_LIST_H

#include "core/arena.h"

/* First all names are added, then the list is sorted, then names are looked up. */
typedef struct al_name_list {
    const char **items;
    uint64_t count, capacity;
} al_name_list;

/* Adds the name itself, not a copy. False if memory is short. */
bool al_name_list_add(al_name_list *list, al_arena *arena, const char *name) AL_MUST_USE;

void al_name_list_sort(al_name_list *list);
bool al_name_list_has(const al_name_list *list, const char *name);

/* ---- Copies of texts ----------------------------------------------------------------------------------- */

/* Copies of texts such as names of bones and of XML elements: one that was kept lately is not copied again.
 */
enum { AL_RECENT_TEXTS = 1024 };

typedef struct al_kept_texts {
    al_arena *arena;
    const char **recent; /* texts that were kept last, by their hash, or NULL; NULL: none was kept */
} al_kept_texts;

/* A copy of `length` bytes, of which none is a NUL, or an equal one that was made before. NULL if memory is
 * short. */
const char *al_keep_text(al_kept_texts *texts, const char *text, size_t length) AL_MUST_USE;

/* The same in small letters. */
const char *al_keep_small(al_kept_texts *texts, const char *text, size_t length) AL_MUST_USE;

#endif
