/* dds_parse.c: reads the headers of a DDS, and finds the places of its levels. The pixels are not read. */
#include "formats/pictures/dds/dds.h"

#include <stdio.h>
#include <string.h>

#define AL_LAYOUT      "formats/pictures/dds/layout.def"
#define AL_LAYOUT_LIST dds_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Formats of pixels --------------------------------------------------------------------------------- */

#define FOUR_CC(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* RGBG, GRGB, UYVY and YUY2 pack two pixels: they were never seen. Numbers are those of D3DFORMAT. */
static const struct {
    uint32_t four_cc;
    dds_form form;
} four_ccs[] = {
    {FOUR_CC('D', 'X', 'T', '1'), {.block = 8}},
    {FOUR_CC('D', 'X', 'T', '2'), {.block = 16}},
    {FOUR_CC('D', 'X', 'T', '3'), {.block = 16}},
    {FOUR_CC('D', 'X', 'T', '4'), {.block = 16}},
    {FOUR_CC('D', 'X', 'T', '5'), {.block = 16}},
    {FOUR_CC('A', 'T', 'I', '1'), {.block = 8}},
    {FOUR_CC('B', 'C', '4', 'U'), {.block = 8}},
    {FOUR_CC('B', 'C', '4', 'S'), {.block = 8}},
    {FOUR_CC('A', 'T', 'I', '2'), {.block = 16}},
    {FOUR_CC('B', 'C', '5', 'U'), {.block = 16}},
    {FOUR_CC('B', 'C', '5', 'S'), {.block = 16}},
    {FOUR_CC('R', 'X', 'G', 'B'), {.block = 16}},
    {36, {.bits = 64}},
    {110, {.bits = 64}},
    {111, {.bits = 16}},
    {112, {.bits = 32}},
    {113, {.bits = 64}},
    {114, {.bits = 32}},
    {115, {.bits = 64}},
    {116, {.bits = 128}},
    {117, {.bits = 16}},
};

/* Runs of DXGI_FORMAT, from the first to the last. */
static const struct {
    uint32_t first, last;
    dds_form form;
} dxgi_runs[] = {
    {1, 4, {.bits = 128}},   {5, 8, {.bits = 96}},     {9, 22, {.bits = 64}},  {23, 47, {.bits = 32}},
    {48, 59, {.bits = 16}},  {60, 65, {.bits = 8}},    {70, 72, {.block = 8}}, {73, 78, {.block = 16}},
    {79, 81, {.block = 8}},  {82, 84, {.block = 16}},  {85, 86, {.bits = 16}}, {87, 93, {.bits = 32}},
    {94, 99, {.block = 16}}, {115, 115, {.bits = 16}},
};

static dds_form form_of_dxgi(uint32_t format)
{
    for (size_t i = 0; i < sizeof dxgi_runs / sizeof dxgi_runs[0]; i++)
        if (format >= dxgi_runs[i].first && format <= dxgi_runs[i].last)
            return dxgi_runs[i].form;
    return (dds_form){.bits = 0};
}

static dds_form form_of_four_cc(uint32_t four_cc)
{
    for (size_t i = 0; i < sizeof four_ccs / sizeof four_ccs[0]; i++)
        if (four_ccs[i].four_cc == four_cc)
            return four_ccs[i].form;
    return (dds_form){.bits = 0};
}

/* Other numbers of bits were never seen. */
static dds_form form_of_bits(uint32_t bits)
{
    const bool known =
        bits == 8 || bits == 16 || bits == 24 || bits == 32 || bits == 64 || bits == 96 || bits == 128;
    return (dds_form){.bits = known ? bits : 0};
}

static uint32_t four_cc_of(const dds_file *f)
{
    return al_u32_at(f->header_record, DDS_HEADER_AT_four_cc);
}

static dds_form form_of(const dds_file *f)
{
    if ((f->header.format_flags & DDS_FOUR_CC) == 0)
        return form_of_bits(f->header.bits);
    return f->has_dx10 ? form_of_dxgi(f->dx10.format) : form_of_four_cc(four_cc_of(f));
}

/* ---- Sizes --------------------------------------------------------------------------------------------- */

uint64_t dds_row_bytes(const dds_file *f, uint32_t width)
{
    enum { SIDE = 4, BITS = 8 };
    if (f->form.block > 0)
        return ((uint64_t)width + SIDE - 1) / SIDE * f->form.block;
    return ((uint64_t)width * f->form.bits + BITS - 1) / BITS;
}

static uint32_t half(uint32_t side, uint32_t level)
{
    return side >> level > 0 ? side >> level : 1;
}

