/* chunks.c: walks the chunks of an XAC, XSM or XPM, in the order of the bytes.
 *
 * A known chunk ends where its structure does, and its length is only compared; an unknown one, or one whose
 * structure is broken, is left by its length. Going back to a length after a structure has run on beyond it
 * is work that is done again, and paid for: all in all as many bytes as the file has.
 */
#include "formats/emotionfx/chunks.h"

#include <stdio.h>

#include "core/work.h"

#define AL_LAYOUT      "formats/emotionfx/layout.def"
#define AL_LAYOUT_LIST emotionfx_layouts
#include "kit/layout_define.h"
#undef AL_LAYOUT

al_path efx_chunk_path(const al_path *up, uint32_t number)
{
    return al_item(up, "chunks", number);
}

static al_span header_at(const efx_file *f, uint64_t at)
{
    return al_slice_available(f->bytes, at, EFX_CHUNK_BYTES);
}

efx_chunk_header efx_header_of(const efx_file *f, uint32_t number)
{
    return efx_chunk_header_read(header_at(f, f->chunks[number].at));
}

al_span efx_payload(const efx_file *f, uint32_t number, uint64_t size)
{
    return al_slice_available(f->bytes, f->chunks[number].at + EFX_CHUNK_BYTES, size);
}

uint32_t efx_known_id(const efx_file *f, uint32_t number)
{
    const uint8_t kind = f->chunks[number].kind;
    return kind != EFX_UNKNOWN ? f->format->kinds[kind].id : UINT32_MAX;
}

/* ---- Readers ------------------------------------------------------------------------------------------- */

static efx_reading start(const efx_file *f, al_job *job)
{
    return (efx_reading){.file = f,
                         .walk = {.job = job,
                                  .bytes = f->bytes,
                                  .whole = "the file",
                                  .truncated = f->format->rules.truncated,
                                  .count_range = f->format->rules.count_range,
                                  .room = f->bytes.len,
                                  .extent = AL_NO_EXTENT}};
}

/* Goes to the payload of the chunk at an offset. */
static void enter(efx_reading *r, const al_path *up, uint32_t number, uint64_t at)
{
    r->header = efx_chunk_header_read(header_at(r->file, at));
    r->number = number;
    r->path = efx_chunk_path(up, number);
    r->skips = false;
    r->walk.at = at + EFX_CHUNK_BYTES;
    r->walk.extent = r->walk.at + r->header.length;
    r->walk.stopped = false;
}

efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number, const al_listener *listener)
{
    efx_reading r = start(f, NULL);
    r.walk.silent = true;
    r.walk.listener = listener;
    enter(&r, up, number, f->chunks[number].at);
    return r;
}

bool efx_take_unheard(efx_reading *r, uint64_t size, al_span *out)
{
    return r->walk.listener == NULL && al_walk_take_whole(&r->walk, size, out);
}

bool efx_take_item(efx_reading *r, const al_layout *layout, uint32_t size, const al_path *path,
                   const char *what, const al_counter *in, al_span *out)
{
    if (efx_take_unheard(r, size, out))
        return true;
    r->walk.blame = in;
    const bool whole = al_walk_part(&r->walk, layout, size, path, what, out);
    r->walk.blame = NULL;
    return whole;
}

bool efx_take_texts(efx_reading *r, const char *const *names, size_t count)
{
    al_string text;
    bool whole = true;
    for (size_t i = 0; i < count && whole; i++)
        whole = al_walk_text(&r->walk, &r->path, names[i], &text);
    return whole;
}

/* ---- The header ---------------------------------------------------------------------------------------- */

/* A file on its way, the first time. */
typedef struct parser {
    efx_file *file;
    void *document; /* the same, with what the format adds to it */
    const al_path *up;
    efx_reading r;
    uint64_t capacity; /* of the list of chunks */
    al_work back;      /* bytes that may be gone back */
    bool tail_known;   /* and the last byte that is not zero lies before this: */
    uint64_t tail;
} parser;

