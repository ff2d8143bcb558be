/* believe_dds.c: loads a DDS as a texture: each level of each face into a block of its own, whose size
 * follows from the header.
 */
/* not relied on: dds/pitch: writers put the size of the first level there whatever the flags say, and the
 * games compute both */
#include "believe_picture.h"

enum {
    AT_SIZE = 4,
    AT_FORMAT = 76,
    FOUR_CC = 4,
    HAS_ALPHA = 1,
    PALETTE = 0x20,
    PALETTE_BYTES = 1024,
    AT_CAPS2 = 112,
    CUBE = 0x200,
    FACES = 0xFC00,
    VOLUME = 0x200000,
    D3DFMT_A16B16G16R16 = 36
};

typedef struct texture {
    uint32_t width, height, depth, levels, textures;
    uint32_t block, bits; /* bytes of a block, or bits of a pixel */
} texture;

/* ---- Formats ------------------------------------------------------------------------------------------- */

static void set_dxgi(texture *t, uint32_t format)
{
    static const uint8_t bits[] = {0,  128, 128, 128, 128, 96, 96, 96, 96, 64, 64, 64, 64, 64, 64, 64, 64,
                                   64, 64,  64,  64,  64,  64, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32, 32,
                                   32, 32,  32,  32,  32,  32, 32, 32, 32, 32, 32, 32, 32, 32, 16, 16, 16,
                                   16, 16,  16,  16,  16,  16, 16, 16, 16, 8,  8,  8,  8,  8,  8};
    const bool small = (format >= 70 && format <= 72) || (format >= 79 && format <= 81);
    const bool large =
        (format >= 73 && format <= 78) || (format >= 82 && format <= 84) || (format >= 94 && format <= 99);
    if (small || large)
        t->block = small ? 8 : 16;
    else if (format < sizeof bits)
        t->bits = bits[format];
    else if (format == 85 || format == 86 || format == 115)
        t->bits = 16;
    else if (format >= 87 && format <= 93)
        t->bits = 32;
}

static void set_four_cc(texture *t, const char *name)
{
    static const char small[] = "DXT1ATI1BC4UBC4S", large[] = "DXT2DXT3DXT4DXT5ATI2BC5UBC5SRXGB";
    static const uint8_t numbers[] = {64, 64, 16, 32, 64, 32, 64, 128, 16}; /* 36, then from 110 on */
    const uint32_t number = believe_u32((const uint8_t *)name);
    for (size_t i = 0; i + 4 < sizeof small; i += 4)
        if (memcmp(name, small + i, 4) == 0)
            t->block = 8;
    for (size_t i = 0; i + 4 < sizeof large; i += 4)
        if (memcmp(name, large + i, 4) == 0)
            t->block = 16;
    if (number == D3DFMT_A16B16G16R16)
        t->bits = numbers[0];
    else if (number >= 110 && number <= 117)
        t->bits = numbers[number - 109];
}

static void require_masks(believe_reader *r, uint32_t bits, uint32_t flags)
{
    const uint32_t masks = (flags & HAS_ALPHA) != 0 ? 4 : 3;
    uint32_t used = 0;
    for (uint32_t i = 0; i < masks; i++) {
        const uint32_t mask = next_u32(r);
        /* relies on dds/masks */
        believe_require(r, (mask & used) == 0 && (bits >= 32 || mask >> bits == 0),
                        "masks of colours overlap");
        used |= mask;
    }
}

/* ---- The header ---------------------------------------------------------------------------------------- */

static void read_format(believe_reader *r, texture *t, bool *dx10)
{
    r->at = AT_FORMAT;
    const uint32_t size = next_u32(r), flags = next_u32(r);
    const char *four_cc = next_bytes(r, 4, 1);
    const uint32_t bits = next_u32(r);
    believe_require(r, size == 32, "the format has another size"); /* relies on dds/header-size */
    *dx10 = (flags & FOUR_CC) != 0 && memcmp(four_cc, "DX10", 4) == 0;
    if ((flags & FOUR_CC) != 0) {
        set_four_cc(t, four_cc);
        return;
    }
    t->bits = bits % 8 == 0 && (bits <= 32 || bits == 64 || bits == 96 || bits == 128) ? bits : 0;
    require_masks(r, bits, flags);
    if ((flags & PALETTE) != 0) {
        r->at = AT_SIZE + 124;
        (void)next_bytes(r, PALETTE_BYTES, 1);
    }
}

