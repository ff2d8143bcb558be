/* sort.h: sorting in place. Nothing is allocated: qsort of the system takes memory that no limit sees. */
#ifndef AL_CORE_SORT_H
#define AL_CORE_SORT_H

#include <stddef.h>

/* Below 0 when `left` comes before `right`, above 0 when behind it. */
typedef int al_compare(const void *left, const void *right, void *context);

/* Puts `count` items of `size` bytes into their order, after at most some n log n comparisons whatever the
 * items are. Items of which neither comes first end up in any order, the same in every run: a comparison that
 * says everything leaves none of them. `items` may be NULL where there are none. */
void al_sort(void *items, size_t count, size_t size, al_compare *compare, void *context);

#endif
