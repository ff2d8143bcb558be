/* tga_drawing.c: the pixels of a TGA. */
#include <stdio.h>
#include <string.h>

#include "formats/pictures/pixels.h"
#include "formats/pictures/tga/tga.h"

/* Elements of findings about indices are pixels. */
static const al_target_rule rules[] = {{TGA_COLOR_MAP, AL_MARKS_PIXELS, 0}, {0, AL_MARKS_NOTHING, 0}};

/* ---- How pixels are stored ----------------------------------------------------------------------------- */

/* The coding of a pixel, or of a colour of the map, that has so many bits; unknown for other numbers than 15,
 * 16, 24 and 32. */
static picture_coding coding_of_bits(const tga_file *f, uint32_t bits)
{
    const bool has_alpha_bit = bits == 16 && (f->header.descriptor & TGA_ALPHA_MASK) != 0;
    const picture_coding small = {.bytes = 2, .masks = {0x7C00, 0x3E0, 0x1F, has_alpha_bit ? 0x8000 : 0}};
    const picture_coding large = {.bytes = bits == 24 ? 3 : 4,
                                  .masks = {0xFF0000, 0xFF00, 0xFF, bits == 24 ? 0 : 0xFF000000}};
    if (bits == 15 || bits == 16)
        return small;
    return bits == 24 || bits == 32 ? large : (picture_coding){.bytes = 0};
}

static picture_coding coding_of(const tga_file *f)
{
    const tga_header *h = &f->header;
    const picture_coding grey = {.bytes = f->pixel_bytes,
                                 .masks = {0xFF, 0xFF, 0xFF, f->pixel_bytes > 1 ? 0xFF00 : 0}};
    if (f->pixel_bytes == 0)
        return (picture_coding){.bytes = 0};
    if (!tga_is_mapped(f))
        return (h->type & ~TGA_PACKED) == TGA_COLOURS ? coding_of_bits(f, h->bits) : grey;
    picture_coding c = coding_of_bits(f, h->map_bits);
    c.map_bytes = c.bytes;
    c.bytes = c.map_bytes > 0 ? f->pixel_bytes : 0;
    c.map_first = h->map_first;
    c.map = f->map;
    return c;
}

/* ---- Packets ------------------------------------------------------------------------------------------- */

/* A level while its pixels come one after the other. */
typedef struct canvas {
    const al_view_level *level;
    uint8_t *pixels;
    picture_order order;
} canvas;

static void put(const canvas *c, uint64_t number, const uint8_t *colour)
{
    const al_view_level *l = c->level;
    uint32_t x = (uint32_t)(number % l->width), y = (uint32_t)(number / l->width);
    if (c->order.from_right)
        x = l->width - 1 - x;
    if (c->order.from_bottom)
        y = l->height - 1 - y;
    if (x % l->step != 0 || y % l->step != 0)
        return;
    const uint64_t at = (uint64_t)(y / l->step) * l->shown_width + x / l->step;
    memcpy(c->pixels + at * PICTURE_CHANNELS, colour, PICTURE_CHANNELS);
}

/* The pass of the parser has counted the pixels of complete packets. */
static void draw_packets(const tga_file *f, const picture_coding *coding, al_span data, const canvas *out)
{
    uint64_t at = 0, count = 0;
    for (uint64_t number = 0; number < f->scan.pixels; number += count) {
        const uint8_t head = al_u8_at(data, at++);
        const bool repeats = head >= TGA_REPEATED;
        count = head % TGA_REPEATED + 1U;
        for (uint64_t i = 0; i < count && number + i < f->scan.pixels; i++) {
            uint8_t colour[PICTURE_CHANNELS];
            const uint64_t place = at + (repeats ? 0 : i) * coding->bytes;
            if (picture_colour(coding, al_slice_available(data, place, coding->bytes), colour))
                put(out, number + i, colour);
        }
        at += (repeats ? 1 : count) * coding->bytes;
    }
}

/* ---- The picture --------------------------------------------------------------------------------------- */

static void draw_packed(const tga_file *f, const picture_coding *coding, al_span data, picture_order order,
                        al_drawing *d)
{
    canvas out = {.order = order};
    al_view_level *level = al_draw_level(d, 0, f->header.width, f->header.height, &out.pixels);
    if (level == NULL)
        return;
    out.level = level;
    draw_packets(f, coding, data, &out);
    picture_note_missing(level, f->scan.pixels / f->header.width, order);
}

void tga_draw(const al_job *job, const void *document, al_drawing *d)
{
    enum { NAME_SIZE = 64 };
    const tga_file *f = document;
    const tga_header *h = &f->header;
    const al_path path = al_field(NULL, "data");
    const picture_coding coding = coding_of(f);
    const picture_order order = {.from_right = (h->descriptor & TGA_RIGHT_TO_LEFT) != 0,
                                 .from_bottom = (h->descriptor & TGA_TOP_FIRST) == 0};
    const al_span data = al_slice_available(job->file, f->pixels_at, f->pixels_end - f->pixels_at);
    char name[NAME_SIZE];
    (void)snprintf(name, sizeof name, "%u bits%s%s", h->bits, tga_is_mapped(f) ? " with a colour map" : "",
                   tga_is_packed(f) ? ", packed" : "");
    const uint32_t view = al_draw_picture(d, name, h->width, h->height, 1);
    al_target *target = al_draw_target(d, &path, AL_MARKS_MISSING, view, 0);
    if (target != NULL) {
        target->count = h->width;
        target->step = order.from_bottom ? h->height : 0;
    }
    d->rules = rules;
    if (!picture_is_decoded(&coding) || h->width == 0 || h->height == 0)
        return;
    if (tga_is_packed(f))
        draw_packed(f, &coding, data, order, d);
    else
        picture_draw_level(d, &coding, data, 0, h->width, h->height, order);
}
