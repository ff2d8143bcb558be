/* text.h: makes untrusted text fit to print (al_escape), and compares names. */
#ifndef AL_CORE_TEXT_H
#define AL_CORE_TEXT_H

#include <assetlint/assetlint.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/arena.h"
#include "core/span.h"

/* Bytes of the UTF-8 character at the start of a text; 0 when it starts with none. */
size_t al_utf8_length(const char *text, size_t len);

/* al_escape in memory of the arena; NULL when that is short. */
char *al_escape_copy(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* The bytes with a NUL behind them, in memory of the arena; NULL when that is short. */
char *al_copy_bytes(al_arena *a, al_span bytes) AL_MUST_USE;

/* Whether two texts are the same: for names of which most differ in their first byte. */
static inline bool al_text_equals(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

/* Comparisons of names that ignore the case of ASCII letters. */
bool al_same_ignoring_case(const char *a, const char *b, size_t len);
int al_compare_ignoring_case(al_span a, al_span b); /* up to a NUL or the end of the span, as memcmp */
bool al_ends_with(const char *name, const char *end, size_t len);

/* The small letter of a capital of ASCII; any other byte as it is. */
uint8_t al_to_lower(uint8_t byte);

/* The same for each byte of a text, where it lies, and in copies in memory of the arena; NULL when that
 * is short. */
void al_make_lower(char *text, size_t len);
char *al_lower_copy(al_arena *a, const char *text, size_t len) AL_MUST_USE;
char *al_lower_bytes(al_arena *a, al_span bytes) AL_MUST_USE;

/* Whether `name` ends in a dot and `extension`, with something before it. */
bool al_has_extension(const char *name, const char *extension, size_t len);

/* The same for one of several extensions, with blanks between them. */
bool al_has_extension_of(const char *name, const char *extensions);

#endif
