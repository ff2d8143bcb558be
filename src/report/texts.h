/* texts.h: makes the strings of reports. */
#ifndef ASSETLINT_REPORT_TEXTS_H
#define ASSETLINT_REPORT_TEXTS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/compiler.h"
#include "report/report.h"

/* Formats like printf into a new string, to be freed; NULL when out of memory. */
char *text_of(const char *format, ...) AL_PRINTF(1, 2);

/* Escapes text for Markdown, except for code between backticks. To be freed; NULL when out of memory. */
char *markdown_of(const char *text);

/* Escapes text for XML and HTML, between tags and in quoted attributes. The text must come from al_escape,
 * which removes the characters that XML forbids. To be freed; NULL when out of memory. */
char *xml_of(const char *text);

/* The titles of a set of games, with commas between them; there is room for all games. */
typedef struct game_text {
    char text[256];
} game_text;
game_text games_of(unsigned games);

/* What stands before the help of a rule that `assetlint fix` can help with: a sentence and a blank; or "". */
const char *fix_words(al_fix_kind kind);

/* ---- What is not fit to print -------------------------------------------------------------------------- */

/* What is written in front of a path at the start of a line: "./" if the path begins a command; else "". */
const char *before_path(const char *path);

/* Returns PATH, or PATH!/MEMBER, as lines of a report name a file: with "./" in front where needed, and `:0x`
 * written `\x3A0x`, so that no name forges another file's finding. To be freed; NULL when out of memory. */
char *path_of(const char *path, const char *member);

/* Writes escaped text without allocating memory. */
void write_escaped(FILE *out, const char *text, size_t length);

/* Returns escaped text, to be freed; NULL when out of memory. */
char *escaped_copy(const char *text, size_t length);

/* ---- Findings ------------------------------------------------------------------------------------------ */

/* Whether to show the offset of a finding. An unreadable file may not even exist, so its offset would
 * confuse. */
bool has_offset(const al_finding *finding);

/* The field and the values of a finding: `buffers[0].itemSize = 1, expected 0`, or the parts of this that the
 * finding has. Each value takes at most `most` bytes, below AL_MESSAGE_SIZE; a longer value ends in "...". To
 * be freed; NULL when out of memory. */
char *finding_values(const al_finding *finding, size_t most);

/* Why a file was not checked completely: "a limit stopped the check: WHY", without WHY if no finding says it.
 */
typedef struct unchecked_text {
    char text[64 + AL_MESSAGE_SIZE];
} unchecked_text;
unchecked_text unchecked_words(const al_result *result);

/* "interrupted, 5 more were not checked", or "" if the run was not interrupted. */
typedef struct interrupted_text {
    char text[80];
} interrupted_text;
interrupted_text interrupted_words(const report_totals *totals);

#endif
