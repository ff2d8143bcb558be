/* heap_use.h: the memory that a thread uses, as AddressSanitizer's allocator sees it. Elsewhere it reads 0.
 */
#ifndef ASSETLINT_FUZZ_HEAP_USE_H
#define ASSETLINT_FUZZ_HEAP_USE_H

#include <stdint.h>

/* Counts from here on what this thread allocates and frees. */
void heap_use_start(void);

/* Bytes allocated since then and not freed, and the most that there ever were. */
int64_t heap_use_live(void);
int64_t heap_use_peak(void);

#endif
