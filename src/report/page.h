/* page.h: words in lines that end before the edge of a terminal. */
#ifndef ASSETLINT_REPORT_PAGE_H
#define ASSETLINT_REPORT_PAGE_H

#include <stdio.h>

typedef struct page {
    FILE *out;
    int width;  /* columns of a line; 0: lines have no end */
    int indent; /* where lines begin, but for what page_to puts further left */
    int column; /* how far the line is filled */
    int blanks; /* that come before the next word if that fits */
} page;

/* Columns that a text of UTF-8 takes: two for each character of East Asia, none for an accent of its own. */
int columns_of(const char *text);

/* Writes words, and breaks lines at blanks, or anywhere in what is longer than a line. A line end in the text
 * ends the line. */
void page_text(page *p, const char *text);

/* The same, on a new line where this one has no room for all of it. */
void page_phrase(page *p, const char *text);

/* Goes on at that column, or where the line is if that is further right. */
void page_to(page *p, int column);

/* Writes what takes no column: a sequence that switches colours. */
void page_mark(page *p, const char *sequence);

void page_end_line(page *p);

#endif
