/* unmet.h: what files need of others and don't find there, kept until the file that needs it is reported. */
#ifndef AL_RELATIONS_UNMET_H
#define AL_RELATIONS_UNMET_H

#include "core/findings.h"
#include "kit/facts.h"

typedef struct al_unmet {
    size_t number; /* of the file that needs it, among all */
    size_t rule;   /* whatever the relation keeps here, and in the other three */
    size_t of;
    const char *name;
    uint64_t there;
    uint64_t needed; /* the number that the fact gave */
    const char *field;
    uint64_t offset, length;
} al_unmet;

typedef struct al_unmets {
    al_unmet *items;
    uint64_t count, capacity;
} al_unmets;

/* Keeps one: number, rule, of, name and there are given, all else is the fact's. False when memory is short.
 */
bool al_unmet_add(al_unmets *list, al_arena *arena, al_unmet given, const al_fact *fact) AL_MUST_USE;

/* Puts them in the order of files; then the first of a file is found, and the others follow it. */
void al_unmet_sort(al_unmets *list);
size_t al_unmet_first(const al_unmets *list, size_t number);

/* Where it is in the file, which may have become shorter since it was looked into. */
al_claim al_unmet_claim(const al_unmet *unmet, size_t rule, const al_sink *sink);

#endif
