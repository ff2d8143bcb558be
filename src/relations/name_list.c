/* name_list.c: a sorted list of pointers; and texts that are looked for only in the place that their hash
 * gives, so that a search costs one comparison. */
#include "relations/name_list.h"

#include <string.h>

#include "core/map.h"
#include "core/sort.h"
#include "core/text.h"

bool al_name_list_add(al_name_list *list, al_arena *arena, const char *name)
{
    return AL_ADD(arena, *list, name);
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

/* ---- Copies of texts ----------------------------------------------------------------------------------- */

enum { MOST_IN_SMALL = 256 }; /* longer texts are rarely equal */

const char *al_keep_text(al_kept_texts *texts, const char *text, size_t length)
{
    const uint64_t hash = al_hash_bytes(AL_HASH_START, text, length);
    if (texts->recent == NULL)
        texts->recent = al_alloc(texts->arena, AL_RECENT_TEXTS, sizeof *texts->recent);
    if (texts->recent == NULL)
        return NULL;
    const char **recent = &texts->recent[hash % AL_RECENT_TEXTS];
    if (*recent == NULL || strncmp(*recent, text, length) != 0 || (*recent)[length] != '\0')
        *recent = al_copy_text(texts->arena, text, length);
    return *recent;
}

const char *al_keep_small(al_kept_texts *texts, const char *text, size_t length)
{
    char small[MOST_IN_SMALL];
    if (length > sizeof small)
        return al_lower_copy(texts->arena, text, length);
    memcpy(small, text, length);
    al_make_lower(small, length);
    return al_keep_text(texts, small, length);
}
