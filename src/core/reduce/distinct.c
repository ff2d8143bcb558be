/* distinct.c: counts distinct values. */
#include "core/reduce/distinct.h"

#include <string.h>

#include "core/reduce/load.h"

uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest, uint8_t *marks)
{
    uint32_t count = 0;
    if (greatest < s.len) { /* to count the marks afterwards is faster than to look at each before */
        for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride)
            marks[al_load_u16_in(s.ptr + i, s.big_endian)] = 1;
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
