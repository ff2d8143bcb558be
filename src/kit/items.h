/* items.h: an array of a file as the rules see it: whole items, and what they are called. */
#ifndef AL_KIT_ITEMS_H
#define AL_KIT_ITEMS_H

#include "core/findings.h"
#include "core/reduce/finite.h"
#include "kit/layout.h"

typedef struct al_items {
    al_span bytes;   /* whole items */
    uint32_t stride; /* bytes of an item */
    const al_path *path;
    const char *what; /* a plural, for messages; NULL where none needs it */
} al_items;

/* What there is of an array, without the part of an item that the end of the file may have left. `stride` is
 * not 0. */
al_items al_items_of(al_span bytes, uint32_t stride, const al_path *path, const char *what);

uint64_t al_items_count(const al_items *a);
al_span al_items_at(const al_items *a, uint64_t number);

/* A claim about some of the items. */
al_claim al_items_claim(size_t rule, const al_items *a, const al_tally *tally);

/* Which words of an array of records hold floats, by their layout: for al_any_not_finite. False when the
 * record is too large for that, or not of whole words. */
bool al_lanes_of(al_lanes *lanes, const al_layout *layout) AL_MUST_USE;

/* Whether all floats of a span are finite. */
bool al_all_finite(al_span floats);

/* The items with a float that is not finite. `layout` says where an item has floats; NULL: it has nothing
 * else. Looks at each, so ask core/reduce/finite.h first. */
al_tally al_find_not_finite(const al_items *a, const al_layout *layout);

/* Which of the u32 of a span are `limit` or more. Looks at each, so ask al_max_u32 first. */
al_tally al_find_beyond(al_span numbers, uint32_t limit);

/* Reports items, which hold nothing but floats, of which some are not finite. `level` as in al_claim. */
void al_check_finite(al_sink *s, const al_items *a, size_t rule, al_level level);

#endif
