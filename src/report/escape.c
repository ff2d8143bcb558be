/* escape.c: al_escape for output streams, and for strings of any length. */
#include "report/escape.h"

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE_LENGTH = 4, PIECE = 256 };

static bool is_continuation(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* How many bytes to write at once. A character, which has at most three continuation bytes, is never split,
 * and neither is `##[`: al_escape changes it. */
static size_t next_piece(const char *text, size_t length)
{
    size_t piece = length < PIECE ? length : PIECE;
    if (piece == length)
        return piece;
    while (piece > PIECE - 3 && is_continuation(text[piece]))
        piece--;
    for (size_t i = 0; i < 2 && text[piece - 1] == '#'; i++)
        piece--;
    return piece;
}

const char *before_path(const char *path)
{
    return strncmp(path, "::", 2) == 0 ? "./" : "";
}

void write_escaped(FILE *out, const char *text, size_t length)
{
    char escaped[PIECE * ESCAPE_LENGTH + 1];
    for (size_t at = 0; at < length;) {
        const size_t piece = next_piece(text + at, length - at);
        (void)fwrite(escaped, 1, al_escape(text + at, piece, escaped, sizeof escaped), out);
        at += piece;
    }
}

char *escaped_copy(const char *text, size_t length)
{
    const size_t size = al_escape(text, length, NULL, 0) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        (void)al_escape(text, length, copy, size);
    return copy;
}
