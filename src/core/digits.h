/* digits.h: numbers that people write, read strictly: digits alone, and nothing that doesn't fit. */
#ifndef AL_CORE_DIGITS_H
#define AL_CORE_DIGITS_H

#include <stdbool.h>
#include <stdint.h>

/* A decimal number; false, with `value` untouched, when the text is none or above 2^64 - 1. */
bool al_parse_number(const char *text, uint64_t *value);

/* A number of bytes, with K, M or G behind it for 2^10, 2^20 or 2^30. */
bool al_parse_bytes(const char *text, uint64_t *value);

/* Sixteen hexadecimal digits without capitals, as fingerprints have them; `value` is undefined otherwise. */
bool al_parse_hexadecimal(const char *text, uint64_t *value);

#endif
