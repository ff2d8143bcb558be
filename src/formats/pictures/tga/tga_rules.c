/* tga_rules.c: the rules of a TGA: one function for each question. */
#include <inttypes.h>

#include "formats/pictures/tga/tga.h"

static al_claim header_claim(size_t rule, const tga_file *f, tga_header_field field)
{
    return tga_header_claim_at(rule, f->header_record, field, &f->header_path);
}

static al_claim data_claim(size_t rule, uint64_t from, uint64_t end)
{
    return (al_claim){
        .rule = rule, .offset = from, .length = end > from ? end - from : 0, .path = al_field(NULL, "data")};
}

static void check_sides(const tga_file *f, al_sink *s)
{
    static const tga_header_field fields[] = {TGA_HEADER_AT_width, TGA_HEADER_AT_height};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        const uint16_t side = al_u16_at(f->header_record, fields[i]);
        al_claim claim = header_claim(TGA_ZERO_DIMENSION, f, fields[i]);
        if (side == 0)
            al_report(s, &claim, "the picture is %u pixels wide and %u high", f->header.width,
                      f->header.height);
        claim.rule = TGA_SIZE;
        if (side > PICTURE_MAX_SIDE)
            al_report(s, &claim, "%u pixels; Direct3D 11 has at most %d", side, PICTURE_MAX_SIDE);
    }
}

static void check_depth(const tga_file *f, al_sink *s)
{
    const bool known = tga_header_is_legal(f->header_record, TGA_HEADER_AT_type);
    const al_claim claim = header_claim(TGA_DEPTH, f, known ? TGA_HEADER_AT_bits : TGA_HEADER_AT_type);
    if (f->pixel_bytes > 0)
        return;
    if (known)
        al_report(s, &claim, "no picture of type %u has pixels of %u bits", f->header.type, f->header.bits);
    else
        al_report(s, &claim, "the type %u of the picture is unknown", f->header.type);
}

/* ---- The colour map ------------------------------------------------------------------------------------ */

