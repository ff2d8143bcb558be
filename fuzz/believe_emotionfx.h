/* believe_emotionfx.h: what the believers of XAC, XSM and XPM share: the header, chunk after chunk up to the
 * end of the file, and texts.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H
#define ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H

#include "believe.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { EFX_HEADER = 8 };

/* It stands somewhere in the file and goes wherever the file sends it. */
typedef struct efx_reader {
    believe_file *file;
    const uint8_t *data;
    size_t at, end; /* of a file within the file: where it ends */
    bool zeros;     /* the last chunk header was nothing but zeros */
} efx_reader;

typedef struct efx_chunk {
    uint32_t id, length, version;
    size_t start; /* of its payload */
} efx_chunk;

static inline uint8_t efx_u8(efx_reader *r)
{
    return r->data[r->at++];
}

static inline uint16_t efx_u16(efx_reader *r)
{
    r->at += 2;
    return believe_u16(r->data + r->at - 2);
}

static inline uint32_t efx_u32(efx_reader *r)
{
    r->at += 4;
    return believe_u32(r->data + r->at - 4);
}

static inline int32_t efx_i32(efx_reader *r)
{
    r->at += 4;
    return believe_i32(r->data + r->at - 4);
}

static inline float efx_f32(efx_reader *r)
{
    r->at += 4;
    return believe_f32(r->data + r->at - 4);
}

/* Whether the next of a row of floats are finite. */
static inline bool efx_finite(efx_reader *r, uint64_t count)
{
    bool finite = true;
    for (uint64_t i = 0; i < count; i++)
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
    if (p[6] != 0) /* relies on FORMAT/big-endian */
        return "its numbers are not those of a PC";
    r->at += EFX_HEADER;
    return NULL;
}

/* The header of the next chunk: as long as anything is left there is one. */
static inline bool efx_next(efx_reader *r, efx_chunk *chunk)
{
    if (r->at >= r->end)
        return false;
    chunk->id = efx_u32(r); /* relies on FORMAT/trailing-bytes */
    chunk->length = efx_u32(r);
    chunk->version = efx_u32(r);
    chunk->start = r->at;
    r->zeros = (chunk->id | chunk->length | chunk->version) == 0;
    return true;
}

static inline void efx_skip(efx_reader *r, const efx_chunk *chunk)
{
    r->at = chunk->start + chunk->length;
}

/* After the last chunk: one that was skipped may have led out of the file. */
static inline const char *efx_end(const efx_reader *r)
{
    if (r->zeros)
        return "it ends in zeros that are no chunk";
    return r->at == r->end ? NULL : "its last chunk ends outside the file";
}

#endif