static bool check_magic(const parser *p, const al_path *path)
{
    const efx_format *format = p->file->format;
    const al_span there = al_slice_available(p->file->bytes, 0, 4);
    const al_claim claim = {.rule = format->rules.bad_magic,
                            .offset = there.base,
                            .length = there.len,
                            .path = al_field(path, "magic"),
                            .expected = al_text(format->magic),
                            .actual = al_text_bytes(there)};
    if (al_starts_with(there, format->magic, 4))
        return true;
    al_report_magic(p->r.walk.job->sink, &claim, p->file->bytes, 4, format->magic, "");
    return false;
}

static bool check_version(const parser *p, al_span header, const al_path *path)
{
    const bool major = efx_header_is_legal(header, EFX_HEADER_AT_major);
    const efx_header_field wrong = major ? EFX_HEADER_AT_minor : EFX_HEADER_AT_major;
    if (major && efx_header_is_legal(header, EFX_HEADER_AT_minor))
        return true;
    al_claim claim = efx_header_claim_at(p->file->format->rules.unsupported_version, header, wrong, path);
    claim.expected = al_uint(major ? 0 : 1);
    al_report(p->r.walk.job->sink, &claim, "version %u.%u is unknown, the games read version 1.0",
              al_u8_at(header, EFX_HEADER_AT_major), al_u8_at(header, EFX_HEADER_AT_minor));
    return false;
}

static void read_byte_order(parser *p, al_span header, const al_path *path)
{
    const uint8_t order = al_u8_at(header, EFX_HEADER_AT_big_endian);
    const size_t rule = p->file->format->rules.big_endian;
    if (order == 0)
        return;
    p->file->bytes.big_endian = p->r.walk.bytes.big_endian = order == 1;
    al_claim claim = efx_header_claim_at(rule, header, EFX_HEADER_AT_big_endian, path);
    claim.expected = al_uint(0);
    al_report(p->r.walk.job->sink, &claim,
              order == 1 ? "the file says that it is big-endian, the PC games read little-endian ones"
                         : "byte order %u is neither 0, little-endian, nor 1, big-endian",
              order);
}

/* False when there is nothing to go on with. */
static bool read_header(parser *p)
{
    al_job *job = p->r.walk.job;
    const al_path path = al_field(p->up, "header");
    al_span header = al_slice_available(p->file->bytes, 0, EFX_HEADER_BYTES);
    if (p->up == NULL && header.len > EFX_HEADER_AT_minor)
        (void)snprintf(job->version, sizeof job->version, "%u.%u", al_u8_at(header, EFX_HEADER_AT_major),
                       al_u8_at(header, EFX_HEADER_AT_minor));
    if (!check_magic(p, &path) || !al_walk_record(&p->r.walk, &efx_header_layout, &path, &header) ||
        !check_version(p, header, &path))
        return false;
    read_byte_order(p, header, &path);
    return true;
}

/* ---- The chunks ---------------------------------------------------------------------------------------- */

static uint8_t kind_of(const efx_format *format, uint32_t id)
{
    for (size_t i = 0; i < format->kind_count; i++)
        if (format->kinds[i].id == id)
            return (uint8_t)i;
    return EFX_UNKNOWN;
}

/* Whether nothing but zeros is left, from an offset that only grows. */
static bool is_zero_to_the_end(parser *p, uint64_t at)
{
    const al_span bytes = p->file->bytes;
    if (!p->tail_known) {
        p->tail = bytes.len;
        while (p->tail > 0 && al_u8_at(bytes, p->tail - 1) == 0)
            p->tail--;
        p->tail_known = true;
    }
    return at >= p->tail;
}

/* Whether another chunk begins here. */
static bool at_chunk(parser *p)
{
    const al_span header = header_at(p->file, p->r.walk.at);
    if (header.len < EFX_CHUNK_BYTES)
        return false;
    const bool maybe_zero = al_u32_at(header, 0) == 0 && al_u64_at(header, 4) == 0;
    return !(maybe_zero && is_zero_to_the_end(p, p->r.walk.at));
}

