/* import_cms.c: loads a Lost Saga CMS into triangles for collisions. */
#include "import_lostsaga.h"

void import_cms(believe_reader *r)
{
    believe_require(r, memcmp(r->data, "CMS", 4) == 0, "its magic is wrong"); /* relies on cms/bad-magic */
    r->at = 4;
    /* relies on cms/unsupported-version */
    believe_require(r, next_u32(r) == 5000, "its version is unknown");
    const float *positions =
        lsa_read_positions(r, next_u32(r)); /* relies on cms/count-range, cms/truncated */
    const uint32_t triangles = next_u32(r);
    const uint32_t *corners = lsa_import_corners(r, triangles);
    import_draw(r, positions, corners, 3 * triangles); /* relies on cms/index-range */
}
