/* name_list.h: names that are collected, and then looked up. */
#ifndef AL_RELATIONS_NAME_LIST_H
#define AL_RELATIONS_NAME_LIST_H

#include "core/arena.h"

typedef struct al_name_list {
    const char **items;
    uint64_t count, capacity;
} al_name_list;

/* The name is kept as it is. False when memory is short. */
bool al_name_list_add(al_name_list *list, al_arena *arena, const char *name) AL_MUST_USE;

/* Before any is looked up. */
void al_name_list_sort(al_name_list *list);
bool al_name_list_has(const al_name_list *list, const char *name);

#endif
