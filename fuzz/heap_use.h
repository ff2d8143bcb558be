/* heap_use.h: the memory that a thread uses, counted by AddressSanitizer's allocator; 0 without it. */
#ifndef ASSETLINT_FUZZ_HEAP_USE_H
#define ASSETLINT_FUZZ_HEAP_USE_H

#include <stdint.h>

/* From now on counts what this thread allocates and frees. */
void heap_use_start(void);

/* Bytes allocated since then and not freed, and their maximum. */
int64_t heap_use_live(void);
int64_t heap_use_peak(void);

#endif
