/* escape.c: UTF-8 as it is, all else as \xNN: what ends up on a terminal, in JSON and in URIs. */
#include "report/escape.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE_LENGTH = 4 };

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xC0) == 0x80;
}

/* Overlong forms, surrogates and what is above U+10FFFF are told by the second byte. */
static bool second_byte_fits(uint8_t lead, uint8_t second)
{
    const uint8_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const uint8_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

size_t utf8_character(const char *text, size_t length)
{
    uint8_t b[4] = {0};
    memcpy(b, text, length < sizeof b ? length : sizeof b);
    if (length > 0 && b[0] < 0x80)
        return 1;
    if (b[0] < 0xC2 || b[0] > 0xF4)
        return 0;
    const size_t size = b[0] < 0xE0 ? 2 : b[0] < 0xF0 ? 3 : 4;
    if (size > length || !second_byte_fits(b[0], b[1]))
        return 0;
    for (size_t i = 2; i < size; i++)
        if (!is_continuation(b[i]))
            return 0;
    return size;
}

/* C0, DEL, C1 (some terminals obey them) and the two non-characters that XML forbids. */
static bool is_control(const char *text, size_t size)
{
    const uint8_t first = (uint8_t)text[0];
    const uint8_t second = size > 1 ? (uint8_t)text[1] : 0;
    const uint8_t third = size > 2 ? (uint8_t)text[2] : 0;
    return (size == 1 && (first < 0x20 || first == 0x7F)) || (size == 2 && first == 0xC2 && second < 0xA0) ||
           (size == 3 && first == 0xEF && second == 0xBF && third >= 0xBE);
}

/* Puts the printable form of the character at `text` into `form`, its length into `form_length`; returns how
 * many bytes of text that was. */
static size_t next_form(const char *text, size_t length, char form[ESCAPE_LENGTH], size_t *form_length)
{
    static const char digits[] = "0123456789ABCDEF";
    const size_t size = utf8_character(text, length);
    if (size > 0 && !is_control(text, size)) {
        memcpy(form, text, size);
        *form_length = size;
        return size;
    }
    const uint8_t byte = (uint8_t)text[0];
    const char escape[ESCAPE_LENGTH] = {'\\', 'x', digits[byte >> 4], digits[byte & 0xF]};
    memcpy(form, escape, sizeof escape);
    *form_length = sizeof escape;
    return 1;
}

void write_escaped(FILE *out, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        char form[ESCAPE_LENGTH];
        size_t form_length;
        at += next_form(text + at, length - at, form, &form_length);
        (void)fwrite(form, 1, form_length, out);
    }
}

char *escaped_copy(const char *text, size_t length)
{
    if (length > (SIZE_MAX - 1) / ESCAPE_LENGTH)
        return NULL;
    char *copy = malloc(length * ESCAPE_LENGTH + 1);
    if (copy == NULL)
        return NULL;
    size_t end = 0;
    for (size_t at = 0; at < length;) {
        size_t form_length;
        char form[ESCAPE_LENGTH];
        at += next_form(text + at, length - at, form, &form_length);
        memcpy(copy + end, form, form_length);
        end += form_length;
    }
    copy[end] = '\0';
    return copy;
}
