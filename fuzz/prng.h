/* prng.h: random numbers for mutations. They follow from one seed, so that a run can be repeated. */
#ifndef ASSETLINT_FUZZ_PRNG_H
#define ASSETLINT_FUZZ_PRNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct prng {
    uint64_t state; /* 1 to 2^31 - 2 */
} prng;

/* Park and Miller's generator: none of its steps wraps, which the sanitizers would report. */
static inline uint32_t prng_next(prng *d)
{
    d->state = d->state * 48271 % INT32_MAX;
    return (uint32_t)d->state;
}

static inline prng prng_of(uint32_t seed)
{
    prng d = {.state = 1 + seed % (INT32_MAX - 1u)};
    (void)prng_next(&d); /* the first numbers of neighbouring seeds are alike */
    (void)prng_next(&d);
    return d;
}

/* 0 to n - 1; 0 when n is 0. */
static inline size_t prng_below(prng *d, size_t n)
{
    uint64_t wide = (uint64_t)prng_next(d) << 31 | prng_next(d);
    return n == 0 ? 0 : (size_t)(wide % n);
}

/* True with a probability of part / whole. */
static inline bool prng_chance(prng *d, unsigned part, unsigned whole)
{
    return prng_below(d, whole) < part;
}

#endif
