/* mutate.h: changes inputs where it matters: in the fields that the library reads.
 *
 * The walk through an input announces where its fields and records lie, and which values are legal. A
 * mutation picks one and gives it a value that tends to break programs. This needs no knowledge of a format.
 * It does not reach compressed data; formats with such data have a function of their own (mutate_xmf.c). The
 * fuzzer mutates all other bytes.
 */
#ifndef ASSETLINT_FUZZ_MUTATE_H
#define ASSETLINT_FUZZ_MUTATE_H

#include "prng.h"

#include <stddef.h>
#include <stdint.h>

/* The fuzzer's own mutation: changes `size` bytes, returns their new number, at most `capacity`. */
typedef size_t mutate_bytes_fn(uint8_t *data, size_t size, size_t capacity);

/* An input that is being changed. */
typedef struct mutation {
    uint8_t *data;
    size_t size, capacity;
    prng prng;
    mutate_bytes_fn *bytes;
} mutation;

typedef struct mutator mutator;

/* NULL for an unknown format or without memory. */
mutator *mutator_new(const char *format, mutate_bytes_fn *bytes);
void mutator_free(mutator *m);

/* Changes the input; returns its new size. The same calls in the same order do the same if `bytes` does. */
size_t mutator_run(mutator *m, uint8_t *data, size_t size, size_t capacity, uint32_t seed);

/* The fuzzer's own mutation of `size` bytes. MemorySanitizer doesn't see what the fuzzer writes, which isn't
 * built with it, so the bytes count as written. */
size_t mutate_bytes(const mutation *e, uint8_t *bytes, size_t size, size_t capacity);

/* Replaces the `old_size` bytes at `at` by a gap of `new_size` bytes; moves the bytes behind them. False
 * without room. */
bool mutation_resize(mutation *e, size_t at, size_t old_size, size_t new_size);

/* Inflates a buffer of an XMF, changes its items, and deflates it again. False if there is no such buffer. */
bool mutate_xmf(mutation *e);

/* A number of `bits` bits that tends to break programs. */
uint64_t mutate_interesting(prng *d, unsigned bits);

/* The bits of a float that tends to break programs: not finite, denormal, huge, zero. `bytes` is 2, 4 or 8.
 */
uint64_t mutate_interesting_real(prng *d, size_t bytes);

#endif
