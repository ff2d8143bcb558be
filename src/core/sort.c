/* sort.c: heapsort for many items, which takes no memory and which no order makes slow; insertion for few. */
#include "core/sort.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    INSERTION_MAX = 12, /* up to so many items are sorted by insertion */
    SWAP_SIZE = 256     /* bytes that are swapped at once */
};

typedef struct sorting {
    size_t size; /* of an item */
    al_compare *compare;
    void *context;
} sorting;

static void swap(uint8_t *a, uint8_t *b, size_t size)
{
    uint8_t saved[SWAP_SIZE];
    for (size_t at = 0; at < size; at += SWAP_SIZE) {
        const size_t part = size - at < SWAP_SIZE ? size - at : SWAP_SIZE;
        memcpy(saved, a + at, part);
        memcpy(a + at, b + at, part);
        memcpy(b + at, saved, part);
    }
}

static inline bool is_before(const sorting *s, const uint8_t *left, const uint8_t *right)
{
    return s->compare(left, right, s->context) < 0;
}

static void insert_all(const sorting *s, uint8_t *items, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (uint8_t *item = items + i * s->size; item > items && is_before(s, item, item - s->size);
             item -= s->size)
            swap(item, item - s->size, s->size);
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
    if (is_sorted(&s, items, count))
        return;
    if (count <= INSERTION_MAX)
        insert_all(&s, items, count);
    else
        heap_sort(&s, items, count);
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

int al_compare_u32(const void *left, const void *right, void *context)
{
    const uint32_t *a = left, *b = right;
    (void)context;
    return (*a > *b) - (*a < *b);
}

int al_compare_u64(const void *left, const void *right, void *context)
{
    const uint64_t *a = left, *b = right;
    (void)context;
    return (*a > *b) - (*a < *b);
}
