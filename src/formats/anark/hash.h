/* hash.h: Anark's hash of a name, as a constant expression.
 *
 * The hash starts as 0. For each character c, and once more for the NUL, h = h * 0x1003F + c in 32 bits. So
 * the hash is a sum over the characters, each times a power of 0x1003F that depends only on its distance
 * from the end. The compiler can compute that sum.
 */
#ifndef AL_ANARK_HASH_H
#define AL_ANARK_HASH_H

#include <stdint.h>

/* Characters of a name, without its NUL: the longest known name has 21. */
#define ANARK_HASH_MOST 24

#define ANARK_TIMES(h) (((h)*UINT64_C(0x1003F)) & UINT32_MAX)
#define ANARK_POWER_1  UINT64_C(0x1003F)
#define ANARK_POWER_2  ANARK_TIMES(ANARK_POWER_1)
#define ANARK_POWER_3  ANARK_TIMES(ANARK_POWER_2)
#define ANARK_POWER_4  ANARK_TIMES(ANARK_POWER_3)
#define ANARK_POWER_5  ANARK_TIMES(ANARK_POWER_4)
#define ANARK_POWER_6  ANARK_TIMES(ANARK_POWER_5)
#define ANARK_POWER_7  ANARK_TIMES(ANARK_POWER_6)
#define ANARK_POWER_8  ANARK_TIMES(ANARK_POWER_7)
#define ANARK_POWER_9  ANARK_TIMES(ANARK_POWER_8)
#define ANARK_POWER_10 ANARK_TIMES(ANARK_POWER_9)
#define ANARK_POWER_11 ANARK_TIMES(ANARK_POWER_10)
#define ANARK_POWER_12 ANARK_TIMES(ANARK_POWER_11)
#define ANARK_POWER_13 ANARK_TIMES(ANARK_POWER_12)
#define ANARK_POWER_14 ANARK_TIMES(ANARK_POWER_13)
#define ANARK_POWER_15 ANARK_TIMES(ANARK_POWER_14)
#define ANARK_POWER_16 ANARK_TIMES(ANARK_POWER_15)
#define ANARK_POWER_17 ANARK_TIMES(ANARK_POWER_16)
#define ANARK_POWER_18 ANARK_TIMES(ANARK_POWER_17)
#define ANARK_POWER_19 ANARK_TIMES(ANARK_POWER_18)
#define ANARK_POWER_20 ANARK_TIMES(ANARK_POWER_19)
#define ANARK_POWER_21 ANARK_TIMES(ANARK_POWER_20)
#define ANARK_POWER_22 ANARK_TIMES(ANARK_POWER_21)
#define ANARK_POWER_23 ANARK_TIMES(ANARK_POWER_22)
#define ANARK_POWER_24 ANARK_TIMES(ANARK_POWER_23)

/* The character `before` places before the last, times the power of that place; 0 if the name is shorter. */
#define ANARK_TERM(text, before, power)                                                               \
    ((before) + 1 < sizeof(text)                                                                      \
         ? (uint64_t)(uint8_t)(text)[(before) + 1 < sizeof(text) ? sizeof(text) - 2 - (before) : 0] * \
               (power)                                                                                \
         : 0)

/* The hash of a literal of at most ANARK_HASH_MOST characters, all of them ASCII. */
#define ANARK_HASH(text)                                                                        \
    ((uint32_t)((ANARK_TERM(text, 0, ANARK_POWER_1) + ANARK_TERM(text, 1, ANARK_POWER_2) +      \
                 ANARK_TERM(text, 2, ANARK_POWER_3) + ANARK_TERM(text, 3, ANARK_POWER_4) +      \
                 ANARK_TERM(text, 4, ANARK_POWER_5) + ANARK_TERM(text, 5, ANARK_POWER_6) +      \
                 ANARK_TERM(text, 6, ANARK_POWER_7) + ANARK_TERM(text, 7, ANARK_POWER_8) +      \
                 ANARK_TERM(text, 8, ANARK_POWER_9) + ANARK_TERM(text, 9, ANARK_POWER_10) +     \
                 ANARK_TERM(text, 10, ANARK_POWER_11) + ANARK_TERM(text, 11, ANARK_POWER_12) +  \
                 ANARK_TERM(text, 12, ANARK_POWER_13) + ANARK_TERM(text, 13, ANARK_POWER_14) +  \
                 ANARK_TERM(text, 14, ANARK_POWER_15) + ANARK_TERM(text, 15, ANARK_POWER_16) +  \
                 ANARK_TERM(text, 16, ANARK_POWER_17) + ANARK_TERM(text, 17, ANARK_POWER_18) +  \
                 ANARK_TERM(text, 18, ANARK_POWER_19) + ANARK_TERM(text, 19, ANARK_POWER_20) +  \
                 ANARK_TERM(text, 20, ANARK_POWER_21) + ANARK_TERM(text, 21, ANARK_POWER_22) +  \
                 ANARK_TERM(text, 22, ANARK_POWER_23) + ANARK_TERM(text, 23, ANARK_POWER_24)) & \
                UINT32_MAX))

#endif
