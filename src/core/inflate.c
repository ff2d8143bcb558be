/* inflate.c: inflates with libdeflate or zlib. zlib is the reference, libdeflate is faster. */
#include "core/inflate.h"

#include <limits.h>
#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

#ifdef AL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#include "core/limits.h"

enum {
    ZLIB_STREAM = MAX_WBITS,      /* zlib's windowBits: a stream with header and checksum, */
    GZIP_STREAM = MAX_WBITS + 16, /* one of gzip, */
    RAW_STREAM = -MAX_WBITS,      /* and one without */
    ROOM = 512 /* behind the last byte: zlib is slower where its longest match, of 258, has no room */
};

struct al_inflater {
    al_budget *budget;
    al_buffer whole; /* the output of libdeflate */
    z_stream zlib;
    bool zlib_ready;
#ifdef AL_HAVE_LIBDEFLATE
    struct libdeflate_decompressor *libdeflate; /* NULL: always use zlib */
#endif
    uint8_t chunk[AL_INFLATE_CHUNK + ROOM];
};

/* zlib allocates two blocks of constant size, which stay for later checks. Tests let these allocations fail,
 * too, but no file is charged for them. */
static voidpf zlib_alloc(voidpf opaque, uInt items, uInt size)
{
    al_inflater *inflater = opaque;
    voidpf memory = al_budget_count_call(inflater->budget) ? calloc(items, size) : NULL;
    if (memory == NULL)
        al_budget_fail(inflater->budget);
    return memory;
}

static void zlib_free(voidpf opaque, voidpf memory)
{
    (void)opaque;
    free(memory);
}

al_inflater *al_inflater_new(void)
{
    al_inflater *inflater = calloc(1, sizeof *inflater);
#ifdef AL_HAVE_LIBDEFLATE
    if (inflater != NULL)
        inflater->libdeflate = libdeflate_alloc_decompressor();
#endif
    return inflater;
}

void al_inflater_free(al_inflater *inflater)
{
    if (inflater == NULL)
        return;
    if (inflater->zlib_ready)
        (void)inflateEnd(&inflater->zlib);
#ifdef AL_HAVE_LIBDEFLATE
    libdeflate_free_decompressor(inflater->libdeflate);
#endif
    al_buffer_free(&inflater->whole);
    free(inflater);
}

void al_inflater_start(al_inflater *inflater, al_budget *budget)
{
    inflater->budget = budget;
    al_buffer_start(&inflater->whole);
}

void al_visit_windows(al_span bytes, uint32_t granule, al_window_visit *visit, void *context)
{
    const uint64_t step = AL_WINDOW_SIZE - AL_WINDOW_SIZE % granule;
    for (uint64_t at = 0; at < bytes.len; at += step)
        visit(context, al_slice_available(bytes, at, step));
}

/* `bits`: ZLIB_STREAM, GZIP_STREAM or RAW_STREAM. */
static bool zlib_start(al_inflater *inflater, int bits)
{
    z_stream *z = &inflater->zlib;
    if (inflater->zlib_ready)
        return inflateReset2(z, bits) == Z_OK;
    *z = (z_stream){.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = inflater};
    inflater->zlib_ready = inflateInit2(z, bits) == Z_OK;
    return inflater->zlib_ready;
}

/* ---- The libraries ------------------------------------------------------------------------------------- */

/* What the compressed bytes of a stream give, if they end as they should. */
typedef struct whole {
    const uint8_t *bytes;
    size_t consumed, produced;
} whole;

/* Inflates a stream without head and checksum to at most `size` bytes. False if it doesn't end. */
static bool zlib_inflate_raw(al_inflater *inflater, al_span stream, uint8_t *out, size_t size, whole *all)
{
    z_stream *z = &inflater->zlib;
    if (stream.len > UINT_MAX || size > UINT_MAX || !zlib_start(inflater, RAW_STREAM))
        return false;
    z->next_in = stream.ptr;
    z->avail_in = (uInt)stream.len;
    z->next_out = out;
    z->avail_out = (uInt)size;
    const bool ended = inflate(z, Z_FINISH) == Z_STREAM_END;
    *all = (whole){.bytes = out, .consumed = stream.len - z->avail_in, .produced = size - z->avail_out};
    return ended;
}

static bool has_libdeflate(const al_inflater *inflater)
{
#ifdef AL_HAVE_LIBDEFLATE
    return inflater->libdeflate != NULL;
#else
    (void)inflater;
    return false;
#endif
}

