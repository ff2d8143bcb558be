/* believe_png.c: reads the chunks of a PNG up to its end, each into a block of its own, with its checksum. */
#include "believe_picture.h"

void believe_png(believe_reader *file)
{
    static const char signature[] = "\x89PNG\r\n\x1A\n", last[] = "IEND";
    believe_reader picture = believe_picture(file), *r = &picture;
    const char *type;
    if (believe_is_jpeg(r))
        return;
    r->big_endian = true;
    /* relies on png/bad-magic */
    believe_require(r, memcmp(next_bytes(r, 8, 1), signature, 8) == 0, "it is no PNG");
    do {
        believe_step(r);
        const uint32_t length = next_u32(r); /* relies on png/truncated */
        type = next_bytes(r, 4, 1);
        const uint8_t *data = next_bytes(r, length, 1);
        const uLong sum = crc32_z(crc32_z(0, (const Bytef *)type, 4), length > 0 ? data : NULL, length);
        const uint32_t right = (uint32_t)(length > 0 ? sum : crc32_z(0, (const Bytef *)type, 4));
        believe_require(r, next_u32(r) == right, "a checksum is wrong"); /* relies on png/truncated */
    } while (memcmp(type, last, 4) != 0);
}
