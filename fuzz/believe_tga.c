/* believe_tga.c: loads a TGA into a block of four bytes for each pixel, through its colour map, as a reader
 * that trusts each packet.
 */
#include "believe_picture.h"

enum { HEADER = 18, FOOTER = 26, EXTENSION = 495, MAPPED = 1, COLOURS = 2, GREY = 3, PACKED = 8 };

typedef struct targa {
    uint8_t type, map_type, map_bits, bits;
    uint16_t map_first, map_length, width, height;
    uint32_t pixel, colour; /* bytes */
    uint8_t *colours, *pixels;
    uint64_t count, filled;
} targa;

/* Puts a pixel of the file `repeat` times into the picture. */
static void put(believe_reader *r, targa *t, uint64_t repeat)
{
    const uint8_t *stored = next_bytes(r, t->pixel, 1); /* relies on tga/truncated */
    if (t->type % PACKED == MAPPED) {
        const uint32_t index = (t->pixel == 1 ? stored[0] : believe_u16(stored)) - (uint32_t)t->map_first;
        believe_require(r, index < t->map_length, "a pixel has no colour"); /* relies on tga/color-map */
        stored = t->colours + (size_t)index * t->colour;
    }
    const uint32_t size = t->type % PACKED == MAPPED ? t->colour : t->pixel;
    for (uint64_t i = 0; i < repeat; i++) {
        believe_step(r);
        believe_require(r, t->filled < t->count,
                        "a packet goes beyond the picture"); /* relies on tga/rle-overrun */
        memcpy(t->pixels + 4 * t->filled++, stored, size);
    }
}

static void read_header(believe_reader *r, targa *t)
{
    const uint8_t id = next_u8(r);
    t->map_type = next_u8(r);
    t->type = next_u8(r);
    t->map_first = next_u16(r);
    t->map_length = next_u16(r);
    t->map_bits = next_u8(r);
    r->at += 4;
    t->width = next_u16(r);
    t->height = next_u16(r);
    t->bits = next_u8(r);
    r->at = HEADER;
    (void)next_bytes(r, id, 1);
    t->colour = (t->map_bits + 7U) / 8;
    t->pixel = (t->bits + 7U) / 8;
    if (t->map_type != 0)
        t->colours = next_bytes(r, t->map_length, t->colour);
    t->count = (uint64_t)t->width * t->height;
}

static void require_type(believe_reader *r, const targa *t)
{
    const uint8_t type = t->type % PACKED;
    const bool deep = type == COLOURS ? t->bits >= 15 && t->bits <= 32 : t->bits == 8 || t->bits == 16;
    /* relies on tga/bad-magic, and tga/color-map: a footer shows a TGA of any kind */
    believe_require(r, t->map_type <= 1, "its colour map is of another kind");
    /* relies on tga/bad-magic */
    believe_require(r, type >= MAPPED && type <= GREY && t->type < 2 * PACKED, "its type is unknown");
    /* relies on tga/depth */
    believe_require(r, deep && (t->bits % 8 == 0 || t->bits == 15), "its pixels are unknown");
    believe_require(r, t->width > 0 && t->height > 0, "it has no pixels"); /* relies on tga/zero-dimension */
    /* relies on tga/color-map */
    believe_require(
        r, type != MAPPED || (t->map_type == 1 && t->colour >= 2 && t->colour <= 4 && t->map_bits != 17),
        "it has no colours");
}

static void read_extension(believe_reader *r, uint64_t pixels_end)
{
    static const char mark[] = "TRUEVISION-XFILE.";
    if (r->end < HEADER + FOOTER || memcmp(r->data + r->end - sizeof mark, mark, sizeof mark) != 0)
        return;
    /* relies on tga/truncated */
    believe_require(r, pixels_end + FOOTER <= r->end, "the footer lies among the pixels");
    const uint32_t offset = believe_u32(r->data + r->end - FOOTER);
    if (offset == 0)
        return;
    /* relies on tga/extension */
    believe_require(r, offset >= pixels_end && (uint64_t)offset + EXTENSION + FOOTER <= r->end,
                    "the extension lies elsewhere");
    r->at = offset;
    (void)next_bytes(r, EXTENSION, 1);
}

void believe_tga(believe_reader *file)
{
    believe_reader picture = believe_picture(file), *r = &picture;
    targa t = {.type = 0};
    if (believe_is_jpeg(r))
        return;
    read_header(r, &t);
    require_type(r, &t);
    t.pixels = believe_alloc(r, t.count, 4);
    while (t.filled < t.count) {
        const uint8_t head = t.type >= PACKED ? next_u8(r) : 0;
        if (head >= 0x80)
            put(r, &t, head - 0x7FU);
        for (unsigned i = 0; i <= head && head < 0x80; i++)
            put(r, &t, 1);
    }
    read_extension(r, r->at);
}
