/* sort.c: introsort: quicksort with the median of several items as pivot, insertion sort for few items, and
 * heapsort if the pivots are bad, as a file may be crafted for that. */
#include "core/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    INSERTION_MAX = 12, /* up to so many items are sorted by insertion */
    NINTHER_MIN = 64,   /* from so many items on, the pivot is the median of nine instead of three */
    SWAP_SIZE = 256,    /* bytes that are swapped at once */
};

typedef struct sorting {
    size_t size; /* of an item */
    al_compare *compare;
    void *context;
} sorting;

/* Inlined: with a constant size, the compiler makes a few moves of it. */
static inline void swap_bytes(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t saved[SWAP_SIZE];
    memcpy(saved, a, size);
    memmove(a, b, size); /* a and b may be the same */
    memcpy(b, saved, size);
}

static void swap(uint8_t *a, uint8_t *b, size_t size)
{
    switch (size) {
    case 8: swap_bytes(a, b, 8); return;
    case 16: swap_bytes(a, b, 16); return;
    default: break;
    }
    for (; size > SWAP_SIZE; size -= SWAP_SIZE, a += SWAP_SIZE, b += SWAP_SIZE)
        swap_bytes(a, b, SWAP_SIZE);
    swap_bytes(a, b, size);
}

static inline bool is_before(const sorting *s, const uint8_t *left, const uint8_t *right)
{
    return s->compare(left, right, s->context) < 0;
}

/* Moves the item at `from` to the place `to` before it, and those between by one. */
static void move_down(uint8_t *to, uint8_t *from, size_t size)
{
    uint8_t saved[SWAP_SIZE];
    if (size > SWAP_SIZE) {
        for (; from > to; from -= size)
            swap(from, from - size, size);
        return;
    }
    memcpy(saved, from, size);
    memmove(to + size, to, (size_t)(from - to));
    memcpy(to, saved, size);
}

static void insert_all(const sorting *s, uint8_t *first, uint8_t *end)
{
    for (uint8_t *item = first + s->size; item < end; item += s->size) {
        uint8_t *place = item;
        while (place > first && is_before(s, item, place - s->size))
            place -= s->size;
        if (place < item)
            move_down(place, item, s->size);
    }
}

/* Moves an item down in the heap of `count` items until no child is greater. */
static void sift_down(const sorting *s, uint8_t *items, size_t place, size_t count)
{
    for (size_t child = 2 * place + 1; child < count; child = 2 * place + 1) {
        uint8_t *item = items + place * s->size, *below = items + child * s->size;
        if (child + 1 < count && is_before(s, below, below + s->size)) {
            child++;
            below += s->size;
        }
        if (!is_before(s, item, below))
            return;
        swap(item, below, s->size);
        place = child;
    }
}

static void heap_sort(const sorting *s, uint8_t *items, size_t count)
{
    for (size_t place = count / 2; place > 0; place--)
        sift_down(s, items, place - 1, count);
    for (; count > 1; count--) {
        swap(items, items + (count - 1) * s->size, s->size);
        sift_down(s, items, 0, count - 1);
    }
}

static uint8_t *median_of(const sorting *s, uint8_t *a, uint8_t *b, uint8_t *c)
{
    if (is_before(s, a, b)) {
        if (is_before(s, b, c))
            return b;
        return is_before(s, a, c) ? c : a;
    }
    if (is_before(s, a, c))
        return a;
    return is_before(s, b, c) ? c : b;
}

static uint8_t *choose_pivot(const sorting *s, uint8_t *first, size_t count)
{
    uint8_t *half = first + count / 2 * s->size, *last = first + (count - 1) * s->size;
    const size_t step = count / 8 * s->size;
    if (count < NINTHER_MIN)
        return median_of(s, first, half, last);
    return median_of(s, median_of(s, first, first + step, first + 2 * step),
                     median_of(s, half - step, half, half + step),
                     median_of(s, last - 2 * step, last - step, last));
}

/* Moves items that belong before the pivot before it, and the others after it. Returns the place of the
 * pivot. Items equal to the pivot go to both sides, so that many equal items don't make the split uneven.
 * Both searches end even if the comparison is inconsistent. */
static uint8_t *partition(const sorting *s, uint8_t *first, uint8_t *end)
{
    const size_t size = s->size;
    uint8_t *low = first, *high = end;
    swap(first, choose_pivot(s, first, (size_t)(end - first) / size), size);
    for (;;) {
        do
            low += size;
        while (low < end && is_before(s, low, first));
        do
            high -= size;
        while (high > first && is_before(s, first, high));
        if (low >= high)
            break;
        swap(low, high, size);
    }
    swap(first, high, size);
    return high;
}

/* Recurses into the smaller part and loops over the larger one, so that the depth of the stack is at most the
 * logarithm of the count. After `splits` splits, heapsort takes over. */
static void sort_part(const sorting *s, uint8_t *first, uint8_t *end, unsigned splits)
{
    while ((size_t)(end - first) > INSERTION_MAX * s->size) {
        if (splits == 0) {
            heap_sort(s, first, (size_t)(end - first) / s->size);
            return;
        }
        splits--;
        uint8_t *middle = partition(s, first, end);
        if (middle - first < end - middle) {
            sort_part(s, first, middle, splits);
            first = middle + s->size;
        } else {
            sort_part(s, middle + s->size, end, splits);
            end = middle;
        }
    }
    insert_all(s, first, end);
}

static bool is_sorted(const sorting *s, const uint8_t *items, size_t count)
{
    for (size_t i = 1; i < count; i++)
        if (is_before(s, items + i * s->size, items + (i - 1) * s->size))
            return false;
    return true;
}

void al_sort(void *items, size_t count, size_t size, al_compare *compare, void *context)
{
    const sorting s = {.size = size, .compare = compare, .context = context};
    unsigned splits = 0; /* 2 log2(count): twice as many as good pivots need */
    for (size_t left = count; left > 1; left /= 2)
        splits += 2;
    if (!is_sorted(&s, items, count))
        sort_part(&s, items, (uint8_t *)items + count * size, splits);
}

size_t al_lower_bound(const void *items, size_t count, size_t size, const void *wanted, al_compare *compare,
                      void *context)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare((const uint8_t *)items + middle * size, wanted, context) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

int al_compare_u64(const void *left, const void *right, void *context)
{
    const uint64_t *a = left, *b = right;
    (void)context;
    return (*a > *b) - (*a < *b);
}
