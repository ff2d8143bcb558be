/* inflate_promise.c: inflates the same stream with libdeflate, as al_inflate prefers, with zlib, which it
 * takes when memory is short, and with zlib itself. All must give the same bytes and the same verdict, except
 * where libdeflate is known to be lenient.
 */
#include "inputs.h"

#include <stdlib.h>
#include <zlib.h>

#include "inflate_difference.h"
#include "readings.h"

enum { HEAD = 3, MOST = UINT16_MAX };

/* What came out of a stream, in one of these ways. */
typedef struct outcome {
    al_inflated said;
    uint8_t bytes[MOST + 1];
    size_t length;
    const char *problem;
} outcome;

static void take_window(void *context, al_span window)
{
    outcome *o = context;
    if (window.base != o->length || window.len > MOST - o->length) {
        o->problem = "a window is not where the last one ended, or gives too much";
        return;
    }
    memcpy(o->bytes + o->length, window.ptr, window.len);
    o->length += window.len;
}

static const char *inflate_within(al_inflater *inflater, uint64_t memory, al_span stream, uint64_t declared,
                                  uint32_t granule, outcome *o)
{
    al_budget budget = al_budget_of(memory, 0);
    o->length = 0;
    o->problem = NULL;
    al_inflater_start(inflater, &budget);
    o->said = al_inflate(inflater, stream, declared, granule, take_window, o);
    if (o->problem == NULL && (o->said.produced != o->length || o->said.consumed > stream.len))
        o->problem = "an inflater gives other numbers than bytes";
    if (o->problem == NULL && (o->said.verdict == AL_INFLATE_CORRUPT) != (o->said.why != NULL))
        o->problem = "a corrupt stream without a reason, or a reason without one";
    return o->problem;
}

static const char *compare_engines(const outcome *best, const outcome *zlib, uint64_t length)
{
    if (inflate_may_differ(&best->said, &zlib->said, length))
        return NULL;
    if (best->said.verdict != zlib->said.verdict)
        return "libdeflate and zlib have two verdicts on one stream";
    if (best->said.consumed != zlib->said.consumed || best->length != zlib->length ||
        memcmp(best->bytes, zlib->bytes, best->length) != 0)
        return "libdeflate and zlib inflate one stream to different bytes";
    return NULL;
}

/* zlib itself, in one call, into `room` bytes. Why it refuses, or NULL. */
static const char *inflate_at_once(al_span stream, uint8_t *out, size_t room, z_stream *z, int *word)
{
    *z = (z_stream){.next_in = (uint8_t *)(uintptr_t)stream.ptr, /* not written to */
                    .avail_in = (uInt)stream.len,
                    .next_out = out,
                    .avail_out = (uInt)room};
    *word = inflateInit(z);
    if (*word == Z_OK)
        *word = inflate(z, Z_SYNC_FLUSH);
    const char *why = *word == Z_DATA_ERROR ? z->msg : NULL;
    (void)inflateEnd(z);
    return why;
}

/* A byte more than was declared shows that the stream goes on. */
static const char *compare_with_zlib(const outcome *ours, al_span stream, uint64_t declared, outcome *spare)
{
    z_stream z;
    int word;
    (void)inflate_at_once(stream, spare->bytes, (size_t)declared + 1, &z, &word);
    al_inflate_verdict verdict = AL_INFLATE_CORRUPT;
    if (z.total_out > declared)
        verdict = AL_INFLATE_LONG;
    else if (word == Z_STREAM_END)
        verdict = z.total_out < declared ? AL_INFLATE_SHORT : AL_INFLATE_WHOLE;
    else if (word == Z_OK || word == Z_BUF_ERROR)
        verdict = AL_INFLATE_TRUNCATED;
    if (verdict != ours->said.verdict)
        return "zlib in one call has another verdict";
    if (ours->length > z.total_out || memcmp(ours->bytes, spare->bytes, ours->length) != 0)
        return "zlib in one call gives other bytes";
    return NULL;
}

static const char *check(al_inflater *inflater, al_span input, outcome *best, outcome *zlib)
{
    const uint16_t declared = al_u16_at(input, 0);
    const uint32_t granule = 1u + al_u8_at(input, 2);
    const al_span stream = al_slice_available(input, HEAD, input.len);
    const char *broken = inflate_within(inflater, UINT64_MAX, stream, declared, granule, best);
    if (broken == NULL)
        broken = inflate_within(inflater, 0, stream, declared, granule, zlib);
    if (broken == NULL)
        broken = compare_engines(best, zlib, stream.len);
    if (broken == NULL)
        broken = compare_with_zlib(zlib, stream, declared, best);
    return broken;
}

const char *inflate_promise(const uint8_t *data, size_t size, promise_depth depth)
{
    static outcome best, zlib; /* large, and overwritten each time */
    al_inflater *inflater = al_inflater_new();
    uint8_t *copy = exact_copy(data, size);
    const char *broken = "out of memory";
    (void)depth;
    if (inflater != NULL && copy != NULL)
        broken = size < HEAD ? NULL : check(inflater, al_span_of(copy, size), &best, &zlib);
    free(copy);
    al_inflater_free(inflater);
    return broken;
}
