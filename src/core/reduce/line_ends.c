/* line_ends.c: whether each line feed has a carriage return before it. */
#include "core/reduce/line_ends.h"

#include <string.h>

#include "core/compiler.h"

/* So few bytes that one byte counts their line feeds, and that a file which has any usually ends after one or
 * two: in bytes made by chance every 256th is one. */
enum { BLOCK = 128 };

typedef struct block_sum {
    uint8_t feeds;
    uint8_t alone; /* not 0: one of them has no carriage return before it */
} block_sum;

/* Of the bytes from `p` on, behind one more. A loop without branches, for the vector units. */
static inline block_sum sum_block(const uint8_t *p, size_t length)
{
    block_sum sum = {.feeds = 0};
    for (size_t i = 0; i < length; i++) {
        const uint8_t feed = p[i] == '\n', paired = *(p + i - 1) == '\r';
        sum.feeds = (uint8_t)(sum.feeds + feed);
        sum.alone = (uint8_t)(sum.alone | (feed & (paired ^ 1)));
    }
    return sum;
}

AL_WIDE bool al_all_line_feeds_paired(al_span s, al_line_ends *out)
{
    size_t at = 1;
    *out = (al_line_ends){.count = 0};
    if (s.len == 0 || s.ptr[0] == '\n')
        return false;
    while (at < s.len) {
        const size_t left = s.len - at;
        const block_sum sum = left >= BLOCK ? sum_block(s.ptr + at, BLOCK) : sum_block(s.ptr + at, left);
        if (sum.alone != 0)
            return false;
        out->count += sum.feeds;
        at += left < BLOCK ? left : BLOCK;
    }
    if (out->count == 0)
        return false;
    const uint8_t *first = memchr(s.ptr, '\n', s.len);
    out->first = (uint64_t)(first - s.ptr) - 1;
    return true;
}
