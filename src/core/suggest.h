/* suggest.h: finds the name that somebody meant. */
#ifndef AL_CORE_SUGGEST_H
#define AL_CORE_SUGGEST_H

#include <stddef.h>

/* The best of the names offered so far. Start with {.meant = what was written, .length = its length}. */
typedef struct al_suggestion {
    const char *meant;
    size_t length;
    const char *best; /* NULL: nothing is near */
    size_t distance;
} al_suggestion;

/* Offers a name: it is taken when it is near what was meant, and nearer than the best so far. */
void al_suggest(al_suggestion *s, const char *name);

#endif
