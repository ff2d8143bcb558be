/* items.h: a view of an array of a file: its whole items, and their name for messages. */
#ifndef AL_KIT_ITEMS_H
#define AL_KIT_ITEMS_H

#include "core/findings.h"
#include "core/reduce/floats.h"
#include "kit/layout.h"

typedef struct al_items {
    al_span bytes;   /* whole items */
    uint32_t stride; /* bytes of an item */
    const al_path *path;
    const char *what; /* a plural for messages, "positions"; may be NULL if no message names the items */
} al_items;

/* A view of the whole items in `bytes`: a part of an item at the end is left out. `stride` is not 0. */
al_items al_items_of(al_span bytes, uint32_t stride, const al_path *path, const char *what);

uint64_t al_items_count(const al_items *a);
al_span al_items_at(const al_items *a, uint64_t number);

/* A claim about some of the items. */
al_claim al_items_claim(size_t rule, const al_items *a, const al_tally *tally);

/* Finds the 32-bit words of a record that hold floats, for al_any_not_finite. False if the record has more
 * than AL_LANES_MAX words, or a size that is not a multiple of 4. */
bool al_lanes_of(al_lanes *lanes, const al_layout *layout) AL_MUST_USE;

/* Whether all floats of a span are finite. */
bool al_all_finite(al_span floats);

/* Finds the items with a float that is not finite. `layout` says where an item has floats; NULL: an item
 * consists of floats. Reads every item: ask core/reduce/floats.h first. */
al_tally al_find_not_finite(const al_items *a, const al_layout *layout);

/* Finds the u32 of a span that are `limit` or more. If al_max_u32 is less, there are none. */
al_tally al_find_beyond(al_span numbers, uint32_t limit);

/* Reports the items that hold a float that is not finite. The items consist of floats. `level` as in
 * al_claim. */
void al_check_finite(al_sink *s, const al_items *a, size_t rule, al_level level);

#endif
