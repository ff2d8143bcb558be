/* believe_emotionfx.h: what the trusting readers of XAC, XSM and XPM share: the header, texts, chunk after
 * chunk up to the end of the file, and the chunks of a motion.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H
#define ASSETLINT_FUZZ_BELIEVE_EMOTIONFX_H

#include "believe.h"

enum { EFX_HEADER = 8, EFX_INFO_TEXTS = 4 };

typedef struct efx_chunk {
    uint32_t id, length, version;
    believe_reader r; /* of its payload alone */
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
    if (r->at >= r->end) {
        /* relies on FORMAT/trailing-bytes: zeros are no chunk */
        believe_require(r, (chunk->id | chunk->length | chunk->version) != 0 && r->at == r->end,
                        "it ends in zeros, or outside the file");
        return false;
    }
    chunk->id = next_u32(r); /* relies on FORMAT/trailing-bytes */
    chunk->length = next_u32(r);
    chunk->version = next_u32(r);
    return true;
}

/* Starts to read the payload. Some lengths don't say where the next chunk begins: that of a material of
 * version 2 leaves its layers out, and that of a list of motions is too large. Importers know this, and read
 * such an `open` chunk up to where it ends. */
static inline void efx_start_chunk(believe_reader *r, efx_chunk *chunk, bool open)
{
    chunk->r = open ? *r : next_part(r, chunk->length);
}

/* After the payload was read. The next chunk begins where an open one ends. */
static inline void efx_end_chunk(believe_reader *r, const efx_chunk *chunk, bool open)
{
    /* relies on FORMAT/chunk-length */
    believe_require(r, open || chunk->r.at == chunk->r.end, "a part of a chunk is left over");
    r->at = open ? chunk->r.at : r->at;
}

/* The chunks of a motion, by id: a single track, then the info, then a list of tracks. */
enum { EFX_SINGLE, EFX_INFO, EFX_LIST, EFX_KINDS };

typedef struct efx_motion {
    const char *magic;
    uint32_t first_id;
    uint32_t versions[EFX_KINDS];
    bool open_list; /* its length may be too large */
    void (*read)(believe_reader *r, uint32_t version, uint32_t kind);
} efx_motion;

static inline void efx_read_motion(believe_reader *r, const efx_motion *m)
{
    efx_chunk chunk = {0};
    unsigned seen[EFX_KINDS] = {0};
    efx_read_header(r, m->magic);
    while (efx_next(r, &chunk)) {
        const uint32_t kind = chunk.id >= m->first_id ? chunk.id - m->first_id : EFX_KINDS;
        const bool open = kind == EFX_LIST && m->open_list;
        const size_t start = r->at;
        efx_start_chunk(r, &chunk, open);
        if (kind >= EFX_KINDS)
            continue;
        seen[kind]++;
        /* relies on FORMAT/unsupported-chunk-version */
        believe_require(r, chunk.version >= 1 && chunk.version <= m->versions[kind],
                        "the version of a chunk is unknown");
        m->read(&chunk.r, chunk.version, kind);
        efx_end_chunk(r, &chunk, open);
        /* relies on FORMAT/chunk-length */
        believe_require(r, r->at - start <= chunk.length, "a list is longer than its chunk");
    }
    /* relies on FORMAT/duplicate-chunk */
    believe_require(r, seen[EFX_INFO] <= 1 && seen[EFX_LIST] <= 1, "it has a chunk twice");
    /* relies on FORMAT/missing-chunk */
    believe_require(r, seen[EFX_SINGLE] + seen[EFX_LIST] > 0, "it moves nothing");
}

#endif
