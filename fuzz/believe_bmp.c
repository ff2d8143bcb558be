/* believe_bmp.c: copies as many bytes as the header of a BMP counts, and its rows, if they are not packed. */
#include "believe_picture.h"

enum { LEAST_INFO = 12, INFO = 40, MOST_INFO = 124, MASKS = 3, AT_SIZE = 2 };

void believe_bmp(believe_reader *file)
{
    believe_reader picture = believe_picture(file), *r = &picture;
    if (believe_is_jpeg(r))
        return;
    believe_require(r, memcmp(next_bytes(r, 2, 1), "BM", 2) == 0,
                    "it is no BMP"); /* relies on bmp/bad-magic */
    r->at = AT_SIZE;
    const uint32_t size = next_u32(r), reserved = next_u32(r), data_at = next_u32(r), info = next_u32(r);
    /* relies on bmp/bad-magic */
    believe_require(r, reserved == 0 && info >= LEAST_INFO && info <= MOST_INFO, "its header is unknown");
    const int64_t width = next_i32(r), height = next_i32(r);
    (void)next_u16(r);
    const uint16_t bits = next_u16(r);
    const uint32_t compression = next_u32(r);
    r->at = 0;
    (void)next_bytes(r, size, 1); /* relies on bmp/truncated */
    if (info < INFO || (compression != 0 && compression != MASKS) || width < 0)
        return;
    r->at = data_at;
    const uint64_t rows = (uint64_t)(height < 0 ? -height : height);
    const uint64_t row = ((uint64_t)width * bits + 31) / 32 * 4;
    believe_require(r, rows == 0 || row > 0, "its rows have no bytes"); /* relies on bmp/truncated */
    for (uint64_t i = 0; i < rows; i++) {
        believe_step(r);
        (void)next_bytes(r, row, 1); /* relies on bmp/truncated */
    }
}
