/* believe_lostsaga.h: what the trusting readers of MSH, CMS, SKL and ANI share: texts, positions and
 * triangles.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_LOSTSAGA_H
#define ASSETLINT_FUZZ_BELIEVE_LOSTSAGA_H

#include "believe.h"

/* A name of bones and the like: a copy with a NUL behind it. */
typedef struct lsa_text {
    char *bytes;
    uint32_t length;
} lsa_text;

static inline lsa_text lsa_read_text(believe_reader *r)
{
    lsa_text text;
    text.bytes = next_text(r, &text.length);
    return text;
}

/* x, y, z of so many positions. */
static inline float *lsa_read_positions(believe_reader *r, uint32_t count)
{
    float *positions = believe_alloc(r, count, 3 * sizeof *positions);
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        positions[i] = next_f32(r);
    return positions;
}

/* The corners of so many triangles, which have 16 bits in the file. */
static inline uint32_t *lsa_read_corners(believe_reader *r, uint32_t triangles)
{
    uint32_t *corners = believe_alloc(r, triangles, 3 * sizeof *corners);
    for (size_t i = 0; i < 3 * (size_t)triangles; i++)
        corners[i] = next_u16(r);
    return corners;
}

/* After the last byte that was read or skipped. */
static inline void lsa_end(const believe_reader *r)
{
    believe_require(r, r->at <= r->end, "it ends outside the file"); /* relies on FORMAT/truncated */
}

#endif
