/* chunks.c: walks the chunks of an XAC, XSM or XPM, in the order of the bytes.
 *
 * A known chunk ends where its structure does, and its length is only compared; an unknown one, or one whose
 * structure is broken, is left by its length. Going back to a length after a structure has run on beyond it
 * is allowed for as many bytes as the file has, so that the walk stays linear.
 */
#include "formats/emotionfx/chunks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define AL_LAYOUT      "formats/emotionfx/layout.def"
#define AL_LAYOUT_LIST emotionfx_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

al_path efx_chunk_path(const efx_file *f, const efx_chunk *chunk)
{
    return al_item(f->up, "chunks", chunk->number);
}

al_span efx_chunk_record(const efx_file *f, const efx_chunk *chunk)
{
    return al_slice_available(f->bytes, chunk->at, EFX_CHUNK_BYTES);
}

static uint64_t payload_at(const efx_chunk *chunk)
{
    return chunk->at + EFX_CHUNK_BYTES;
}

/* Where the chunk says that it ends. */
static uint64_t extent_of(const efx_chunk *chunk)
{
    return payload_at(chunk) + chunk->length;
}

efx_cursor efx_cursor_at(efx_file *f, const efx_chunk *chunk)
{
    return (efx_cursor){.file = f,
                        .chunk = chunk,
                        .path = efx_chunk_path(f, chunk),
                        .at = payload_at(chunk),
                        .extent = extent_of(chunk)};
}

al_span efx_rest(const efx_cursor *c, uint64_t skipped)
{
    const uint64_t start = c->at + skipped, end = c->chunk->end;
    return al_slice_available(c->file->bytes, start, end > start ? end - start : 0);
}

/* ---- What is not all there ----------------------------------------------------------------------------- */

static void report_count(const efx_cursor *c, const efx_count *in, uint64_t count, uint64_t size,
                         const char *what)
{
    const al_claim claim =
        al_field_claim(c->file->format->rules.count_range, in->layout, in->record, in->field, in->up);
    al_report(c->file->job->sink, &claim,
              "%s: %" PRIu64 " times %" PRIu64 " bytes, %" PRIu64 " bytes of the file are left", what, count,
              size, (c->file->bytes.len - c->at));
}

static void report_truncated(efx_file *f, al_path path, al_span there, uint64_t size, const char *what)
{
    const al_claim claim = {
        .rule = f->format->rules.truncated, .offset = there.base, .length = there.len, .path = path};
    al_report(f->job->sink, &claim, "the file ends in %s: %zu of its %" PRIu64 " bytes are there", what,
              there.len, size);
    f->cut = true;
}

/* Whether so many bytes from here go beyond what the chunk says it has. */
static bool leaves_chunk(const efx_cursor *c, uint64_t size)
{
    uint64_t end;
    return !al_add(c->at, size, &end) || end > c->extent;
}

bool efx_take_whole(efx_cursor *c, uint64_t count, uint64_t size, al_span *out)
{
    uint64_t bytes;
    if (c->stopped || !al_mul(count, size, &bytes) || !al_slice(c->file->bytes, c->at, bytes, out))
        return false;
    c->at += bytes;
    return true;
}

bool efx_take(efx_cursor *c, const efx_part *part, al_span *out)
{
    uint64_t size;
    if (efx_take_whole(c, part->count, part->size, out))
        return true;
    if (!al_mul(part->count, part->size, &size))
        size = UINT64_MAX; /* too much for every file */
    /* A count that can't be right tells nothing of what is there. */
    const bool lies = part->counted_by != NULL && leaves_chunk(c, size);
    *out = al_slice_available(c->file->bytes, c->at, c->stopped || lies ? 0 : size);
    if (c->reports && !c->stopped && lies)
        report_count(c, part->counted_by, part->count, part->size, part->what);
    else if (c->reports && !c->stopped)
        report_truncated(c->file, part->path, *out, size, part->what);
    c->stopped = true;
    return false;
}

bool efx_take_fixed(efx_cursor *c, uint32_t size, al_span *out)
{
    const efx_part part = {.what = "the first part of the chunk", .path = c->path, .count = 1, .size = size};
    return efx_take(c, &part, out);
}

bool efx_count_fits(efx_cursor *c, uint64_t count, uint64_t size, const char *what, const efx_count *in)
{
    uint64_t bytes;
    const bool fits = al_mul(count, size, &bytes);
    if (c->stopped)
        return false;
    if (fits && (bytes <= c->file->bytes.len - c->at || !leaves_chunk(c, bytes)))
        return true;
    c->stopped = true;
    if (c->reports)
        report_count(c, in, count, size, what);
    return false;
}

