/* pictures_test.c: the colours of pixels in blocks, behind masks, in a map and in packets; which levels of a
 * picture are shown, and what is shown of one that is cut off or broken. */
#include "unit.h"

#include <assetlint/assetlint.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/pixels.h"

/* A colour as 0xRRGGBBAA. */
static uint32_t word_of(const uint8_t *colour)
{
    return (uint32_t)colour[0] << 24 | (uint32_t)colour[1] << 16 | (uint32_t)colour[2] << 8 | colour[3];
}

#define RED     0xFF0000FFU
#define GREEN   0x00FF00FFU
#define BLUE    0x0000FFFFU
#define NOTHING 0U

/* ---- Pixels -------------------------------------------------------------------------------------------- */

/* The pixel of some bytes as rows of `width` pixels; NOTHING if they don't have it. */
static uint32_t pixel_in(const picture_coding *c, al_span data, uint32_t width, uint32_t x, uint32_t y)
{
    uint8_t colour[PICTURE_CHANNELS] = {1, 2, 3, 4};
    return picture_pixel(c, data, width, x, y, colour) ? word_of(colour) : NOTHING;
}

static void expect_pixels(const picture_coding *c, al_span data, uint32_t width, const uint32_t *expected,
                          uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(pixel_in(c, data, width, i % width, i / width), expected[i]);
}

