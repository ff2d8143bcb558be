/* number.h: numbers in words, the same on every system and in every locale. */
#ifndef AL_CORE_NUMBER_H
#define AL_CORE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* Room for the longest number, also with a decimal sign of several bytes that is yet to be replaced. */
typedef struct al_number_text {
    char text[40];
} al_number_text;

al_number_text al_show_unsigned(uint64_t value);
al_number_text al_show_signed(int64_t value);

/* Without "0x" in front. */
al_number_text al_show_hex(uint64_t value, bool capitals);

/* `digits` of them, at most 17, as "%g" has them: "0.5", "1e+300". What is not finite is "NaN", "infinity" or
 * "-infinity". */
al_number_text al_show_real(double value, unsigned digits);

/* As messages show a real: nine digits tell a float from every other. */
al_number_text al_show_number(double value);

/* The fewest digits that read back as the same number: as the same float where it is one. */
al_number_text al_show_shortest(double value);

/* Puts a dot in the place of a decimal sign: printf takes that of the locale, and some have several bytes. */
void al_use_decimal_dot(char *number);

#endif
