/* readings.c: copies bytes, and compares the mistakes that two readings of them found. */
#include "readings.h"

#include <stdlib.h>
#include <string.h>

uint8_t *exact_copy(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy != NULL && size > 0)
        memcpy(copy, data, size);
    return copy;
}

const char *compare_readings(const al_mistake *a, const al_mistake *b, size_t size)
{
    if (a == NULL && b == NULL)
        return NULL;
    if (a == NULL || b == NULL)
        return "the same bytes are accepted only once";
    if (a->no_memory || b->no_memory)
        return NULL;
    if (a->line < 1 || a->column < 1 || a->line > size + 1 || a->column > size + 1)
        return "a mistake is nowhere in the file";
    if (a->text[0] == '\0')
        return "a mistake without a sentence";
    const bool same = a->line == b->line && a->column == b->column && strcmp(a->text, b->text) == 0;
    return same ? NULL : "the same bytes have another mistake";
}
