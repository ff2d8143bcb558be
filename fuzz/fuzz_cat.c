/* fuzz_cat.c: the fuzz target of .cat and .dat. */
#include "cat_promise.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static promise *tars; /* from input to input, as a program that checks many files keeps its checker */

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    tars = promise_new("tar");
    if (tars == NULL)
        abort();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *broken = cat_promise(tars, data, size, PROMISE_QUICK);
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise: %s\n", broken);
        abort();
    }
    return 0;
}