/* A chunk that is left by its length. False when that leads out of the file. */
static bool skip_chunk(parser *p, const efx_chunk *chunk)
{
    static const al_form form = {.stride = 1};
    al_walk *w = &p->r.walk;
    const uint64_t seen = w->at - chunk->at;
    const al_path path = al_field(&p->r.path, "data");
    al_span all;
    w->at = chunk->at;
    const bool whole =
        al_walk_take(w, EFX_CHUNK_BYTES + (uint64_t)p->r.header.length, &p->r.path, "a chunk", &all);
    const al_span data = al_slice_available(all, seen, UINT64_MAX);
    const al_array array = {.path = &path, .bytes = data, .size = data.len, .form = &form};
    if (data.len > 0)
        al_walk_announce_array(w, &array);
    return whole;
}

/* After a structure that was stopped: whether the walk can go on behind the chunk. */
static bool resume(parser *p, const efx_chunk *chunk)
{
    al_walk *w = &p->r.walk;
    const uint64_t end = chunk->at + EFX_CHUNK_BYTES + p->r.header.length;
    if (w->cut || end > w->bytes.len || !al_work_pay(&p->back, w->at > end ? w->at - end : 0))
        return false;
    w->at = end;
    return true;
}

/* Reads what a chunk holds. False when it is not known where the next one begins. */
static bool read_chunk(parser *p, efx_chunk *chunk)
{
    const efx_format *format = p->file->format;
    efx_reading *r = &p->r;
    enter(r, p->up, p->file->chunk_count, chunk->at);
    al_walk_announce_record(&r->walk, &efx_chunk_header_layout, &r->path, header_at(p->file, chunk->at));
    chunk->kind = kind_of(format, r->header.id);
    const efx_kind *kind = chunk->kind != EFX_UNKNOWN ? &format->kinds[chunk->kind] : NULL;
    chunk->supported = kind != NULL && r->header.version >= 1 && r->header.version <= kind->versions;
    if (!chunk->supported)
        return skip_chunk(p, chunk);
    chunk->whole = kind->read(p->document, r);
    chunk->skipped = r->skips;
    if (r->out_of_memory)
        return false;
    return chunk->skipped ? skip_chunk(p, chunk) : chunk->whole || resume(p, chunk);
}

static void read_chunks(parser *p)
{
    efx_file *f = p->file;
    const al_path path = al_field(p->up, "chunks");
    bool goes_on = true;
    al_walk_announce_list(&p->r.walk, &path, AL_UNKNOWN_COUNT);
    while (goes_on && at_chunk(p)) {
        efx_chunk *chunks =
            al_grow(p->r.walk.job->arena, f->chunks, f->chunk_count, &p->capacity, sizeof *chunks);
        p->r.out_of_memory = chunks == NULL;
        if (chunks == NULL)
            return;
        f->chunks = chunks;
        chunks[f->chunk_count] = (efx_chunk){.at = p->r.walk.at};
        goes_on = read_chunk(p, &chunks[f->chunk_count]);
        f->chunk_count++;
    }
    f->complete = goes_on;
    f->end = p->r.walk.at;
}

al_parsed efx_parse(al_job *job, const efx_format *format, al_span bytes, const al_path *up, void *document,
                    bool *cut)
{
    efx_file *f = document;
    *f = (efx_file){.format = format, .bytes = bytes};
    parser p = {
        .file = f, .document = document, .up = up, .r = start(f, job), .back = al_work_of(bytes.len, 1)};
    p.r.walk.listener = job->listener;
    const bool readable = read_header(&p);
    if (readable)
        read_chunks(&p);
    *cut = p.r.walk.cut;
    if (p.r.out_of_memory)
        return AL_NO_MEMORY;
    return readable ? AL_READ : AL_REFUSED;
}
