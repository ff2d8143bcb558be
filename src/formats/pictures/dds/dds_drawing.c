/* dds_drawing.c: the levels of a DDS: of a cube, an array or a volume those of the first picture. */
#include <stdio.h>

#include "formats/pictures/dds/dds.h"
#include "formats/pictures/pixels.h"

/* ---- How pixels are stored ----------------------------------------------------------------------------- */

/* Runs of DXGI_FORMAT that are decoded; others were never seen but for BC7. */
static const struct {
    uint32_t first, last;
    picture_coding coding;
} dxgi_codings[] = {
    {27, 29, {.bytes = 4, .masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000}}},
    {70, 72, {.blocks = PICTURE_DXT1}},
    {73, 75, {.blocks = PICTURE_DXT3}},
    {76, 78, {.blocks = PICTURE_DXT5}},
    {87, 87, {.bytes = 4, .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000}}},
    {88, 88, {.bytes = 4, .masks = {0xFF0000, 0xFF00, 0xFF}}},
};

/* DXT2 and DXT4 have colours that were multiplied by alpha. */
static picture_coding coding_of_four_cc(al_span four_cc)
{
    static const picture_blocks blocks[] = {PICTURE_NO_BLOCKS, PICTURE_DXT1, PICTURE_DXT3,
                                            PICTURE_DXT3,      PICTURE_DXT5, PICTURE_DXT5};
    const uint8_t digit = al_u8_at(four_cc, 3);
    const bool known = al_starts_with(four_cc, "DXT", 3) && digit >= '0' && digit <= '5';
    return (picture_coding){.blocks = blocks[known ? digit - '0' : 0]};
}

static picture_coding coding_of_dxgi(uint32_t format)
{
    for (size_t i = 0; i < sizeof dxgi_codings / sizeof dxgi_codings[0]; i++)
        if (format >= dxgi_codings[i].first && format <= dxgi_codings[i].last)
            return dxgi_codings[i].coding;
    return (picture_coding){.bytes = 0};
}

/* Masks of pixels without fourCC. The palette has a byte each for red, green, blue and flags. */
static picture_coding coding_of_masks(const dds_file *f, al_span file)
{
    enum { BITS = 8, MOST = 32, COLOUR = 4 };
    const dds_header *h = &f->header;
    picture_coding c = {
        .bytes = h->bits <= MOST ? h->bits / BITS : 0,
        .masks = {h->red, h->green, h->blue, (h->format_flags & DDS_ALPHA) != 0 ? h->alpha : 0}};
    if ((h->format_flags & DDS_LUMINANCE) != 0)
        c.masks[PICTURE_GREEN] = c.masks[PICTURE_BLUE] = h->red;
    if ((h->format_flags & DDS_ALPHA_ALONE) != 0)
        c.masks[PICTURE_ALPHA] = h->alpha;
    if ((h->format_flags & DDS_PALETTE) == 0)
        return c;
    return (picture_coding){.bytes = c.bytes,
                            .masks = {0xFF, 0xFF00, 0xFF0000},
                            .map_bytes = COLOUR,
                            .map =
                                al_slice_available(file, f->data_at - DDS_PALETTE_BYTES, DDS_PALETTE_BYTES)};
}

static picture_coding coding_of(const dds_file *f, al_span file)
{
    if (f->form.block == 0 && f->form.bits == 0)
        return (picture_coding){.bytes = 0};
    if (f->has_dx10)
        return coding_of_dxgi(f->dx10.format);
    return (f->header.format_flags & DDS_FOUR_CC) != 0 ? coding_of_four_cc(f->header.four_cc)
                                                       : coding_of_masks(f, file);
}

static void name_coding(const dds_file *f, char *text, size_t size)
{
    const uint32_t four_cc = al_u32_at(f->header_record, DDS_HEADER_AT_four_cc);
    if (f->has_dx10)
        (void)snprintf(text, size, "DXGI format %u", f->dx10.format);
    else if ((f->header.format_flags & DDS_FOUR_CC) != 0 && four_cc <= UINT8_MAX)
        (void)snprintf(text, size, "D3DFORMAT %u", four_cc);
    else if ((f->header.format_flags & DDS_FOUR_CC) != 0)
        (void)snprintf(text, size, "%.*s", (int)f->header.four_cc.len, (const char *)f->header.four_cc.ptr);
    else
        (void)snprintf(text, size, "%u bits%s", f->header.bits,
                       (f->header.format_flags & DDS_PALETTE) != 0 ? " with a palette" : "");
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

static al_span data_of(const dds_file *f, al_span file, dds_level level)
{
    return al_slice_available(file, al_sum(f->data_at, level.offset), level.size);
}

/* The first level that is no larger than a view; the number of levels if there is none. */
static uint32_t find_fitting(const dds_file *f, uint32_t levels)
{
    uint32_t number = 0;
    while (number < levels &&
           (f->header.width >> number > AL_VIEW_SIDE || f->header.height >> number > AL_VIEW_SIDE))
        number++;
    return number;
}

void dds_draw(const al_job *job, const void *document, al_drawing *d)
{
    enum { NAME_SIZE = 64 };
    const dds_file *f = document;
    const al_path data = al_field(NULL, "data");
    const picture_order order = {.from_right = false};
    const picture_coding coding = coding_of(f, job->file);
    const uint32_t levels = f->levels < f->full_levels ? f->levels : f->full_levels;
    const uint32_t fitting = find_fitting(f, levels);
    char name[NAME_SIZE];
    name_coding(f, name, sizeof name);
    const uint32_t view = al_draw_picture(d, name, f->header.width, f->header.height, f->levels);
    (void)al_draw_target(d, &data, AL_MARKS_MISSING, view, 0);
    if (!picture_is_decoded(&coding) || f->header.width == 0 || f->header.height == 0)
        return;
    const dds_level first = dds_level_of(f, fitting < levels ? fitting : 0);
    const bool lacks_first = fitting == levels || data_of(f, job->file, first).len < first.size;
    for (uint32_t i = 0; i < levels; i++) {
        const dds_level level = dds_level_of(f, i);
        if (i >= fitting || (i == 0 && lacks_first))
            picture_draw_level(d, &coding, data_of(f, job->file, level), i, level.width, level.height, order);
    }
}
