/* digits.c: digits to numbers, with an eye on overflow. */
#include "core/digits.h"

#include <stddef.h>
#include <string.h>

/* Reads the digits in front and says where they end; false when there are none or too many. */
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
