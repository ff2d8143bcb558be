/* sort.h: sorting in place and binary search. We don't use qsort, which in glibc allocates memory that no
 * limit counts. */
#ifndef AL_CORE_SORT_H
#define AL_CORE_SORT_H

#include <stddef.h>

/* Returns a number below 0 if `left` comes before `right`, above 0 if after it, 0 if neither. */
typedef int al_compare(const void *left, const void *right, void *context);

/* Compare uint32_t, or uint64_t; they ignore the context. */
int al_compare_u32(const void *left, const void *right, void *context);
int al_compare_u64(const void *left, const void *right, void *context);

/* Sorts `count` items of `size` bytes with O(n log n) comparisons in the worst case. Not stable: items that
 * compare as 0 end up in any order, but in the same order in every run. `items` may be NULL if `count` is
 * 0. */
void al_sort(void *items, size_t count, size_t size, al_compare *compare, void *context);

/* Binary search in sorted items: the index of the first item that doesn't come before `wanted`; `count` if
 * there is none. */
size_t al_lower_bound(const void *items, size_t count, size_t size, const void *wanted, al_compare *compare,
                      void *context);

#endif
