/* markdown.h: texts of ours as GitHub's Markdown, so that nothing in them is taken for markup by accident.
 *
 * Our texts know one markup, code between backticks; it stays. A write that fails is left to ferror.
 */
#ifndef ASSETLINT_TOOLS_MARKDOWN_H
#define ASSETLINT_TOOLS_MARKDOWN_H

#include <stdio.h>

/* Where a text stands: a bar ends a cell even within code, and a cell has no second line. */
typedef enum md_place { MD_PARAGRAPH, MD_CELL } md_place;

void md_text(FILE *out, const char *text, md_place place);

/* What follows the # in a link to a heading, as GitHub makes it: without punctuation, in small letters. */
void md_anchor(FILE *out, const char *heading);

#endif
