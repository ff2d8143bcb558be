/* line_ends.c: tests that each line feed has a carriage return before it. */
#include "core/reduce/line_ends.h"

#include <string.h>

#include "core/compiler.h"

/* A uint8_t can count the line feeds of a block. In random bytes every 256th is a line feed, so that most
 * files are decided after a few blocks. */
enum { BLOCK = 128 };

typedef struct block_sum {
    uint8_t feeds;
    uint8_t unpaired; /* not 0: a line feed has no carriage return before it */
} block_sum;

/* Reads one byte before `p`. A loop without branches, for vector units. */
static inline block_sum sum_block(const uint8_t *p, size_t length)
{
    block_sum sum = {.feeds = 0};
    for (size_t i = 0; i < length; i++) {
        const uint8_t feed = p[i] == '\n', paired = *(p + i - 1) == '\r';
        sum.feeds = (uint8_t)(sum.feeds + feed);
        sum.unpaired = (uint8_t)(sum.unpaired | (feed & (paired ^ 1)));
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
        if (sum.unpaired != 0)
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
