/* triangles.h: lists of triangles, three indices of vertices each, in the byte order of their span. */
#ifndef AL_CORE_REDUCE_TRIANGLES_H
#define AL_CORE_REDUCE_TRIANGLES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/span.h"

/* The greatest index, and whether a triangle names a vertex twice. What is beyond the last whole triangle
 * only counts for the first. */
uint32_t al_max_of_triangles_u32(al_span s, bool *degenerate);

/* True when a triangle names a vertex twice. */
bool al_any_degenerate_u16(al_span s);

/* Sets seen[v] for every vertex that is named, and returns how many triangles name a vertex twice. Indices
 * from `vertices` on are left out of `seen`; the span holds whole indices, and what is beyond the last whole
 * triangle is only seen. */
uint64_t al_scan_triangles_u16(al_span s, uint8_t *seen, uint32_t vertices);
uint64_t al_scan_triangles_u32(al_span s, uint8_t *seen, uint32_t vertices);

#endif
