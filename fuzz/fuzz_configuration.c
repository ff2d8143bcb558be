/* fuzz_configuration.c: the fuzz target of our own files. */
#include "configuration_promise.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *broken = configuration_promise(data, size);
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise: %s\n", broken);
        abort();
    }
    return 0;
}
