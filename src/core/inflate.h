/* inflate.h: zlib streams of known size, in windows of whole items, whichever library does the work.
 *
 * libdeflate takes what is declared to be small in one go; zlib takes the rest, and everything in a build
 * without libdeflate. What libdeflate does not call a success is run again by zlib, whose verdict counts, so
 * that both builds find the same.
 */
#ifndef AL_CORE_INFLATE_H
#define AL_CORE_INFLATE_H

#include "core/arena.h"
#include "core/span.h"

/* Keeps its buffers from stream to stream; one for each thread. */
typedef struct al_inflater al_inflater;

/* NULL when out of memory. */
al_inflater *al_inflater_new(void) AL_MUST_USE;

/* Bytes that an inflater has, whatever it inflates. */
uint64_t al_inflater_memory(void);

void al_inflater_free(al_inflater *inflater);

/* Starts the next check, whose budget pays for what the inflater uses. */
void al_inflater_start(al_inflater *inflater, al_budget *budget);

typedef enum al_inflate_verdict {
    AL_INFLATE_WHOLE,     /* a whole stream of the declared size */
    AL_INFLATE_SHORT,     /* a whole stream that gives less */
    AL_INFLATE_LONG,      /* the stream gives more; it was not read to its end */
    AL_INFLATE_TRUNCATED, /* the bytes end before the stream does */
    AL_INFLATE_CORRUPT,   /* not a zlib stream, or its checksum is wrong */
    AL_INFLATE_NO_MEMORY  /* the budget knows why */
} al_inflate_verdict;

typedef struct al_inflated {
    al_inflate_verdict verdict;
    uint64_t consumed; /* bytes of the stream that were used */
    uint64_t produced; /* bytes it gave, at most the declared ones */
    const char *why;   /* zlib's word for what is corrupt, or NULL */
} al_inflated;

/* What gets the inflated bytes: `window` holds whole granules, but for the last, and its base is its offset
 * in the inflated data. */
typedef void al_window_visit(void *context, al_span window);

/* Inflates `stream`, which is declared to give `declared` bytes. `granule` is the size of what must not be
 * cut in two, 1 to AL_WINDOW_SIZE. Nothing beyond `declared` bytes is ever produced. */
al_inflated al_inflate(al_inflater *inflater, al_span stream, uint64_t declared, uint32_t granule,
                       al_window_visit *visit, void *context);

/* The same windows over bytes that are not compressed. */
void al_visit_windows(al_span bytes, uint32_t granule, al_window_visit *visit, void *context);

/* The CRC-32 of zip, 7z and gzip: continues `crc`, which is 0 at the start, with `size` more bytes. It
 * detects accidental damage only. */
uint32_t al_crc32(uint32_t crc, const void *bytes, size_t size);

#endif