dds_level dds_level_of(const dds_file *f, uint32_t number)
{
    dds_level level = {.offset = 0};
    for (uint32_t i = 0; i <= number; i++) {
        const uint32_t depth = f->is_volume ? half(f->header.depth, i) : 1;
        level.offset = al_sum(level.offset, level.size);
        level.width = half(f->header.width, i);
        level.height = half(f->header.height, i);
        level.depth = depth;
        const uint64_t rows = f->form.block > 0 ? ((uint64_t)level.height + 3) / 4 : level.height;
        level.size = al_product(al_product(dds_row_bytes(f, level.width), rows), depth);
    }
    return level;
}

static uint32_t count_full_levels(const dds_file *f)
{
    uint32_t side = f->header.width > f->header.height ? f->header.width : f->header.height, levels = 0;
    if (f->is_volume && f->header.depth > side)
        side = f->header.depth;
    for (; side > 0; side /= 2)
        levels++;
    return levels;
}

/* Of a cube without DX10 each face has a bit. */
static uint64_t count_faces(const dds_file *f)
{
    enum { FIRST_FACE = 0x400, LAST_FACE = 0x8000 };
    uint64_t faces = 0;
    if (f->has_dx10)
        return (uint64_t)f->dx10.array_size * (f->is_cube ? DDS_CUBE_FACES : 1);
    for (uint32_t bit = FIRST_FACE; bit <= LAST_FACE; bit *= 2)
        faces += f->is_cube && (f->header.caps2 & bit) != 0;
    return f->is_cube ? faces : 1;
}

/* What the fields say of the size of the data. */
static void measure(dds_file *f)
{
    const dds_header *h = &f->header;
    f->is_cube = f->has_dx10 ? (f->dx10.misc & DDS_DX10_CUBE) != 0 : (h->caps2 & DDS_CUBE) != 0;
    f->is_volume = f->has_dx10 ? f->dx10.dimension == DDS_DX10_VOLUME : (h->caps2 & DDS_VOLUME) != 0;
    f->form = form_of(f);
    f->levels = h->level_count > 0 ? h->level_count : 1;
    f->full_levels = count_full_levels(f);
    f->faces = count_faces(f);
    f->sized = (f->form.block > 0 || f->form.bits > 0) && h->width > 0 && h->height > 0 &&
               (h->depth > 0 || !f->is_volume) && f->levels <= f->full_levels && f->faces > 0;
    if (!f->sized)
        return;
    const dds_level last = dds_level_of(f, f->levels - 1);
    f->data_size = al_product(al_sum(last.offset, last.size), f->faces);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Announces the levels of the first face, and the faces behind it as one. */
static void announce_data(const dds_file *f, const al_walk *w, al_span file)
{
    static const al_form bytes = {.stride = 1};
    const al_path path = al_field(NULL, "data");
    const al_span data = al_slice_available(file, f->data_at, f->data_size);
    const al_array array = {.path = &path, .bytes = data, .size = data.len, .form = &bytes};
    al_walk_announce_array(w, &array);
}

al_parsed dds_parse(al_job *job, void *document)
{
    dds_file *f = document;
    al_walk w = al_walk_of(job, DDS_TRUNCATED, DDS_TRUNCATED);
    *f = (dds_file){.header_path = al_field(NULL, "header"),
                    .dx10_path = al_field(NULL, "dx10"),
                    .file_size = job->file.len + job->unread};
    if (!al_starts_with(job->file, DDS_HEADER_MAGIC.bytes, DDS_HEADER_MAGIC.size))
        return picture_refuse(job, DDS_BAD_MAGIC, DDS_OTHER_KIND, "a DDS");
    job->zeros_are_pixels = true;
    if (!al_walk_record(&w, &dds_header_layout, &f->header_path, &f->header_record)) {
        job->length_is_wrong = true;
        return AL_REFUSED;
    }
    f->header = dds_header_read(f->header_record);
    f->has_dx10 = (f->header.format_flags & DDS_FOUR_CC) != 0 && four_cc_of(f) == FOUR_CC('D', 'X', '1', '0');
    if (f->has_dx10 && !al_walk_record(&w, &dds_dx10_layout, &f->dx10_path, &f->dx10_record)) {
        job->length_is_wrong = true;
        return AL_REFUSED;
    }
    f->dx10 = dds_dx10_read(f->dx10_record);
    measure(f);
    const bool has_palette =
        (f->header.format_flags & DDS_FOUR_CC) == 0 && (f->header.format_flags & DDS_PALETTE) != 0;
    f->data_at = w.at + (has_palette ? DDS_PALETTE_BYTES : 0);
    if (f->sized)
        announce_data(f, &w, job->file);
    return AL_READ;
}
