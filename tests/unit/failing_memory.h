/* failing_memory.h: allocations of the library that fail. The program must be linked with the options that
 * put __wrap_malloc, __wrap_calloc and __wrap_realloc in the place of the C library's functions. */
#ifndef ASSETLINT_TESTS_FAILING_MEMORY_H
#define ASSETLINT_TESTS_FAILING_MEMORY_H

#include <stdbool.h>

/* From now on the n-th allocation fails, counted from 1. */
void failing_memory_arm(unsigned long fail_at);

/* Ends that. Returns whether an allocation failed. */
bool failing_memory_disarm(void);

#endif
