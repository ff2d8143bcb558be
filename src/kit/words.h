/* words.h: what numbers in a file mean: the words of values, and of the bits of a set. */
#ifndef AL_KIT_WORDS_H
#define AL_KIT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A value and its word. */
typedef struct al_word {
    int64_t value;
    const char *word;
} al_word;

/* The words of values: a table, or a function that returns NULL for a value without a word. The values of a
 * set of bits are its bits, in the order in which they are shown; `each` names bits that only have a number:
 * "level" for "levels 0, 2". */
typedef struct al_words {
    const al_word *items;
    size_t count;
    const char *(*find)(int64_t value);
    const char *each;
} al_words;

/* The word of a value; NULL without one. */
const char *al_find_word(const al_words *words, int64_t value);

/* Whether a value is in a table of words. Where a function finds the words, every value counts as legal: the
 * function need not know them all. */
bool al_has_word(const al_words *words, int64_t value);

typedef struct al_bits_text {
    char text[256];
} al_bits_text;

/* The words of the bits of a value, in the order of their table: "none" without a bit; "unknown 0xe0" for
 * bits without a word. Where bits only have a number: "levels 0, 2 to 5", and "all levels" if all of `size`
 * bytes are set. */
al_bits_text al_show_bits(const al_words *words, uint64_t value, uint32_t size);

/* The bits of a value that no word of a table has. */
uint64_t al_unknown_bits(const al_words *words, uint64_t value);

#endif