/* The same with libdeflate, where has_libdeflate says that it is there. */
static bool libdeflate_inflate_raw(al_inflater *inflater, al_span stream, uint8_t *out, size_t size,
                                   whole *all)
{
    *all = (whole){.bytes = out};
#ifdef AL_HAVE_LIBDEFLATE
    return libdeflate_deflate_decompress_ex(inflater->libdeflate, stream.ptr, stream.len, out, size,
                                            &all->consumed, &all->produced) == LIBDEFLATE_SUCCESS;
#else
    (void)inflater, (void)stream, (void)size;
    return false;
#endif
}

/* ---- Streams in one call ------------------------------------------------------------------------------- */

enum { HEAD_SIZE = 2, CHECKSUM_SIZE = 4 }; /* before and after the compressed bytes of a zlib stream */

/* Whether it is the head of a zlib stream without a preset dictionary: RFC 1950, 2.2. */
static bool has_zlib_head(al_span stream)
{
    enum { DEFLATE = 8, LARGEST_WINDOW = 7, PRESET_DICTIONARY = 0x20 };
    const uint32_t method = al_u8_at(stream, 0), flags = al_u8_at(stream, 1);
    return (256 * method + flags) % 31 == 0 && method % 16 == DEFLATE && method / 16 <= LARGEST_WINDOW &&
           (flags & PRESET_DICTIONARY) == 0;
}

/* Into the chunk. zlib's own checksum and history would take a tenth of the time of a stream of 200 bytes. */
static bool inflate_short(al_inflater *inflater, al_span deflated, uint64_t declared, whole *out)
{
    return declared <= AL_INFLATE_CHUNK &&
           zlib_inflate_raw(inflater, deflated, inflater->chunk, (size_t)declared + ROOM, out);
}

/* With libdeflate. The buffer is charged only while it is used. False also if the budget has no room for it,
 * so that builds with and without libdeflate reach the limit for the same files. */
static bool inflate_long(al_inflater *inflater, al_span deflated, uint64_t declared, whole *out)
{
    if (!has_libdeflate(inflater) || declared > AL_MAX_WHOLE_INFLATE ||
        !al_buffer_reserve(&inflater->whole, inflater->budget, declared))
        return false;
    if (libdeflate_inflate_raw(inflater, deflated, inflater->whole.bytes, (size_t)declared, out))
        return true;
    al_buffer_release(&inflater->whole, inflater->budget);
    return false;
}

/* False for a stream that is broken, or gives no bytes, or more than declared: inflate_windows says which. */
static bool inflate_whole(al_inflater *inflater, al_span stream, uint64_t declared, whole *out)
{
    if (declared == 0 || stream.len < HEAD_SIZE + CHECKSUM_SIZE || !has_zlib_head(stream))
        return false;
    const al_span deflated = al_slice_available(stream, HEAD_SIZE, stream.len - HEAD_SIZE - CHECKSUM_SIZE);
    const bool inflated = stream.len < AL_MIN_WHOLE_INFLATE ? inflate_short(inflater, deflated, declared, out)
                                                            : inflate_long(inflater, deflated, declared, out);
    return inflated && out->produced > 0 && out->produced <= declared;
}

static uint32_t adler32_of(const uint8_t *bytes, size_t size)
{
#ifdef AL_HAVE_LIBDEFLATE
    return libdeflate_adler32(1, bytes, size);
#else
    return (uint32_t)adler32_z(1, bytes, size);
#endif
}

/* Big-endian, whatever the file is. */
static uint32_t checksum_at(al_span stream, uint64_t at)
{
    stream.big_endian = true;
    return al_u32_at(stream, at);
}

/* Compares the checksum itself: most damaged streams have only a wrong checksum, and needn't be inflated
 * again. */
static al_inflated judge_whole(al_span stream, uint64_t declared, const whole *inflated)
{
    const uint64_t end = HEAD_SIZE + inflated->consumed;
    al_inflated r = {.verdict = inflated->produced == declared ? AL_INFLATE_WHOLE : AL_INFLATE_SHORT,
                     .consumed = end + CHECKSUM_SIZE,
                     .produced = inflated->produced};
    if (adler32_of(inflated->bytes, inflated->produced) == checksum_at(stream, end))
        return r;
    r.verdict = AL_INFLATE_CORRUPT;
    r.why = "incorrect data check"; /* zlib's words */
    return r;
}