/* Red, blue, and the four codes in each row; in the second block green is the only colour. */
static const uint8_t dxt1[] = {0x00, 0xF8, 0x1F, 0x00, 0xE4, 0xE4, 0xE4, 0x1B,
                               0xE0, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

static void a_dxt1_mixes_two_colours(void **state)
{
    static const picture_coding coding = {.blocks = PICTURE_DXT1};
    static const uint32_t row[] = {RED, BLUE, 0xAA0055FF, 0x5500AAFF, GREEN, GREEN, GREEN, GREEN};
    (void)state;
    const al_span data = al_span_of(dxt1, sizeof dxt1);
    expect_pixels(&coding, data, 8, row, 8);
    assert_int_equal(pixel_in(&coding, data, 8, 0, 3), 0x5500AAFF);
    assert_int_equal(pixel_in(&coding, data, 8, 3, 3), RED);
    assert_int_equal(pixel_in(&coding, data, 5, 4, 2),
                     GREEN); /* a row of blocks may be wider than the picture */
    assert_int_equal(pixel_in(&coding, data, 4, 1, 4), GREEN);
    assert_int_equal(pixel_in(&coding, data, 8, 0, 4), NOTHING); /* the next row of blocks is not there */
    assert_int_equal(pixel_in(&coding, al_span_of(dxt1, sizeof dxt1 - 1), 8, 4, 0), NOTHING);
}

/* If the first colour is not the greater one. */
static void a_dxt1_may_have_transparent_pixels(void **state)
{
    static const picture_coding coding = {.blocks = PICTURE_DXT1};
    static const uint8_t block[] = {0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0};
    static const uint8_t equal[] = {0x1F, 0x00, 0x1F, 0x00, 0xC0, 0, 0, 0};
    (void)state;
    const al_span data = al_span_of(block, sizeof block);
    assert_int_equal(pixel_in(&coding, data, 4, 0, 0), BLUE);
    assert_int_equal(pixel_in(&coding, data, 4, 1, 0), RED);
    assert_int_equal(pixel_in(&coding, data, 4, 2, 0), 0x7F007FFF);
    assert_int_equal(pixel_in(&coding, data, 4, 3, 0), 0);
    uint8_t colour[PICTURE_CHANNELS];
    assert_true(picture_pixel(&coding, al_span_of(equal, sizeof equal), 4, 3, 0, colour));
    assert_int_equal(word_of(colour), 0);
}

/* Its colours are mixed as those of a DXT1 with a greater first colour, whichever is. */
static void a_dxt3_has_four_bits_of_alpha(void **state)
{
    static const picture_coding coding = {.blocks = PICTURE_DXT3};
    static const uint8_t block[] = {0x10, 0xF8, 0, 0, 0, 0, 0, 0xA0, 0x1F, 0x00, 0x00, 0xF8, 0xE4, 0, 0, 0};
    static const uint32_t row[] = {0x0000FF00, 0xFF000011, 0x5500AA88, 0xAA0055FF};
    (void)state;
    const al_span data = al_span_of(block, sizeof block);
    expect_pixels(&coding, data, 4, row, 4);
    assert_int_equal(pixel_in(&coding, data, 4, 3, 3), 0x0000FFAA);
}

/* The alpha of the first eight pixels, which have the codes 0 to 7. */
static void expect_ramp(uint8_t first, uint8_t second, const uint8_t *expected)
{
    static const picture_coding coding = {.blocks = PICTURE_DXT5};
    uint8_t block[16] = {first, second, 0x88, 0xC6, 0xFA, 0, 0, 0, 0xE0, 0x07};
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(pixel_in(&coding, al_span_of(block, sizeof block), 4, i % 4, i / 4),
                         0x00FF0000U | expected[i]);
}

static void a_dxt5_has_a_ramp_of_alpha(void **state)
{
    static const uint8_t falling[] = {250, 40, 220, 190, 160, 130, 100, 70};
    static const uint8_t rising[] = {40, 240, 80, 120, 160, 200, 0, 255};
    static const uint8_t equal[] = {9, 9, 9, 9, 9, 9, 0, 255};
    (void)state;
    expect_ramp(250, 40, falling);
    expect_ramp(40, 240, rising);
    expect_ramp(9, 9, equal);
}

static void masks_choose_bits(void **state)
{
    static const struct {
        picture_coding coding;
        uint8_t bytes[4];
        uint32_t colour;
    } cases[] = {
        {{.bytes = 4, .masks = {0xFF0000, 0xFF00, 0xFF, 0xFF000000}}, {1, 2, 3, 4}, 0x03020104},
        {{.bytes = 4, .masks = {0xFF, 0xFF00, 0xFF0000}}, {1, 2, 3, 4}, 0x010203FF},
        {{.bytes = 3, .masks = {0xFF0000, 0xFF00, 0xFF}}, {1, 2, 3}, 0x030201FF},
        {{.bytes = 2, .masks = {0xF800, 0x7E0, 0x1F}}, {0x10, 0x84}, 0x848284FF},
        {{.bytes = 2, .masks = {0x7C00, 0x3E0, 0x1F, 0x8000}}, {0x1F, 0x80}, 0x0000FFFF},
        {{.bytes = 2, .masks = {0x7C00, 0x3E0, 0x1F, 0x8000}}, {0x1F, 0x00}, 0x0000FF00},
        {{.bytes = 2, .masks = {0xF00, 0xF0, 0xF, 0xF000}}, {0x5A, 0xC3}, 0x3355AACC},
        {{.bytes = 1, .masks = {0xFF, 0xFF, 0xFF}}, {7}, 0x070707FF},
        {{.bytes = 1, .masks = {0, 0, 0, 0xFF}}, {7}, 0x00000007},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const al_span data = al_span_of(cases[i].bytes, cases[i].coding.bytes);
        assert_int_equal(pixel_in(&cases[i].coding, data, 1, 0, 0), cases[i].colour);
        assert_int_equal(pixel_in(&cases[i].coding, data, 1, 0, 1), NOTHING);
    }
}

static void a_map_has_some_indices(void **state)
{
    static const uint8_t colours[] = {0, 0, 0xFF, 0xFF, 0, 0, 9};
    static const uint8_t indices[] = {4, 5, 6, 3};
    static const uint32_t expected[] = {RED, BLUE, NOTHING, NOTHING};
    (void)state;
    const picture_coding coding = {.bytes = 1,
                                   .masks = {0xFF0000, 0xFF00, 0xFF},
                                   .map_bytes = 3,
                                   .map_first = 4,
                                   .map = al_span_of(colours, sizeof colours)};
    expect_pixels(&coding, al_span_of(indices, sizeof indices), 4, expected, 4);
}

/* ---- Files --------------------------------------------------------------------------------------------- */

enum { DDS_SIZE = 128, TGA_SIZE = 18, MOST = 1 << 22 };

static void put(uint8_t *to, uint32_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (uint8_t)(number >> 8 * i & 0xFFU);
}

static uint8_t file[MOST];

/* A DDS of blocks whose data are all zero: opaque black ones in a DXT1. */
static void start_dds(uint32_t width, uint32_t height, uint32_t levels, const char *four_cc)
{
    memset(file, 0, sizeof file);
    memcpy(file, "DDS ", 4);
    put(file + 4, 124, 4);
    put(file + 12, height, 4);
    put(file + 16, width, 4);
    put(file + 28, levels, 4);
    put(file + 76, 32, 4);
    put(file + 80, 4, 4);
    memcpy(file + 84, four_cc, 4);
}

/* A DDS of raw pixels. */
static void start_raw(uint32_t width, uint32_t height, uint32_t flags, uint32_t bits, const uint32_t *masks)
{
    start_dds(width, height, 1, "\0\0\0");
    put(file + 80, flags, 4);
    put(file + 88, bits, 4);
    for (size_t i = 0; i < PICTURE_CHANNELS; i++)
        put(file + 92 + 4 * i, masks[i], 4);
}

static void start_tga(uint8_t type, uint16_t width, uint16_t height, uint8_t bits, uint8_t descriptor)
{
    memset(file, 0, sizeof file);
    file[2] = type;
    put(file + 12, width, 2);
    put(file + 14, height, 2);
    file[16] = bits;
    file[17] = descriptor;
}

static al_views *view(const char *name, size_t size)
{
    al_checker *checker = al_checker_new(NULL);
    al_views *views = NULL;
    assert_int_equal(al_view_memory(checker, name, "", file, size, NULL, &views), AL_OK);
    assert_true(al_views_are_whole(views));
    assert_int_equal(al_views_count(views), 1);
    assert_int_equal(al_views_at(views, 0)->kind, AL_VIEW_PICTURE);
    al_checker_free(checker);
    return views;
}

static uint32_t pixel_of(const al_view_level *level, uint32_t x, uint32_t y)
{
    return word_of(level->pixels + 4 * ((size_t)y * level->shown_width + x));
}

/* The pixels of a small picture, row by row. */
static void expect_picture(const char *name, size_t size, const char *coding, const uint32_t *expected)
{
    al_views *views = view(name, size);
    const al_view *v = al_views_at(views, 0);
    assert_string_equal(v->coding, coding);
    assert_int_equal(v->level_count, 1);
    assert_int_equal(v->levels[0].step, 1);
    for (uint32_t i = 0; i < v->width * v->height; i++)
        assert_int_equal(pixel_of(&v->levels[0], i % v->width, i / v->width), expected[i]);
    al_views_free(views);
}

static void raw_pixels_go_by_flags_and_masks(void **state)
{
    static const uint32_t argb[] = {0xFF0000, 0xFF00, 0xFF, 0xFF000000}, grey[] = {0xFF, 0, 0, 0xFF00};
    static const uint32_t with_alpha[] = {0x03020104, 0x07060508}, without[] = {0x030201FF, 0x070605FF};
    static const uint32_t greys[] = {0x01010102, 0x03030304}, alone[] = {0x01, 0x02};
    static const uint32_t alpha[] = {0, 0, 0, 0xFF};
    (void)state;
    start_raw(2, 1, 0x41, 32, argb);
    memcpy(file + DDS_SIZE, "\1\2\3\4\5\6\7\10", 8);
    expect_picture("a.dds", DDS_SIZE + 8, "32 bits", with_alpha);
    put(file + 80, 0x40, 4); /* the flag counts, not the mask */
    expect_picture("a.dds", DDS_SIZE + 8, "32 bits", without);
    start_raw(2, 1, 0x20001, 16, grey);
    memcpy(file + DDS_SIZE, "\1\2\3\4", 4);
    expect_picture("a.dds", DDS_SIZE + 4, "16 bits", greys);
    start_raw(2, 1, 2, 8, alpha);
    memcpy(file + DDS_SIZE, "\1\2", 2);
    expect_picture("a.dds", DDS_SIZE + 2, "8 bits", alone);
}

static void a_palette_stands_before_its_pixels(void **state)
{
    static const uint32_t none[PICTURE_CHANNELS] = {0}, expected[] = {RED, BLUE};
    enum { PALETTE = 1024 };
    (void)state;
    start_raw(2, 1, 0x60, 8, none);
    put(file + DDS_SIZE + 4 * 7, 0x000000FF, 4);
    put(file + DDS_SIZE + 4 * 9, 0x00FF0000, 4);
    memcpy(file + DDS_SIZE + PALETTE, "\7\11", 2);
    expect_picture("a.dds", DDS_SIZE + PALETTE + 2, "8 bits with a palette", expected);
}

/* Those of Direct3D 9, and those of DXGI that were seen or are the same. */
static void codings_have_names(void **state)
{
    static const struct {
        const char *four_cc;
        uint32_t dxgi;
        const char *name;
        bool shown;
    } cases[] = {
        {"DXT1", 0, "DXT1", true},
        {"DXT2", 0, "DXT2", true},
        {"DXT4", 0, "DXT4", true},
        {"ATI2", 0, "ATI2", false},
        {"t\0\0", 0, "D3DFORMAT 116", false},
        {"DX10", 71, "DXGI format 71", true},
        {"DX10", 74, "DXGI format 74", true},
        {"DX10", 78, "DXGI format 78", true},
        {"DX10", 28, "DXGI format 28", true},
        {"DX10", 87, "DXGI format 87", true},
        {"DX10", 98, "DXGI format 98", false},
        {"DXT9", 0, "DXT9", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start_dds(4, 4, 1, cases[i].four_cc);
        put(file + DDS_SIZE, cases[i].dxgi, 4);
        put(file + DDS_SIZE + 12, 1, 4);
        al_views *views = view("a.dds", DDS_SIZE + 20 + 256);
        assert_string_equal(al_views_at(views, 0)->coding, cases[i].name);
        assert_int_equal(al_views_at(views, 0)->level_count, cases[i].shown);
        al_views_free(views);
    }
}

/* ---- Levels -------------------------------------------------------------------------------------------- */

typedef struct shown {
    uint32_t number, width, step, shown_width, first_missing, missing;
} shown;

static void expect_levels(size_t size, const shown *expected, size_t count)
{
    al_views *views = view("a.dds", size);
    const al_view *v = al_views_at(views, 0);
    assert_int_equal(v->level_count, count);
    for (size_t i = 0; i < count; i++) {
        const al_view_level *l = &v->levels[i];
        const shown got = {l->number, l->width, l->step, l->shown_width, l->first_missing, l->missing};
        assert_memory_equal(&got, &expected[i], sizeof got);
    }
    al_views_free(views);
}

/* The first level that is small enough, and those below it. */
static void small_levels_are_shown(void **state)
{
    static const shown levels[] = {{1, 512, 1, 512, 0, 0}, {2, 256, 1, 256, 0, 0}};
    (void)state;
    start_dds(1024, 512, 3, "DXT1");
    expect_levels(DDS_SIZE + (1024 * 512 + 512 * 256 + 256 * 128) / 2, levels, 2);
}

/* Of 1,300 pixels each third. */
static void a_large_level_is_sampled_down(void **state)
{
    static const shown levels[] = {{0, 1300, 3, 434, 0, 0}};
    static const uint32_t grey[] = {0xFF, 0, 0, 0};
    enum { WIDTH = 1300, HEIGHT = 8 };
    (void)state;
    start_dds(WIDTH, HEIGHT, 1, "DXT1");
    expect_levels(DDS_SIZE + WIDTH * HEIGHT / 2, levels, 1);
    start_raw(WIDTH, HEIGHT, 0x20000, 8, grey);
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        file[DDS_SIZE + i] = (uint8_t)(i % WIDTH % 251);
    al_views *views = view("a.dds", DDS_SIZE + WIDTH * HEIGHT);
    const al_view_level *level = &al_views_at(views, 0)->levels[0];
    assert_int_equal(level->shown_height, 3);
    for (uint32_t x = 0; x < level->shown_width; x++)
        assert_int_equal(pixel_of(level, x, 2) >> 24, 3 * x % 251);
    al_views_free(views);
}

/* Where the file ends in the largest level, that one is shown, too, though it is too large. */
static void rows_that_are_cut_off_are_told(void **state)
{
    static const shown in_large[] = {{0, 1024, 2, 512, 4, 4}, {1, 512, 1, 512, 0, 4}};
    static const shown in_small[] = {{0, 8, 1, 8, 0, 0}, {1, 4, 1, 4, 0, 4}, {2, 2, 1, 2, 0, 2}};
    enum { ROW = 1024 / 4 * 8 };
    (void)state;
    start_dds(1024, 8, 2, "DXT1");
    expect_levels(DDS_SIZE + 2 * ROW - 1, in_large, 2);
    start_dds(8, 8, 3, "DXT5");
    expect_levels(DDS_SIZE + 64 + 15, in_small, 3);
}

/* Its findings say so; the levels that can be are shown. */
static void wrong_numbers_of_levels_are_harmless(void **state)
{
    static const shown levels[] = {{0, 2, 1, 2, 0, 0}, {1, 1, 1, 1, 0, 1}};
    (void)state;
    start_dds(2, 1, UINT32_MAX, "DXT1");
    expect_levels(DDS_SIZE + 8, levels, 2);
    start_dds(0, 1, 1, "DXT1");
    expect_levels(DDS_SIZE, levels, 0);
    start_dds(1, 0, 1, "DXT1");
    expect_levels(DDS_SIZE, levels, 0);
    start_dds(UINT32_MAX, UINT32_MAX, 32, "DXT1");
    al_views *views = view("a.dds", DDS_SIZE + 8);
    assert_int_equal(al_views_at(views, 0)->levels[0].missing, UINT32_MAX);
    assert_int_equal(al_views_at(views, 0)->levels[0].shown_width, 512);
    al_views_free(views);
}

/* ---- TGA ----------------------------------------------------------------------------------------------- */

static void rows_of_a_tga_begin_anywhere(void **state)
{
    static const uint32_t orders[4][4] = {{0x030303FF, 0x040404FF, 0x010101FF, 0x020202FF},
                                          {0x040404FF, 0x030303FF, 0x020202FF, 0x010101FF},
                                          {0x010101FF, 0x020202FF, 0x030303FF, 0x040404FF},
                                          {0x020202FF, 0x010101FF, 0x040404FF, 0x030303FF}};
    (void)state;
    for (uint8_t i = 0; i < 4; i++) {
        start_tga(3, 2, 2, 8, (uint8_t)(i << 4));
        memcpy(file + TGA_SIZE, "\1\2\3\4", 4);
        expect_picture("a.tga", TGA_SIZE + 4, "8 bits", orders[i]);
        start_tga(11, 2, 2, 8, (uint8_t)(i << 4));
        memcpy(file + TGA_SIZE, "\3\1\2\3\4", 5);
        expect_picture("a.tga", TGA_SIZE + 5, "8 bits, packed", orders[i]);
    }
}

static void pixels_of_a_tga_have_15_to_32_bits(void **state)
{
    static const struct {
        uint8_t bits, descriptor;
        const char *name;
        uint32_t colour;
    } cases[] = {{15, 1, "15 bits", 0x0000FFFF},
                 {16, 0, "16 bits", 0x0000FFFF},
                 {16, 1, "16 bits", 0x0000FF00},
                 {24, 0, "24 bits", 0x03001FFF},
                 {32, 0, "32 bits", 0x03001F04}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start_tga(2, 1, 1, cases[i].bits, cases[i].descriptor);
        memcpy(file + TGA_SIZE, "\x1F\0\3\4", 4);
        expect_picture("a.tga", TGA_SIZE + (cases[i].bits + 7U) / 8, cases[i].name, &cases[i].colour);
    }
}

static void grey_may_have_alpha(void **state)
{
    static const uint32_t expected[] = {0x07070709};
    (void)state;
    start_tga(3, 1, 1, 16, 8);
    memcpy(file + TGA_SIZE, "\7\11", 2);
    expect_picture("a.tga", TGA_SIZE + 2, "16 bits", expected);
}

/* A run, then single pixels; the last packet may be too long. */
static void packets_are_unpacked(void **state)
{
    static const uint32_t expected[] = {RED, RED, RED, BLUE, GREEN, GREEN};
    static const uint8_t packets[] = {0x82, 0, 0, 0xFF, 0, 0xFF, 0, 0, 0x83, 0, 0xFF, 0};
    (void)state;
    start_tga(10, 3, 2, 24, 0x20);
    memcpy(file + TGA_SIZE, packets, sizeof packets);
    expect_picture("a.tga", TGA_SIZE + sizeof packets, "24 bits, packed", expected);
}

static void a_colour_map_has_depths(void **state)
{
    static const struct {
        uint8_t bits;
        uint32_t colours[3];
    } cases[] = {{16, {0x0000FFFF, 0x080019FF, NOTHING}},
                 {24, {0x03001FFF, 0x060504FF, NOTHING}},
                 {32, {0x03001F04, 0x07060508, NOTHING}}};
    static const uint8_t bytes[] = {0x1F, 0, 3, 4, 5, 6, 7, 8};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const size_t colour = cases[i].bits / 8;
        start_tga(1, 3, 1, 8, 0);
        file[1] = 1;
        file[3] = 5; /* the first index */
        file[5] = 2; /* colours */
        file[7] = cases[i].bits;
        memcpy(file + TGA_SIZE, bytes, 2 * colour);
        if (cases[i].bits == 24)
            memcpy(file + TGA_SIZE + 3, "\4\5\6", 3);
        memcpy(file + TGA_SIZE + 2 * colour, "\5\6\7", 3);
        expect_picture("a.tga", TGA_SIZE + 2 * colour + 3, "8 bits with a colour map", cases[i].colours);
    }
}

/* Nothing is drawn where the type, or the colours of the map, are unknown. */
static void unknown_types_have_no_level(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        start_tga(1, 1, 1, i == 0 ? 7 : 8, 0);
        file[1] = 1;
        file[5] = 1;
        file[7] = i == 1 ? 40 : 24;
        put(file + 12, i == 2 ? 0 : 1, 2);
        al_views *views = view("a.tga", TGA_SIZE + 6);
        assert_int_equal(al_views_at(views, 0)->level_count, 0);
        al_views_free(views);
    }
}

