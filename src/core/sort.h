/* sort.h: sorting in place, and finding in what is sorted. Nothing is allocated: qsort of the system takes
 * memory that no limit sees. */
#ifndef AL_CORE_SORT_H
#define AL_CORE_SORT_H

#include <stddef.h>

/* Below 0 when `left` comes before `right`, above 0 when behind it. */
typedef int al_compare(const void *left, const void *right, void *context);

/* The order of uint64_t; the context is not looked at. */
int al_compare_u64(const void *left, const void *right, void *context);

/* Puts `count` items of `size` bytes into their order, after at most some n log n comparisons whatever the
 * items are. Items of which neither comes first end up in any order, the same in every run: a comparison that
 * says everything leaves none of them. `items` may be NULL where there are none. */
void al_sort(void *items, size_t count, size_t size, al_compare *compare, void *context);

/* The number of the first item that doesn't come before `wanted`, among items that are in their order;
 * `count` when all of them do. */
size_t al_lower_bound(const void *items, size_t count, size_t size, const void *wanted, al_compare *compare,
                      void *context);

#endif
