/* png.c: reads the chunks of a PNG and compares their checksums. The picture is not unpacked. */
#include "core/inflate.h"
#include "formats/pictures/pictures.h"
#include "kit/walk.h"

#define AL_RULES "rules/png.def"
#include "kit/rule_numbers.h"

#define AL_LAYOUT "formats/pictures/png/layout.def"
#include "kit/layout_declare.h"
#undef AL_LAYOUT

extern const al_layout *const png_layouts[];
extern const al_hooks png_hooks; /* for formats.c */

typedef struct png_file {
    bool ended; /* with the chunk IEND */
    uint32_t width, height;
} png_file;

#define AL_LAYOUT      "formats/pictures/png/layout.def"
#define AL_LAYOUT_LIST png_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

enum { CHECKSUM = 4, WIDTH_AT = 0, HEIGHT_AT = 4 }; /* the sides in the data of the chunk IHDR */

/* Compares the checksum of type and data with the one behind them. */
static void check_chunk(al_job *job, const al_path *path, al_span head, al_span data)
{
    const al_span type = al_slice_available(head, PNG_CHUNK_AT_type, UINT64_MAX);
    const uint64_t length = data.len - CHECKSUM;
    const uint32_t there = al_u32_at(data, length);
    uint32_t sum = al_crc32(0, type.ptr, type.len);
    if (length > 0)
        sum = al_crc32(sum, data.ptr, (size_t)length);
    const al_claim claim = {.rule = PNG_TRUNCATED,
                            .offset = data.base + length,
                            .length = CHECKSUM,
                            .path = al_field(path, "checksum"),
                            .expected = al_uint(sum),
                            .actual = al_uint(there),
                            .reach = AL_WHOLE_FILE};
    if (sum != there)
        al_report(job->sink, &claim, "the checksum of the chunk %s is 0x%08X, but its bytes give 0x%08X",
                  al_show_bytes(type).text, there, sum);
}

/* The next chunk. False at the end, or where the file ends too early. */
static bool read_chunk(al_job *job, al_walk *w, png_file *f, uint64_t number)
{
    const al_path path = al_item(NULL, "chunks", number), data_path = al_field(&path, "data");
    al_span head, data;
    if (!al_walk_record(w, &png_chunk_layout, &path, &head))
        return false;
    const png_chunk chunk = png_chunk_read(head);
    if (!al_walk_take(w, (uint64_t)chunk.length + CHECKSUM, &data_path, "the data of a chunk", &data))
        return false;
    check_chunk(job, &path, head, data);
    if (al_starts_with(chunk.type, "IHDR", PNG_CHUNK_END - PNG_CHUNK_AT_type)) {
        f->width = al_u32_at(data, WIDTH_AT);
        f->height = al_u32_at(data, HEIGHT_AT);
    }
    f->ended = al_starts_with(chunk.type, "IEND", PNG_CHUNK_END - PNG_CHUNK_AT_type);
    return !f->ended;
}

static al_parsed parse(al_job *job, void *document)
{
    const al_path path = al_field(NULL, "signature");
    png_file *f = document;
    al_walk w = al_walk_of(job, PNG_TRUNCATED, PNG_TRUNCATED);
    al_span signature;
    w.bytes.big_endian = true;
    job->length_is_wrong =
        al_starts_with(job->file, "\x89PNG", 4); /* line ends break the rest of the signature */
    if (!al_starts_with(job->file, PNG_SIGNATURE_MAGIC.bytes, PNG_SIGNATURE_MAGIC.size))
        return picture_refuse(job, PNG_BAD_MAGIC, PNG_OTHER_KIND, "a PNG");
    (void)!al_walk_record(&w, &png_signature_layout, &path, &signature);
    for (uint64_t i = 0; read_chunk(job, &w, f, i); i++)
        continue;
    job->length_is_wrong = !f->ended;
    return AL_READ;
}

/* The parser has reported everything. */
static void judge(al_job *job, const void *document)
{
    (void)job, (void)document;
}

static void measure(const void *document, al_measures *measures)
{
    const png_file *f = document;
    measures->width = f->width;
    measures->height = f->height;
}

const al_hooks png_hooks = {.limit_rule = PNG_LIMIT,
                            .layouts = png_layouts,
                            .magic = &PNG_SIGNATURE_MAGIC,
                            .is_picture = true,
                            .document_size = sizeof(png_file),
                            .parse = parse,
                            .judge = judge,
                            .measure = measure};
