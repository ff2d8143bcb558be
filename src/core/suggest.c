/* suggest.c: the most similar name: with the fewest letters added, left out, changed or swapped. */
#include "core/suggest.h"
#include "core/text.h"

#include <string.h>

/* Longer names are not misspelt, but something else. */
enum { MAX_NAME = 64 };

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Keeps three rows of the table: no value of a row is below the least one of the two rows above it, so the
 * table can end where these are above `most`. */
size_t al_edit_distance(const char *a, size_t a_length, const char *b, size_t b_length, bool swaps,
                        size_t most)
{
    size_t rows[3][AL_MOST_COMPARED + 1];
    size_t least_above = 0;
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *second_above = rows[(i + 1) % 3];
        size_t least_here = row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (swaps && i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], second_above[j - 2] + 1, row[j]);
            least_here = least(least_here, row[j], row[j]);
        }
        if (least_here > most && least_above > most)
            return most + 1;
        least_above = least_here;
    }
    return rows[a_length % 3][b_length];
}

void al_suggest(al_suggestion *s, const char *name)
{
    const size_t length = strlen(name);
    if (s->length > MAX_NAME || length > MAX_NAME)
        return;
    const size_t most = 1 + s->length / 3;
    const size_t apart = length > s->length ? length - s->length : s->length - length;
    if (apart > most || (s->best != NULL && apart >= s->distance))
        return; /* each letter more or less is a change: the table can be left out */
    const size_t changes = al_edit_distance(s->meant, s->length, name, length, true, most);
    if (changes <= most && changes < length && (s->best == NULL || changes < s->distance)) {
        s->best = name;
        s->distance = changes;
    }
}

bool al_is_slip(const char *a, const char *b)
{
    while (*a != '\0' && *a == *b) {
        a++;
        b++;
    }
    if (*a == *b || al_is_digit(*a) || al_is_digit(*b))
        return false;
    if (*a == '\0' || *b == '\0')
        return strlen(a) + strlen(b) == 1;
    return strcmp(a + 1, b + 1) == 0 || strcmp(a, b + 1) == 0 || strcmp(a + 1, b) == 0 ||
           (a[0] == b[1] && a[1] == b[0] && strcmp(a + 2, b + 2) == 0);
}
