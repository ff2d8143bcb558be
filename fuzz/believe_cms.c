/* believe_cms.c: reads a Lost Saga CMS as an importer does: vertices and faces into blocks of their own, then
 * the walls from them.
 */
#include "believe_lostsaga.h"

const char *believe_cms(believe_file *file)
{
    lsa_reader r = {.file = file, .at = 4};
    if (memcmp(file->data, "CMS", 4) != 0) /* relies on cms/bad-magic */
        return "it begins with another magic";
    if (lsa_u32(&r) != 5000)
        return NULL; /* of another layout, which nobody reads */
    const uint32_t vertices = lsa_u32(&r);
    const float *positions = lsa_read_positions(&r, vertices);
    if (positions == NULL)
        return believe_too_much;
    for (size_t i = 0; i < 3 * (size_t)vertices; i++)
        if (!isfinite(positions[i])) /* relies on cms/not-finite */
            return "a position is not finite";
    const uint32_t count = lsa_u32(&r);
    const uint16_t *faces = lsa_read_faces(&r, count);
    if (faces == NULL)
        return believe_too_much;
    const char *lie = lsa_draw(positions, faces, count); /* relies on cms/index-range */
    return lie == NULL && r.at > file->size ? "its faces end outside the file" : lie;
}
