/* number.c: writes and reads integers itself, and reals by printf, whose decimal point depends on the
 * locale. */
#include "core/number.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- To text ------------------------------------------------------------------------------------------- */

/* Writes the digits from the last to the first into the end of `shown`, then moves them behind `sign`. */
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
    return show_digits((uint64_t)(-(value + 1)) + 1, 10, "0123456789", "-"); /* -INT64_MIN would overflow */
}

al_number_text al_show_hex(uint64_t value, bool capitals)
{
    return show_digits(value, 16, capitals ? "0123456789ABCDEF" : "0123456789abcdef", "");
}

void al_use_decimal_dot(char *number)
{
    char *to = number;
    bool in_point = false;
    for (const char *at = number; *at != '\0'; at++) {
        const bool plain = strchr("0123456789+-e", *at) != NULL;
        if (plain || !in_point)
            *to++ = plain ? *at : '.';
        in_point = !plain;
    }
    *to = '\0';
}

static al_number_text show_not_finite(double value)
{
    /* printf would also show the sign of a NaN, which depends on the processor. */
    if (isnan(value))
        return (al_number_text){.text = "NaN"};
    return value < 0 ? (al_number_text){.text = "-infinity"} : (al_number_text){.text = "infinity"};
}

/* Keeps the decimal point of the locale, which strtod expects. */
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

al_number_text al_show_size(uint64_t bytes)
{
    enum { KB = 1024, FEW = 10 * KB, MB = KB * KB, TENTHS = 10 };
    al_number_text shown;
    if (bytes < FEW)
        (void)snprintf(shown.text, sizeof shown.text, "%" PRIu64 " byte%s", bytes, bytes == 1 ? "" : "s");
    else if (bytes < MB)
        (void)snprintf(shown.text, sizeof shown.text, "%" PRIu64 " KB", (bytes + KB / 2) / KB);
    else
        (void)snprintf(shown.text, sizeof shown.text, "%" PRIu64 ".%" PRIu64 " MB", bytes / MB,
                       bytes % MB * TENTHS / MB);
    return shown;
}

al_number_text al_show_number(double value)
{
    return al_show_real(value, FLT_DECIMAL_DIG);
}

/* Compares the bits: a processor register may hold a value with more precision than its type has. */
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

/* ---- From text ----------------------------------------------------------------------------------------- */

/* Reads the digits at the start of a text; `*end` is behind them. False for no digits, or too large a
 * number. */
static bool read_digits(const char *text, uint64_t *value, const char **end)
{
    const size_t digits = strspn(text, "0123456789");
    uint64_t sum = 0;
    for (size_t i = 0; i < digits; i++) {
        const uint64_t digit = (uint64_t)(text[i] - '0');
        if (sum > (UINT64_MAX - digit) / 10)
            return false;
        sum = sum * 10 + digit;
    }
    *value = sum;
    *end = text + digits;
    return digits > 0;
}

bool al_parse_number(const char *text, uint64_t *value)
{
    uint64_t number;
    const char *end;
    if (!read_digits(text, &number, &end) || *end != '\0')
        return false;
    *value = number;
    return true;
}

bool al_parse_bytes(const char *text, uint64_t *value)
{
    static const char suffixes[] = "KMG";
    uint64_t number;
    const char *end;
    if (!read_digits(text, &number, &end))
        return false;
    unsigned shift = 0;
    if (*end != '\0') {
        const char *suffix = strchr(suffixes, *end);
        if (suffix == NULL || end[1] != '\0')
            return false;
        shift = 10 * (unsigned)(suffix - suffixes + 1);
    }
    if (number > UINT64_MAX >> shift)
        return false;
    *value = number << shift;
    return true;
}

bool al_parse_hexadecimal(const char *text, uint64_t *value)
{
    static const char digits[] = "0123456789abcdef";
    *value = 0;
    for (size_t i = 0; i < 16; i++) {
        const char *digit = text[i] != '\0' ? strchr(digits, text[i]) : NULL;
        if (digit == NULL)
            return false;
        *value = *value << 4 | (uint64_t)(digit - digits);
    }
    return text[16] == '\0';
}
