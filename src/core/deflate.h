/* deflate.h: compresses data as another stream was compressed. */
#ifndef AL_CORE_DEFLATE_H
#define AL_CORE_DEFLATE_H

#include "core/arena.h"
#include "core/span.h"

/* Compresses `bytes` to a zlib stream, with the level that gives `model` for `inflated`, which is what the
 * stream `model` has in it; or else with the level that comes nearest to its size. False, with `*stream`
 * empty, when out of memory. */
bool al_deflate_like(al_arena *a, al_span model, al_span inflated, al_span bytes,
                     al_span *stream) AL_MUST_USE;

#endif
