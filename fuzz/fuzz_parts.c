/* fuzz_parts.c: the fuzz target of the parts that merge reads. */
#include "parts_promise.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *broken = parts_promise(data, size, NULL);
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise: %s\n", broken);
        abort();
    }
    return 0;
}
