/* believe_cms.c: reads a Lost Saga CMS as a game would that trusts it. */
#include "believe_lostsaga.h"

const char *believe_cms(believe_file *file)
{
    lsa_reader r = {.file = file, .at = 4};
    if (memcmp(file->data, "CMS", 4) != 0) /* relies on cms/bad-magic */
        return "it begins with another magic";
    if (lsa_u32(&r) != 5000)
        return NULL; /* of another layout, which nobody reads */
    const uint32_t vertices = lsa_u32(&r);
    const uint8_t *marks = believe_alloc(file, vertices, 1); /* relies on cms/count-range */
    if (marks == NULL)
        return believe_too_much;
    if (!lsa_finite(&r, 3 * (uint64_t)vertices))
        return "a position is not finite"; /* relies on cms/not-finite */
    /* relies on cms/index-range */
    const char *lie = lsa_draw(&r, marks, lsa_u32(&r));
    return lie == NULL && r.at > file->size ? "its faces end outside the file" : lie;
}
