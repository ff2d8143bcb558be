/* believe_lostsaga.h: what the believers of MSH, CMS, SKL and ANI share: a reader that goes on as the file
 * says. */
#ifndef ASSETLINT_FUZZ_BELIEVE_LOSTSAGA_H
#define ASSETLINT_FUZZ_BELIEVE_LOSTSAGA_H

#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

typedef struct lsa_reader {
    believe_file *file;
    size_t at;
} lsa_reader;

static inline uint16_t lsa_u16(lsa_reader *r)
{
    r->at += 2;
    return believe_u16(r->file->data + r->at - 2);
}

static inline uint32_t lsa_u32(lsa_reader *r)
{
    r->at += 4;
    return believe_u32(r->file->data + r->at - 4); /* relies on FORMAT/truncated */
}

static inline float lsa_f32(lsa_reader *r)
{
    r->at += 4;
    return believe_f32(r->file->data + r->at - 4);
}

/* The next floats are finite. */
static inline bool lsa_finite(lsa_reader *r, uint64_t count)
{
    bool finite = true;
    for (uint64_t i = 0; i < count; i++)
        finite = isfinite(lsa_f32(r)) && finite;
    return finite;
}

/* The next floats, whatever they are, are there. */
static inline void lsa_pass(lsa_reader *r, uint64_t count)
{
    float sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += fabsf(lsa_f32(r)) > 1 ? 1.0f : 0.0f;
    (void)sum;
}

typedef struct lsa_text {
    char *bytes; /* a copy with a NUL behind it; NULL when nobody has that much memory */
    uint32_t length;
} lsa_text;

static inline lsa_text lsa_read_text(lsa_reader *r)
{
    lsa_text text = {.length = lsa_u32(r)};
    text.bytes = believe_alloc(r->file, (uint64_t)text.length + 1, 1);
    if (text.bytes != NULL)
        memcpy(text.bytes, r->file->data + r->at, text.length);
    r->at += text.length;
    return text;
}

static inline bool lsa_same(const lsa_text *a, const lsa_text *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

/* Positions, x, y, z of each, in a block of as many as the file says. NULL when nobody has that much memory.
 */
static inline float *lsa_read_positions(lsa_reader *r, uint32_t count)
{
    float *positions =
        believe_alloc(r->file, count, 3 * sizeof *positions); /* relies on FORMAT/count-range */
    for (size_t i = 0; positions != NULL && i < 3 * (size_t)count; i++)
        positions[i] = lsa_f32(r);
    return positions;
}

/* Reads the faces into a block of as many as the file says, three numbers each. */
static inline uint16_t *lsa_read_faces(lsa_reader *r, uint32_t count)
{
    uint16_t *faces = believe_alloc(r->file, count, 3 * sizeof *faces);
    for (size_t i = 0; faces != NULL && i < 3 * (size_t)count; i++)
        faces[i] = lsa_u16(r);
    return faces;
}

/* Draws faces: their corners are looked up by number. */
static inline const char *lsa_draw(const float *positions, const uint16_t *corners, size_t faces)
{
    const char *lie = NULL;
    for (size_t i = 0; i < 3 * faces && lie == NULL; i++)
        if (!isfinite(positions[3 * (size_t)corners[i]]))
            lie = "a face has a corner that is nowhere";
    return lie;
}

#endif
