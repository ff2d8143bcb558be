/* suggest.h: finds the name that somebody meant. */
#ifndef ASSETLINT_CLI_SUGGEST_H
#define ASSETLINT_CLI_SUGGEST_H

#include <stddef.h>

/* The best of the names offered so far. Start with {.meant = what was written, .length = its length}. */
typedef struct suggestion {
    const char *meant;
    size_t length;
    const char *best; /* NULL: nothing is near */
    size_t distance;
} suggestion;

/* Offers a name: it is taken when it is near what was meant, and nearer than the best so far. */
void suggest(suggestion *s, const char *name);

#endif
