/* tga_parse.c: recognises a TGA, and reads it in the order of its bytes. One pass over the pixels answers the
 * questions of all rules.
 */
#include "core/text.h"
#include "formats/pictures/tga/tga.h"

#define AL_LAYOUT      "formats/pictures/tga/layout.def"
#define AL_LAYOUT_LIST tga_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* ---- Recognition --------------------------------------------------------------------------------------- */

/* The bits of a pixel that readers know for a type; 0 for a type that none knows. */
static uint32_t bytes_of(uint32_t type, uint32_t bits)
{
    switch (type & ~(uint32_t)TGA_PACKED) {
    case TGA_MAPPED:
    case TGA_GREY: return bits == 8 || bits == 16 ? bits / 8 : 0;
    case TGA_COLOURS: return bits == 15 || bits == 16 || bits == 24 || bits == 32 ? (bits + 7) / 8 : 0;
    default: return 0;
    }
}

static bool has_known_type(al_span head)
{
    const tga_header h = tga_header_read(head);
    return head.len > TGA_HEADER_AT_type && tga_header_is_legal(head, TGA_HEADER_AT_type) && h.map_type <= 1;
}

/* Files without a footer have no mark: whatever is called so and is of no other kind counts, so that it is
 * reported. In a gzip the footer still has to show it. */
bool tga_match(al_span head, const char *name)
{
    return (al_has_extension(name, "tga", 3) && !picture_is_bmp(head)) ||
           (al_has_extension(name, "gz", 2) && has_known_type(head));
}

/* Of pixels whose values no rule looks at, only the place is needed. Any other file is read whole: what it is
 * may be known only at its end. */
uint64_t tga_bytes_needed(al_span head)
{
    const tga_header h = tga_header_read(head);
    const uint32_t bytes = bytes_of(h.type, h.bits);
    const uint64_t map = h.map_type != 0 ? (uint64_t)h.map_length * ((h.map_bits + 7U) / 8) : 0;
    if (!has_known_type(head) || (h.type & TGA_PACKED) != 0 || h.type == TGA_MAPPED || bytes == 0 ||
        bytes == TGA_ALPHA_BYTES)
        return UINT64_MAX;
    return TGA_HEADER_BYTES + h.id_length + map;
}

/* ---- The pass over the pixels -------------------------------------------------------------------------- */

typedef struct pass {
    const tga_file *f;
    al_span pixels; /* from the first pixel to where the last must end */
    tga_scan *scan;
    bool alpha, mapped; /* the values of pixels are of interest */
    uint32_t first_index, end_index;
} pass;

static void look_at_alpha(const pass *p, uint64_t at, uint64_t count)
{
    uint32_t low = p->scan->low_alpha, high = p->scan->high_alpha;
    for (uint64_t i = 0; i < count; i++) {
        const uint32_t alpha = al_u8_at(p->pixels, at + (i + 1) * TGA_ALPHA_BYTES - 1);
        low = alpha < low ? alpha : low;
        high = alpha > high ? alpha : high;
    }
    p->scan->low_alpha = low;
    p->scan->high_alpha = high;
}

static void look_at_indices(const pass *p, uint64_t at, uint64_t first, uint64_t count)
{
    const uint32_t bytes = p->f->pixel_bytes;
    for (uint64_t i = 0; i < count; i++, at += bytes) {
        const uint32_t index = bytes == 1 ? al_u8_at(p->pixels, at) : al_u16_at(p->pixels, at);
        if (index < p->first_index || index >= p->end_index)
            al_tally_add(&p->scan->bad_indices, first + i);
    }
}

/* Looks at `count` pixels that follow one another at `at`, of which the first has that number. */
static void look_at(const pass *p, uint64_t at, uint64_t first, uint64_t count)
{
    if (p->alpha)
        look_at_alpha(p, at, count);
    if (p->mapped)
        look_at_indices(p, at, first, count);
}

/* Pixels that are not packed: of an incomplete one nothing is looked at. Returns where they end. */
static uint64_t scan_raw(const pass *p)
{
    const tga_file *f = p->f;
    const uint64_t there = (f->pixels_end - f->pixels_at) / f->pixel_bytes;
    const uint64_t count = there < f->pixel_count ? there : f->pixel_count;
    look_at(p, 0, 0, count);
    p->scan->pixels = count;
    return count * f->pixel_bytes;
}

/* A packet has a byte in front: up to 127 it counts the pixels that follow, less one; above, one pixel
 * follows, which is repeated. Packets may not cross rows. One that is not complete counts for nothing.
 * Returns where they end. */
