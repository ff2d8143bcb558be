/* believe_cms.c: loads a Lost Saga CMS into triangles for collisions. */
#include "believe_lostsaga.h"

void believe_cms(believe_reader *r)
{
    believe_require(r, memcmp(r->data, "CMS", 4) == 0, "its magic is wrong"); /* relies on cms/bad-magic */
    r->at = 4;
    believe_require(r, next_u32(r) == 5000, "its version is unknown"); /* relies on cms/unsupported-version */
    const uint32_t vertices = next_u32(r);
    const float *positions = lsa_read_positions(r, vertices);
    for (size_t i = 0; i < 3 * (size_t)vertices; i++)
        believe_require(r, isfinite(positions[i]), "a position is not finite"); /* relies on cms/not-finite */
    const uint32_t triangles = next_u32(r);
    const uint32_t *corners = lsa_read_corners(r, triangles);
    believe_draw(r, positions, vertices, corners, 3 * triangles); /* relies on cms/index-range */
    lsa_end(r);
}