/* The mark of the first finding of a rule. */
static const al_view_mark *mark_of(const al_views *views, const char *rule)
{
    const al_result *r = al_views_result(views);
    size_t i = 0;
    while (i < r->finding_count && strcmp(r->findings[i].rule->id, rule) != 0)
        i++;
    assert_int_equal(al_views_place(views, i)->mark_count, 1);
    return &al_views_place(views, i)->marks[0];
}

static void expect_rows(const char *name, size_t size, const char *rule, uint32_t first, uint32_t count)
{
    al_views *views = view(name, size);
    const al_view_mark *m = mark_of(views, rule);
    assert_int_equal(m->row_count, 1);
    assert_int_equal(m->rows[0].level, 0);
    assert_int_equal(m->rows[0].first, first);
    assert_int_equal(m->rows[0].count, count);
    al_views_free(views);
}

/* Rows count from the top, where the last rows of most TGA are. */
static void rows_of_findings_are_marked(void **state)
{
    (void)state;
    for (uint8_t from_top = 0; from_top < 2; from_top++) {
        const uint8_t descriptor = from_top ? 0x20 : 0;
        start_tga(2, 3, 4, 24, descriptor);
        expect_rows("a.tga", TGA_SIZE + 9 + 8, "tga/truncated", from_top ? 1 : 0, 3);
        start_tga(10, 3, 4, 24, descriptor);
        memcpy(file + TGA_SIZE, "\x83\1\2\3", 4);
        expect_rows("a.tga", TGA_SIZE + 4 + 3, "tga/truncated", from_top ? 1 : 0, 3);
        start_tga(1, 2, 4, 8, descriptor);
        file[1] = 1;
        file[5] = 1;
        file[7] = 24;
        file[TGA_SIZE + 3 + 3] = 1;
        expect_rows("a.tga", TGA_SIZE + 3 + 8, "tga/color-map", from_top ? 1 : 2, 1);
    }
    start_dds(8, 8, 1, "DXT1");
    expect_rows("a.dds", DDS_SIZE + 31, "dds/truncated", 4, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dxt1_mixes_two_colours),
        cmocka_unit_test(a_dxt1_may_have_transparent_pixels),
        cmocka_unit_test(a_dxt3_has_four_bits_of_alpha),
        cmocka_unit_test(a_dxt5_has_a_ramp_of_alpha),
        cmocka_unit_test(masks_choose_bits),
        cmocka_unit_test(a_map_has_some_indices),
        cmocka_unit_test(raw_pixels_go_by_flags_and_masks),
        cmocka_unit_test(a_palette_stands_before_its_pixels),
        cmocka_unit_test(codings_have_names),
        cmocka_unit_test(small_levels_are_shown),
        cmocka_unit_test(a_large_level_is_sampled_down),
        cmocka_unit_test(rows_that_are_cut_off_are_told),
        cmocka_unit_test(wrong_numbers_of_levels_are_harmless),
        cmocka_unit_test(rows_of_a_tga_begin_anywhere),
        cmocka_unit_test(pixels_of_a_tga_have_15_to_32_bits),
        cmocka_unit_test(grey_may_have_alpha),
        cmocka_unit_test(packets_are_unpacked),
        cmocka_unit_test(a_colour_map_has_depths),
        cmocka_unit_test(unknown_types_have_no_level),
        cmocka_unit_test(rows_of_findings_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
