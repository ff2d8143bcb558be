/* windows_text.c: converts between UTF-8 and UTF-16. Names of files may contain unpaired surrogates, which
 * Windows' own functions replace: a file with such a name could then never be opened. */
#include "platform/windows_text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    HIGH_SURROGATE = 0xD800, /* the first; each surrogate of a pair has 10 bits */
    LOW_SURROGATE = 0xDC00,  /* the first */
    AFTER_SURROGATES = 0xE000,
    FIRST_PAIR = 0x10000,
    LAST_CHARACTER = 0x10FFFF,
    SURROGATE_BITS = 10,
    SURROGATE_MASK = 0x3FF,
    TAIL_BITS = 6, /* in each byte after the first */
    TAIL_MASK = 0x3F
};

/* Reads the character at the start of a text, also an unpaired surrogate; 0 at the end of the text. Returns
 * its length in bytes, 0 if it is not UTF-8. */
static size_t decode(const unsigned char *text, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, FIRST_PAIR};
    const unsigned char first = text[0];
    const size_t length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4)
        return 0;
    *character = length == 1 ? first : first & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *character = *character << TAIL_BITS | (text[i] & TAIL_MASK);
    }
    return *character >= least[length] && *character <= LAST_CHARACTER ? length : 0;
}

wchar_t *al_wide_text(const char *text)
{
    const unsigned char *from = (const unsigned char *)text;
    wchar_t *wide =
        calloc(strlen(text) + 1, sizeof *wide); /* no character has more UTF-16 units than UTF-8 bytes */
    if (wide == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    for (wchar_t *to = wide; *from != 0;) {
        uint32_t character = 0;
        const size_t length = decode(from, &character);
        if (length == 0) {
            free(wide);
            errno = EILSEQ;
            return NULL;
        }
        from += length;
        if (character >= FIRST_PAIR) {
            *to++ = (wchar_t)(HIGH_SURROGATE + ((character - FIRST_PAIR) >> SURROGATE_BITS));
            *to++ = (wchar_t)(LOW_SURROGATE + ((character - FIRST_PAIR) & SURROGATE_MASK));
        } else {
            *to++ = (wchar_t)character;
        }
    }
    return wide;
}

/* Writes a character at `to`; returns the position after it. */
static char *encode(char *to, uint32_t character)
{
    const unsigned tails = character < 0x80 ? 0 : character < 0x800 ? 1 : character < FIRST_PAIR ? 2 : 3;
    static const unsigned marks[] = {0x00, 0xC0, 0xE0, 0xF0};
    *to++ = (char)(marks[tails] | character >> (TAIL_BITS * tails));
    for (unsigned left = tails; left > 0; left--)
        *to++ = (char)(0x80U | (character >> (TAIL_BITS * (left - 1)) & TAIL_MASK));
    return to;
}

char *al_narrow_text(const wchar_t *text, size_t length)
{
    enum { MAX_BYTES = 3 }; /* for one unit; a pair, which is two units, needs four */
    char *narrow = malloc(length * MAX_BYTES + 1);
    if (narrow == NULL) {
        errno = ENOMEM;
        return NULL;
    }
    char *to = narrow;
    for (size_t i = 0; i < length; i++) {
        uint32_t character = text[i];
        const uint32_t next = i + 1 < length ? text[i + 1] : 0;
        if (character >= HIGH_SURROGATE && character < LOW_SURROGATE && next >= LOW_SURROGATE &&
            next < AFTER_SURROGATES) {
            character =
                FIRST_PAIR + ((character - HIGH_SURROGATE) << SURROGATE_BITS) + (next - LOW_SURROGATE);
            i++;
        }
        to = encode(to, character);
    }
    *to = '\0';
    return narrow;
}

char *al_narrow_path(const wchar_t *path, size_t length)
{
    char *narrow = al_narrow_text(path, length);
    for (char *at = narrow; at != NULL && *at != '\0'; at++)
        if (*at == '\\')
            *at = '/';
    return narrow;
}
