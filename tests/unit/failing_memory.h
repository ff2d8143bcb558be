/* failing_memory.h: allocations of the library that fail, that show writes behind their end, and that are
 * counted until they are freed. The program must be linked with the options that put __wrap_malloc,
 * __wrap_calloc, __wrap_realloc and __wrap_free in the place of the C library's functions. */
#ifndef ASSETLINT_TESTS_FAILING_MEMORY_H
#define ASSETLINT_TESTS_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* From now on the n-th allocation fails, counted from 1. */
void failing_memory_arm(unsigned long fail_at);

/* Ends that. Returns whether an allocation failed. */
bool failing_memory_disarm(void);

/* How many blocks are allocated now. */
size_t failing_memory_blocks(void);

#endif
