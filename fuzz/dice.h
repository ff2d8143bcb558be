/* dice.h: the chance of a mutation. All of it comes from one seed, so that a run can be had again. */
#ifndef ASSETLINT_FUZZ_DICE_H
#define ASSETLINT_FUZZ_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dice {
    uint64_t state; /* 1 to 2^31 - 2 */
} dice;

/* Park and Miller's generator: no step of it wraps, which the sanitizers would report. */
static inline uint32_t dice_roll(dice *d)
{
    d->state = d->state * 48271 % INT32_MAX;
    return (uint32_t)d->state;
}

static inline dice dice_of(uint32_t seed)
{
    dice d = {.state = 1 + seed % (INT32_MAX - 1u)};
    (void)dice_roll(&d); /* neighbouring seeds begin alike */
    (void)dice_roll(&d);
    return d;
}

/* 0 to n - 1; 0 when n is 0. */
static inline size_t dice_below(dice *d, size_t n)
{
    uint64_t wide = (uint64_t)dice_roll(d) << 31 | dice_roll(d);
    return n == 0 ? 0 : (size_t)(wide % n);
}

/* True `part` times of `whole`. */
static inline bool dice_chance(dice *d, unsigned part, unsigned whole)
{
    return dice_below(d, whole) < part;
}

#endif
