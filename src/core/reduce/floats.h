/* floats.h: questions to many numbers. The fast tests ("any") are for little-endian spans; for any other span
 * that isn't empty the result is always true, so that the caller tests each number. */
#ifndef AL_CORE_REDUCE_FLOATS_H
#define AL_CORE_REDUCE_FLOATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"
#include "core/span.h"

/* ---- Whether all are finite, and not too large --------------------------------------------------------- */

/* True if one of the floats at offset `at` of each item of `stride` bytes may be infinite or NaN. */
bool al_any_not_finite_at(al_span s, size_t stride, size_t at);

/* True if one of the floats of a span is infinite or NaN, or has a magnitude of 2^power or more. `power` is
 * at most AL_INFINITE_POWER. */
bool al_any_f32_beyond(al_span s, uint32_t power);

/* No finite float has that magnitude. */
enum { AL_INFINITE_POWER = 128 };

static inline bool al_any_f32_not_finite(al_span s)
{
    return al_any_f32_beyond(s, AL_INFINITE_POWER);
}

/* Which 32-bit words of an item are floats, repeated for several items. A word is tested by one AND, one
 * addition and one OR, both for a float and for a pair of half floats: if a number is not finite, all bits of
 * its exponent are 1, so that adding 1 to the exponent carries into the sign. */
enum { AL_LANES_MAX = 512 };
typedef struct al_lanes {
    uint32_t words; /* a multiple of the item's words, at most AL_LANES_MAX */
    uint32_t mask[AL_LANES_MAX], step[AL_LANES_MAX];
} al_lanes;

/* AL_LANE_NEAR_F32 and AL_LANE_FAR_F32 are floats whose magnitude is tested, too: as not finite counts one of
 * 2^AL_NEAR_POWER, or 2^AL_FAR_POWER, and more. */
typedef enum al_lane_kind {
    AL_LANE_OTHER,
    AL_LANE_F32,
    AL_LANE_F16_PAIR,
    AL_LANE_NEAR_F32,
    AL_LANE_FAR_F32
} al_lane_kind;

enum { AL_NEAR_POWER = 19, AL_FAR_POWER = 39 };

/* Repeats the `words` kinds of an item for enough items to make a long loop. False if the item is too large.
 */
bool al_lanes_set(al_lanes *lanes, const al_lane_kind *kinds, uint32_t words) AL_MUST_USE;

/* True if one of the floats in a span of whole items may be infinite or NaN, or too large for its kind. */
bool al_any_not_finite(al_span s, const al_lanes *lanes);

/* The first item from `from` on that may have such a float; the number of items if there is none. `stride` is
 * the size of the items whose kinds the lanes have. */
uint64_t al_next_not_finite(al_span s, const al_lanes *lanes, size_t stride, uint64_t from);

/* ---- Minimum and maximum, in the byte order of the span unless stated otherwise ------------------------ */

/* The maximum of a span of scalars; 0 if it is empty. */
uint16_t al_max_u16(al_span s);
uint32_t al_max_u32(al_span s);

/* The maximum of the u32 at offset `at` of each item of `stride` bytes, masked with `mask`; 0 if there is
 * none. */
uint32_t al_max_masked(al_span s, size_t stride, size_t at, uint32_t mask);

/* Extends the box from `low` to `high` by the three floats at offset `at` of each item of `stride` bytes.
 * Ignores NaN. */
void al_range_f32x3(al_span s, size_t stride, size_t at, float low[3], float high[3]);

/* The length of the diagonal of a box. */
double al_box_diagonal(const float low[3], const float high[3]);

/* ---- Whether numbers increase from item to item of `stride` bytes -------------------------------------- */

/* True if one of the floats at offset `at` of each item may not be greater than the one before it. */
bool al_any_not_rising(al_span s, size_t stride, size_t at);

/* The same for u32. */
bool al_any_not_rising_u32(al_span s, size_t stride, size_t at);

#endif
