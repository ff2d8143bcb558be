/* twins.h: shared by the tests of core/reduce. Each function is called with random items, of which some have
 * a planted value, and compared with its twin: a plain loop over the items.
 */
#ifndef ASSETLINT_TESTS_TWINS_H
#define ASSETLINT_TESTS_TWINS_H

#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/span.h"

/* The rounds of each test, and the most items in one: enough for whole and partial blocks. */
enum { ROUNDS = 3000, MOST_ITEMS = 150 };

/* A span in a block of its exact size, so that AddressSanitizer sees each byte read beyond it, and at an
 * unaligned address. */
typedef struct item_block {
    uint8_t *block;
    al_span span;
    size_t count, stride;
} item_block;

static inline uint8_t *at_item(const item_block *x, size_t item, size_t offset)
{
    return x->block + 1 + item * x->stride + offset;
}

static inline item_block new_items(size_t count, size_t stride)
{
    item_block x = {.block = malloc(count * stride + 1), .count = count, .stride = stride};
    assert_non_null(x.block);
    x.span = al_span_of(x.block + 1, count * stride);
    return x;
}

static inline void free_items(item_block *x)
{
    free(x->block);
}

/* From 0 to `most`. */
static inline uint32_t upto(uint32_t most, uint32_t *chance)
{
    return (uint32_t)((uint64_t)unit_next(chance) * ((uint64_t)most + 1) >> 31);
}

/* Small counts are more frequent. */
static inline size_t some_count(uint32_t *chance)
{
    return upto(1, chance) == 0 ? upto(9, chance) : upto(MOST_ITEMS, chance);
}

/* One item: the first, the last or any. There is at least one. */
static inline size_t some_item(const item_block *x, uint32_t *chance)
{
    switch (upto(3, chance)) {
    case 0: return 0;
    case 1: return x->count - 1;
    default: return upto((uint32_t)x->count - 1, chance);
    }
}

static inline uint32_t any_bits(uint32_t *chance)
{
    return upto(UINT16_MAX, chance) << 16 | upto(UINT16_MAX, chance);
}

/* From -1 to 1. */
static inline float share(uint32_t *chance)
{
    return (float)upto(2000000, chance) / 1000000.0f - 1.0f;
}

/* All kinds of floats that a computation may get wrong. */
static inline float odd_float(uint32_t *chance)
{
    static const float kinds[] = {NAN,        INFINITY,   -INFINITY, FLT_MAX,  -FLT_MAX, 0.0f,        -0.0f,
                                  1.0f,       -1.0f,      FLT_MIN,   -FLT_MIN, 1e-45f,   FLT_EPSILON, 2.0f,
                                  0.9999999f, 1.0000001f, 1e30f,     -1e-30f,  0.5f,     16777216.0f};
    return kinds[upto(sizeof kinds / sizeof kinds[0] - 1, chance)];
}

static inline void put_bytes(uint8_t *at, uint32_t value, size_t size, bool big)
{
    for (size_t i = 0; i < size; i++)
        at[big ? size - 1 - i : i] = (uint8_t)(value >> (8 * i) & 0xFF);
}

static inline void put_u16(uint8_t *at, uint32_t value)
{
    put_bytes(at, value, 2, false);
}

static inline void put_u32(uint8_t *at, uint32_t value)
{
    put_bytes(at, value, 4, false);
}

static inline uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline void put_f32(uint8_t *at, float value)
{
    put_u32(at, bits_of(value));
}

static inline void fill_with_chance(const item_block *x, uint32_t *chance)
{
    for (size_t i = 0; i < x->count * x->stride; i++)
        x->block[1 + i] = (uint8_t)upto(255, chance);
}

/* The same bytes in the other order. */
static inline al_span big_endian(al_span s)
{
    s.big_endian = true;
    return s;
}

#endif
