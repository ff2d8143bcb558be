/* text.h: UTF-8, escaping of untrusted text, and comparisons that ignore case. al_escape is in the public
 * header. */
#ifndef AL_CORE_TEXT_H
#define AL_CORE_TEXT_H

#include <assetlint/assetlint.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/arena.h"
#include "core/span.h"

/* Length in bytes of the UTF-8 character at the start of a text; 0 if there is none, or `len` is 0. */
size_t al_utf8_length(const char *text, size_t len);

/* The code point of a UTF-8 character of `n` bytes. */
uint32_t al_code_point(const char *text, size_t n);

/* The result of al_escape in memory of the arena. NULL when out of memory. */
char *al_escape_copy(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* The same, but without a copy of a NUL-terminated text that needs no escaping. */
const char *al_escaped(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* As al_escape, for a NUL-terminated text of any length, of which no more is read than fits. */
void al_escape_start(const char *text, char *out, size_t size);

/* Whether a text begins, after blanks of any kind, with `::`. CI systems obey such a line. */
bool al_begins_command(const char *text);

/* A copy of the bytes with a NUL at the end, in memory of the arena. NULL when out of memory. */
char *al_copy_bytes(al_arena *a, al_span bytes) AL_MUST_USE;

/* True if two texts are equal. Fast for names, most of which differ in the first byte. */
static inline bool al_text_equals(const char *a, const char *b)
{
    return a[0] == b[0] && strcmp(a, b) == 0;
}

/* True for an ASCII digit; the locale has no influence. */
static inline bool al_is_digit(int character)
{
    return character >= '0' && character <= '9';
}

/* The value of a hexadecimal digit, large or small. False, with `*digit` unchanged, if it is none. */
bool al_hex_digit(uint8_t byte, uint32_t *digit);

/* Comparisons that ignore the case of ASCII letters; the locale has no influence. */
bool al_same_ignoring_case(const char *a, const char *b, size_t len);
int al_compare_ignoring_case(al_span a, al_span b); /* up to a NUL or the end; returns as memcmp */
bool al_ends_with(const char *name, const char *end, size_t len);

/* Converts an ASCII capital to lower case; returns other bytes unchanged. */
uint8_t al_to_lower(uint8_t byte);

/* The same for each byte of a text, in place, or in a copy in memory of the arena: NUL-terminated, and NULL
 * when out of memory. */
void al_make_lower(char *text, size_t len);
char *al_lower_copy(al_arena *a, const char *text, size_t len) AL_MUST_USE;
char *al_lower_bytes(al_arena *a, al_span bytes) AL_MUST_USE;

/* The same, but without a copy of a NUL-terminated text of `len` bytes that has no capitals. */
const char *al_in_small(al_arena *a, const char *text, size_t len) AL_MUST_USE;

/* How many bytes of a path are its folder, with the slash. */
static inline size_t al_folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) + 1 : 0;
}

/* The last part of a path. */
static inline const char *al_base_name(const char *path)
{
    return path + al_folder_length(path);
}

/* True if `name` ends in a dot and `extension`, ignoring case, with at least one character before the dot. */
bool al_has_extension(const char *name, const char *extension, size_t len);

/* The same for one of several extensions, in lower case, which spaces separate. The second also gives the
 * index of the first of them that the name has. */
bool al_has_extension_of(const char *name, const char *extensions);
bool al_find_extension(const char *name, const char *extensions, unsigned *index);

#endif
