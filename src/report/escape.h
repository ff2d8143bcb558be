/* escape.h: makes paths and bytes of files fit to print, as the library does with its own strings. */
#ifndef ASSETLINT_REPORT_ESCAPE_H
#define ASSETLINT_REPORT_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/* Writes text as al_escape shows it. Takes no memory. */
void write_escaped(FILE *out, const char *text, size_t length);

/* The same as a string, to be freed; NULL when out of memory. */
char *escaped_copy(const char *text, size_t length);

#endif
