/* markdown.h: writes our texts as GitHub's Markdown, and escapes all markup but code between backticks.
 *
 * The caller tests ferror after all writes.
 */
#ifndef ASSETLINT_TOOLS_MARKDOWN_H
#define ASSETLINT_TOOLS_MARKDOWN_H

#include <stdio.h>

/* The place of a text: a bar ends a cell even within code, and a cell has only one line. */
typedef enum md_place { MD_PARAGRAPH, MD_CELL } md_place;

void md_text(FILE *out, const char *text, md_place place);

/* The part of a link after the #, as GitHub makes it from a heading: without punctuation, in lower case. */
void md_anchor(FILE *out, const char *heading);

#endif