static bool has_known_colours(const tga_file *f)
{
    const uint8_t bits = f->header.map_bits;
    return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

static void check_color_map(const tga_file *f, al_sink *s)
{
    const tga_header *h = &f->header;
    const tga_scan *scan = &f->scan;
    const al_claim type = header_claim(TGA_COLOR_MAP, f, TGA_HEADER_AT_map_type);
    if (h->map_type > 1)
        al_report(s, &type, "the colour map is of kind %u, but readers know only 0 and 1", h->map_type);
    if (h->map_type > 1 || !tga_is_mapped(f) || f->pixel_bytes == 0)
        return;
    const al_claim bits = header_claim(TGA_COLOR_MAP, f, TGA_HEADER_AT_map_bits);
    al_claim indices = data_claim(TGA_COLOR_MAP, f->pixels_at, scan->end);
    indices.tally = &scan->bad_indices;
    if (h->map_type != 1) {
        al_report(s, &type, "the pixels are indices of a colour map, but there is none");
        return;
    }
    if (!has_known_colours(f))
        al_report(s, &bits, "the colours of the map have %u bits, but readers know 15, 16, 24 and 32",
                  h->map_bits);
    if (scan->bad_indices.count > 0)
        al_report(s, &indices,
                  "%" PRIu64 " of %" PRIu64 " pixel%s an index that is not in the colour map of %u colour%s "
                  "from %u on, the first is pixel %" PRIu64,
                  scan->bad_indices.count, f->pixel_count,
                  AL_BY_COUNT(scan->bad_indices.count, " has", "s have"), h->map_length, AL_S(h->map_length),
                  h->map_first, scan->bad_indices.first[0]);
}

/* ---- The pixels ---------------------------------------------------------------------------------------- */

static void check_data(al_job *job, const tga_file *f)
{
    const tga_scan *scan = &f->scan;
    if (f->pixel_bytes == 0 || tga_is_whole(f))
        return;
    if (!tga_is_packed(f)) {
        picture_report_short(job, TGA_TRUNCATED, f->pixels_at, f->pixel_count * f->pixel_bytes,
                             f->pixels_end);
        return;
    }
    al_claim claim = data_claim(TGA_TRUNCATED, f->pixels_at, f->pixels_end);
    claim.expected = al_uint(f->pixel_count);
    claim.actual = al_uint(scan->pixels);
    claim.reach = AL_WHOLE_FILE;
    job->length_is_wrong = true;
    al_report(job->sink, &claim, "the packets end after %" PRIu64 " of %" PRIu64 " pixels", scan->pixels,
              f->pixel_count);
}

static void check_packets(al_job *job, const tga_file *f)
{
    const tga_scan *scan = &f->scan;
    const al_claim over = data_claim(TGA_RLE_OVERRUN, scan->overrun_at, scan->end);
    al_claim row = data_claim(TGA_RLE_ROW, f->pixels_at, scan->end);
    row.tally = &scan->crossing;
    if (scan->overrun > 0) {
        job->length_is_wrong = true;
        al_report(job->sink, &over, "the last packet has %" PRIu64 " pixel%s more than the picture",
                  scan->overrun, AL_S(scan->overrun));
    }
    if (scan->crossing.count > 0)
        al_report(job->sink, &row,
                  "%" PRIu64 " packet%s beyond the end of a row, the first is packet %" PRIu64,
                  scan->crossing.count, AL_BY_COUNT(scan->crossing.count, " goes", "s go"),
                  scan->crossing.first[0]);
}

/* ---- Behind the pixels --------------------------------------------------------------------------------- */

static void check_extension(const tga_file *f, al_sink *s)
{
    const uint64_t at = f->footer.extension;
    al_claim claim =
        tga_footer_claim_at(TGA_EXTENSION, f->footer_record, TGA_FOOTER_AT_extension, &f->footer_path);
    claim.reach = AL_WHOLE_FILE;
    if (at == 0)
        return;
    if (at + TGA_EXTENSION_BYTES > f->pixels_end)
        al_report(s, &claim, "the extension of 495 bytes at %u goes beyond the footer at %" PRIu64,
                  f->footer.extension, f->pixels_end);
    else if (at < f->scan.end)
        al_report(s, &claim, "the extension at %u begins among the pixels, which end at %" PRIu64,
                  f->footer.extension, f->scan.end);
    else if (at + TGA_EXTENSION_BYTES != f->pixels_end) {
        claim.level = AL_WARNING;
        claim.expected = al_uint(f->pixels_end - TGA_EXTENSION_BYTES);
        al_report(s, &claim, "the extension at %u does not end where the footer begins", f->footer.extension);
    }
}

/* A footer without its NUL: a writer forgot it, and readers see no footer. */
static bool ends_without_nul(const tga_file *f)
{
    al_span end;
    const uint32_t length = TGA_FOOTER_MAGIC.size - 1;
    return !f->has_footer && al_slice(f->end, f->end.len - length, length, &end) &&
           al_starts_with(end, TGA_FOOTER_MAGIC.bytes, length);
}

static void check_rest(al_job *job, const tga_file *f)
{
    al_claim claim = {.rule = TGA_TRAILING_BYTES, .level = AL_NOTE, .offset = f->scan.end};
    if (!tga_is_whole(f) || f->scan.end == f->pixels_end || f->footer.extension != 0)
        return;
    if (!ends_without_nul(f)) {
        picture_report_long(job, TGA_TRAILING_BYTES, f->scan.end, f->pixels_end);
        return;
    }
    claim.length = f->pixels_end - f->scan.end;
    al_report(job->sink, &claim, "%" PRIu64 " bytes after the pixels: a footer that lacks its NUL ends them",
              claim.length);
}

/* ---- Order and alpha ----------------------------------------------------------------------------------- */

static void check_order(const tga_file *f, al_sink *s)
{
    const uint8_t descriptor = f->header.descriptor;
    const al_claim claim = header_claim(TGA_ORDER, f, TGA_HEADER_AT_descriptor);
    if ((descriptor & TGA_INTERLEAVED) != 0)
        al_report(s, &claim, "the descriptor 0x%02X says that the rows are interleaved", descriptor);
    else if ((descriptor & TGA_RIGHT_TO_LEFT) != 0)
        al_report(s, &claim, "the descriptor 0x%02X says that the pixels go from right to left", descriptor);
}

static void check_alpha(const tga_file *f, al_sink *s)
{
    enum { ALPHA_BITS = 8 };
    al_claim claim = header_claim(TGA_ALPHA_BITS, f, TGA_HEADER_AT_descriptor);
    if (!tga_has_alpha(f) || !tga_is_whole(f) || f->pixel_count == 0)
        return;
    if (f->scan.high_alpha == 0) {
        claim = data_claim(TGA_ALL_TRANSPARENT, f->pixels_at, f->scan.end);
        al_report(s, &claim, "the alpha of all %" PRIu64 " pixels is 0", f->pixel_count);
    } else if (f->scan.low_alpha != f->scan.high_alpha && (f->header.descriptor & TGA_ALPHA_MASK) == 0) {
        claim.expected = al_uint((uint64_t)f->header.descriptor | ALPHA_BITS);
        al_report(s, &claim, "the descriptor says 0 alpha bits, but the alpha of the pixels is %u to %u",
                  f->scan.low_alpha, f->scan.high_alpha);
    }
}

static void judge(al_job *job, const void *document)
{
    const tga_file *f = document;
    al_sink *s = job->sink;
    check_sides(f, s);
    check_depth(f, s);
    check_color_map(f, s);
    check_data(job, f);
    check_packets(job, f);
    check_extension(f, s);
    check_rest(job, f);
    check_order(f, s);
    check_alpha(f, s);
}

static void measure(const void *document, al_measures *measures)
{
    const tga_file *f = document;
    measures->width = f->header.width;
    measures->height = f->header.height;
}

static const al_fixer fixers[] = {
    {TGA_TRAILING_BYTES, al_fix_cut_off},
    {TGA_ALPHA_BITS, al_fix_to_expected},
    {.plan = NULL},
};

const al_hooks tga_hooks = {.limit_rule = TGA_LIMIT,
                            .layouts = tga_layouts,
                            .match = tga_match,
                            .footer = &TGA_FOOTER_MAGIC,
                            .is_picture = true,
                            .bytes_needed = tga_bytes_needed,
                            .needs_end = true,
                            .document_size = sizeof(tga_file),
                            .parse = tga_parse,
                            .judge = judge,
                            .measure = measure,
                            .draw = tga_draw,
                            .fixers = fixers};
