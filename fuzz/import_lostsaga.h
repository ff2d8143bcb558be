/* import_lostsaga.h: what the importers of MSH, CMS, SKL and ANI share: lists of names, and triangles with 16
 * bits for a corner.
 */
#ifndef ASSETLINT_FUZZ_IMPORT_LOSTSAGA_H
#define ASSETLINT_FUZZ_IMPORT_LOSTSAGA_H

#include "believe_lostsaga.h"
#include "import.h"

/* The corners of the next triangles, for import_draw. */
static inline uint32_t *lsa_import_corners(believe_reader *r, uint32_t triangles)
{
    uint32_t *corners = import_room(r, triangles, 3 * sizeof *corners);
    for (size_t i = 0; i < 3 * (size_t)triangles; i++)
        corners[i] = next_u16(r);
    return corners;
}

#endif
