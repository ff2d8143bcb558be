/* texts.h: strings that are made while a report is, and lists of them. */
#ifndef ASSETLINT_REPORT_TEXTS_H
#define ASSETLINT_REPORT_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/compiler.h"

/* What printf would print, to be freed; NULL when out of memory. */
char *text_of(const char *format, ...) AL_PRINTF(1, 2);

/* Text as Markdown shows it: what would be markup is escaped, but for code between backticks. To be freed;
 * NULL when out of memory. */
char *markdown_of(const char *text);

/* Text as XML and HTML have it, between tags and in quoted attributes. It has been through al_escape, so it
 * holds no character that these forbid. To be freed; NULL when out of memory. */
char *xml_of(const char *text);

/* The titles of a set of games, with commas between them; all of them fit. */
typedef struct game_text {
    char text[256];
} game_text;
game_text games_of(unsigned games);

/* A growing list of strings that it owns. */
typedef struct text_list {
    char **items;
    size_t count, capacity;
} text_list;

/* Takes over the string, also when it fails; false when out of memory, and when `text` is NULL. */
bool text_list_add(text_list *list, char *text);
void text_list_end(text_list *list);

#endif
