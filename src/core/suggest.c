/* suggest.c: the nearest name by how many letters were added, left out, changed or swapped. */
#include "core/suggest.h"

#include <string.h>

enum { LONGEST_NAME = 64 };

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Damerau's distance, where a swap of two neighbours counts once. Three rows of its table are enough. */
static size_t distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t rows[3][LONGEST_NAME + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *above_that = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], above_that[j - 2] + 1, row[j]);
        }
    }
    return rows[a_length % 3][b_length];
}

void al_suggest(al_suggestion *s, const char *name)
{
    const size_t length = strlen(name);
    if (s->length > LONGEST_NAME || length > LONGEST_NAME)
        return;
    const size_t far = 1 + s->length / 3;
    const size_t near = distance(s->meant, s->length, name, length);
    if (near <= far && near < length && (s->best == NULL || near < s->distance)) {
        s->best = name;
        s->distance = near;
    }
}
