/* finite.h: whether floats are finite. The answer is for little-endian spans; of a big-endian one that isn't
 * empty it is always that one may not be, so that the caller looks at each. */
#ifndef AL_CORE_REDUCE_FINITE_H
#define AL_CORE_REDUCE_FINITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/compiler.h"
#include "core/span.h"

/* True when one of the floats at `at` of each item of `stride` bytes may not be finite. */
bool al_any_not_finite_at(al_span s, size_t stride, size_t at);

/* The same of a span that holds floats and nothing else. */
bool al_any_f32_not_finite(al_span s);

/* Which 32-bit words of a repeating item hold floats. The test of a word is one `and`, one addition and one
 * `or`, for floats and for pairs of halves alike: the exponent of what is not finite is all ones, so that one
 * more carries into the sign bit. */
enum { AL_LANES_MAX = 512 };
typedef struct al_lanes {
    uint32_t words; /* of the pattern, a multiple of the item's, at most AL_LANES_MAX */
    uint32_t mask[AL_LANES_MAX], step[AL_LANES_MAX];
} al_lanes;

typedef enum al_lane_kind { AL_LANE_OTHER, AL_LANE_F32, AL_LANE_F16_PAIR } al_lane_kind;

/* Spreads the `words` kinds of an item over as many items as make a loop long; false when the item is too
 * large. */
bool al_lanes_set(al_lanes *lanes, const al_lane_kind *kinds, uint32_t words) AL_MUST_USE;

/* True when one of the floats of a span of whole items may not be finite. */
bool al_any_not_finite(al_span s, const al_lanes *lanes);

#endif
