/* page.h: breaks text into lines that fit a terminal, and its colours. */
#ifndef ASSETLINT_REPORT_PAGE_H
#define ASSETLINT_REPORT_PAGE_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct page {
    FILE *out;
    int width;  /* columns of a line; 0: no limit */
    int indent; /* the column where lines begin, unless page_to goes further left */
    int column; /* columns that are filled */
    int blanks; /* to be written before the next word if it fits on this line */
} page;

/* The columns that UTF-8 text takes: two for an East Asian character, none for a combining mark. */
int columns_of(const char *text);

/* Writes text, and breaks lines at blanks; a word longer than a line behind a slash, or anywhere if it has
 * none. A line end in the text ends the line. */
void page_text(page *p, const char *text);

/* The same, but begins a new line first if this one has no room for the whole text. */
void page_phrase(page *p, const char *text);

/* Writes as much of a text without line ends as fits into this line. */
void page_fit(page *p, const char *text);

/* The rest of a text behind so many columns. */
const char *behind_columns(const char *text, int columns);

/* Moves right to a column; does nothing if the line is already filled that far. */
void page_to(page *p, int column);

/* Writes a sequence that switches colours and takes no column, or text that may be longer than a line. */
void page_mark(page *p, const char *sequence);

void page_end_line(page *p);

/* The sequences that switch a terminal's colours; all are "" without colours. */
typedef struct palette {
    const char *path, *quiet, *reset;
    const char *level[AL_ERROR + 1];
    const char *good, *bad;
} palette;

const palette *palette_for(bool color);

#endif
