/* dds_rules.c: the rules of a DDS: one function for each question. */
#include <inttypes.h>

#include "formats/catalogue.h"
#include "formats/pictures/dds/dds.h"

static al_claim header_claim(size_t rule, const dds_file *f, dds_header_field field)
{
    return dds_header_claim_at(rule, f->header_record, field, &f->header_path);
}

static void check_sizes_of_header(const dds_file *f, al_sink *s)
{
    static const dds_header_field fields[] = {DDS_HEADER_AT_size, DDS_HEADER_AT_format_size};
    static const uint32_t right[] = {DDS_HEADER_IS_size, DDS_HEADER_IS_format_size};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        const uint32_t there = al_u32_at(f->header_record, fields[i]);
        if (there == right[i])
            continue;
        al_claim claim = header_claim(DDS_HEADER_SIZE, f, fields[i]);
        claim.expected = al_uint(right[i]);
        al_report(s, &claim, "this part of the header says that it has %u bytes, but it has %u", there,
                  right[i]);
    }
}

static void check_zero_dimension(const dds_file *f, al_sink *s)
{
    static const dds_header_field fields[] = {DDS_HEADER_AT_height, DDS_HEADER_AT_width};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (al_u32_at(f->header_record, fields[i]) != 0)
            continue;
        const al_claim claim = header_claim(DDS_ZERO_DIMENSION, f, fields[i]);
        al_report(s, &claim, "the picture is %u pixels wide and %u high", f->header.width, f->header.height);
    }
}

static bool has_format(const dds_file *f)
{
    return f->form.block > 0 || f->form.bits > 0;
}

static void check_format(const dds_file *f, al_sink *s)
{
    if (has_format(f))
        return;
    if (f->has_dx10) {
        const al_claim claim =
            dds_dx10_claim_at(DDS_FORMAT, f->dx10_record, DDS_DX10_AT_format, &f->dx10_path);
        al_report(s, &claim, "DXGI format %u is unknown", f->dx10.format);
    } else if ((f->header.format_flags & DDS_FOUR_CC) != 0) {
        const al_claim claim = header_claim(DDS_FORMAT, f, DDS_HEADER_AT_four_cc);
        al_report(s, &claim, "the fourCC %s is unknown", al_show_bytes(f->header.four_cc).text);
    } else {
        const al_claim claim = header_claim(DDS_FORMAT, f, DDS_HEADER_AT_bits);
        al_report(s, &claim, "a pixel has %u bits, but readers know 8, 16, 24, 32, 64, 96 and 128",
                  f->header.bits);
    }
}

/* An alpha mask counts only where the flags say that there is alpha. */
static void check_masks(const dds_file *f, al_sink *s)
{
    enum { MASKS = 4, WORD = 32 };
    static const dds_header_field fields[MASKS] = {DDS_HEADER_AT_red, DDS_HEADER_AT_green, DDS_HEADER_AT_blue,
                                                   DDS_HEADER_AT_alpha};
    const uint32_t count = (f->header.format_flags & DDS_ALPHA) != 0 ? MASKS : MASKS - 1;
    uint32_t used = 0;
    if ((f->header.format_flags & DDS_FOUR_CC) != 0)
        return;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t mask = al_u32_at(f->header_record, fields[i]);
        const al_claim claim = header_claim(DDS_MASKS, f, fields[i]);
        if (f->header.bits < WORD && mask >> f->header.bits != 0)
            al_report(s, &claim, "the mask 0x%08X has bits beyond the %u of a pixel", mask, f->header.bits);
        else if ((mask & used) != 0)
            al_report(s, &claim, "the mask 0x%08X has bits that another mask has, too: 0x%08X", mask,
                      mask & used);
        used |= mask;
    }
}

static void check_depth(const dds_file *f, al_sink *s)
{
    const al_claim claim = header_claim(DDS_DEPTH, f, DDS_HEADER_AT_depth);
    if (f->is_volume && f->header.depth == 0)
        al_report(s, &claim, "the volume has a depth of 0");
    else if (!f->is_volume && f->header.depth > 1)
        al_report(s, &claim, "the depth is %u, but the picture is no volume", f->header.depth);
}

