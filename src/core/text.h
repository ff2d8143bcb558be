/* text.h: makes text of strangers fit to print: valid UTF-8 without control characters. */
#ifndef AL_CORE_TEXT_H
#define AL_CORE_TEXT_H

#include <stddef.h>

#include "core/arena.h"
#include "core/span.h"

/* Writes `len` bytes of `text` into `out`, which holds `size` bytes, with \xNN for each byte that is not
 * UTF-8 or belongs to a control character (C0, DEL, C1, the non-characters U+FFFE and U+FFFF that XML
 * forbids). Never cuts a character or an escape in two. Returns the length that all of it takes, also when it
 * did not fit. */
size_t al_escape(const char *text, size_t len, char *out, size_t size);

/* The same, in memory of the arena; NULL when that is short. */
char *al_escape_copy(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* Comparisons of names that ignore the case of ASCII letters. */
bool al_same_text(const char *a, const char *b, size_t len);
int al_compare_text(al_span a, al_span b); /* up to a NUL or the end of the span, as memcmp */
bool al_ends_with(const char *name, const char *end, size_t len);

/* Whether `name` ends in a dot and `extension`, with something before it. */
bool al_has_extension(const char *name, const char *extension, size_t len);

#endif
