/* classes.c: a table look-up for each byte. */
#include "core/reduce/classes.h"

size_t al_count_of_class(al_span s, uint64_t at, const al_classes *classes, uint8_t kinds)
{
    if (at >= s.len)
        return 0;
    const uint8_t *from = s.ptr + at;
    const size_t most = s.len - (size_t)at;
    size_t count = 0;
    while (count < most && (classes->of[from[count]] & kinds) != 0)
        count++;
    return count;
}
