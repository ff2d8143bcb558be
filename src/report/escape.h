/* escape.h: makes paths and bytes of files fit to print, as the library does with its own strings. */
#ifndef ASSETLINT_REPORT_ESCAPE_H
#define ASSETLINT_REPORT_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/* Bytes of the UTF-8 character at the start of `length` bytes of text; 0 when they start with none. */
size_t utf8_character(const char *text, size_t length);

/* Writes text with \xNN for each byte that isn't UTF-8 or belongs to a control character. */
void write_escaped(FILE *out, const char *text, size_t length);

/* The same as a string, to be freed; NULL when out of memory. */
char *escaped_copy(const char *text, size_t length);

#endif
