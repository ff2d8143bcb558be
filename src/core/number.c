/* number.c: integers by hand, reals by printf, whose decimal sign depends on the locale of the host. */
#include "core/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts the digits at the end of `shown`, and moves them to its start behind `sign`. */
static al_number_text show_digits(uint64_t value, unsigned base, const char *digits, const char *sign)
{
    al_number_text shown = {.text = ""};
    size_t at = sizeof shown.text - 1;
    const size_t sign_length = strlen(sign);
    do {
        shown.text[--at] = digits[value % base];
        value /= base;
    } while (value > 0);
    memcpy(shown.text, sign, sign_length);
    memmove(shown.text + sign_length, shown.text + at, sizeof shown.text - at);
    return shown;
}

al_number_text al_show_unsigned(uint64_t value)
{
    return show_digits(value, 10, "0123456789", "");
}

al_number_text al_show_signed(int64_t value)
{
    if (value >= 0)
        return al_show_unsigned((uint64_t)value);
    return show_digits((uint64_t)(-(value + 1)) + 1, 10, "0123456789", "-"); /* INT64_MIN has no opposite */
}

al_number_text al_show_hex(uint64_t value, bool capitals)
{
    return show_digits(value, 16, capitals ? "0123456789ABCDEF" : "0123456789abcdef", "");
}

void al_use_decimal_dot(char *number)
{
    char *to = number;
    bool in_sign = false;
    for (const char *at = number; *at != '\0'; at++) {
        const bool plain = strchr("0123456789+-e", *at) != NULL;
        if (plain || !in_sign)
            *to++ = plain ? *at : '.';
        in_sign = !plain;
    }
    *to = '\0';
}

static al_number_text show_not_finite(double value)
{
    /* printf would also show the sign of a NaN, which differs from machine to machine. */
    if (isnan(value))
        return (al_number_text){.text = "NaN"};
    return value < 0 ? (al_number_text){.text = "-infinity"} : (al_number_text){.text = "infinity"};
}

/* With the decimal sign of the locale, so that strtod reads it. */
static al_number_text print_real(double value, unsigned digits)
{
    al_number_text shown;
    (void)snprintf(shown.text, sizeof shown.text, "%.*g", (int)digits, value);
    return shown;
}

al_number_text al_show_real(double value, unsigned digits)
{
    if (!isfinite(value))
        return show_not_finite(value);
    al_number_text shown = print_real(value, digits);
    al_use_decimal_dot(shown.text);
    return shown;
}

al_number_text al_show_number(double value)
{
    return al_show_real(value, FLT_DECIMAL_DIG);
}

/* By their bits: a processor may hold a number with more digits than its type has. */
static bool same_double(double a, double b)
{
    uint64_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static bool same_float(float a, float b)
{
    uint32_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

static bool reads_back(const char *digits, double value, bool is_float)
{
    return is_float ? same_float(strtof(digits, NULL), (float)value)
                    : same_double(strtod(digits, NULL), value);
}

al_number_text al_show_shortest(double value)
{
    if (!isfinite(value))
        return show_not_finite(value);
    const bool is_float = fabs(value) <= (double)FLT_MAX && same_double((double)(float)value, value);
    const unsigned most = is_float ? FLT_DECIMAL_DIG : DBL_DECIMAL_DIG;
    unsigned digits = is_float ? FLT_DIG : DBL_DIG;
    al_number_text shown = print_real(value, digits);
    while (digits < most && !reads_back(shown.text, value, is_float))
        shown = print_real(value, ++digits);
    al_use_decimal_dot(shown.text);
    return shown;
}