/* ---- Streams in windows -------------------------------------------------------------------------------- */

/* Inflates until the chunk has `size` bytes, or the stream ends. Returns zlib's status. */
static int zlib_fill(al_inflater *inflater, al_span stream, uint64_t *consumed, uint32_t size,
                     uint32_t *filled)
{
    z_stream *z = &inflater->zlib;
    int status = Z_OK;
    z->next_out = inflater->chunk;
    z->avail_out = size;
    while (status == Z_OK && z->avail_out > 0) {
        const al_span input = al_slice_available(stream, *consumed, UINT_MAX);
        z->next_in = input.ptr;
        z->avail_in = (uInt)input.len;
        status = inflate(z, Z_NO_FLUSH);
        *consumed += input.len - z->avail_in;
    }
    *filled = size - z->avail_out;
    return status;
}

/* Translates zlib's status after `produced` bytes, and after `beyond` bytes more than declared. */
static al_inflate_verdict verdict_of(int status, uint64_t produced, uint64_t declared, uint32_t beyond)
{
    if (beyond > 0) /* with any status: the stream may end with that byte */
        return AL_INFLATE_LONG;
    switch (status) {
    case Z_STREAM_END: return produced < declared ? AL_INFLATE_SHORT : AL_INFLATE_WHOLE;
    case Z_BUF_ERROR: return AL_INFLATE_TRUNCATED;
    case Z_MEM_ERROR: return AL_INFLATE_NO_MEMORY;
    default: return AL_INFLATE_CORRUPT; /* Z_DATA_ERROR, Z_NEED_DICT */
    }
}

static al_inflated inflate_windows(al_inflater *inflater, int bits, al_span stream, uint64_t declared,
                                   uint32_t granule, al_window_visit *visit, void *context)
{
    al_inflated r = {.verdict = AL_INFLATE_NO_MEMORY};
    const uint32_t chunk = AL_INFLATE_CHUNK - AL_INFLATE_CHUNK % granule;
    uint32_t beyond;
    int status;
    if (!zlib_start(inflater, bits))
        return r;
    do {
        const uint64_t left = declared - r.produced;
        uint32_t filled;
        status =
            zlib_fill(inflater, stream, &r.consumed, left <= chunk ? (uint32_t)left + ROOM : chunk, &filled);
        al_span bytes = al_span_of(inflater->chunk, filled < left ? filled : (size_t)left);
        bytes.base = r.produced;
        al_visit_windows(bytes, granule, visit, context);
        r.produced += bytes.len;
        beyond = filled - (uint32_t)bytes.len;
    } while (status == Z_OK && beyond == 0);
    r.verdict = verdict_of(status, r.produced, declared, beyond);
    if (r.verdict == AL_INFLATE_CORRUPT)
        r.why = status == Z_NEED_DICT ? "it needs a preset dictionary" : inflater->zlib.msg;
    return r;
}

al_inflated al_inflate(al_inflater *inflater, al_span stream, uint64_t declared, uint32_t granule,
                       al_window_visit *visit, void *context)
{
    whole all;
    if (!inflate_whole(inflater, stream, declared, &all))
        return inflate_windows(inflater, ZLIB_STREAM, stream, declared, granule, visit, context);
    const al_inflated r = judge_whole(stream, declared, &all);
    al_visit_windows(al_span_of(all.bytes, all.produced), granule, visit, context);
    al_buffer_release(&inflater->whole, inflater->budget);
    return r;
}

al_inflated al_gunzip(al_inflater *inflater, al_span file, uint64_t most, al_window_visit *visit,
                      void *context)
{
    al_inflated r = inflate_windows(inflater, GZIP_STREAM, file, most, 1, visit, context);
    if (r.verdict == AL_INFLATE_SHORT)
        r.verdict = AL_INFLATE_WHOLE;
    return r;
}

uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size)
{
    if (size == 0) /* for NULL, both libraries would return the start value */
        return crc;
#ifdef AL_HAVE_LIBDEFLATE
    return libdeflate_crc32(crc, bytes, size);
#else
    return (uint32_t)crc32_z(crc, bytes, size);
#endif
}

uint32_t al_adler32(const void *bytes, size_t size)
{
    return (uint32_t)adler32_z(1, bytes, size);
}
