/* dds.h: a DDS texture as it was read, for the rules and for those who draw it. */
#ifndef AL_PICTURES_DDS_H
#define AL_PICTURES_DDS_H

#include "formats/pictures/pictures.h"
#include "kit/walk.h"

#define AL_RULES "rules/dds.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/pictures/dds/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

/* Bits of flags and caps2. */
enum {
    DDS_HAS_PITCH = 0x8,
    DDS_HAS_LINEAR_SIZE = 0x80000,
    DDS_ALPHA = 0x1,
    DDS_ALPHA_ALONE = 0x2,
    DDS_FOUR_CC = 0x4,
    DDS_PALETTE = 0x20,
    DDS_LUMINANCE = 0x20000,
    DDS_CUBE = 0x200,
    DDS_VOLUME = 0x200000,
    DDS_DX10_CUBE = 0x4,
    DDS_DX10_VOLUME = 4,
    DDS_PALETTE_BYTES = 1024,
    DDS_CUBE_FACES = 6
};

/* How pixels are stored. */
typedef struct dds_form {
    uint32_t block; /* bytes of a block of 4 x 4 pixels; 0: the pixels are not in blocks */
    uint32_t bits;  /* of a pixel, where there are no blocks; 0 with no block: the format is unknown */
} dds_form;

/* The place of a level in the picture. */
typedef struct dds_level {
    uint32_t width, height, depth;
    uint64_t offset; /* from the start of the data of its face */
    uint64_t size;
} dds_level;

typedef struct dds_file {
    al_span header_record, dx10_record;
    al_path header_path, dx10_path;
    dds_header header;
    dds_dx10 dx10;
    bool has_dx10, is_cube, is_volume;
    dds_form form;
    uint32_t levels;      /* 1 at least */
    uint32_t full_levels; /* down to one pixel */
    uint64_t faces;       /* of all cubes and textures: each has all levels */
    uint64_t data_at;     /* where the first level begins, behind a palette */
    bool sized;           /* the fields that tell the size are right, and the data have */
    uint64_t data_size;   /* bytes */
    uint64_t file_size;   /* of the picture, which may have more than was read */
} dds_file;

extern const al_layout *const dds_layouts[];
extern const al_hooks dds_hooks;

al_parsed dds_parse(al_job *job, void *document);
void dds_draw(const al_job *job, const void *document, al_drawing *drawing);

/* The level with that number, below `levels`, of a picture whose format is known. */
dds_level dds_level_of(const dds_file *f, uint32_t number);

/* Bytes of a row of pixels, or of blocks, that many pixels wide. */
uint64_t dds_row_bytes(const dds_file *f, uint32_t width);

#endif
