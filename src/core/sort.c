/* sort.c: quicksort with the middle of several as its pivot, insertion for the last few, and heapsort where
 * the pivots turn out bad, as a file may have been made to have them. */
#include "core/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    FEW = 12,    /* items that are sorted by insertion */
    MANY = 64,   /* from here on the pivot is the middle of nine, not of three */
    PIECE = 256, /* bytes that are moved at once */
};

typedef struct sorting {
    size_t size; /* of an item */
    al_compare *compare;
    void *context;
} sorting;

/* Inlined with a constant size, a copy is a few moves. */
static inline void swap_bytes(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t kept[PIECE];
    memcpy(kept, a, size);
    memmove(a, b, size); /* an item may be swapped with itself */
    memcpy(b, kept, size);
}

static void swap(uint8_t *a, uint8_t *b, size_t size)
{
    switch (size) {
    case 8: swap_bytes(a, b, 8); return;
    case 16: swap_bytes(a, b, 16); return;
    default: break;
    }
    for (; size > PIECE; size -= PIECE, a += PIECE, b += PIECE)
        swap_bytes(a, b, PIECE);
    swap_bytes(a, b, size);
}

static inline bool is_before(const sorting *s, const uint8_t *left, const uint8_t *right)
{
    return s->compare(left, right, s->context) < 0;
}

/* Puts the item at `from` in front of those from `to` on. */
static void move_down(uint8_t *to, uint8_t *from, size_t size)
{
    uint8_t kept[PIECE];
    if (size > PIECE) {
        for (; from > to; from -= size)
            swap(from, from - size, size);
        return;
    }
    memcpy(kept, from, size);
    memmove(to + size, to, (size_t)(from - to));
    memcpy(to, kept, size);
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

/* Lets an item sink in the heap of `count` items, the greatest at its top. */
static void sink(const sorting *s, uint8_t *items, size_t place, size_t count)
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
        sink(s, items, place - 1, count);
    for (; count > 1; count--) {
        swap(items, items + (count - 1) * s->size, s->size);
        sink(s, items, 0, count - 1);
    }
}

static uint8_t *middle_of(const sorting *s, uint8_t *a, uint8_t *b, uint8_t *c)
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

static uint8_t *pivot_of(const sorting *s, uint8_t *first, size_t count)
{
    uint8_t *half = first + count / 2 * s->size, *last = first + (count - 1) * s->size;
    const size_t step = count / 8 * s->size;
    if (count < MANY)
        return middle_of(s, first, half, last);
    return middle_of(s, middle_of(s, first, first + step, first + 2 * step),
                     middle_of(s, half - step, half, half + step),
                     middle_of(s, last - 2 * step, last - step, last));
}

/* Where the pivot ends up: nothing in front of it belongs behind it, nor the other way round. Equal ones go
 * to both sides, so that many of them do no harm. Neither search relies on the comparison to end it. */
static uint8_t *partition(const sorting *s, uint8_t *first, uint8_t *end)
{
    const size_t size = s->size;
    uint8_t *low = first, *high = end;
    swap(first, pivot_of(s, first, (size_t)(end - first) / size), size);
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

/* The larger part is what the loop goes on with: so the stack is no deeper than the logarithm of the count.
 */
static void sort_part(const sorting *s, uint8_t *first, uint8_t *end, unsigned splits)
{
    while ((size_t)(end - first) > FEW * s->size) {
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
    unsigned splits = 0; /* twice as many as good pivots need */
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
