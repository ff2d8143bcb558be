/* input_files.c: finds the files in an input. */
#include "input_files.h"

#include <string.h>

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
