/* unit.h: cmocka with the headers that it needs, and pseudo-random numbers. */
#ifndef ASSETLINT_TESTS_UNIT_H
#define ASSETLINT_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The next pseudo-random number from 1 to 2^31 - 2, the same in every run. `state` starts as any of them. */
static inline uint32_t unit_next(uint32_t *state)
{
    *state = (uint32_t)((uint64_t)*state * 48271u % 2147483647u);
    return *state;
}

#endif
