/* believe_emotionfx.h: what the believing readers of XAC, XSM and XPM share: the header, texts, and chunk
 * after chunk up to the end of the file.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H
#define ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H

#include "believe.h"

enum { EFX_HEADER = 8 };

typedef struct efx_chunk {
    uint32_t id, length, version;
    size_t start; /* of its payload */
} efx_chunk;

static inline void efx_texts(believe_reader *r, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        (void)next_text(r, NULL);
}

static inline void efx_read_header(believe_reader *r, const char *magic)
{
    const uint8_t *p = r->data + r->at;
    believe_require(r, memcmp(p, magic, 4) == 0, "its magic is wrong"); /* relies on FORMAT/bad-magic */
    /* relies on FORMAT/unsupported-version */
    believe_require(r, p[4] == 1 && p[5] == 0, "its version is unknown");
    believe_require(r, p[6] == 0, "it is big-endian"); /* relies on FORMAT/big-endian */
    r->at += EFX_HEADER;
}

/* The header of the next chunk. False at the end of the file, and only there. */
static inline bool efx_next(believe_reader *r, efx_chunk *chunk)
{
    if (r->at >= r->end)
        return false;
    chunk->id = next_u32(r); /* relies on FORMAT/trailing-bytes */
    chunk->length = next_u32(r);
    chunk->version = next_u32(r);
    chunk->start = r->at;
    return true;
}

static inline void efx_skip(believe_reader *r, const efx_chunk *chunk)
{
    r->at = chunk->start + chunk->length;
}

/* After the last chunk: a chunk that was skipped may have led out of the file. */
static inline void efx_end(const believe_reader *r, const efx_chunk *last)
{
    believe_require(r, (last->id | last->length | last->version) != 0, "it ends in zeros that are no chunk");
    believe_require(r, r->at == r->end, "its last chunk ends outside the file");
}

#endif
