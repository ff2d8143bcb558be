/* unmarked.c: counts marks in blocks. */
#include "core/reduce/unmarked.h"

#include <string.h>

#include "core/compiler.h"

enum { BLOCK = 128 }; /* a uint8_t can count the bytes of a block */

/* A loop without branches, for vector units. */
static inline uint8_t count_zeros(const uint8_t *p, size_t length)
{
    uint8_t count = 0;
    for (size_t i = 0; i < length; i++)
        count = (uint8_t)(count + (p[i] == 0));
    return count;
}

AL_WIDE uint64_t al_count_unmarked(al_span marks)
{
    uint64_t count = 0;
    size_t at = 0;
    for (; marks.len - at >= BLOCK; at += BLOCK)
        count += count_zeros(marks.ptr + at, BLOCK);
    return count + (marks.len > at ? count_zeros(marks.ptr + at, marks.len - at) : 0);
}

uint64_t al_find_unmarked(al_span marks, uint64_t from)
{
    const uint8_t *found = from < marks.len ? memchr(marks.ptr + from, 0, marks.len - (size_t)from) : NULL;
    return found != NULL ? (uint64_t)(found - marks.ptr) : marks.len;
}
