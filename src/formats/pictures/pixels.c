/* pixels.c: the colours of pixels. Blocks are those of Direct3D 9: DXT1, DXT3 and DXT5. */
#include "formats/pictures/pixels.h"

#include <string.h>

/* ---- Single pixels ------------------------------------------------------------------------------------- */

/* The bits of a mask as a byte: all of them are 255. */
static uint8_t channel(uint32_t pixel, uint32_t mask)
{
    if (mask == 0)
        return 0;
    const uint64_t lowest = mask & (~mask + 1), most = mask / lowest;
    return (uint8_t)(((pixel & mask) / lowest * UINT8_MAX + most / 2) / most);
}

static void split(const picture_coding *c, uint32_t pixel, uint8_t *colour)
{
    for (int i = 0; i < PICTURE_CHANNELS; i++)
        colour[i] = channel(pixel, c->masks[i]);
    if (c->masks[PICTURE_ALPHA] == 0)
        colour[PICTURE_ALPHA] = UINT8_MAX;
}

/* A number of as many bytes as the span has, 4 at most. */
static uint32_t number_of(al_span bytes)
{
    uint32_t number = 0;
    for (uint32_t i = 0; i < bytes.len; i++)
        number |= (uint32_t)al_u8_at(bytes, i) << 8 * i;
    return number;
}

bool picture_colour(const picture_coding *c, al_span pixel, uint8_t *colour)
{
    const uint32_t number = number_of(pixel);
    al_span entry = pixel;
    if (c->map_bytes > 0 &&
        (number < c->map_first ||
         !al_slice(c->map, (uint64_t)(number - c->map_first) * c->map_bytes, c->map_bytes, &entry)))
        return false;
    split(c, number_of(entry), colour);
    return true;
}

/* ---- Blocks -------------------------------------------------------------------------------------------- */

enum { SIDE = 4, SMALL_BLOCK = 8 };

/* The colour of a pixel of a block: 5, 6 and 5 bits of two colours, then the two bits of each pixel that
 * choose one of them or a mixture. If the first one is not the greater, a DXT1 has one mixture, and pixels
 * that are transparent. */
static void block_colour(al_span block, uint32_t pixel, bool may_be_clear, uint8_t *colour)
{
    static const picture_coding coding = {.masks = {0xF800, 0x7E0, 0x1F}};
    static const uint32_t parts[2][SIDE] = {{6, 0, 3, 0}, {6, 0, 4, 2}}; /* sixths that the first has */
    const uint32_t first = al_u16_at(block, 0), second = al_u16_at(block, 2);
    const uint32_t code = al_u32_at(block, 4) >> 2 * pixel & 3U;
    const bool clear = may_be_clear && first <= second;
    const uint32_t part = parts[clear ? 0 : 1][code];
    uint8_t other[PICTURE_CHANNELS];
    split(&coding, first, colour);
    split(&coding, second, other);
    for (int i = 0; i < PICTURE_CHANNELS; i++)
        colour[i] = (uint8_t)((colour[i] * part + other[i] * (6 - part)) / 6);
    if (clear && code == 3)
        memset(colour, 0, PICTURE_CHANNELS);
}

/* The alpha of a pixel of a DXT5: two values, then the three bits of each pixel that choose one of them, a
 * mixture, or, if the first one is not the greater, 0 or 255. */
static uint8_t mixed_alpha(al_span block, uint32_t pixel)
{
    enum { FIRST_BIT = 16, BITS = 3, MIXTURES = 7 };
    const uint32_t first = al_u8_at(block, 0), second = al_u8_at(block, 1);
    const uint32_t code = (uint32_t)(al_u64_at(block, 0) >> (FIRST_BIT + BITS * pixel) & 7U);
    const uint32_t steps = first > second ? MIXTURES : MIXTURES - 2;
    if (code < 2)
        return (uint8_t)(code == 0 ? first : second);
    if (code > steps)
        return code == MIXTURES ? UINT8_MAX : 0;
    return (uint8_t)((first * (steps + 1 - code) + second * (code - 1)) / steps);
}

static uint8_t block_alpha(picture_blocks blocks, al_span block, uint32_t pixel)
{
    enum { NIBBLE = 17 }; /* a step of four bits */
    if (blocks == PICTURE_DXT5)
        return mixed_alpha(block, pixel);
    return (uint8_t)((al_u64_at(block, 0) >> SIDE * pixel & 0xFU) * NIBBLE);
}

/* A block begins with the alpha of its pixels, if it has any. */
static bool pixel_of_block(const picture_coding *c, al_span data, uint32_t width, uint32_t x, uint32_t y,
                           uint8_t *colour)
{
    const uint32_t size = c->blocks == PICTURE_DXT1 ? SMALL_BLOCK : 2 * SMALL_BLOCK;
    const uint64_t wide = ((uint64_t)width + SIDE - 1) / SIDE;
    const uint64_t number = al_sum(al_product(y / SIDE, wide), x / SIDE);
    const uint32_t pixel = y % SIDE * SIDE + x % SIDE;
    al_span block;
    if (!al_slice(data, al_product(number, size), size, &block))
        return false;
    block_colour(al_slice_available(block, size - SMALL_BLOCK, SMALL_BLOCK), pixel, c->blocks == PICTURE_DXT1,
                 colour);
    if (c->blocks != PICTURE_DXT1)
        colour[PICTURE_ALPHA] = block_alpha(c->blocks, block, pixel);
    return true;
}

bool picture_pixel(const picture_coding *c, al_span data, uint32_t width, uint32_t x, uint32_t y,
                   uint8_t *colour)
{
    al_span pixel;
    if (c->blocks != PICTURE_NO_BLOCKS)
        return pixel_of_block(c, data, width, x, y, colour);
    const uint64_t number = al_sum(al_product(y, width), x);
    return al_slice(data, al_product(number, c->bytes), c->bytes, &pixel) && picture_colour(c, pixel, colour);
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

/* How many rows are complete. */
static uint64_t count_rows(const picture_coding *c, al_span data, uint32_t width)
{
    const uint64_t wide = ((uint64_t)width + SIDE - 1) / SIDE;
    if (c->blocks == PICTURE_NO_BLOCKS)
        return data.len / ((uint64_t)width * c->bytes);
    return data.len / (wide * (c->blocks == PICTURE_DXT1 ? SMALL_BLOCK : 2 * SMALL_BLOCK)) * SIDE;
}

void picture_note_missing(al_view_level *level, uint64_t there, picture_order order)
{
    if (there >= level->height)
        return;
    level->missing = level->height - (uint32_t)there;
    level->first_missing = order.from_bottom ? 0 : (uint32_t)there;
}

void picture_draw_level(al_drawing *d, const picture_coding *c, al_span data, uint32_t number, uint32_t width,
                        uint32_t height, picture_order order)
{
    uint8_t *pixels;
    al_view_level *level = al_draw_level(d, number, width, height, &pixels);
    if (level == NULL)
        return;
    for (uint32_t row = 0; row < level->shown_height; row++)
        for (uint32_t column = 0; column < level->shown_width; column++) {
            const uint32_t x = column * level->step, y = row * level->step;
            (void)picture_pixel(c, data, width, order.from_right ? width - 1 - x : x,
                                order.from_bottom ? height - 1 - y : y, pixels);
            pixels += PICTURE_CHANNELS;
        }
    picture_note_missing(level, count_rows(c, data, width), order);
}
