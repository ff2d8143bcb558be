/* shells.h: what the generators of completions and of the manual share. All of it follows from cli/manual.h
 * and the catalogue. A write that fails is left to ferror.
 */
#ifndef ASSETLINT_TOOLS_SHELLS_H
#define ASSETLINT_TOOLS_SHELLS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/manual.h"

void write_bash(FILE *out);
void write_zsh(FILE *out);
void write_fish(FILE *out);

/* Writes a page of the manual from its template, a line of which may ask for a part; false when there is no
 * such part. */
bool write_manual(FILE *out, FILE *template_file);

/* How long the part of a text is that says what an option is for. */
size_t brief_length(const char *text);

/* Writes a text between single quotes, within which `quote` stands for a quote. */
void write_quoted(FILE *out, const char *text, size_t length, const char *quote);

/* Writes words, each behind `before`. */
void write_words(FILE *out, manual_words *words, const char *before);

/* The same for the ids of all rules, and for the globs of the rules of a prefix, `xmf/` with `star` behind.
 */
void write_rules(FILE *out, const char *before, const char *star);

#endif
