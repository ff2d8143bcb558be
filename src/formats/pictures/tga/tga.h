/* tga.h: a TGA picture as it was read, for the rules and for those who draw it. */
#ifndef AL_PICTURES_TGA_H
#define AL_PICTURES_TGA_H

#include "formats/pictures/pictures.h"
#include "kit/walk.h"

#define AL_RULES "rules/tga.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/pictures/tga/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

enum {
    TGA_MAPPED = 1, /* types, without the bit for packets */
    TGA_COLOURS = 2,
    TGA_GREY = 3,
    TGA_PACKED = 8,
    TGA_ALPHA_BYTES = 4,  /* of a pixel with alpha */
    TGA_ALPHA_MASK = 0xF, /* of the descriptor */
    TGA_RIGHT_TO_LEFT = 0x10,
    TGA_TOP_FIRST = 0x20,
    TGA_INTERLEAVED = 0xC0,
    TGA_EXTENSION_BYTES = 495,
    TGA_REPEATED = 0x80 /* of the head of a packet: one pixel that is repeated */
};

/* What one pass over the pixels tells. */
typedef struct tga_scan {
    uint64_t pixels;      /* that are there, at most all */
    uint64_t end;         /* offset in the file behind the last of them */
    al_tally crossing;    /* packets that cross a row, by their number */
    uint64_t overrun;     /* pixels of the last packet beyond the picture */
    uint64_t overrun_at;  /* the offset of that packet */
    al_tally bad_indices; /* pixels whose index is not in the colour map */
    uint32_t low_alpha, high_alpha;
} tga_scan;

typedef struct tga_file {
    al_span header_record, footer_record;
    al_path header_path, footer_path;
    tga_header header;
    tga_footer footer; /* if it has one: */
    bool has_footer;
    al_span map;          /* the colours of the map; empty without one */
    uint64_t pixels_at;   /* where the pixels begin */
    uint64_t pixels_end;  /* where they must end: the footer or the end of the file */
    uint32_t pixel_bytes; /* 0: the type or its bits are unknown, and nothing behind the map was read */
    uint64_t pixel_count;
    tga_scan scan;
    uint64_t file_size; /* of the picture, which may have more than was read */
    al_span end;        /* its last bytes */
} tga_file;

extern const al_layout *const tga_layouts[];
extern const al_hooks tga_hooks;

bool tga_match(al_span head, const char *name);
uint64_t tga_bytes_needed(al_span head);
al_parsed tga_parse(al_job *job, void *document);
void tga_draw(const al_job *job, const void *document, al_drawing *drawing);

static inline bool tga_is_packed(const tga_file *f)
{
    return (f->header.type & TGA_PACKED) != 0;
}

static inline bool tga_is_mapped(const tga_file *f)
{
    return (f->header.type & ~TGA_PACKED) == TGA_MAPPED;
}

/* Whether the pixels have an alpha byte of their own. */
static inline bool tga_has_alpha(const tga_file *f)
{
    return !tga_is_mapped(f) && f->pixel_bytes == TGA_ALPHA_BYTES;
}

/* Whether all pixels are there. */
static inline bool tga_is_whole(const tga_file *f)
{
    return f->pixel_bytes > 0 && f->scan.pixels == f->pixel_count;
}

#endif
