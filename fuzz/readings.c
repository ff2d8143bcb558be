/* readings.c: compares mistakes, and looks at where they are. */
#include "readings.h"

#include <string.h>

const char *compare_mistakes(const al_mistake *a, const al_mistake *b, size_t size)
{
    if (a->no_memory || b->no_memory)
        return NULL;
    if (a->line < 1 || a->column < 1 || a->line > size + 1 || a->column > size + 1)
        return "a mistake is nowhere in the file";
    if (a->text[0] == '\0')
        return "a mistake without a sentence";
    const bool same = a->line == b->line && a->column == b->column && strcmp(a->text, b->text) == 0;
    return same ? NULL : "the same bytes have another mistake";
}
