/* texts.c: builds and escapes strings. */
#include "report/texts.h"

#include <assert.h>
#include <assetlint/assetlint.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_of(const char *format, ...)
{
    char usual[512]; /* most texts fit, and are formatted once */
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(usual, sizeof usual, format, values);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text != NULL && (size_t)length < sizeof usual)
        memcpy(text, usual, (size_t)length + 1);
    else if (text != NULL)
        (void)vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(values);
    return text;
}

char *joined_text(const char *const *parts, size_t count)
{
    size_t size = 1, lengths[JOINED_PARTS];
    assert(count <= JOINED_PARTS);
    for (size_t i = 0; i < count; i++) {
        lengths[i] = parts[i][0] == '\0' ? 0 : strlen(parts[i]); /* many are empty */
        size += lengths[i];
    }
    char *text = malloc(size), *end = text;
    for (size_t i = 0; i < count && text != NULL; end += lengths[i++])
        if (lengths[i] > 0)
            memcpy(end, parts[i], lengths[i]);
    if (text != NULL)
        *end = '\0';
    return text;
}

char *markdown_of(const char *text)
{
    static const char markup[] = "\\*_[]<>~&|";
    char *escaped = malloc(2 * strlen(text) + 1);
    if (escaped == NULL)
        return NULL;
    size_t end = 0;
    bool in_code = false;
    for (; *text != '\0'; text++) {
        in_code = in_code != (*text == '`');
        /* A bar ends the cell of a table even inside of code. */
        if (strchr(markup, *text) != NULL && (!in_code || *text == '|'))
            escaped[end++] = '\\';
        escaped[end++] = *text;
    }
    escaped[end] = '\0';
    return escaped;
}

static const char *entity_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return "";
    }
}

char *xml_of(const char *text)
{
    enum { LONGEST = sizeof "&quot;" - 1 };
    const size_t length = strlen(text);
    char *escaped = length < SIZE_MAX / LONGEST ? malloc(LONGEST * length + 1) : NULL;
    char *end = escaped;
    while (escaped != NULL) {
        const size_t plain = strcspn(text, "&<>\"'");
        memcpy(end, text, plain);
        end += plain;
        text += plain;
        if (*text == '\0')
            break;
        const char *entity = entity_of(*text++);
        memcpy(end, entity, strlen(entity));
        end += strlen(entity);
    }
    if (escaped != NULL)
        *end = '\0';
    return escaped;
}

game_text games_of(unsigned games)
{
    game_text titles = {.text = ""};
    for (size_t i = 0; al_game_title(i) != NULL; i++) {
        const size_t length = strlen(titles.text);
        if ((games >> i & 1) != 0)
            (void)snprintf(titles.text + length, sizeof titles.text - length, "%s%s", length > 0 ? ", " : "",
                           al_game_title(i));
    }
    return titles;
}

bool text_list_add(text_list *list, char *text)
{
    if (text == NULL)
        return false;
    if (list->count == list->capacity) {
        const size_t capacity = list->capacity == 0 ? 16 : list->capacity * 2;
        char **items =
            capacity > SIZE_MAX / sizeof *items ? NULL : realloc(list->items, capacity * sizeof *items);
        if (items == NULL) {
            free(text);
            return false;
        }
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = text;
    return true;
}

void text_list_end(text_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (text_list){0};
}
