/* believe_lostsaga.h: what the believing readers of MSH, CMS, SKL and ANI share: texts, positions and faces.
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

/* Three indices for each face. */
static inline uint16_t *lsa_read_faces(believe_reader *r, uint32_t count)
{
    uint16_t *faces = believe_alloc(r, count, 3 * sizeof *faces);
    for (size_t i = 0; i < 3 * (size_t)count; i++)
        faces[i] = next_u16(r);
    return faces;
}

/* Draws faces: looks up the positions of their corners. */
static inline void lsa_draw(believe_reader *r, const float *positions, const uint16_t *corners, size_t faces)
{
    for (size_t i = 0; i < 3 * faces; i++)
        believe_require(r, isfinite(positions[3 * (size_t)corners[i]]), "a corner of a face is not finite");
}

/* After the last byte that was read or skipped. */
static inline void lsa_end(const believe_reader *r)
{
    believe_require(r, r->at <= r->end, "it ends outside the file");
}

#endif
