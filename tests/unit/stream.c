/* stream.c: writes zlib streams bit by bit. */
#include "stream.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "unit.h"

enum { LONGEST_CODE = 15, LENGTH_CODES = 19 };

/* The order in which a block's head lists the lengths of the code for code lengths. */
static const uint8_t length_order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                   11, 4,  12, 3, 13, 2, 14, 1, 15};

void code_from_lengths(code *c)
{
    uint32_t next = 0;
    for (unsigned length = 1; length <= LONGEST_CODE; length++) {
        next *= 2;
        for (unsigned symbol = 0; symbol < LITERALS; symbol++)
            if (c->lengths[symbol] == length)
                c->codes[symbol] = (uint16_t)(next++ % 65536);
    }
}

code code_fixed(void)
{
    code c = {.lengths = {0}};
    for (unsigned symbol = 0; symbol < LITERALS; symbol++)
        c.lengths[symbol] = symbol < 144 ? 8 : (symbol < 256 ? 9 : (symbol < 280 ? 7 : 8));
    code_from_lengths(&c);
    return c;
}

zstream stream_start(size_t padding)
{
    zstream s = {.bytes = {0x78, 0x9C}, .len = 2, .sum = 1};
    uint32_t chance = 29;
    if (padding == 0)
        return s;
    stream_bits(&s, 0, 8);
    stream_bits(&s, (uint32_t)padding, 16);
    stream_bits(&s, UINT16_MAX - (uint32_t)padding, 16);
    for (size_t i = 0; i < padding; i++) {
        const uint8_t byte = (uint8_t)(unit_next(&chance) % 256);
        stream_bits(&s, byte, 8);
        stream_gives(&s, &byte, 1);
    }
    return s;
}

void stream_bits(zstream *s, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (s->bits == 0) {
            assert_in_range(s->len, 0, STREAM_ROOM - 1);
            s->bytes[s->len++] = 0;
        }
        if (i < 32 && (value >> i) % 2 == 1)
            s->bytes[s->len - 1] |= (uint8_t)(1u << s->bits);
        s->bits = (s->bits + 1) % 8;
    }
}

void stream_symbol(zstream *s, const code *c, unsigned symbol)
{
    assert_int_not_equal(c->lengths[symbol], 0);
    for (unsigned i = c->lengths[symbol]; i > 0; i--)
        stream_bits(s, (uint32_t)c->codes[symbol] >> (i - 1) & 1, 1);
}

void stream_fixed_block(zstream *s)
{
    stream_bits(s, 1, 1);
    stream_bits(s, 1, 2);
}

void stream_dynamic_block(zstream *s, const code *literals, unsigned literal_count, const code *distances,
                          unsigned distance_count)
{
    code plain = {.lengths = {0}}; /* of code lengths: 0 to 15, four bits each */
    memset(plain.lengths, 4, 16);
    code_from_lengths(&plain);
    stream_bits(s, 1, 1);
    stream_bits(s, 2, 2);
    stream_bits(s, literal_count - 257, 5);
    stream_bits(s, distance_count - 1, 5);
    stream_bits(s, LENGTH_CODES - 4, 4);
    for (unsigned i = 0; i < LENGTH_CODES; i++)
        stream_bits(s, plain.lengths[length_order[i]], 3);
    for (unsigned i = 0; i < literal_count; i++)
        stream_symbol(s, &plain, literals->lengths[i]);
    for (unsigned i = 0; i < distance_count; i++)
        stream_symbol(s, &plain, distances->lengths[i]);
}

void stream_gives(zstream *s, const void *data, size_t size)
{
    s->sum = (uint32_t)adler32(s->sum, data, (uInt)size);
    s->given += size;
}

void stream_end(zstream *s)
{
    s->bits = 0;
    for (unsigned i = 0; i < 4; i++)
        stream_bits(s, s->sum >> (24 - 8 * i) & 0xFF, 8);
}

void stream_compressed(zstream *s, const void *data, size_t size, int level, int strategy)
{
    enum { HEAD = 2, SUM = 4 };
    size_t len;
    uint8_t *bytes = stream_of(data, size, level, strategy, &len);
    assert_int_equal(s->bits, 0);
    assert_in_range(s->len + len, 0, STREAM_ROOM);
    memcpy(s->bytes + s->len, bytes + HEAD, len - HEAD - SUM);
    s->len += len - HEAD - SUM;
    stream_gives(s, data, size);
    free(bytes);
}

uint8_t *stream_of(const void *data, size_t size, int level, int strategy, size_t *len)
{
    z_stream z = {.next_in = NULL};
    assert_int_equal(deflateInit2(&z, level, Z_DEFLATED, 15, 8, strategy), Z_OK);
    const uLong room = deflateBound(&z, (uLong)size);
    uint8_t *bytes = malloc(room), *copy = malloc(size + 1); /* next_in isn't const everywhere */
    assert_true(bytes != NULL && copy != NULL);
    memcpy(copy, size > 0 ? data : "", size);
    z.next_in = copy;
    z.avail_in = (uInt)size;
    z.next_out = bytes;
    z.avail_out = (uInt)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    *len = z.total_out;
    assert_int_equal(deflateEnd(&z), Z_OK);
    free(copy);
    uint8_t *exact = realloc(bytes, *len);
    assert_non_null(exact);
    return exact;
}
