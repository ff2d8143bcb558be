/* line_breaks.c: counts line breaks in blocks, and searches for the last one backwards. */
#include "core/reduce/line_breaks.h"

#include "core/compiler.h"

enum { BLOCK = 128 }; /* a uint8_t can count the line breaks of a block */

/* Reads one byte after the block. A loop without branches, for vector units. */
static inline uint8_t count_breaks(const uint8_t *p, size_t length)
{
    uint8_t count = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t feed = p[i] == '\n', back = p[i] == '\r', feed_next = p[i + 1] == '\n';
        count = (uint8_t)(count + (feed | (back & (feed_next ^ 1))));
    }
    return count;
}

static bool is_break(al_span s, uint64_t at)
{
    return s.ptr[at] == '\n' || (s.ptr[at] == '\r' && al_u8_at(s, at + 1) != '\n');
}

uint64_t al_count_columns(al_span s, uint64_t at, uint64_t end, bool utf8)
{
    const uint64_t most = end < s.len ? end : s.len;
    const uint8_t mask = utf8 ? 0xC0 : 0,
                  continuation = utf8 ? 0x80 : 1; /* without `utf8`, no byte matches */
    uint64_t count = 0;
    for (uint64_t i = at; i < most; i++)
        count += (s.ptr[i] & mask) != continuation && s.ptr[i] != '\r';
    return count;
}

AL_WIDE al_line_breaks al_find_line_breaks(al_span s, uint64_t at, uint64_t end)
{
    const uint64_t most = end < s.len ? end : s.len;
    al_line_breaks found = {.end = at};
    uint64_t next = at;
    while (next < most && next + 1 < s.len) {
        const uint64_t stop = most < s.len ? most : s.len - 1; /* there is a byte after each block */
        const uint64_t left = stop - next;
        const uint8_t *p = s.ptr + next;
        found.count += left >= BLOCK ? count_breaks(p, BLOCK) : count_breaks(p, (size_t)left);
        next += left < BLOCK ? left : BLOCK;
    }
    if (next < most)
        found.count += is_break(s, next);
    if (found.count == 0)
        return found;
    found.end = most;
    while (!is_break(s, found.end - 1))
        found.end--;
    return found;
}
