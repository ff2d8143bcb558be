/* bmp.c: recognises a BMP, and compares the sizes in its header with that of the file. */
#include <inttypes.h>

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

/* Whether the header tells how many bytes the pixels have: they are not packed, and it is not that of OS/2.
 */
static bool tells_size(const bmp_header *h)
{
    enum { LEAST_INFO = 40, RGB = 0, MASKS = 3 };
    return h->info_size >= LEAST_INFO && (h->compression == RGB || h->compression == MASKS) && h->width >= 0;
}

static uint64_t row_bytes(const bmp_header *h)
{
    enum { ROW_BITS = 32, ROW_BYTES = 4 };
    return ((uint64_t)h->width * h->bits + ROW_BITS - 1) / ROW_BITS * ROW_BYTES;
}

static uint64_t row_count(const bmp_header *h)
{
    return (uint64_t)(h->height < 0 ? -(int64_t)h->height : h->height);
}

/* Any number of rows without bytes would fit into the file. */
static void judge_rows(al_job *job, const bmp_file *f)
{
    const bmp_header *h = &f->header;
    const uint32_t field = h->width == 0 ? BMP_HEADER_AT_width : BMP_HEADER_AT_bits;
    const al_claim claim = bmp_header_claim_at(BMP_TRUNCATED, f->record, field, &f->path);
    if (tells_size(h) && row_count(h) > 0 && row_bytes(h) == 0)
        al_report(job->sink, &claim,
                  "%" PRIu64 " row%s without bytes: each has %" PRId32 " pixels of %u bits", row_count(h),
                  AL_S(row_count(h)), h->width, h->bits);
}

static void judge(al_job *job, const void *document)
{
    const bmp_file *f = document;
    al_claim claim = bmp_header_claim_at(BMP_TRUNCATED, f->record, BMP_HEADER_AT_size, &f->path);
    const bmp_header *h = &f->header;
    const uint64_t end = tells_size(h) ? al_sum(h->data_at, al_product(row_bytes(h), row_count(h))) : 0;
    claim.reach = AL_WHOLE_FILE;
    job->length_is_wrong = f->header.size > f->size || end > f->size;
    if (end > f->size)
        picture_report_short(job, BMP_TRUNCATED, f->header.data_at, end - f->header.data_at, f->size);
    if (f->header.size > f->size)
        al_report(job->sink, &claim, "the header says that the file has %u bytes", f->header.size);
    judge_rows(job, f);
}

static void measure(const void *document, al_measures *measures)
{
    const bmp_file *f = document;
    measures->width = f->header.width < 0 ? 0 : (uint32_t)f->header.width;
    measures->height = row_count(&f->header);
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
