/* mutate.h: changes inputs where it matters: in the fields that the library itself reads.
 *
 * The walk through an input says where its fields and records lie, and which values are legal. A mutation
 * picks one and sets it to what is interesting for a number, a text or a record of its kind. It needs no word
 * about a format. What a format compresses is out of its reach; such formats have a function of their own
 * (mutate_xmf.c). The rest is left to the fuzzer.
 */
#ifndef ASSETLINT_FUZZ_MUTATE_H
#define ASSETLINT_FUZZ_MUTATE_H

#include "prng.h"

#include <stddef.h>
#include <stdint.h>

/* The fuzzer's own mutation: changes `size` bytes, makes them up to `capacity`, returns how many they are. */
typedef size_t mutate_bytes_fn(uint8_t *data, size_t size, size_t capacity);

/* An input that is being changed. */
typedef struct mutation {
    uint8_t *data;
    size_t size, capacity;
    prng prng;
    mutate_bytes_fn *bytes;
} mutation;

typedef struct mutator mutator;

/* NULL when there is no such format or no memory. */
mutator *mutator_new(const char *format, mutate_bytes_fn *bytes);
void mutator_free(mutator *m);

/* Changes the input; returns its new size. The same calls in the same order do the same, as far as `bytes`
 * does. */
size_t mutator_run(mutator *m, uint8_t *data, size_t size, size_t capacity, uint32_t seed);

/* Makes `at` to `at + old_size` a gap of `new_size` bytes, what follows moves; false when there is no room.
 */
bool mutation_resize(mutation *e, size_t at, size_t old_size, size_t new_size);

/* Inflates a buffer of an XMF, changes its items, and deflates it again. False when there is none to be had.
 */
bool mutate_xmf(mutation *e);

/* A number for a field of `bits` bits, of those that tend to break programs. */
uint64_t mutate_interesting(prng *d, unsigned bits);

/* The bits of a float that tend to break programs: not finite, denormal, huge, zero. `bytes` is 2, 4 or 8. */
uint64_t mutate_interesting_real(prng *d, size_t bytes);

#endif
