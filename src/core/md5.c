/* md5.c: MD5 as in RFC 1321. */
#include "core/md5.h"

#include <string.h>

/* floor(2^32 * abs(sin(i + 1))): step 3.4 of the RFC. */
static const uint32_t sines[64] = {
    0xD76AA478, 0xE8C7B756, 0x242070DB, 0xC1BDCEEE, 0xF57C0FAF, 0x4787C62A, 0xA8304613, 0xFD469501,
    0x698098D8, 0x8B44F7AF, 0xFFFF5BB1, 0x895CD7BE, 0x6B901122, 0xFD987193, 0xA679438E, 0x49B40821,
    0xF61E2562, 0xC040B340, 0x265E5A51, 0xE9B6C7AA, 0xD62F105D, 0x02441453, 0xD8A1E681, 0xE7D3FBC8,
    0x21E1CDE6, 0xC33707D6, 0xF4D50D87, 0x455A14ED, 0xA9E3E905, 0xFCEFA3F8, 0x676F02D9, 0x8D2A4C8A,
    0xFFFA3942, 0x8771F681, 0x6D9D6122, 0xFDE5380C, 0xA4BEEA44, 0x4BDECFA9, 0xF6BB4B60, 0xBEBFBC70,
    0x289B7EC6, 0xEAA127FA, 0xD4EF3085, 0x04881D05, 0xD9D4D039, 0xE6DB99E5, 0x1FA27CF8, 0xC4AC5665,
    0xF4292244, 0x432AFF97, 0xAB9423A7, 0xFC93A039, 0x655B59C3, 0x8F0CCC92, 0xFFEFF47D, 0x85845DD1,
    0x6FA87E4F, 0xFE2CE6E0, 0xA3014314, 0x4E0811A1, 0xF7537E82, 0xBD3AF235, 0x2AD7D2BB, 0xEB86D391,
};

/* Addition modulo 2^32. Computed with 64 bits, because our builds report unsigned wrap-around as an error. */
static inline uint32_t add(uint32_t a, uint32_t b)
{
    return (uint32_t)(((uint64_t)a + b) & UINT32_MAX);
}

/* Masked, so that the left shift loses no bits. */
static inline uint32_t rotate_left(uint32_t value, unsigned bits)
{
    return (value & UINT32_MAX >> bits) << bits | value >> (32 - bits);
}

/* One step; `mixed` is the result of the round's function for the other three words of the state. */
static inline uint32_t step(uint32_t a, uint32_t b, uint32_t mixed, uint32_t word, uint32_t sine,
                            unsigned bits)
{
    return add(b, rotate_left(add(add(a, mixed), add(word, sine)), bits));
}

/* The functions of the four rounds, with their names in the RFC. */
static inline uint32_t round_f(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & y) | (~x & z);
}

static inline uint32_t round_g(uint32_t x, uint32_t y, uint32_t z)
{
    return round_f(z, x, y);
}

static inline uint32_t round_h(uint32_t x, uint32_t y, uint32_t z)
{
    return x ^ y ^ z;
}

static inline uint32_t round_i(uint32_t x, uint32_t y, uint32_t z)
{
    return y ^ (x | ~z);
}

/* A round of sixteen steps, which uses the words `first`, `first` + `stride` and so on. Four steps at a time,
 * so that everything but the data is constant. */
#define ROUND(mix, number, first, stride, bits0, bits1, bits2, bits3)                             \
    for (unsigned i = 0; i < 16; i += 4) {                                                        \
        const uint32_t *sine = &sines[16 * (number) + i];                                         \
        a = step(a, b, mix(b, c, d), words[((first) + (stride)*i) % 16], sine[0], bits0);         \
        d = step(d, a, mix(a, b, c), words[((first) + (stride) * (i + 1)) % 16], sine[1], bits1); \
        c = step(c, d, mix(d, a, b), words[((first) + (stride) * (i + 2)) % 16], sine[2], bits2); \
        b = step(b, c, mix(c, d, a), words[((first) + (stride) * (i + 3)) % 16], sine[3], bits3); \
    }

static void take_block(al_md5 *sum, al_span block)
{
    uint32_t words[16];
    uint32_t a = sum->state[0], b = sum->state[1], c = sum->state[2], d = sum->state[3];
    for (size_t i = 0; i < 16; i++)
        words[i] = al_u32_at(block, i * 4);
    ROUND(round_f, 0, 0, 1, 7, 12, 17, 22)
    ROUND(round_g, 1, 1, 5, 5, 9, 14, 20)
    ROUND(round_h, 2, 5, 3, 4, 11, 16, 23)
    ROUND(round_i, 3, 0, 7, 6, 10, 15, 21)
    sum->state[0] = add(sum->state[0], a);
    sum->state[1] = add(sum->state[1], b);
    sum->state[2] = add(sum->state[2], c);
    sum->state[3] = add(sum->state[3], d);
}

#undef ROUND

al_md5 al_md5_start(void)
{
    return (al_md5){.state = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476}};
}

void al_md5_add(al_md5 *sum, al_span bytes)
{
    size_t buffered = (size_t)(sum->length % AL_MD5_BLOCK);
    uint64_t at = 0;
    bytes.big_endian = false; /* MD5 is little-endian, whatever the file is */
    sum->length += bytes.len;
    if (buffered > 0) {
        const al_span part = al_slice_available(bytes, 0, AL_MD5_BLOCK - buffered);
        if (part.len > 0)
            memcpy(sum->block + buffered, part.ptr, part.len);
        buffered += part.len;
        at = part.len;
        if (buffered < AL_MD5_BLOCK)
            return;
        take_block(sum, al_span_of(sum->block, AL_MD5_BLOCK));
    }
    al_span block;
    for (; al_slice(bytes, at, AL_MD5_BLOCK, &block); at += AL_MD5_BLOCK)
        take_block(sum, block);
    const al_span rest = al_slice_available(bytes, at, AL_MD5_BLOCK);
    if (rest.len > 0)
        memcpy(sum->block, rest.ptr, rest.len);
}

void al_md5_end(al_md5 *sum, uint8_t digest[AL_MD5_SIZE])
{
    uint8_t padding[AL_MD5_BLOCK + 8] = {0x80};
    const size_t buffered = (size_t)(sum->length % AL_MD5_BLOCK);
    const size_t zeros = buffered < 56 ? 56 - buffered : 56 + AL_MD5_BLOCK - buffered;
    const uint64_t bits = (sum->length & (UINT64_MAX >> 3)) << 3;
    for (size_t i = 0; i < 8; i++)
        padding[zeros + i] = (uint8_t)(bits >> (8 * i) & 0xFF);
    al_md5_add(sum, al_span_of(padding, zeros + 8));
    for (size_t i = 0; i < AL_MD5_SIZE; i++)
        digest[i] = (uint8_t)(sum->state[i / 4] >> (8 * (i % 4)) & 0xFF);
}

al_md5_text al_md5_show(const uint8_t digest[AL_MD5_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    al_md5_text shown;
    for (size_t i = 0; i < AL_MD5_SIZE; i++) {
        shown.text[2 * i] = digits[digest[i] >> 4];
        shown.text[2 * i + 1] = digits[digest[i] & 0xF];
    }
    shown.text[AL_MD5_DIGITS] = '\0';
    return shown;
}