static uint32_t bits_of(uint32_t number)
{
    uint32_t bits = 0;
    for (; number != 0; number &= number - 1)
        bits++;
    return bits;
}

static void read_dx10(believe_reader *r, texture *t, bool *cube, bool *volume)
{
    set_dxgi(t, next_u32(r));
    *volume = next_u32(r) == 4;
    *cube = (next_u32(r) & 4) != 0;
    t->textures = next_u32(r);
    believe_require(r, t->textures > 0, "an array is empty"); /* relies on dds/array-size */
    t->textures *= *cube ? 6 : 1;
    (void)next_u32(r);
}

static texture read_header(believe_reader *r)
{
    texture t = {.textures = 1};
    bool dx10;
    believe_require(r, memcmp(next_bytes(r, 4, 1), "DDS ", 4) == 0,
                    "it is no DDS"); /* relies on dds/bad-magic */
    const uint32_t size = next_u32(r);
    (void)next_u32(r);
    t.height = next_u32(r);
    t.width = next_u32(r);
    (void)next_u32(r);
    t.depth = next_u32(r);
    t.levels = next_u32(r);
    read_format(r, &t, &dx10);
    const size_t palette_end = r->at;
    r->at = AT_CAPS2;
    const uint32_t caps2 = next_u32(r);
    bool cube = (caps2 & CUBE) != 0, volume = (caps2 & VOLUME) != 0;
    r->at = AT_SIZE + (size_t)size; /* relies on dds/header-size */
    believe_require(r, r->at == 128, "the header has another size");
    if (dx10)
        read_dx10(r, &t, &cube, &volume);
    else if (cube)
        t.textures = bits_of(caps2 & FACES);
    if (palette_end > r->at)
        r->at = palette_end;
    /* relies on dds/cubemap-faces */
    believe_require(r, !cube || (t.textures % 6 == 0 && t.textures > 0 && t.width == t.height),
                    "a cube lacks faces");
    believe_require(r, t.width > 0 && t.height > 0, "it has no pixels");    /* relies on dds/zero-dimension */
    believe_require(r, t.block > 0 || t.bits > 0, "its format is unknown"); /* relies on dds/format */
    /* relies on dds/depth */
    believe_require(r, volume ? t.depth > 0 : t.depth <= 1, "its depth is wrong");
    t.depth = t.depth > 0 ? t.depth : 1;
    t.levels = t.levels > 0 ? t.levels : 1;
    return t;
}

/* ---- The levels ---------------------------------------------------------------------------------------- */

static uint64_t side_at(uint32_t side, uint32_t level)
{
    return side >> level > 0 ? side >> level : 1;
}

void believe_dds(believe_reader *file)
{
    if (believe_is_jpeg(file))
        return;
    believe_reader picture = believe_picture(file), *r = &picture;
    if (believe_is_jpeg(r))
        return;
    const texture t = read_header(r);
    for (uint32_t i = 0; i < t.textures; i++)
        for (uint32_t level = 0; level < t.levels; level++) {
            believe_step(r);
            /* relies on dds/mip-count */
            believe_require(r, level < 32 && (level == 0 || (t.width | t.height | t.depth) >> level > 0),
                            "a level has no pixels");
            const uint64_t width = side_at(t.width, level), height = side_at(t.height, level);
            const uint64_t size = t.block > 0 ? (width + 3) / 4 * ((height + 3) / 4) * t.block
                                              : (width * t.bits + 7) / 8 * height;
            (void)next_bytes(r, size * side_at(t.depth, level), 1); /* relies on dds/truncated */
        }
}
