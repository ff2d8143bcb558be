/* mutate_afl.c: the mutator as a module for AFL_CUSTOM_MUTATOR_LIBRARY of afl-fuzz. FUZZ_FORMAT is the
 * format.
 *
 * afl-fuzz also makes mutations of its own, so the mutation of plain bytes is simple here.
 */
#include "mutate.h"

#include <stdlib.h>
#include <string.h>

/* The functions that AFL++ looks for; afl-fuzz calls init first and deinit last. */
void *afl_custom_init(void *afl, unsigned int seed);
size_t afl_custom_fuzz(void *data, uint8_t *input, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size);
void afl_custom_deinit(void *data);

typedef struct module {
    mutator *mutator;
    prng prng;
    uint8_t *out; /* valid until the next call */
    size_t capacity;
} module;

/* The mutator passes no seed: the bytes are the seed. */
static size_t change_bytes(uint8_t *data, size_t size, size_t capacity)
{
    (void)capacity;
    uint32_t sum = (uint32_t)(size & 0xFFFF);
    for (size_t i = 0; i < size; i++)
        sum = (sum << 1 & 0xFFFFFF) ^ data[i];
    prng d = prng_of(sum);
    for (size_t steps = size == 0 ? 0 : 1 + prng_below(&d, 8); steps > 0; steps--)
        data[prng_below(&d, size)] = (uint8_t)prng_below(&d, 256);
    return size;
}

void *afl_custom_init(void *afl, unsigned int seed)
{
    (void)afl;
    module *m = calloc(1, sizeof *m);
    if (m == NULL)
        return NULL;
    m->prng = prng_of(seed);
    m->mutator = mutator_new(FUZZ_FORMAT, change_bytes);
    if (m->mutator == NULL) {
        free(m);
        return NULL;
    }
    return m;
}

size_t afl_custom_fuzz(void *data, uint8_t *input, size_t size, uint8_t **out, uint8_t *other,
                       size_t other_size, size_t max_size)
{
    module *m = data;
    (void)other, (void)other_size;
    if (m->capacity < max_size) {
        free(m->out);
        m->out = malloc(max_size);
        m->capacity = m->out != NULL ? max_size : 0;
    }
    *out = m->out;
    if (m->out == NULL || size > max_size)
        return 0; /* nothing to run */
    memcpy(m->out, input, size);
    return mutator_run(m->mutator, m->out, size, max_size, prng_next(&m->prng));
}

void afl_custom_deinit(void *data)
{
    module *m = data;
    mutator_free(m->mutator);
    free(m->out);
    free(m);
}
