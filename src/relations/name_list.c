/* name_list.c: a sorted list of pointers. */
#include "relations/name_list.h"

#include <string.h>

#include "core/sort.h"

bool al_name_list_add(al_name_list *list, al_arena *arena, const char *name)
{
    const char **items = al_grow(arena, list->items, list->count, &list->capacity, sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    items[list->count++] = name;
    return true;
}

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

void al_name_list_sort(al_name_list *list)
{
    al_sort(list->items, (size_t)list->count, sizeof *list->items, compare, NULL);
}

bool al_name_list_has(const al_name_list *list, const char *name)
{
    const size_t count = (size_t)list->count;
    const size_t at = al_lower_bound(list->items, count, sizeof *list->items, &name, compare, NULL);
    return at < count && strcmp(list->items[at], name) == 0;
}
