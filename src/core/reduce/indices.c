/* indices.c: questions to many indices. */
#include "core/reduce/indices.h"

#include <string.h>

#include "core/compiler.h"
#include "core/reduce/floats.h"
#include "core/reduce/load.h"

/* ---- Triangles: three indices of vertices each --------------------------------------------------------- */

static inline void see(uint8_t *seen, uint32_t vertices, uint32_t index)
{
    if (index < vertices)
        seen[index] = 1;
}

/* 1 if two vertices of a triangle are the same, otherwise 0. */
static inline uint64_t degenerate(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint64_t)((a == b) | (b == c) | (c == a));
}

/* Marks the vertices of a triangle as seen; returns 1 if two of them are the same. */
static inline uint64_t see_triangle(uint8_t *seen, uint32_t vertices, uint32_t a, uint32_t b, uint32_t c)
{
    see(seen, vertices, a);
    see(seen, vertices, b);
    see(seen, vertices, c);
    return degenerate(a, b, c);
}

/* Without `seen`, the loop is simple enough for vector units. */
static uint64_t count_degenerate_u16(al_span s)
{
    uint64_t bad = 0;
    for (size_t i = 0; i < s.len / 6; i++) {
        const uint8_t *p = s.ptr + 6 * i;
        bad += degenerate(al_load_u16(p), al_load_u16(p + 2), al_load_u16(p + 4)); /* in any byte order */
    }
    return bad;
}

/* Compares the indices of sixteen triangles at once: `next` and `after` tell which indices are compared with
 * the next one, and with the second next one. */
AL_WIDE bool al_any_degenerate_u16(al_span s)
{
    enum { INDICES = 48 };
    static const uint16_t next[INDICES] = {AL_SIXTEEN(1, 1, 0)};
    static const uint16_t after[INDICES] = {AL_SIXTEEN(1, 0, 0)};
    uint16_t same = 0;
    size_t at = 0;
    for (; s.len - at >= 2 * INDICES + 4; at += (size_t)2 * INDICES) /* plus the two indices that follow */
        for (size_t i = 0; i < INDICES; i++) {
            const uint8_t *p = s.ptr + at + 2 * i;
            const uint16_t a = al_load_u16(p), b = al_load_u16(p + 2),
                           c = al_load_u16(p + 4); /* in any byte order */
            same |= (uint16_t)((a == b ? next[i] : 0) | (a == c ? after[i] : 0));
        }
    return same != 0 || count_degenerate_u16(al_slice_available(s, at, s.len - at)) > 0;
}

uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    if (vertices == 0)
        return count_degenerate_u16(s);
    for (; s.len - at >= 6; at += 6) {
        const uint8_t *p = s.ptr + at;
        bad += see_triangle(seen, vertices, al_load_u16_in(p, s.big_endian),
                            al_load_u16_in(p + 2, s.big_endian), al_load_u16_in(p + 4, s.big_endian));
    }
    for (; s.len - at >= 2; at += 2)
        see(seen, vertices, al_u16_at(s, at));
    return bad;
}

AL_WIDE uint32_t al_max_of_triangles_u32(al_span s, bool *degenerate)
{
    uint32_t max = 0, same = 0;
    const size_t whole = s.len / 12 * 12;
    for (size_t i = 0; i < whole / 12; i++) {
        const uint8_t *p = s.ptr + 12 * i;
        const uint32_t a = al_load_u32(p), b = al_load_u32(p + 4), c = al_load_u32(p + 8);
        const uint32_t higher = a > b ? a : b, highest = higher > c ? higher : c;
        max = highest > max ? highest : max;
        same |= (uint32_t)(a == b) | (uint32_t)(b == c) | (uint32_t)(c == a); /* in any byte order */
    }
    *degenerate = same != 0;
    if (s.big_endian || whole < s.len)
        return al_max_u32(s);
    return max;
}

uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices)
{
    uint64_t bad = 0;
    size_t at = 0;
    for (; s.len - at >= 12; at += 12) {
        const uint8_t *p = s.ptr + at;
        bad += see_triangle(seen, vertices, al_load_u32_in(p, s.big_endian),
                            al_load_u32_in(p + 4, s.big_endian), al_load_u32_in(p + 8, s.big_endian));
    }
    for (; s.len - at >= 4; at += 4)
        see(seen, vertices, al_u32_at(s, at));
    return bad;
}

/* ---- Distinct values ----------------------------------------------------------------------------------- */

uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest)
{
    uint8_t seen[UINT16_MAX + 1];
    uint32_t count = 0;
    memset(seen, 0, (size_t)greatest + 1);
    for (size_t i = at; s.len >= 2 && i <= s.len - 2; i += stride)
        seen[al_load_u16_in(s.ptr + i, s.big_endian)] = 1;
    for (size_t i = 0; i <= greatest; i++)
        count += seen[i];
    return count;
}

/* ---- Marks: one byte for each thing, 0 if it is not marked --------------------------------------------- */

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
