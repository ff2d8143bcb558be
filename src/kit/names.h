/* names.h: names that should be unique, or that other parts of a file refer to. */
#ifndef AL_KIT_NAMES_H
#define AL_KIT_NAMES_H

#include "core/arena.h"
#include "core/findings.h"
#include "core/path.h"
#include "core/span.h"

/* The name of item `number` of list `list`; what the lists are is up to the format. */
typedef struct al_name {
    al_span text; /* in the file */
    uint32_t list, number;
} al_name;

typedef struct al_names_entry al_names_entry;

/* All zero is an empty one. The texts are not copied. */
typedef struct al_names {
    al_name *items; /* in the order in which they were added */
    uint64_t count, capacity;
    al_names_entry *sorted;
    bool out_of_memory;
} al_names;

/* If memory runs out, al_names_sort returns false. */
void al_names_add(al_names *names, al_arena *a, al_span text, uint32_t list, uint32_t number);

/* To be called after the last name and before al_names_find. False if memory runs out: then nothing is found.
 */
bool al_names_sort(al_names *names, al_arena *a) AL_MUST_USE;

/* The first name in the file with that text, or NULL. */
const al_name *al_names_find(const al_names *names, al_span text);

/* Visits each name that repeats an earlier one, with the first one of that text. Sorts the names only if two
 * may be the same. False if memory runs out. */
typedef void al_name_visit(void *context, const al_name *again, const al_name *first);
bool al_names_repeated(al_names *names, al_arena *a, al_name_visit *visit, void *context) AL_MUST_USE;

/* A claim about a name in `field` of an item. Its length, a u32, is in front of it. */
al_claim al_name_claim(size_t rule, const al_name *name, const al_path *item, const char *field);

#endif
