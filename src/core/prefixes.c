/* prefixes.c: a sorted list. Of the items that a text begins with, the longest is the last item that is not
 * behind the text, or an outer one of that. */
#include "core/prefixes.h"

#include <stdbool.h>
#include <string.h>

#include "core/sort.h"

int al_compare_prefixes(const al_prefix *a, const al_prefix *b)
{
    const size_t both = a->length < b->length ? a->length : b->length;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    const int order = both > 0 ? memcmp(a->text, b->text, both) : 0;
    return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
}

static int compare(const void *left, const void *right, void *context)
{
    (void)context;
    return al_compare_prefixes(left, right);
}

static bool begins_with(const al_prefix *text, const al_prefix *start)
{
    return text->group == start->group && text->length >= start->length &&
           (start->length == 0 || memcmp(text->text, start->text, start->length) == 0);
}

/* A jump as long as both jumps before it, or one step: then any outer item is a logarithm of steps away. */
static uint32_t jump_of(const al_prefix *items, uint32_t outer)
{
    if (outer == AL_NO_PREFIX || items[outer].jump == AL_NO_PREFIX)
        return outer;
    const al_prefix *first = &items[items[outer].jump];
    if (first->jump == AL_NO_PREFIX ||
        items[outer].depth - first->depth != first->depth - items[first->jump].depth)
        return outer;
    return first->jump;
}

void al_prefixes_link(al_prefixes *prefixes)
{
    al_prefix *items = prefixes->items;
    for (uint32_t i = 0; i < prefixes->count; i++) {
        uint32_t outer = i > 0 ? i - 1 : AL_NO_PREFIX;
        while (outer != AL_NO_PREFIX && !begins_with(&items[i], &items[outer]))
            outer = items[outer].outer;
        items[i].outer = outer;
        items[i].depth = outer != AL_NO_PREFIX ? items[outer].depth + 1 : 0;
        items[i].jump = jump_of(items, outer);
    }
}

/* How many bytes both texts begin with. */
static size_t common_length(const al_prefix *a, const al_prefix *b)
{
    const size_t both = a->length < b->length ? a->length : b->length;
    size_t same = 0;
    while (same < both && a->text[same] == b->text[same])
        same++;
    return same;
}

uint32_t al_longest_prefix(const al_prefixes *prefixes, uint32_t group, const char *text, size_t length)
{
    const al_prefix *items = prefixes->items, wanted = {.text = text, .length = length, .group = group};
    if (prefixes->count == 0)
        return AL_NO_PREFIX;
    size_t at = al_lower_bound(items, prefixes->count, sizeof wanted, &wanted, compare, NULL);
    at += at < prefixes->count && al_compare_prefixes(&items[at], &wanted) == 0;
    uint32_t found = at > 0 ? (uint32_t)(at - 1) : AL_NO_PREFIX;
    const size_t common = found != AL_NO_PREFIX ? common_length(&items[found], &wanted) : 0;
    if (found == AL_NO_PREFIX || items[found].group != group)
        return AL_NO_PREFIX;
    while (found != AL_NO_PREFIX && items[found].length > common) {
        const uint32_t jump = items[found].jump;
        const bool far = jump != AL_NO_PREFIX && items[jump].length > common;
        found = far ? jump : items[found].outer;
    }
    return found;
}
