/* load.h: reads scalars without range tests. Only core/reduce and span.c may use it. */
#ifndef AL_CORE_REDUCE_LOAD_H
#define AL_CORE_REDUCE_LOAD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Repeats a pattern sixteen times, so that a loop over it is long enough for vector units. */
#define AL_SIXTEEN(...)                                                                                     \
    __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, \
        __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__,          \
        __VA_ARGS__

/* The caller has tested the range. Written byte by byte, so that the result doesn't depend on the machine's
 * byte order; compilers make one load of it. */
/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
*/
static inline uint16_t al_load_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | (uint16_t)(p[1] << 8));
}

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline uint32_t al_load_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
*/
static inline uint16_t al_load_u16be(const uint8_t *p)
{
    return (uint16_t)(p[1] | (uint16_t)(p[0] << 8));
}

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline uint32_t al_load_u32be(const uint8_t *p)
{
    return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
}

/* In the byte order of a span. */
/*@ requires \valid_read(p + (0 .. 1));
    assigns \nothing;
*/
static inline uint16_t al_load_u16_in(const uint8_t *p, bool big_endian)
{
    return big_endian ? al_load_u16be(p) : al_load_u16(p);
}

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline uint32_t al_load_u32_in(const uint8_t *p, bool big_endian)
{
    return big_endian ? al_load_u32be(p) : al_load_u32(p);
}

/* The number that has the same bits. */
/*@ assigns \nothing; */
static inline float al_float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*@ assigns \nothing; */
static inline double al_double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/*@ assigns \nothing; */
static inline uint32_t al_bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* The number with the same bits, for a sign in two's complement. */
/*@ assigns \nothing;
    ensures \result == (bits > INT16_MAX ? bits - 0x10000 : bits);
*/
static inline int16_t al_signed16_of(uint16_t bits)
{
    return (int16_t)(bits > INT16_MAX ? bits - 0x10000 : bits);
}

/*@ assigns \nothing;
    ensures \result == (bits > INT32_MAX ? bits - 0x100000000 : bits);
*/
static inline int32_t al_signed32_of(uint32_t bits)
{
    return (int32_t)(bits > INT32_MAX ? (int64_t)bits - 0x100000000 : (int64_t)bits);
}

/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing;
*/
static inline float al_load_f32(const uint8_t *p)
{
    return al_float_of(al_load_u32(p));
}

/* The top bit of the result is set if a float is not finite: all bits of its exponent are 1, so that adding 1
 * to the exponent carries into the sign. */
static inline uint32_t al_exponent_carry(uint32_t bits)
{
    return (bits & 0x7F800000u) + 0x00800000u;
}

/* True if one of the results that were combined by `|` has the top bit set. */
static inline bool al_any_carry(uint32_t all)
{
    return (all & 0x80000000u) != 0;
}

#endif
