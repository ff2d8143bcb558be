/* suggest.h: finds the name that the user meant when a name is misspelt. */
#ifndef AL_CORE_SUGGEST_H
#define AL_CORE_SUGGEST_H

#include <stdbool.h>
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

/* The number of letters to add, leave out or change; if `swaps`, a swap of two adjacent letters also counts
 * as one. A distance above `most` is given as `most + 1`. No name is longer than AL_MOST_COMPARED. */
enum { AL_MOST_COMPARED = 96 };
size_t al_edit_distance(const char *a, size_t a_length, const char *b, size_t b_length, bool swaps,
                        size_t most);

/* Whether two names differ by one slip of the finger: a letter added, left out, changed or swapped with the
 * next one. Digits are no letters: tank1 and tank2 are two names. */
bool al_is_slip(const char *a, const char *b);

#endif
