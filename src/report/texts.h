/* texts.h: builds and escapes strings, and keeps lists of them. */
#ifndef ASSETLINT_REPORT_TEXTS_H
#define ASSETLINT_REPORT_TEXTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "core/compiler.h"

/* Formats like printf into a new string, to be freed; NULL when out of memory. */
char *text_of(const char *format, ...) AL_PRINTF(1, 2);

enum { JOINED_PARTS = 16 };

/* At most JOINED_PARTS parts, one behind the other, to be freed; NULL when out of memory. */
char *joined_text(const char *const *parts, size_t count);

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

/* A list that owns its strings. */
typedef struct text_list {
    char **items;
    size_t count, capacity;
} text_list;

/* Adds a string, and owns it even if that fails. False when out of memory, or when `text` is NULL. */
bool text_list_add(text_list *list, char *text);
void text_list_end(text_list *list);

#endif
