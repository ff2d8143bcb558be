/* number.h: numbers to text and back, the same on every system and in every locale. */
#ifndef AL_CORE_NUMBER_H
#define AL_CORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* ---- To text ------------------------------------------------------------------------------------------- */

/* Holds the longest number, even with a decimal point of several bytes, as some locales have it. */
typedef struct al_number_text {
    char text[40];
} al_number_text;

al_number_text al_show_unsigned(uint64_t value);
al_number_text al_show_signed(int64_t value);

/* Without "0x" in front. */
al_number_text al_show_hex(uint64_t value, bool capitals);

/* A number of bytes as people read it: "1 byte", "49 KB", "1.5 MB". */
al_number_text al_show_size(uint64_t bytes);

/* With `digits` significant digits, at most 17, in the form of "%g": "0.5", "1e+300"; or "NaN", "infinity",
 * "-infinity". */
al_number_text al_show_real(double value, unsigned digits);

/* As messages show a real number: with nine digits, enough to distinguish any two floats. */
al_number_text al_show_number(double value);

/* With the fewest digits that read back as the same float if the value is a float, otherwise as the same
 * double. */
al_number_text al_show_shortest(double value);

/* Replaces the decimal point of the locale, which printf writes and which may have several bytes, by a
 * dot. */
void al_use_decimal_dot(char *number);

/* ---- From text ----------------------------------------------------------------------------------------- */

/* A decimal number: only digits. False, with `*value` unchanged, for any other text and above 2^64 - 1. */
bool al_parse_number(const char *text, uint64_t *value);

/* The same for a number of bytes, with an optional suffix K, M or G for 2^10, 2^20 or 2^30. */
bool al_parse_bytes(const char *text, uint64_t *value);

/* Exactly sixteen hexadecimal digits in lower case, as in fingerprints. If false, `*value` is undefined. */
bool al_parse_hexadecimal(const char *text, uint64_t *value);

#endif
