/* classes.h: how far the bytes of a text are of a kind, for those who read texts piece by piece. */
#ifndef AL_CORE_REDUCE_CLASSES_H
#define AL_CORE_REDUCE_CLASSES_H

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* Which kinds each byte is of, a bit for each. */
typedef struct al_classes {
    uint8_t of[256];
} al_classes;

/* How many bytes from `at` on are of one of the kinds; 0 behind the end. Here, since most runs are short. */
static inline size_t al_count_of_class(al_span s, uint64_t at, const al_classes *classes, uint8_t kinds)
{
    if (at >= s.len)
        return 0;
    const uint8_t *const start = s.ptr + at, *const end = s.ptr + s.len;
    const uint8_t *p = start;
    while (p < end && (classes->of[*p] & kinds) != 0)
        p++;
    return (size_t)(p - start);
}

#endif