/* The length of a text that goes beyond the file. */
static void report_text_length(const efx_cursor *c, const al_string *text, uint64_t length)
{
    const al_claim claim = {.rule = c->file->format->rules.count_range,
                            .offset = text->field.base,
                            .length = 4,
                            .path = text->path,
                            .actual = al_uint(length)};
    al_report(c->file->job->sink, &claim,
              "a text of %" PRIu64 " bytes, %" PRIu64 " bytes of the file are left behind its length", length,
              (c->file->bytes.len - c->at - 4));
}

/* A text that is not all there: `out` gets what is. */
static void stop_at_text(efx_cursor *c, al_string *out)
{
    const efx_part prefix = {.what = "the length of a text", .path = out->path, .count = 1, .size = 4};
    if (!efx_take(c, &prefix, &out->field))
        return;
    const uint64_t length = al_u32_at(out->field, 0);
    c->at -= 4;
    c->stopped = true;
    out->field = al_slice_available(c->file->bytes, c->at, 4 + length);
    /* A length that can't say tells nothing of what it should have held: then the file decides. */
    const bool lies = c->extent == UINT64_MAX ? length > c->file->bytes.len : leaves_chunk(c, 4 + length);
    if (c->reports && lies)
        report_text_length(c, out, length);
    else if (c->reports)
        report_truncated(c->file, out->path, out->field, 4 + length, "a text");
}

bool efx_take_text(efx_cursor *c, const al_path *up, const char *name, al_string *out)
{
    const uint64_t length = al_u32_at(c->file->bytes, c->at);
    *out = (al_string){.path = al_field(up, name)};
    if (!efx_take_whole(c, 1, 4 + length, &out->field)) {
        stop_at_text(c, out);
        return false;
    }
    out->text = al_slice_available(out->field, 4, length);
    return true;
}

bool efx_take_texts(efx_cursor *c, const char *const *names, size_t count, efx_text_visit *visit,
                    void *context)
{
    for (size_t i = 0; i < count; i++) {
        al_string text;
        if (!efx_take_text(c, &c->path, names[i], &text))
            return false;
        if (visit != NULL)
            visit(context, &text);
    }
    return true;
}

/* ---- The header ---------------------------------------------------------------------------------------- */

static al_claim header_claim(size_t rule, const efx_file *f, uint32_t field)
{
    return al_field_claim(rule, &efx_header_layout, f->header_record, field, &f->header_path);
}

static bool read_magic(efx_file *f)
{
    if (al_starts_with(f->bytes, f->format->magic, 4))
        return true;
    const al_span there = al_slice_available(f->bytes, 0, 4);
    const al_claim claim = {.rule = f->format->rules.bad_magic,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(&f->header_path, "magic"),
                            .expected = al_text(f->format->magic),
                            .actual = al_text_bytes(there)};
    al_report_magic(f->job->sink, &claim, there, 4, f->format->magic, "");
    return false;
}

static bool read_version(efx_file *f)
{
    const efx_header *h = &f->header;
    const bool major = h->major == 1;
    if (major && h->minor == 0)
        return true;
    al_claim claim = header_claim(f->format->rules.unsupported_version, f,
                                  major ? EFX_HEADER_AT_minor : EFX_HEADER_AT_major);
    claim.expected = al_uint(major ? 0 : 1);
    al_report(f->job->sink, &claim, "version %u.%u is unknown, the games read version 1.0", h->major,
              h->minor);
    return false;
}

static void read_byte_order(efx_file *f)
{
    if (f->header.big_endian == 0)
        return;
    f->bytes.big_endian = f->header.big_endian == 1;
    al_claim claim = header_claim(f->format->rules.big_endian, f, EFX_HEADER_AT_big_endian);
    claim.expected = al_uint(0);
    al_report(f->job->sink, &claim,
              f->bytes.big_endian
                  ? "the file says that it is big-endian, the PC games read little-endian ones"
                  : "byte order %u is neither 0, little-endian, nor 1, big-endian",
              f->header.big_endian);
}

static bool read_header(efx_file *f)
{
    f->header_path = al_field(f->up, "header");
    f->header_record = al_slice_available(f->bytes, 0, EFX_HEADER_BYTES);
    f->header = efx_header_read(f->header_record);
    if (!read_magic(f))
        return false;
    if (f->header_record.len < EFX_HEADER_BYTES) {
        report_truncated(f, f->header_path, f->header_record, EFX_HEADER_BYTES, "the header");
        return false;
    }
    if (!read_version(f))
        return false;
    read_byte_order(f);
    return true;
}

