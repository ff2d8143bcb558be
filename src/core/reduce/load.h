/* load.h: what the questions of core/reduce share. For them and for span.c alone: nothing here knows where
 * the bytes end. */
#ifndef AL_CORE_REDUCE_LOAD_H
#define AL_CORE_REDUCE_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A pattern sixteen times, so that a loop over it is a long one. */
#define AL_SIXTEEN(...)                                                                                     \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, \
        __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,          \
        __VA_ARGS__

/* Scalars out of bytes known to be there. Written out byte by byte: compilers make one load of it, and no
 * machine's byte order comes into it. */
static inline uint16_t al_load_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | (uint16_t)(p[1] << 8));
}

static inline uint32_t al_load_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint16_t al_load_u16be(const uint8_t *p)
{
    return (uint16_t)(p[1] | (uint16_t)(p[0] << 8));
}

static inline uint32_t al_load_u32be(const uint8_t *p)
{
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

/* In the byte order of a span. */
static inline uint16_t al_load_u16_in(const uint8_t *p, bool big_endian)
{
    return big_endian ? al_load_u16be(p) : al_load_u16(p);
}

static inline uint32_t al_load_u32_in(const uint8_t *p, bool big_endian)
{
    return big_endian ? al_load_u32be(p) : al_load_u32(p);
}

static inline float al_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline float al_load_f32(const uint8_t *p)
{
    return al_float_of(al_load_u32(p));
}

/* The top bit is set when a float is not finite: its exponent is all ones, so that one more carries. */
static inline uint32_t al_exponent_carry(uint32_t bits)
{
    return (bits & 0x7F800000u) + 0x00800000u;
}

/* Of carries or-ed together. */
static inline bool al_any_carry(uint32_t all)
{
    return (all & 0x80000000u) != 0;
}

#endif
