/* stream.h: zlib streams written bit by bit, which no compressor writes, and compressed streams. */
#ifndef ASSETLINT_TESTS_STREAM_H
#define ASSETLINT_TESTS_STREAM_H

#include <stddef.h>
#include <stdint.h>

enum { STREAM_ROOM = 8192, LITERALS = 288, DISTANCES = 32, END_OF_BLOCK = 256 };

typedef struct zstream {
    uint8_t bytes[STREAM_ROOM];
    size_t len;
    unsigned bits; /* used bits of the last byte; 0: all */
    size_t given;  /* expected size of the output, and */
    uint32_t sum;  /* its checksum */
} zstream;

/* A prefix code: the length of each symbol's code, 0 without a code, and the codes that follow from the
 * lengths. */
typedef struct code {
    uint8_t lengths[LITERALS];
    uint16_t codes[LITERALS];
} code;

/* The codes of RFC 1951, 3.2.2, and the one for literals and lengths of 3.2.6. */
void code_from_lengths(code *c);
code code_fixed(void);

/* Writes the header of two bytes and, unless `padding` is 0, a stored block of `padding` bytes: short streams
 * don't go through libdeflate. */
zstream stream_start(size_t padding);

/* Numbers, their lowest bit first; codes, their highest bit first. */
void stream_bits(zstream *s, uint32_t value, unsigned count);
void stream_symbol(zstream *s, const code *c, unsigned symbol);

/* Writes data compressed by zlib, including the last block. Begins at a byte. */
void stream_compressed(zstream *s, const void *data, size_t size, int level, int strategy);

/* Writes the header of a last block: with fixed codes, or with the first codes of these two. */
void stream_fixed_block(zstream *s);
void stream_dynamic_block(zstream *s, const code *literals, unsigned literal_count, const code *distances,
                          unsigned distance_count);

/* Adds the expected output of blocks written by hand. */
void stream_gives(zstream *s, const void *data, size_t size);

/* The checksum. */
void stream_end(zstream *s);

/* The data compressed by zlib, in a block that the caller frees. */
uint8_t *stream_of(const void *data, size_t size, int level, int strategy, size_t *len);

#endif
