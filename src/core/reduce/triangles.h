/* triangles.h: lists of triangles, three indices of vertices each, in the byte order of their span. */
#ifndef AL_CORE_REDUCE_TRIANGLES_H
#define AL_CORE_REDUCE_TRIANGLES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

/* The greatest index; `*degenerate` tells whether a triangle uses a vertex twice. Indices after the last
 * whole triangle only count for the maximum. */
uint32_t al_max_of_triangles_u32(al_span s, bool *degenerate);

/* True if a triangle uses a vertex twice. */
bool al_any_degenerate_u16(al_span s);

/* Sets seen[v] to 1 for every vertex v that is used, and returns how many triangles use a vertex twice.
 * `seen` has `vertices` bytes; greater indices are ignored there. The span has whole indices; those after the
 * last whole triangle only count for `seen`. */
uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices);
uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices);

#endif
