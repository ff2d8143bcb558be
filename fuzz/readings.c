/* readings.c: copies bytes, compares the mistakes that two readings of them found, and finds files in them.
 */
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

static const char head[] = "=== ";
enum { HEAD = sizeof head - 1 };

static uint64_t find_head(al_span input, uint64_t from)
{
    for (uint64_t i = from; i + HEAD <= input.len; i++)
        if ((i == 0 || al_u8_at(input, i - 1) == '\n') && memcmp(input.ptr + i, head, HEAD) == 0)
            return i;
    return input.len;
}

bool input_files_next(al_span input, uint64_t *at, input_file *file)
{
    const uint64_t start = find_head(input, *at);
    if (start == input.len)
        return false;
    const uint64_t next = find_head(input, start + HEAD);
    uint64_t end = start + HEAD; /* of the line */
    while (end < next && al_u8_at(input, end) != '\n')
        end++;
    file->path = al_slice_available(input, start + HEAD, end - start - HEAD);
    file->bytes = al_slice_available(input, end + 1, next > end ? next - end - 1 : 0);
    *at = next;
    return true;
}