/* ---- The walk ------------------------------------------------------------------------------------------ */

static const efx_kind *kind_of(const efx_format *format, uint32_t id)
{
    for (size_t i = 0; i < format->kind_count; i++)
        if (format->kinds[i].id == id)
            return &format->kinds[i];
    return NULL;
}

/* Whether nothing but zeros is left, from an offset that only grows. */
static bool is_zero_to_the_end(efx_file *f, uint64_t at)
{
    if (!f->tail_known) {
        f->tail = f->bytes.len;
        while (f->tail > 0 && al_u8_at(f->bytes, f->tail - 1) == 0)
            f->tail--;
        f->tail_known = true;
    }
    return at >= f->tail;
}

/* Whether another chunk begins at f->end. */
static bool at_chunk(efx_file *f)
{
    const uint64_t left = f->bytes.len - f->end;
    if (left < EFX_CHUNK_BYTES)
        return false;
    const bool maybe_zero = al_u32_at(f->bytes, f->end) == 0 && al_u64_at(f->bytes, f->end + 4) == 0;
    return !(maybe_zero && is_zero_to_the_end(f, f->end));
}

/* A chunk that is left by its length. False when that leads out of the file. */
static bool skip_chunk(efx_file *f, efx_chunk *chunk)
{
    const uint64_t end = extent_of(chunk);
    if (end <= f->bytes.len) {
        chunk->end = end;
        return true;
    }
    const uint64_t size = EFX_CHUNK_BYTES + (uint64_t)chunk->length;
    report_truncated(f, efx_chunk_path(f, chunk), al_slice_available(f->bytes, chunk->at, size), size,
                     "a chunk");
    chunk->end = f->bytes.len;
    return false;
}

/* A structure that stopped at an offset: whether the walk can go on behind the chunk. */
static bool resume(efx_file *f, efx_chunk *chunk, uint64_t stopped_at)
{
    const uint64_t end = extent_of(chunk);
    const uint64_t back = stopped_at > end ? stopped_at - end : 0;
    chunk->end = stopped_at;
    if (f->cut || end > f->bytes.len || back > f->bytes.len - f->reread)
        return false;
    f->reread += back;
    chunk->end = end;
    return true;
}

/* Reads what a chunk holds. False when it is not known where the next one begins. */
static bool read_chunk(efx_file *f, efx_chunk *chunk, bool *out_of_memory)
{
    chunk->kind = kind_of(f->format, chunk->id);
    chunk->supported = chunk->kind != NULL && chunk->version >= 1 && chunk->version <= chunk->kind->versions;
    if (!chunk->supported)
        return skip_chunk(f, chunk);
    const uint32_t mark = UINT32_C(1) << (chunk->kind - f->format->kinds);
    chunk->again = (f->seen & mark) != 0;
    f->seen |= mark;
    efx_cursor c = efx_cursor_at(f, chunk);
    c.reports = true;
    chunk->whole = chunk->kind->read(f->document, &c, chunk);
    *out_of_memory = c.out_of_memory;
    if (chunk->skipped_by_length)
        return skip_chunk(f, chunk);
    if (!chunk->whole)
        return resume(f, chunk, c.at);
    chunk->end = c.at;
    return true;
}

static bool walk(efx_file *f)
{
    bool goes_on = true, out_of_memory = false;
    f->end = EFX_HEADER_BYTES;
    while (goes_on && !out_of_memory && at_chunk(f)) {
        const efx_chunk_header h =
            efx_chunk_header_read(al_slice_available(f->bytes, f->end, EFX_CHUNK_BYTES));
        f->chunks = al_grow(f->job->arena, f->chunks, f->chunk_count, &f->chunk_capacity, sizeof *f->chunks);
        if (f->chunks == NULL)
            return false;
        efx_chunk *chunk = &f->chunks[f->chunk_count];
        *chunk = (efx_chunk){
            .at = f->end, .id = h.id, .length = h.length, .version = h.version, .number = f->chunk_count};
        goes_on = read_chunk(f, chunk, &out_of_memory);
        f->end = chunk->end;
        f->chunk_count++;
    }
    f->complete = goes_on && !out_of_memory;
    return !out_of_memory;
}

bool efx_parse(efx_file *f)
{
    f->readable = read_header(f);
    if (f->up == NULL && f->header_record.len > EFX_HEADER_AT_minor)
        (void)snprintf(f->job->version, sizeof f->job->version, "%u.%u", f->header.major, f->header.minor);
    return !f->readable || walk(f);
}
