/* depth.h: how much is tested of one input.
 *
 * A fuzzer finds more with many inputs than with all promises on each. So it tests the report of each input,
 * and the other promises on a share of the inputs. The bytes decide, so that a replay tests the same.
 */
#ifndef ASSETLINT_FUZZ_DEPTH_H
#define ASSETLINT_FUZZ_DEPTH_H

#include "prng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef enum promise_depth {
    PROMISE_FAST,    /* a fuzzer: the report, what a trusting reader says, and the others on a share of the
                        inputs */
    PROMISE_QUICK,   /* the sweep: what PROMISE_FAST tests, and each time some of the others */
    PROMISE_THOROUGH /* the replay: everything */
} promise_depth;

/* The depth of a fuzz target: everything if the environment has ASSETLINT_FUZZ_THOROUGH. Then a finding can
 * be made smaller, though other bytes would choose other promises. */
static inline promise_depth depth_of_fuzzing(void)
{
    return getenv("ASSETLINT_FUZZ_THOROUGH") != NULL ? PROMISE_THOROUGH : PROMISE_FAST;
}

/* A number below 2^62 that follows from the bytes: to choose among promises, and among their cases. */
static inline uint64_t depth_choice(const uint8_t *data, size_t size)
{
    uint64_t sum = size, sum_of_sums = 0; /* Fletcher's sums: fast, and they can't wrap */
    for (size_t i = 0; i < size; i++) {
        sum += data[i];
        sum_of_sums += sum;
    }
    prng d = prng_of((uint32_t)((sum_of_sums % INT32_MAX * 2 + sum % 2) % INT32_MAX));
    const uint64_t high = prng_next(&d);
    return high << 31 | prng_next(&d);
}

/* Whether the input is one of those on which even a fuzzer tests everything. */
static inline bool depth_is_due(promise_depth depth, const uint8_t *data, size_t size)
{
    enum { INPUTS = 8 };
    return depth != PROMISE_FAST || depth_choice(data, size) % INPUTS == 0;
}

#endif
