/* pixels.h: decodes pixels, and draws the levels of a picture.
 *
 * A picture may be cut off: pixels that the file doesn't have are not drawn.
 */
#ifndef AL_PICTURES_PIXELS_H
#define AL_PICTURES_PIXELS_H

#include "core/span.h"
#include "kit/drawing.h"

/* How blocks of 4 x 4 pixels are stored. */
typedef enum picture_blocks { PICTURE_NO_BLOCKS, PICTURE_DXT1, PICTURE_DXT3, PICTURE_DXT5 } picture_blocks;

enum { PICTURE_RED, PICTURE_GREEN, PICTURE_BLUE, PICTURE_ALPHA, PICTURE_CHANNELS };

/* How pixels are stored. */
typedef struct picture_coding {
    picture_blocks blocks;
    uint32_t bytes;                   /* of a pixel without blocks, at most 4; 0: the coding is unknown */
    uint32_t masks[PICTURE_CHANNELS]; /* of a pixel, or of a colour of the map; without alpha it is opaque */
    uint32_t map_bytes; /* of a colour of the map, at most 4; 0: pixels are no indices of a map */
    uint32_t map_first; /* the index of its first colour */
    al_span map;
} picture_coding;

static inline bool picture_is_decoded(const picture_coding *c)
{
    return c->blocks != PICTURE_NO_BLOCKS || c->bytes > 0;
}

/* Writes the colour of a pixel without blocks: a byte for each channel. False if the map doesn't have it. */
bool picture_colour(const picture_coding *c, al_span pixel, uint8_t *colour);

/* The same for the pixel in column x of row y, if `data` are rows of that many pixels. False if they don't
 * have it. */
bool picture_pixel(const picture_coding *c, al_span data, uint32_t width, uint32_t x, uint32_t y,
                   uint8_t *colour);

/* How rows follow one another. */
typedef struct picture_order {
    bool from_right, from_bottom;
} picture_order;

/* Adds a level of that size to the picture that was added last, with the pixels that its data have. */
void picture_draw_level(al_drawing *d, const picture_coding *c, al_span data, uint32_t number, uint32_t width,
                        uint32_t height, picture_order order);

/* Notes the rows of a level that the file doesn't have: all but the first `there`. */
void picture_note_missing(al_view_level *level, uint64_t there, picture_order order);

#endif
