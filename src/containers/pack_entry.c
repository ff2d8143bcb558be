/* pack_entry.c: lists of entries, and their names. */
#include "containers/pack_entry.h"

#include "core/text.h"

pack_entry *pack_list_add(pack_list *list, al_arena *arena)
{
    pack_entry *entries = al_grow(arena, list->entries, list->count, &list->capacity, sizeof *entries);
    if (entries == NULL)
        return NULL;
    list->entries = entries;
    entries[list->count] = (pack_entry){.name = ""};
    return &entries[list->count++];
}

static bool is_separator(uint8_t c)
{
    return c == '/' || c == '\\';
}

const char *pack_name(al_span name, al_arena *arena)
{
    name = al_slice_available(name, 0, al_text_length(name));
    while (al_u8_at(name, 0) == '.' && is_separator(al_u8_at(name, 1)))
        name = al_slice_available(name, 2, UINT64_MAX);
    char *copy = al_copy_bytes(arena, name);
    for (size_t i = 0; copy != NULL && i < name.len; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    return copy;
}
