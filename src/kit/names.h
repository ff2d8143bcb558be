/* names.h: names that should be there once, or that others point to. */
#ifndef AL_KIT_NAMES_H
#define AL_KIT_NAMES_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/path.h"
#include "core/span.h"

/* Whose name it is: an item of one of the format's lists. The format gives both numbers their meaning. */
typedef struct al_name {
    al_span text; /* in the file */
    uint32_t list, number;
} al_name;

typedef struct al_names_entry al_names_entry;

/* Empty when it is all zero. The texts stay where they are. */
typedef struct al_names {
    al_name *items; /* in the order in which they were added */
    uint64_t count, capacity;
    al_names_entry *sorted;
    bool out_of_memory;
} al_names;

/* Where there is no memory for it al_names_sort reports so. */
void al_names_add(al_names *names, al_arena *a, al_span text, uint32_t list, uint32_t number);

/* Before al_names_find, and after the last name. False when memory is short: then there are no answers. */
bool al_names_sort(al_names *names, al_arena *a) AL_MUST_USE;

/* The first name of that text in the file; NULL when there is none. */
const al_name *al_names_find(const al_names *names, al_span text);

/* Visits each name that another had before it, with the first of its text. False when memory is short: to
 * sort them, which is done only where two may be the same. */
typedef void al_name_visit(void *context, const al_name *again, const al_name *first);
bool al_names_repeated(al_names *names, al_arena *a, al_name_visit *visit, void *context) AL_MUST_USE;

/* A claim about a name that has its length, a u32, in front: `field` of an item. */
al_claim al_name_claim(size_t rule, const al_name *name, const al_path *item, const char *field);

#endif
