/* believe_picture.h: what the trusting readers of pictures share: they go by the first bytes, and unpack a
 * gzip.
 */
#ifndef ASSETLINT_FUZZ_BELIEVE_PICTURE_H
#define ASSETLINT_FUZZ_BELIEVE_PICTURE_H

#include "believe.h"

#include <zlib.h>

/* A JPEG is read by another program. */
static inline bool believe_is_jpeg(const believe_reader *r)
{
    return r->end >= 3 && memcmp(r->data, "\xFF\xD8\xFF", 3) == 0;
}

/* Inflates the first member of the file into `out`, or counts its bytes. */
static inline uint64_t believe_inflate(const believe_reader *r, uint8_t *out, uint64_t size)
{
    enum { GZIP = MAX_WBITS + 16 };
    uint8_t chunk[4096];
    z_stream z = {.next_in = (Bytef *)(uintptr_t)r->data, .avail_in = (uInt)r->end};
    uint64_t given = 0;
    int status = inflateInit2(&z, GZIP);
    while (status == Z_OK) {
        z.next_out = chunk;
        z.avail_out = sizeof chunk;
        status = inflate(&z, Z_NO_FLUSH);
        const uint64_t part = sizeof chunk - z.avail_out;
        if (out != NULL && part <= size - given)
            memcpy(out + given, chunk, (size_t)part);
        given += part;
    }
    (void)inflateEnd(&z);
    /* relies on FORMAT/gzip */
    believe_require(r, status == Z_STREAM_END, "a gzip is broken");
    return given;
}

/* The reader of the picture: of the file, or of what its gzip holds. */
static inline believe_reader believe_picture(believe_reader *r)
{
    const size_t length = strlen(r->name);
    believe_reader inner = *r;
    if (length < 3 || strcmp(r->name + length - 3, ".gz") != 0)
        return inner;
    inner.end = (size_t)believe_inflate(r, NULL, 0);
    believe_unpacked(r, inner.end);
    uint8_t *bytes = believe_alloc(r, inner.end, 1);
    (void)believe_inflate(r, bytes, inner.end);
    inner.data = bytes;
    return inner;
}

#endif
