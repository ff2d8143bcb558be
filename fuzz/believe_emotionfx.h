/* believe_emotionfx.h: what the believers of XAC, XSM and XPM share: a reader in the file's byte order. */
#ifndef ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H
#define ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H

#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { EFX_HEADER = 8, EFX_CHUNK = 12 };

/* It stands somewhere in the file and goes wherever the file sends it. */
typedef struct efx_reader {
    believe_file *file;
    const uint8_t *data;
    size_t at, end; /* of a file within the file: where it ends */
    bool big;
} efx_reader;

typedef struct efx_chunk {
    uint32_t id, length, version;
    size_t start; /* of its payload */
} efx_chunk;

static inline uint16_t efx_u16(efx_reader *r)
{
    const uint8_t *p = r->data + r->at;
    r->at += 2;
    uint16_t big = (uint16_t)(p[0] << 8 | p[1]);
    return r->big ? big : believe_u16(p);
}

static inline uint32_t efx_u32(efx_reader *r)
{
    const uint8_t *p = r->data + r->at;
    r->at += 4;
    if (r->big)
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
    return believe_u32(p);
}

static inline uint8_t efx_u8(efx_reader *r)
{
    return r->data[r->at++];
}

static inline int32_t efx_i32(efx_reader *r)
{
    uint32_t bits = efx_u32(r);
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float efx_f32(efx_reader *r)
{
    uint32_t bits = efx_u32(r);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The next of a row of floats is finite. */
static inline bool efx_finite(efx_reader *r, unsigned count)
{
    bool finite = true;
    for (unsigned i = 0; i < count; i++)
        finite = isfinite(efx_f32(r)) && finite;
    return finite;
}

/* A copy of a text, as a game keeps names. NULL when nobody has that much memory. */
static inline char *efx_text(efx_reader *r)
{
    uint32_t length = efx_u32(r);
    char *text = believe_alloc(r->file, (uint64_t)length + 1, 1);
    if (text != NULL)
        memcpy(text, r->data + r->at, length); /* relies on FORMAT/truncated, FORMAT/count-range */
    r->at += length;
    return text;
}

static inline const char *efx_texts(efx_reader *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (efx_text(r) == NULL)
            return believe_too_much;
    return NULL;
}

static inline const char *efx_start(efx_reader *r, const char *magic)
{
    const uint8_t *p = r->data + r->at;
    if (memcmp(p, magic, 4) != 0) /* relies on FORMAT/bad-magic */
        return "it begins with another magic";
    if (p[4] != 1 || p[5] != 0) /* relies on FORMAT/unsupported-version */
        return "a version that nobody has seen";
    r->big = p[6] == 1;
    r->at += EFX_HEADER;
    return NULL;
}

/* Whether a chunk follows; zeros up to the end are none. */
static inline bool efx_next(efx_reader *r, efx_chunk *chunk)
{
    size_t zeros = r->at;
    while (zeros < r->end && zeros < r->at + EFX_CHUNK && r->data[zeros] == 0)
        zeros++;
    while (zeros < r->end && zeros >= r->at + EFX_CHUNK && r->data[zeros] == 0)
        zeros++;
    if (r->end - r->at < EFX_CHUNK || zeros == r->end)
        return false;
    chunk->id = efx_u32(r);
    chunk->length = efx_u32(r);
    chunk->version = efx_u32(r);
    chunk->start = r->at;
    return true;
}

static inline void efx_skip(efx_reader *r, const efx_chunk *chunk)
{
    r->at = chunk->start + chunk->length;
}

#endif
