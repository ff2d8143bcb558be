/* inflate.h: inflates zlib streams of known size, and hands them out in windows of whole items; and the
 * streams of zip.
 *
 * libdeflate inflates small data in one call; zlib inflates everything else, and everything in a build
 * without libdeflate. If libdeflate fails for another reason than a wrong checksum, zlib inflates the stream
 * again and decides, so that both builds give the same results.
 */
#ifndef AL_CORE_INFLATE_H
#define AL_CORE_INFLATE_H

#include "core/arena.h"
#include "core/span.h"

/* Keeps its buffers from stream to stream. Each thread needs its own. */
typedef struct al_inflater al_inflater;

/* NULL when out of memory. */
al_inflater *al_inflater_new(void) AL_MUST_USE;

void al_inflater_free(al_inflater *inflater);

/* Starts the next check, whose budget pays for the buffers. */
void al_inflater_start(al_inflater *inflater, al_budget *budget);

typedef enum al_inflate_verdict {
    AL_INFLATE_WHOLE,     /* a complete stream of the declared size */
    AL_INFLATE_SHORT,     /* a complete stream that gives fewer bytes */
    AL_INFLATE_LONG,      /* the stream gives more bytes; it was not read to its end */
    AL_INFLATE_TRUNCATED, /* the input ends before the stream does */
    AL_INFLATE_CORRUPT,   /* not a zlib stream, or the checksum is wrong */
    AL_INFLATE_NO_MEMORY  /* al_budget.shortage says why */
} al_inflate_verdict;

typedef struct al_inflated {
    al_inflate_verdict verdict;
    uint64_t consumed; /* bytes of the stream that were used */
    uint64_t produced; /* bytes that it gave, at most as many as declared */
    const char *why;   /* zlib's message if the stream is corrupt, or NULL */
} al_inflated;

/* Gets the inflated bytes in windows. Each window holds whole granules, except for the last one; its base is
 * its offset in the inflated data. */
typedef void al_window_visit(void *context, al_span window);

/* Inflates `stream`, which should give `declared` bytes; never produces more. `granule`, 1 to AL_WINDOW_SIZE,
 * is the size of the items that no window splits. */
al_inflated al_inflate(al_inflater *inflater, al_span stream, uint64_t declared, uint32_t granule,
                       al_window_visit *visit, void *context);

/* The same for the first member of a gzip, which may give `most` bytes. The verdict is AL_INFLATE_WHOLE if it
 * ends as it should, with its checksum and its size. Always uses zlib: the size is not known before. */
al_inflated al_gunzip(al_inflater *inflater, al_span file, uint64_t most, al_window_visit *visit,
                      void *context);

/* The same windows over bytes that are not compressed. */
void al_visit_windows(al_span bytes, uint32_t granule, al_window_visit *visit, void *context);

/* The CRC-32 of zip, 7z and gzip: continues `crc`, which is 0 at the start, with `size` more bytes. It
 * detects accidental damage only. */
uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size);

/* The checksum of zlib streams. */
uint32_t al_adler32(const void *bytes, size_t size);

#endif