static void check_cube(const dds_file *f, al_sink *s)
{
    if (!f->is_cube)
        return;
    const al_claim faces = header_claim(DDS_CUBEMAP_FACES, f, DDS_HEADER_AT_caps2);
    const al_claim width = header_claim(DDS_CUBEMAP_FACES, f, DDS_HEADER_AT_width);
    if (!f->has_dx10 && f->faces != DDS_CUBE_FACES)
        al_report(s, &faces, "the cube has %" PRIu64 " of 6 faces", f->faces);
    if (f->header.width != f->header.height)
        al_report(s, &width, "the faces of the cube are %u pixels wide and %u high", f->header.width,
                  f->header.height);
}

static void check_array_size(const dds_file *f, al_sink *s)
{
    const al_claim claim =
        dds_dx10_claim_at(DDS_ARRAY_SIZE, f->dx10_record, DDS_DX10_AT_array_size, &f->dx10_path);
    if (f->has_dx10 && f->dx10.array_size == 0)
        al_report(s, &claim, "the array has 0 textures");
}

static bool has_sides(const dds_file *f)
{
    return f->header.width > 0 && f->header.height > 0;
}

static void check_levels(const dds_file *f, al_sink *s)
{
    const uint32_t count = f->header.level_count;
    al_claim claim = header_claim(DDS_MIP_COUNT, f, DDS_HEADER_AT_level_count);
    if (!has_sides(f))
        return;
    if (count > f->full_levels) {
        claim.expected = al_uint(f->full_levels);
        al_report(s, &claim, "%u levels, but %u x %u pixels are halved to one in %u", count, f->header.width,
                  f->header.height, f->full_levels);
    } else if (count > 1 && count < f->full_levels) {
        claim.rule = DDS_MIP_CHAIN;
        al_report(s, &claim, "%u of %u levels: the smallest are missing", count, f->full_levels);
    }
}

/* How many bytes the file has for the data. */
static uint64_t bytes_there(const dds_file *f)
{
    return f->file_size > f->data_at ? f->file_size - f->data_at : 0;
}

static void check_data(al_job *job, const dds_file *f)
{
    const uint64_t there = bytes_there(f);
    if (!f->sized)
        return;
    if (there < f->data_size)
        picture_report_short(job, DDS_TRUNCATED, f->data_at, f->data_size, f->file_size);
    else if (there > f->data_size)
        picture_report_long(job, DDS_TRAILING_BYTES, f->data_at + f->data_size, f->file_size);
}

/* Whether the field has one of the values that writers put there: rows, which some round up to 4 bytes, or
 * the first level. Their flags are often wrong. */
static bool is_usual_pitch(const dds_file *f)
{
    const uint64_t row = dds_row_bytes(f, f->header.width), pitch = f->header.pitch;
    const bool of_rows = f->form.block == 0 || (f->header.flags & DDS_HAS_PITCH) != 0;
    return pitch == 0 || pitch == dds_level_of(f, 0).size ||
           (of_rows && (pitch == row || (f->form.block == 0 && pitch == (row + 3) / 4 * 4)));
}

/* Whether a reader that trusts the field reads beyond the data. */
static bool is_pitch_beyond(const dds_file *f)
{
    const uint64_t rows = f->form.block > 0 ? ((uint64_t)f->header.height + 3) / 4 : f->header.height;
    const bool by_row =
        (f->header.flags & DDS_HAS_PITCH) != 0 && al_product(f->header.pitch, rows) > bytes_there(f);
    const bool whole = (f->header.flags & DDS_HAS_LINEAR_SIZE) != 0 && f->header.pitch > bytes_there(f);
    return by_row || whole;
}