static uint64_t scan_packets(const pass *p)
{
    const uint64_t all = p->f->pixel_count, bytes = p->f->pixel_bytes, width = p->f->header.width;
    tga_scan *scan = p->scan;
    uint64_t at = 0, pixels = 0, column = 0;
    for (uint64_t packet = 0; pixels < all; packet++) {
        const uint8_t head = al_u8_at(p->pixels, at);
        const uint64_t count = head % TGA_REPEATED + 1U, used = count < all - pixels ? count : all - pixels;
        const uint64_t stored = head >= TGA_REPEATED ? 1 : count, end = at + 1 + stored * bytes;
        if (end > p->pixels.len)
            break;
        look_at(p, at + 1, pixels, stored < used ? stored : used);
        column += used;
        if (column > width)
            al_tally_add(&scan->crossing, packet);
        while (column >= width)
            column -= width;
        scan->overrun = count - used;
        scan->overrun_at = p->pixels.base + at;
        pixels += used;
        at = end;
    }
    scan->pixels = pixels;
    return at;
}

static void scan_pixels(tga_file *f, al_span file)
{
    const pass p = {.f = f,
                    .pixels = al_slice_available(file, f->pixels_at, f->pixels_end - f->pixels_at),
                    .scan = &f->scan,
                    .alpha = tga_has_alpha(f),
                    .mapped = tga_is_mapped(f) && f->header.map_type == 1,
                    .first_index = f->header.map_first,
                    .end_index = (uint32_t)f->header.map_first + f->header.map_length};
    f->scan.low_alpha = UINT8_MAX;
    f->scan.end = f->pixels_at + (tga_is_packed(f) ? scan_packets(&p) : scan_raw(&p));
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

static void read_footer(tga_file *f)
{
    al_span magic;
    f->pixels_end = f->file_size;
    f->has_footer = f->file_size >= TGA_HEADER_BYTES + TGA_FOOTER_BYTES &&
                    al_slice(f->end, f->end.len - TGA_FOOTER_BYTES, TGA_FOOTER_BYTES, &f->footer_record) &&
                    al_slice(f->footer_record, TGA_FOOTER_AT_magic, TGA_FOOTER_MAGIC.size, &magic) &&
                    al_starts_with(magic, TGA_FOOTER_MAGIC.bytes, TGA_FOOTER_MAGIC.size);
    if (!f->has_footer)
        return;
    f->footer = tga_footer_read(f->footer_record);
    f->pixels_end = f->file_size - TGA_FOOTER_BYTES;
}

/* The text and the colours between header and pixels. */
static bool read_map(al_walk *w, tga_file *f)
{
    const al_path id = al_field(NULL, "id"), map = al_field(NULL, "colorMap");
    const uint64_t colour = ((uint64_t)f->header.map_bits + 7) / 8;
    al_span text;
    return al_walk_take(w, f->header.id_length, &id, "the text", &text) &&
           (f->header.map_type == 0 ||
            al_walk_take(w, f->header.map_length * colour, &map, "the colour map", &f->map));
}

static void announce_pixels(const tga_file *f, const al_walk *w)
{
    static const al_form bytes = {.stride = 1};
    const al_path path = al_field(NULL, "data");
    const uint64_t end = tga_is_whole(f) ? f->scan.end : f->pixels_end;
    const al_span data = al_slice_available(w->bytes, f->pixels_at, end - f->pixels_at);
    const al_array array = {.path = &path, .bytes = data, .size = data.len, .form = &bytes};
    al_walk_announce_array(w, &array);
    if (f->has_footer)
        al_walk_announce_record(w, &tga_footer_layout, &f->footer_path, f->footer_record);
}

al_parsed tga_parse(al_job *job, void *document)
{
    tga_file *f = document;
    al_walk w = al_walk_of(job, TGA_TRUNCATED, TGA_TRUNCATED);
    *f = (tga_file){.header_path = al_field(NULL, "header"),
                    .footer_path = al_field(NULL, "footer"),
                    .file_size = job->file.len + job->unread,
                    .end = al_end_of_file(job)};
    read_footer(f);
    if (!has_known_type(job->file) && !f->has_footer)
        return picture_refuse(job, TGA_BAD_MAGIC, TGA_OTHER_KIND, "a TGA");
    job->length_is_wrong = !al_walk_record(&w, &tga_header_layout, &f->header_path, &f->header_record);
    f->header = tga_header_read(f->header_record);
    job->length_is_wrong = job->length_is_wrong || !read_map(&w, f);
    if (job->length_is_wrong)
        return AL_REFUSED;
    f->pixels_at = w.at;
    f->pixel_bytes = bytes_of(f->header.type, f->header.bits);
    f->pixel_count = (uint64_t)f->header.width * f->header.height;
    if (f->pixels_at > f->pixels_end)
        f->pixels_end = f->pixels_at;
    if (f->pixel_bytes == 0)
        return AL_READ;
    scan_pixels(f, job->file);
    job->zeros_are_pixels = !tga_is_packed(f);
    announce_pixels(f, &w);
    return AL_READ;
}
