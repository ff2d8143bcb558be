/* meter.h: the memory that a thread uses, as AddressSanitizer's allocator sees it. Elsewhere it reads 0. */
#ifndef ASSETLINT_FUZZ_METER_H
#define ASSETLINT_FUZZ_METER_H

#include <stdint.h>

/* Counts from here on what this thread allocates and frees. */
void meter_start(void);

/* Bytes allocated since then and not freed, and the most that there ever were. */
int64_t meter_live(void);
int64_t meter_peak(void);

#endif