static void check_pitch(const dds_file *f, al_sink *s)
{
    if (!f->sized || is_usual_pitch(f))
        return;
    const bool by_row = (f->header.flags & DDS_HAS_PITCH) != 0;
    const uint64_t right = by_row ? dds_row_bytes(f, f->header.width) : dds_level_of(f, 0).size;
    al_claim claim = header_claim(DDS_PITCH, f, DDS_HEADER_AT_pitch);
    claim.expected = al_uint(right);
    if (bytes_there(f) >= f->data_size && is_pitch_beyond(f))
        al_report(s, &claim, "the field says %u, which leads beyond the %" PRIu64 " bytes of data",
                  f->header.pitch, bytes_there(f));
    else {
        claim.level = AL_NOTE;
        al_report(s, &claim, "the field says %u, but %s has %" PRIu64 " bytes", f->header.pitch,
                  by_row ? "a row" : "the first level", right);
    }
}

static void check_size(const dds_file *f, al_sink *s)
{
    static const dds_header_field fields[] = {DDS_HEADER_AT_height, DDS_HEADER_AT_width};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const uint32_t side = al_u32_at(f->header_record, fields[i]);
        if (side <= PICTURE_MAX_SIDE)
            continue;
        const al_claim claim = header_claim(DDS_SIZE, f, fields[i]);
        al_report(s, &claim, "%u pixels; Direct3D 11 has at most %d", side, PICTURE_MAX_SIDE);
    }
}

/* ---- Rules of single games ----------------------------------------------------------------------------- */

/* Whether the picture is known to be for games of the rule alone. */
static bool is_for_games_of(const al_job *job, size_t rule)
{
    const unsigned games = job->sink->rules[job->sink->first_rule + rule].games;
    return job->games != 0 && (job->games & ~games) == 0;
}

static void check_dx10(const al_job *job, const dds_file *f)
{
    const al_claim claim =
        dds_dx10_claim_at(DDS_DX10_HEADER, f->dx10_record, DDS_DX10_AT_format, &f->dx10_path);
    if (f->has_dx10 && is_for_games_of(job, DDS_DX10_HEADER))
        al_report(job->sink, &claim, "it has the header of Direct3D 10, with DXGI format %u", f->dx10.format);
}

static void check_block_multiple(const al_job *job, const dds_file *f)
{
    enum { SIDE = 4 };
    const al_claim claim = header_claim(
        DDS_BLOCK_MULTIPLE, f, f->header.width % SIDE != 0 ? DDS_HEADER_AT_width : DDS_HEADER_AT_height);
    if (f->form.block > 0 && has_sides(f) && (f->header.width % SIDE != 0 || f->header.height % SIDE != 0) &&
        is_for_games_of(job, DDS_BLOCK_MULTIPLE))
        al_report(job->sink, &claim, "%u x %u pixels are stored in blocks of 4 x 4", f->header.width,
                  f->header.height);
}

static void judge(al_job *job, const void *document)
{
    const dds_file *f = document;
    al_sink *s = job->sink;
    check_sizes_of_header(f, s);
    check_zero_dimension(f, s);
    check_format(f, s);
    check_masks(f, s);
    check_depth(f, s);
    check_cube(f, s);
    check_array_size(f, s);
    check_levels(f, s);
    check_data(job, f);
    check_pitch(f, s);
    check_size(f, s);
    check_dx10(job, f);
    check_block_multiple(job, f);
}

static void measure(const void *document, al_measures *measures)
{
    const dds_file *f = document;
    measures->width = f->header.width;
    measures->height = f->header.height;
}

/* Both headers; of another kind of file all is read, since a TGA is recognised by its end. */
static uint64_t bytes_needed(al_span head)
{
    return al_starts_with(head, DDS_HEADER_MAGIC.bytes, DDS_HEADER_MAGIC.size)
               ? DDS_HEADER_BYTES + DDS_DX10_BYTES
               : UINT64_MAX;
}

static const al_fixer fixers[] = {
    {DDS_TRAILING_BYTES, al_fix_cut_off},
    {DDS_PITCH, al_fix_to_expected},
    {.plan = NULL},
};

const al_hooks dds_hooks = {.limit_rule = DDS_LIMIT,
                            .layouts = dds_layouts,
                            .magic = &DDS_HEADER_MAGIC,
                            .is_picture = true,
                            .bytes_needed = bytes_needed,
                            .document_size = sizeof(dds_file),
                            .parse = dds_parse,
                            .judge = judge,
                            .measure = measure,
                            .draw = dds_draw,
                            .fixers = fixers};
