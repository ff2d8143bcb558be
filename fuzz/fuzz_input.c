/* fuzz_input.c: the fuzz target of inputs that are not a single file of a format. FUZZ_CHECK is the function
 * of inputs.h that tests the promises about such an input.
 */
#include "depth.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

const char *FUZZ_CHECK(const uint8_t *data, size_t size, promise_depth depth);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *broken = FUZZ_CHECK(data, size, depth_of_fuzzing());
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise: %s\n", broken);
        abort();
    }
    return 0;
}
