/* chunk_parse.c: walks the chunks of an XAC, XSM or XPM, in the order of the bytes.
 *
 * The parser looks at a known chunk before it reads it. The chunk is fine if its contents end where its
 * length says, or where they end with the wrong length that exporters usually write. Otherwise its length or
 * a value in it is wrong. If a chain of known chunks leads from one of the two ends to the end of the file,
 * that end is the right one. If no chain does, the walk stops. The end of an unknown chunk is given by its
 * length.
 *
 * Once the walk is on such a chain, lengths need not be followed again, and no chunk can be read beyond its
 * end. Every other look ahead, trial or step back is paid for, in proportion to the file.
 */
#include "core/limits.h"
#include "formats/emotionfx/chunk_parser.h"

/* ---- The header ---------------------------------------------------------------------------------------- */

static bool check_version(const efx_parser *p, al_span header, const al_path *path)
{
    const bool major = efx_header_is_legal(header, EFX_HEADER_AT_major);
    const efx_header_field wrong = major ? EFX_HEADER_AT_minor : EFX_HEADER_AT_major;
    if (major && efx_header_is_legal(header, EFX_HEADER_AT_minor))
        return true;
    al_claim claim = efx_header_claim_at(p->file->format->rules.unsupported_version, header, wrong, path);
    claim.expected = al_uint(major ? EFX_HEADER_IS_minor : EFX_HEADER_IS_major);
    al_report(p->r.walk.job->sink, &claim, "version %u.%u is unknown, the games read version 1.0",
              al_u8_at(header, EFX_HEADER_AT_major), al_u8_at(header, EFX_HEADER_AT_minor));
    return false;
}

/* Readers swap bytes for every value but 0. If the chunks can only be followed without swapping, only this
 * value is wrong. */
static void read_byte_order(efx_parser *p, al_span header, const al_path *path)
{
    const uint8_t order = al_u8_at(header, EFX_HEADER_AT_big_endian);
    const size_t rule = p->file->format->rules.big_endian;
    if (order == 0)
        return;
    const bool plain = efx_follow(p, EFX_HEADER_BYTES) != EFX_NOWHERE;
    if (!plain)
        p->r.walk.job->file.big_endian = p->file->bytes.big_endian = p->original.big_endian =
            p->r.walk.bytes.big_endian = true;
    al_claim claim = efx_header_claim_at(rule, header, EFX_HEADER_AT_big_endian, path);
    claim.expected = al_uint(0);
    al_report(p->r.walk.job->sink, &claim,
              plain ? "bigEndian is %u, so readers swap the bytes of each number, but the numbers in the "
                      "file are little-endian"
                    : "bigEndian is %u, and the numbers in the file are big-endian: the PC games read "
                      "little-endian numbers",
              order);
}

