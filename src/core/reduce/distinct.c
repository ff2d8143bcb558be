/* distinct.c: counts distinct values. */
#include "core/reduce/distinct.h"

#include <string.h>

#include "core/reduce/load.h"

/* Marks the values. Inlined with a constant byte order. */
static inline void mark(al_span s, size_t stride, size_t at, bool big_endian, uint8_t *marks)
{
    const size_t behind = s.len >= 2 ? s.len - 1 : 0; /* no value begins there */
    for (size_t i = at; i < behind; i += stride)
        marks[al_load_u16_in(s.ptr + i, big_endian)] = 1;
}

uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks)
{
    uint32_t count = 0;
    if (greatest < s.len) { /* to count the marks afterwards is faster than to look at each before */
        if (s.big_endian)
            mark(s, stride, at, true, marks);
        else
            mark(s, stride, at, false, marks);
        for (size_t i = 0; i <= greatest; i++)
            count += marks[i];
        memset(marks, 0, (size_t)greatest + 1);
        return count;
    }
    for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride) {
        const uint16_t value = al_load_u16_in(s.ptr + i, s.big_endian);
        count += marks[value] == 0;
        marks[value] = 1;
    }
    for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride)
        marks[al_load_u16_in(s.ptr + i, s.big_endian)] = 0;
    return count;
}
