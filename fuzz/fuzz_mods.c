/* fuzz_mods.c: the fuzz target of rules across files: an input is a whole mod (mods.h). */
#include "mods.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *broken = mods_check(data, size, MODS_QUICK);
    if (broken != NULL) {
        (void)fprintf(stderr, "broken promise: %s\n", broken);
        abort();
    }
    return 0;
}
