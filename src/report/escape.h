/* escape.h: makes paths and bytes of files fit to print, by al_escape. */
#ifndef ASSETLINT_REPORT_ESCAPE_H
#define ASSETLINT_REPORT_ESCAPE_H

#include <stddef.h>
#include <stdio.h>

/* What is written in front of a path at the start of a line: "./" if the path begins with `::`, which CI
 * systems take for a command; else "". */
const char *before_path(const char *path);

/* Writes escaped text without allocating memory. */
void write_escaped(FILE *out, const char *text, size_t length);

/* Returns escaped text, to be freed; NULL when out of memory. */
char *escaped_copy(const char *text, size_t length);

#endif
