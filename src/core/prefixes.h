/* prefixes.h: finds which of many texts another text begins with, such as the folders that a path lies in.
 * The time depends on the length of that text, and hardly on the number of texts. */
#ifndef AL_CORE_PREFIXES_H
#define AL_CORE_PREFIXES_H

#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"

#define AL_NO_PREFIX UINT32_MAX

/* Texts of different groups have nothing in common. */
typedef struct al_prefix {
    const char *text;
    size_t length;
    uint32_t group;
    uint32_t outer; /* the next shorter text that this one begins with; AL_NO_PREFIX: none */
    uint32_t jump;  /* one further out: steps over them reach any of them in a logarithm of their number */
    uint32_t depth; /* how many there are */
} al_prefix;

typedef struct al_prefixes {
    al_prefix *items;
    uint32_t count;
} al_prefixes;

/* The order in which the texts must be: by group, then by their bytes. */
int al_compare_prefixes(const al_prefix *a, const al_prefix *b);

/* Sets outer, jump and depth of all items, which are in order, and of which no two are equal. */
void al_prefixes_link(al_prefixes *prefixes);

/* The longest item of a group that a text begins with; AL_NO_PREFIX if there is none. */
uint32_t al_longest_prefix(const al_prefixes *prefixes, uint32_t group, const char *text, size_t length);

#endif
