/* believe_cms.c: reads a Lost Saga CMS as an importer does: vertices and faces into blocks of their own, then
 * the walls from them.
 */
#include "believe_lostsaga.h"

void believe_cms(believe_reader *r)
{
    believe_require(r, memcmp(r->data, "CMS", 4) == 0, "its magic is wrong"); /* relies on cms/bad-magic */
    r->at = 4;
    /* relies on cms/unsupported-version */
    believe_require(r, next_u32(r) == 5000, "its version is unknown");
    const uint32_t vertices = next_u32(r);
    const float *positions = lsa_read_positions(r, vertices);
    for (size_t i = 0; i < 3 * (size_t)vertices; i++)
        believe_require(r, isfinite(positions[i]), "a position is not finite"); /* relies on cms/not-finite */
    const uint32_t count = next_u32(r);
    const uint16_t *faces = lsa_read_faces(r, count);
    lsa_draw(r, positions, faces, count); /* relies on cms/index-range */
    lsa_end(r);
}