/* False if nothing after the header can be read. */
static bool read_header(efx_parser *p)
{
    al_job *job = p->r.walk.job;
    const al_path path = al_field(p->up, "header");
    al_span header = al_slice_available(p->file->bytes, 0, EFX_HEADER_BYTES);
    if (p->up == NULL && header.len > EFX_HEADER_AT_minor)
        al_note_version(job, al_u8_at(header, EFX_HEADER_AT_major), al_u8_at(header, EFX_HEADER_AT_minor));
    if (!al_has_magic(job->sink, p->file->format->rules.bad_magic, p->file->bytes, p->file->format->magic,
                      &path) ||
        !al_walk_record(&p->r.walk, &efx_header_layout, &path, &header) || !check_version(p, header, &path))
        return false;
    read_byte_order(p, header, &path);
    return true;
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static uint64_t declared_end(const efx_parser *p, const efx_chunk *chunk)
{
    return chunk->at + EFX_CHUNK_BYTES + p->r.header.length;
}

/* Skips a chunk by its length. False if the length leads out of the file. */
static bool skip_chunk(efx_parser *p, const efx_chunk *chunk)
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

/* Skips a known chunk of an unknown version. If its length is wrong, reading it as another version may find
 * its end. */
static bool skip_version(efx_parser *p, efx_chunk *chunk, const efx_kind *kind)
{
    const uint64_t end = declared_end(p, chunk), size = p->file->bytes.len;
    const bool lost = p->lead == EFX_NOWHERE && (end > size || !efx_may_continue_at(p, end));
    efx_attempt as_known;
    if (lost && efx_repair(p, chunk->at, EFX_ANYWHERE, &as_known)) {
        p->r.walk.at = as_known.at;
        p->lead = efx_follow(p, as_known.at);
        chunk->misfit = true;
        return true;
    }
    if (!kind->length_may_run_on || end <= size)
        return skip_chunk(p, chunk);
    p->r.walk.at = size;
    chunk->misfit = true;
    return true;
}

/* Announces the structure of a corrected chunk, but with the values of the original bytes. */
typedef struct original_listener {
    const al_listener *listener;
    al_span original, copy;
} original_listener;

static void on_record(void *context, const al_path *path, const al_layout *layout, al_span record)
{
    const original_listener *e = context;
    if (e->listener->record != NULL)
        e->listener->record(e->listener->context, path, layout,
                            al_slice_available(e->original, record.base - e->copy.base, record.len));
}

static void on_list(void *context, const al_path *path, uint64_t count, uint64_t offset)
{
    const original_listener *e = context;
    if (e->listener->list != NULL)
        e->listener->list(e->listener->context, path, count, offset);
}

static void on_text(void *context, const al_string *text)
{
    const original_listener *e = context;
    if (e->listener->text != NULL)
        e->listener->text(e->listener->context, text);
}

static void on_array(void *context, const al_array *array)
{
    const original_listener *e = context;
    if (e->listener->array != NULL)
        e->listener->array(e->listener->context, array);
}

/* Reads a chunk for the document and the listener. */
static bool take_chunk(efx_parser *p, const efx_kind *kind)
{
    efx_reading *r = &p->r;
    const al_listener *listener = r->walk.listener;
    original_listener e = {.listener = listener, .original = p->original, .copy = p->file->bytes};
    const al_listener wrapped = {
        .context = &e, .record = on_record, .list = on_list, .text = on_text, .array = on_array};
    if (p->copy != NULL && listener != NULL)
        r->walk.listener = &wrapped;
    const bool whole = kind->read(p->document, r);
    r->walk.listener = listener;
    return whole;
}

/* Reads a chunk with a complete structure and a known end. */
static bool accept_chunk(efx_parser *p, efx_chunk *chunk, const efx_kind *kind, uint64_t end)
{
    const bool has_listener = p->r.walk.listener != NULL;
    chunk->whole = true;
    if (has_listener || kind->notes) {
        efx_enter(&p->r, p->up, p->file->chunk_count, chunk->at);
        p->r.notes_alone = !has_listener;
        (void)take_chunk(p, kind);
        p->r.notes_alone = false;
    }
    p->r.walk.at = end;
    return !p->r.out_of_memory;
}

/* Reports and skips a chunk with a correct length and an unknown error in its contents. */
static bool skip_misfit(efx_parser *p, efx_chunk *chunk, const efx_kind *kind)
{
    const uint64_t end = declared_end(p, chunk);
    efx_report_misfit(p, chunk->at);
    chunk->misfit = true;
    if (p->r.walk.listener != NULL) {
        p->r.walk.bytes = al_slice_available(p->original, 0, end);
        p->r.walk.silent = true;
        (void)kind->read(NULL, &p->r);
        p->r.walk.silent = p->r.walk.stopped = false;
        p->r.walk.bytes = p->file->bytes;
    }
    p->r.walk.at = end;
    return true;
}

/* Whether no trial can find the right value: a chunk without a known end is cut by its length, and by its
 * contents, too; or it has a value that is far too large. */
static bool is_hopeless(const efx_parser *p, const efx_chunk *chunk, const efx_kind *kind,
                        const efx_attempt *attempt)
{
    const efx_reading reading = efx_trial_at(p, chunk->at, UINT64_MAX, NULL);
    if (attempt->cut && kind->is_cut != NULL && kind->is_cut(&reading))
        return true;
    return !attempt->whole && attempt->item_at > 0 && kind->is_far_off != NULL &&
           kind->is_far_off(&reading, attempt->item_at);
}

/* Decides what is wrong if contents and length of a chunk disagree. */
static bool resolve_mismatch(efx_parser *p, efx_chunk *chunk, const efx_kind *kind,
                             const efx_attempt *attempt)
{
    const uint64_t end = declared_end(p, chunk);
    const efx_lead by_contents = attempt->whole ? efx_follow(p, attempt->at) : EFX_NOWHERE;
    const bool on_chain = end <= p->file->bytes.len && !efx_is_open_ended(p, kind, chunk->at);
    efx_lead by_length = on_chain ? p->lead : EFX_NOWHERE;
    efx_attempt repaired;
    if (by_length == EFX_NOWHERE && end != attempt->at)
        by_length = efx_follow(p, end);
    const bool doubtful = by_contents == EFX_TRAILING && kind->length_may_run_on;
    if (by_contents != EFX_NOWHERE && by_contents >= by_length && !doubtful) {
        p->lead = by_contents;
        return accept_chunk(p, chunk, kind, attempt->at);
    }
    const bool hopeless = by_length == EFX_NOWHERE && is_hopeless(p, chunk, kind, attempt);
    if (!hopeless && efx_repair(p, chunk->at, by_length != EFX_NOWHERE ? end : EFX_ANYWHERE, &repaired)) {
        p->lead = by_length != EFX_NOWHERE ? by_length : efx_follow(p, repaired.at);
        return accept_chunk(p, chunk, kind, repaired.at);
    }
    if (p->r.out_of_memory)
        return false;
    if (doubtful)
        return accept_chunk(p, chunk, kind, attempt->at);
    if (by_length != EFX_NOWHERE) {
        p->lead = by_length;
        return skip_misfit(p, chunk, kind);
    }
    const bool quirk = efx_is_open_ended(p, kind, chunk->at);
    chunk->whole = take_chunk(p, kind);
    chunk->misfit = !chunk->whole && !p->r.walk.cut; /* values before an impossible count may be wrong, too */
    return chunk->whole && (quirk || attempt->at == end) && !p->r.out_of_memory;
}

/* Where a trial has to stop: at the end of the chunk if that is known to be right. */
static uint64_t trial_limit(const efx_parser *p, const efx_chunk *chunk, const efx_kind *kind)
{
    if (efx_is_open_ended(p, kind, chunk->at))
        return UINT64_MAX;
    if (p->lead == EFX_TO_THE_END)
        return declared_end(p, chunk);
    return al_sum(declared_end(p, chunk), p->back.left);
}

/* Whether the contents end in the right place. */
static bool fits(efx_parser *p, const efx_chunk *chunk, const efx_kind *kind, const efx_attempt *a)
{
    const uint64_t end = declared_end(p, chunk);
    const bool usual_length = kind->usual_length != NULL && efx_is_open_ended(p, kind, chunk->at);
    if (!a->whole || (a->at != end && !usual_length && !kind->length_may_run_on))
        return false;
    if (usual_length && a->at != end && p->r.header.length != efx_usual_length(p, kind, chunk->at))
        return false;
    if (kind->length_may_run_on) /* no chain has looked at its contents */
        return a->at == p->file->bytes.len || (efx_starts_chunk(p, a->at) && efx_may_continue_at(p, a->at));
    return p->lead != EFX_NOWHERE || efx_may_continue_at(p, a->at);
}

/* Reads the contents of a chunk. False if the start of the next one is not known. */
static bool read_chunk(efx_parser *p, efx_chunk *chunk)
{
    const efx_format *format = p->file->format;
    efx_reading *r = &p->r;
    efx_enter(r, p->up, p->file->chunk_count, chunk->at);
    al_walk_announce_record(&r->walk, &efx_chunk_header_layout, &r->path, efx_header_at(p->file, chunk->at));
    const efx_kind *kind = efx_kind_of(format, r->header.id);
    chunk->kind = kind != NULL ? (uint8_t)(kind - format->kinds) : EFX_UNKNOWN;
    chunk->supported = efx_knows_version(kind, r->header.version);
    if (kind == NULL)
        return skip_chunk(p, chunk);
    if (!chunk->supported)
        return skip_version(p, chunk, kind);
    efx_attempt a = efx_attempt_at(p, chunk->at, trial_limit(p, chunk, kind), NULL);
    if (a.at > declared_end(p, chunk) && !al_work_pay(&p->back, a.at - declared_end(p, chunk)))
        p->back.left = 0;
    if (a.skips && p->lead != EFX_NOWHERE && declared_end(p, chunk) <= p->file->bytes.len &&
        efx_repair(p, chunk->at, declared_end(p, chunk), &a))
        return accept_chunk(p, chunk, kind, a.at);
    if (a.skips) {
        chunk->whole = take_chunk(p, kind);
        chunk->skipped = true;
        return skip_chunk(p, chunk);
    }
    return fits(p, chunk, kind, &a) ? accept_chunk(p, chunk, kind, a.at)
                                    : resolve_mismatch(p, chunk, kind, &a);
}

static void read_chunks(efx_parser *p)
{
    efx_file *f = p->file;
    const al_path path = al_field(p->up, "chunks");
    bool more = true;
    al_walk_announce_list(&p->r.walk, &path, AL_UNKNOWN_COUNT);
    p->lead = efx_follow(p, p->r.walk.at);
    while (more && efx_starts_chunk(p, p->r.walk.at)) {
        efx_chunk *chunks =
            al_grow(p->r.walk.job->arena, f->chunks, f->chunk_count, &p->capacity, sizeof *chunks);
        p->r.out_of_memory = chunks == NULL;
        if (chunks == NULL)
            return;
        f->chunks = chunks;
        chunks[f->chunk_count] = (efx_chunk){.at = p->r.walk.at};
        more = read_chunk(p, &chunks[f->chunk_count]);
        f->chunk_count++;
    }
    f->complete = more;
    f->end = p->r.walk.at;
}

al_parsed efx_parse(al_job *job, const efx_format *format, al_span bytes, const al_path *up, void *document,
                    bool *cut)
{
    efx_file *f = document;
    *f = (efx_file){.format = format, .bytes = bytes};
    efx_parser p = {.file = f,
                    .document = document,
                    .up = up,
                    .r = efx_start(f, job),
                    .original = bytes,
                    .search = al_work_of(bytes.len, AL_SEARCH_PER_BYTE),
                    .trials = al_work_of(bytes.len / AL_BYTES_PER_TRIAL, 1),
                    .back = al_work_of(bytes.len, 1)};
    p.search.left += AL_MIN_SEARCH;
    p.trials.left += AL_MIN_TRIALS;
    p.r.walk.listener = job->listener;
    const bool readable = read_header(&p);
    if (readable)
        read_chunks(&p);
    *cut = p.r.walk.cut;
    if (p.r.out_of_memory)
        return AL_NO_MEMORY;
    return readable ? AL_READ : AL_REFUSED;
}
