/* inflating.h: runs al_inflate with either library, watches its windows, and asks zlib for a second
 * opinion. */
#ifndef ASSETLINT_TESTS_INFLATING_H
#define ASSETLINT_TESTS_INFLATING_H

#include "core/inflate.h"

/* ENGINE_BEST is libdeflate where the build has it and it takes the stream; ENGINE_ZLIB is zlib in any build:
 * the memory limit leaves no room for what libdeflate would need. */
typedef enum engine { ENGINE_BEST, ENGINE_ZLIB } engine;

typedef struct inflating {
    al_inflated said;
    uint8_t *bytes; /* the output of the windows */
    size_t len;
    unsigned windows;
    uint64_t most_used;   /* used of the budget, during a window */
    uint64_t used_at_end; /* used of the budget */
    al_shortage shortage;
} inflating;

/* Inflates, and asserts the promises of inflate.h for each window. */
inflating inflate_with(al_inflater *inflater, engine with, al_span bytes, uint64_t declared,
                       uint32_t granule);
void inflating_free(inflating *i);

/* Whether libdeflate gave these windows: it inflates into a buffer of its own, which is charged. */
bool inflating_was_in_one_go(const inflating *i, uint64_t declared);

/* Asserts that both have the same verdict and the same bytes. */
void assert_same_inflating(const inflating *a, const inflating *b);

/* The result of zlib in one call, as an al_inflated. `consumed` is only set if the stream is whole. */
al_inflated second_opinion(al_span stream, uint64_t declared);

#endif
