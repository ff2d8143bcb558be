/* name_list.h: a list of names: first all are added, then it is sorted, then names are looked up. */
#ifndef AL_RELATIONS_NAME_LIST_H
#define AL_RELATIONS_NAME_LIST_H

#include "core/arena.h"

typedef struct al_name_list {
    const char **items;
    uint64_t count, capacity;
} al_name_list;

/* Adds the name itself, not a copy. False if memory is short. */
bool al_name_list_add(al_name_list *list, al_arena *arena, const char *name) AL_MUST_USE;

void al_name_list_sort(al_name_list *list);
bool al_name_list_has(const al_name_list *list, const char *name);

#endif
