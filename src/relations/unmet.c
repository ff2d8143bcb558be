/* unmet.c: the list of what is missing. */
#include "relations/unmet.h"

#include <string.h>

#include "core/sort.h"

bool al_unmet_add(al_unmets *list, al_arena *arena, al_unmet given, const al_fact *fact)
{
    char field[AL_MAX_FIELD];
    al_unmet *items = al_grow(arena, list->items, list->count, &list->capacity, sizeof *items);
    if (items == NULL)
        return false;
    list->items = items;
    al_path_format(fact->path, field, sizeof field);
    given.field = al_copy_text(arena, field, strlen(field));
    given.needed = fact->number;
    given.offset = fact->field.base;
    given.length = fact->field.len;
    items[list->count] = given;
    list->count += given.field != NULL;
    return given.field != NULL;
}

static int compare(const void *left, const void *right, void *context)
{
    const al_unmet *a = left, *b = right;
    (void)context;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

void al_unmet_sort(al_unmets *list)
{
    al_sort(list->items, (size_t)list->count, sizeof *list->items, compare, NULL);
}

size_t al_unmet_first(const al_unmets *list, size_t number)
{
    const al_unmet wanted = {.number = number};
    return al_lower_bound(list->items, (size_t)list->count, sizeof wanted, &wanted, compare, NULL);
}

static uint64_t within(uint64_t value, uint64_t most)
{
    return value < most ? value : most;
}

al_claim al_unmet_claim(const al_unmet *unmet, size_t rule, const al_sink *sink)
{
    al_claim claim = {.rule = rule,
                      .offset = within(unmet->offset, sink->size),
                      .path = {.name = unmet->field, .index = -1}};
    claim.length = within(unmet->length, sink->size - claim.offset);
    return claim;
}
