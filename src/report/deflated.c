/* deflated.c: deflates bytes with zlib, and writes them in base64. */
#include "report/deflated.h"

#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

enum { CHUNK = 3 << 13, LEVEL = 6, RAW = -15, MEMORY = 8 };

struct deflated {
    FILE *out;
    z_stream zlib;
    bool failed;
    size_t filled;
    uint8_t chunk[CHUNK]; /* a multiple of three, so that base64 needs no filling before the end */
};

/* Four letters for up to three bytes. */
static void encode(char *letters, const uint8_t *bytes, size_t size)
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t word = 0;
    for (size_t k = 0; k < 3; k++)
        word = word << 8 | (k < size ? bytes[k] : 0U);
    for (size_t k = 0; k < 4; k++)
        letters[k] = k <= size ? alphabet[word >> (18 - 6 * k) & 63U] : '=';
}

void write_base64(FILE *out, const uint8_t *bytes, size_t size)
{
    char line[4 * 256];
    size_t filled = 0;
    for (size_t i = 0; i < size; i += 3) {
        encode(&line[filled], &bytes[i], size - i < 3 ? size - i : 3);
        filled += 4;
        if (filled == sizeof line || size - i <= 3) {
            (void)fwrite(line, 1, filled, out);
            filled = 0;
        }
    }
}

deflated *deflated_begin(FILE *out)
{
    deflated *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->out = out;
    if (deflateInit2(&d->zlib, LEVEL, Z_DEFLATED, RAW, MEMORY, Z_DEFAULT_STRATEGY) == Z_OK)
        return d;
    free(d);
    return NULL;
}

/* Runs zlib until it has taken all input; writes each full chunk. */
static void run(deflated *d, int flush)
{
    int status;
    do {
        d->zlib.next_out = d->chunk + d->filled;
        d->zlib.avail_out = (uInt)(CHUNK - d->filled);
        status = deflate(&d->zlib, flush);
        d->filled = CHUNK - d->zlib.avail_out;
        if (d->filled == CHUNK) {
            write_base64(d->out, d->chunk, CHUNK);
            d->filled = 0;
        }
        d->failed = d->failed || (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR);
    } while (!d->failed && (flush == Z_FINISH ? status != Z_STREAM_END : d->zlib.avail_in > 0));
}

void deflated_add(deflated *d, const uint8_t *bytes, size_t size)
{
    enum { AT_ONCE = 1 << 20 };
    for (size_t at = 0; at < size && !d->failed; at += AT_ONCE) {
        d->zlib.next_in = bytes + at;
        d->zlib.avail_in = (uInt)(size - at < AT_ONCE ? size - at : AT_ONCE);
        run(d, Z_NO_FLUSH);
    }
}

bool deflated_end(deflated *d)
{
    if (!d->failed)
        run(d, Z_FINISH);
    write_base64(d->out, d->chunk, d->filled);
    const bool whole = !d->failed;
    (void)deflateEnd(&d->zlib);
    free(d);
    return whole;
}
