/* indices.h: questions to many indices, in the byte order of their span. */
#ifndef AL_CORE_REDUCE_INDICES_H
#define AL_CORE_REDUCE_INDICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

/* ---- Triangles: three indices of vertices each --------------------------------------------------------- */

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

/* ---- Distinct values ----------------------------------------------------------------------------------- */

/* Counts the distinct values of the u16 at offset `at` of each item of `stride` bytes. None of them may
 * exceed `greatest`. */
uint32_t al_count_distinct_u16(al_span s, size_t stride, size_t at, uint16_t greatest);

/* ---- Marks: one byte for each thing, 0 if it is not marked --------------------------------------------- */

/* The number of things that are not marked. */
uint64_t al_count_unmarked(al_span marks);

/* The first thing from `from` on that is not marked; their number if there is none. */
uint64_t al_find_unmarked(al_span marks, uint64_t from);

#endif
