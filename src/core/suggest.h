/* suggest.h: finds the name that the user meant when a name is misspelt. */
#ifndef AL_CORE_SUGGEST_H
#define AL_CORE_SUGGEST_H

#include <stddef.h>

/* The best suggestion so far. Start with {.meant = the misspelt name, .length = its length}. */
typedef struct al_suggestion {
    const char *meant;
    size_t length;
    const char *best; /* NULL: no name is similar */
    size_t distance;
} al_suggestion;

/* Compares with one valid name, which becomes the best if it is similar, and more so than the best so far. */
void al_suggest(al_suggestion *s, const char *name);

#endif
