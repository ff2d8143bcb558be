/* bmp.c: recognises a BMP, and compares the sizes in its header with that of the file. */
#include "core/text.h"
#include "formats/pictures/pictures.h"
#include "kit/walk.h"

#define AL_RULES "rules/bmp.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/pictures/bmp/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const bmp_layouts[];
extern const al_hooks bmp_hooks; /* for formats.c */

typedef struct bmp_file {
    al_path path;
    al_span record;
    bmp_header header;
    uint64_t size; /* of the file */
} bmp_file;

#define AL_LAYOUT      "formats/pictures/bmp/layout.def"
#define AL_LAYOUT_LIST bmp_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

/* The two letters begin many files: the name must be that of a picture, too. */
static bool match(al_span head, const char *name)
{
    return al_has_extension(name, "bmp", 3) ||
           (al_has_extension_of(name, "dds tga png gz") && picture_is_bmp(head));
}

static al_parsed parse(al_job *job, void *document)
{
    bmp_file *f = document;
    al_walk w = al_walk_of(job, BMP_TRUNCATED, BMP_TRUNCATED);
    *f = (bmp_file){.path = al_field(NULL, "header"), .size = job->file.len + job->unread};
    if (!picture_is_bmp(job->file))
        return picture_refuse(job, BMP_BAD_MAGIC, BMP_OTHER_KIND, "a BMP");
    job->zeros_are_pixels = true;
    job->length_is_wrong = !al_walk_record(&w, &bmp_header_layout, &f->path, &f->record);
    f->header = bmp_header_read(f->record);
    return job->length_is_wrong ? AL_REFUSED : AL_READ;
}

/* Where the pixels end; 0 if the header doesn't tell it: they are packed, or the header is that of OS/2. */
static uint64_t end_of_pixels(const bmp_header *h)
{
    enum { LEAST_INFO = 40, RGB = 0, MASKS = 3, ROW_BITS = 32, ROW_BYTES = 4 };
    const int64_t height = h->height < 0 ? -(int64_t)h->height : h->height;
    if (h->info_size < LEAST_INFO || (h->compression != RGB && h->compression != MASKS) || h->width < 0)
        return 0;
    const uint64_t row = ((uint64_t)h->width * h->bits + ROW_BITS - 1) / ROW_BITS * ROW_BYTES;
    return al_sum(h->data_at, al_product(row, (uint64_t)height));
}

static void judge(al_job *job, const void *document)
{
    const bmp_file *f = document;
    al_claim claim = bmp_header_claim_at(BMP_TRUNCATED, f->record, BMP_HEADER_AT_size, &f->path);
    const uint64_t end = end_of_pixels(&f->header);
    claim.reach = AL_WHOLE_FILE;
    job->length_is_wrong = f->header.size > f->size || end > f->size;
    if (end > f->size)
        picture_report_short(job, BMP_TRUNCATED, f->header.data_at, end - f->header.data_at, f->size);
    if (f->header.size > f->size)
        al_report(job->sink, &claim, "the header says that the file has %u bytes", f->header.size);
}

static void measure(const void *document, al_measures *measures)
{
    const bmp_file *f = document;
    const int64_t width = f->header.width, height = f->header.height;
    measures->width = (uint64_t)(width < 0 ? 0 : width);
    measures->height = (uint64_t)(height < 0 ? -height : height);
}

/* The header; of another kind of file all is read, since a TGA is recognised by its end. */
static uint64_t bytes_needed(al_span head)
{
    return picture_is_bmp(head) ? BMP_HEADER_BYTES : UINT64_MAX;
}

const al_hooks bmp_hooks = {.limit_rule = BMP_LIMIT,
                            .layouts = bmp_layouts,
                            .match = match,
                            .is_picture = true,
                            .bytes_needed = bytes_needed,
                            .document_size = sizeof(bmp_file),
                            .parse = parse,
                            .judge = judge,
                            .measure = measure};
