/* text.c: UTF-8 as Unicode's table 3-7 has it, and \xNN for the rest. */
#include "core/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "core/reduce/characters.h"
#include "core/span.h"

/* Bytes of the well-formed sequence that a lead byte starts, with the range of its second byte; 0 for a byte
 * that starts none. The narrowed ranges keep out overlong forms, surrogates and what is above U+10FFFF. */
static size_t sequence(uint8_t lead, uint8_t *low, uint8_t *high)
{
    *low = 0x80;
    *high = 0xBF;
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead <= 0xDF)
        return 2;
    if (lead >= 0xE0 && lead <= 0xEF) {
        *low = lead == 0xE0 ? 0xA0 : 0x80;
        *high = lead == 0xED ? 0x9F : 0xBF;
        return 3;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        *low = lead == 0xF0 ? 0x90 : 0x80;
        *high = lead == 0xF4 ? 0x8F : 0xBF;
        return 4;
    }
    return 0;
}

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

size_t al_character(const char *text, size_t len)
{
    uint8_t b[4] = {0}, low, high;
    memcpy(b, text, len < sizeof b ? len : sizeof b);
    const size_t n = len > 0 ? sequence(b[0], &low, &high) : 0;
    if (n <= 1)
        return n;
    if (n > len || b[1] < low || b[1] > high)
        return 0;
    return (n < 3 || is_continuation(b[2])) && (n < 4 || is_continuation(b[3])) ? n : 0;
}

/* Bytes of the character at `text` when it can be printed as it is, otherwise 0. */
static size_t printable(const char *text, size_t len)
{
    uint8_t b[4] = {(uint8_t)text[0]};
    if (b[0] >= 0x20 && b[0] < 0x7F) /* nearly always */
        return 1;
    const size_t n = al_character(text, len);
    memcpy(b, text, n);
    if (n <= 1)
        return 0;
    if (b[0] == 0xC2 && b[1] < 0xA0) /* U+0080 to U+009F: C1 controls, some terminals obey them */
        return 0;
    if (b[0] == 0xEF && b[1] == 0xBF && b[2] >= 0xBE) /* U+FFFE, U+FFFF */
        return 0;
    return n;
}

size_t al_escape(const char *text, size_t len, char *out, size_t size)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t written = 0;
    bool full = size == 0;
    size_t end = 0;                                                          /* of what is in `out` */
    if (len > 0 && len < size && al_is_plain_ascii(al_span_of(text, len))) { /* nearly always */
        memcpy(out, text, len);
        out[len] = '\0';
        return len;
    }
    for (size_t at = 0; at < len;) {
        const size_t n = printable(text + at, len - at);
        const uint8_t byte = (uint8_t)text[at];
        const char escape[4] = {'\\', 'x', digits[byte >> 4], digits[byte & 0xF]};
        const size_t add = n > 0 ? n : sizeof escape;
        full = full || written + add >= size;
        if (!full) {
            memcpy(out + written, n > 0 ? text + at : escape, add);
            end = written + add;
        }
        written += add;
        at += n > 0 ? n : 1;
    }
    if (size > 0)
        out[end] = '\0';
    return written;
}

char *al_escape_copy(al_arena *a, const char *text, size_t len)
{
    if (len > 0 && al_is_plain_ascii(al_span_of(text, len)))
        return al_copy_text(a, text, len);
    const size_t length = al_escape(text, len, NULL, 0);
    char *copy = al_alloc(a, (uint64_t)length + 1, 1);
    if (copy != NULL)
        (void)al_escape(text, len, copy, length + 1);
    return copy;
}

/* ---- Comparisons --------------------------------------------------------------------------------------- */

/* ASCII alone: the answer must not depend on the locale. */
static uint8_t lower(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

bool al_same_text(const char *a, const char *b, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (lower((uint8_t)a[i]) != lower((uint8_t)b[i]))
            return false;
    return true;
}

int al_compare_text(al_span a, al_span b)
{
    for (uint64_t i = 0;; i++) {
        const uint8_t x = lower(al_u8_at(a, i)), y = lower(al_u8_at(b, i)); /* 0 beyond the end */
        if (x != y)
            return x < y ? -1 : 1;
        if (x == '\0')
            return 0;
    }
}

bool al_ends_with(const char *name, const char *end, size_t len)
{
    const size_t length = strlen(name);
    return length >= len && al_same_text(name + length - len, end, len);
}

bool al_has_extension(const char *name, const char *extension, size_t len)
{
    const size_t length = strlen(name);
    return length > len + 1 && name[length - len - 1] == '.' && al_ends_with(name, extension, len);
}
