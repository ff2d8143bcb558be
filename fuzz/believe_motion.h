/* believe_motion.h: what the believing readers of XSM and XPM share: the chunks of a motion. */
#ifndef ASSETLINT_FUZZ_BELIEVE_MOTION_H
#define ASSETLINT_FUZZ_BELIEVE_MOTION_H

#include "believe_emotionfx.h"

/* The chunks of a motion, by id: a single track, then the info, then a list of tracks. */
enum { EFX_SINGLE, EFX_INFO, EFX_LIST, EFX_KINDS };

/* Reads chunks to the end of the file: `read` those of a known kind, in versions up to `versions`. */
static inline void efx_read_motion(believe_reader *r, const char *magic, uint32_t first_id,
                                   const uint32_t versions[EFX_KINDS],
                                   void (*read)(believe_reader *r, const efx_chunk *chunk, uint32_t kind))
{
    efx_chunk chunk = {0};
    unsigned seen[EFX_KINDS] = {0};
    efx_read_header(r, magic);
    while (efx_next(r, &chunk)) {
        const uint32_t kind = chunk.id >= first_id ? chunk.id - first_id : EFX_KINDS;
        if (kind >= EFX_KINDS) {
            efx_skip(r, &chunk);
            continue;
        }
        seen[kind]++;
        /* relies on FORMAT/unsupported-chunk-version */
        believe_require(r, chunk.version >= 1 && chunk.version <= versions[kind],
                        "the version of a chunk is unknown");
        read(r, &chunk, kind);
    }
    /* relies on FORMAT/duplicate-chunk */
    believe_require(r, seen[EFX_INFO] <= 1 && seen[EFX_LIST] <= 1, "it has a chunk twice");
    /* relies on FORMAT/missing-chunk */
    believe_require(r, seen[EFX_SINGLE] + seen[EFX_LIST] > 0, "it moves nothing");
    efx_end(r, &chunk);
}

/* The time of a key: finite, and not before the key before it or the start of the motion. */
static inline void efx_require_time(believe_reader *r, float *last, float time)
{
    believe_require(r, isfinite(time),
                    "the time of a key is not finite"); /* relies on FORMAT/key-not-finite */
    /* relies on FORMAT/key-order */
    believe_require(r, time >= *last, "a key comes before the key before it, or before the motion");
    *last = time;
}

#endif
