/* fuzz_format.c: the fuzz target of every format. FUZZ_FORMAT is its id, a string.
 *
 * libFuzzer and the driver of AFL++ call the same functions; AFL++ loads the mutator as a module
 * (mutate_afl.c).
 */
#include "mutate.h"
#include "promise.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size); /* of the fuzzer */

/* Kept from input to input, as a program that checks many files keeps its checker. */
static struct {
    promise *promise;
    mutator *mutator;
    promise_depth depth;
} kept;

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    kept.promise = promise_new(FUZZ_FORMAT);
    kept.depth = depth_of_fuzzing();
    kept.mutator = mutator_new(FUZZ_FORMAT, LLVMFuzzerMutate);
    if (kept.promise == NULL || kept.mutator == NULL)
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *name = promise_name(kept.promise, data, size);
    const char *broken = promise_check(kept.promise, name, data, size, kept.depth);
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise for an input of the name %s: %s\n", name, broken);
        abort();
    }
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned int seed)
{
    return mutator_run(kept.mutator, data, size, max_size, seed);
}
