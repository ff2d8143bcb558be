/* names.h: names that should be there once, or that others point to. */
#ifndef AL_FORMATS_NAMES_H
#define AL_FORMATS_NAMES_H

#include "core/arena.h"
#include "core/bytes.h"

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

/* That there was no memory for one is told by al_names_sort. */
void al_names_add(al_names *names, al_arena *a, al_span text, uint32_t list, uint32_t number);

/* True when no two names have one text, which is told without sorting them; false when two may. */
bool al_names_are_distinct(const al_names *names);

/* Before the first question, and after the last name. False when memory is short: then there are no answers.
 */
bool al_names_sort(al_names *names, al_arena *a) AL_MUST_USE;

/* The first name of that text in the file; NULL when there is none. */
const al_name *al_names_find(const al_names *names, al_span text);

/* Visits each name that another had before it, with the first of its text. */
typedef void al_name_visit(void *context, const al_name *again, const al_name *first);
void al_names_repeated(const al_names *names, al_name_visit *visit, void *context);

#endif
