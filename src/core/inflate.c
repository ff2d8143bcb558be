/* inflate.c: two inflaters behind one visitor of windows. zlib is the reference, libdeflate the fast one. */
#include "core/inflate.h"

#include <limits.h>
#include <stdlib.h>

#define ZLIB_CONST /* next_in points to const */
#include <zlib.h>

#ifdef AL_HAVE_LIBDEFLATE
#include <libdeflate.h>
#endif

#include "core/limits.h"

enum { OF_LIBRARIES = 64 << 10 }; /* what zlib and libdeflate take for themselves, at most */

struct al_inflater {
    al_budget *budget;
    al_buffer whole; /* what libdeflate inflates into */
    z_stream zlib;
    bool zlib_ready;
#ifdef AL_HAVE_LIBDEFLATE
    struct libdeflate_decompressor *libdeflate; /* NULL: zlib does it all */
#endif
    uint8_t chunk[AL_INFLATE_CHUNK];
};

/* zlib's two blocks are of constant size and kept from check to check: they take their turn in failing, but
 * aren't charged to a file. */
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

uint64_t al_inflater_memory(void)
{
    return sizeof(al_inflater) + OF_LIBRARIES;
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

/* The whole stream at once. False when zlib is to say what comes of it. The buffer is charged for only as
 * long as it is in use, and zlib does without where it would be too much: a build without libdeflate meets
 * its limits no earlier. */
static bool inflate_whole(al_inflater *inflater, al_span stream, uint64_t declared, al_inflated *result)
{
#ifdef AL_HAVE_LIBDEFLATE
    size_t consumed = 0, produced = 0;
    if (inflater->libdeflate == NULL || declared == 0 || declared > AL_MAX_WHOLE_INFLATE ||
        stream.len < AL_MIN_WHOLE_INFLATE)
        return false;
    if (!al_buffer_reserve(&inflater->whole, inflater->budget, declared))
        return false;
    const enum libdeflate_result done =
        libdeflate_zlib_decompress_ex(inflater->libdeflate, stream.ptr, stream.len, inflater->whole.bytes,
                                      (size_t)declared, &consumed, &produced);
    if (done != LIBDEFLATE_SUCCESS || produced != declared) {
        al_buffer_release(&inflater->whole, inflater->budget);
        return false;
    }
    *result = (al_inflated){.verdict = AL_INFLATE_WHOLE, .consumed = consumed, .produced = produced};
    return true;
#else
    (void)inflater, (void)stream, (void)declared, (void)result;
    return false;
#endif
}

static bool zlib_start(al_inflater *inflater)
{
    z_stream *z = &inflater->zlib;
    if (inflater->zlib_ready)
        return inflateReset(z) == Z_OK;
    *z = (z_stream){.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = inflater};
    inflater->zlib_ready = inflateInit(z) == Z_OK;
    return inflater->zlib_ready;
}

/* Inflates until `size` bytes are in the chunk, or nothing more comes. Returns zlib's word. */
static int zlib_fill(al_inflater *inflater, al_span stream, uint64_t *consumed, uint32_t size,
                     uint32_t *filled)
{
    z_stream *z = &inflater->zlib;
    int word = Z_OK;
    z->next_out = inflater->chunk;
    z->avail_out = size;
    while (word == Z_OK && z->avail_out > 0) {
        const al_span in = al_slice_available(stream, *consumed, UINT_MAX);
        z->next_in = in.ptr;
        z->avail_in = (uInt)in.len;
        word = inflate(z, Z_NO_FLUSH);
        *consumed += in.len - z->avail_in;
    }
    *filled = size - z->avail_out;
    return word;
}

/* What zlib's word means once `produced` bytes have come, and `beyond` more than were declared. */
static al_inflate_verdict verdict_of(int word, uint64_t produced, uint64_t declared, uint32_t beyond)
{
    if (beyond > 0) /* whatever the word: the stream may have ended with that very byte */
        return AL_INFLATE_LONG;
    switch (word) {
    case Z_STREAM_END: return produced < declared ? AL_INFLATE_SHORT : AL_INFLATE_WHOLE;
    case Z_BUF_ERROR: return AL_INFLATE_TRUNCATED;
    case Z_MEM_ERROR: return AL_INFLATE_NO_MEMORY;
    default: return AL_INFLATE_CORRUPT; /* Z_DATA_ERROR, Z_NEED_DICT */
    }
}

static al_inflated inflate_windows(al_inflater *inflater, al_span stream, uint64_t declared, uint32_t granule,
                                   al_window_visit *visit, void *context)
{
    al_inflated r = {.verdict = AL_INFLATE_NO_MEMORY};
    const uint32_t chunk = AL_INFLATE_CHUNK - AL_INFLATE_CHUNK % granule;
    int word = Z_OK;
    uint32_t beyond = 0;
    if (!zlib_start(inflater))
        return r;
    while (word == Z_OK && r.produced < declared) {
        const uint64_t left = declared - r.produced;
        uint32_t filled;
        word = zlib_fill(inflater, stream, &r.consumed, left < chunk ? (uint32_t)left : chunk, &filled);
        al_span bytes = al_span_of(inflater->chunk, filled);
        bytes.base = r.produced;
        al_visit_windows(bytes, granule, visit, context);
        r.produced += filled;
    }
    if (word == Z_OK)
        word = zlib_fill(inflater, stream, &r.consumed, 1, &beyond);
    r.verdict = verdict_of(word, r.produced, declared, beyond);
    if (r.verdict == AL_INFLATE_CORRUPT)
        r.why = word == Z_NEED_DICT ? "it needs a preset dictionary" : inflater->zlib.msg;
    return r;
}

al_inflated al_inflate(al_inflater *inflater, al_span stream, uint64_t declared, uint32_t granule,
                       al_window_visit *visit, void *context)
{
    al_inflated r;
    if (!inflate_whole(inflater, stream, declared, &r))
        return inflate_windows(inflater, stream, declared, granule, visit, context);
    al_visit_windows(al_span_of(inflater->whole.bytes, (size_t)declared), granule, visit, context);
    al_buffer_release(&inflater->whole, inflater->budget);
    return r;
}

uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size)
{
    return size > 0 ? (uint32_t)crc32_z(crc, bytes, size)
                    : crc; /* for NULL, zlib would return the start value */
}
