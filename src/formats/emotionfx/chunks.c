/* chunks.c: walks the chunks of an XAC, XSM or XPM, in the order of the bytes.
 *
 * A known chunk is looked at before it is read. Where its contents end as it declares, or as exporters have
 * the habit, all is well. Where they don't, its length or a value in it is wrong: from the end of the right
 * one a chain of chunks leads to the end of the file, each known and as long as it says. Where neither leads
 * on the walk stops. An unknown chunk is left by its length.
 *
 * Once the walk is on such a chain, lengths need not be followed again, and a chunk can't be read beyond its
 * own. What is followed, tried or gone back without that is paid for, in proportion to the file.
 */
#include "formats/emotionfx/chunk_parser.h"

#include <stdio.h>

#include "core/limits.h"

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
    r->walk.stopped = r->walk.cut = false;
}

efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number, const al_listener *listener)
{
    efx_reading r = start(f, NULL);
    r.walk.silent = true;
    r.walk.listener = listener;
    enter(&r, up, number, f->chunks[number].at);
    if (f->chunks[number].misfit && r.walk.extent < r.walk.bytes.len)
        r.walk.bytes.len = (size_t)r.walk.extent; /* what is behind it has nothing to do with it */
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

static bool check_magic(const efx_parser *p, const al_path *path)
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
    al_report_magic(p->r.walk.job->sink, &claim, there, 4, format->magic, "");
    return false;
}

static bool check_version(const efx_parser *p, al_span header, const al_path *path)
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

/* Readers swap for every value but 0. Where the chunks can only be followed without, the value alone is
 * wrong. */
static void read_byte_order(efx_parser *p, al_span header, const al_path *path)
{
    const uint8_t order = al_u8_at(header, EFX_HEADER_AT_big_endian);
    const size_t rule = p->file->format->rules.big_endian;
    if (order == 0)
        return;
    const bool plain = efx_follow(p, EFX_HEADER_BYTES) != EFX_NOWHERE;
    if (!plain)
        p->file->bytes.big_endian = p->original.big_endian = p->r.walk.bytes.big_endian = true;
    al_claim claim = efx_header_claim_at(rule, header, EFX_HEADER_AT_big_endian, path);
    claim.expected = al_uint(0);
    al_report(p->r.walk.job->sink, &claim,
              plain
                  ? "bigEndian is %u, so readers turn the bytes of each number round, but the numbers in the "
                    "file are little-endian"
                  : "bigEndian is %u, and the numbers in the file are big-endian: the PC games read "
                    "little-endian ones",
              order);
}

/* False when there is nothing to go on with. */
static bool read_header(efx_parser *p)
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

/* ---- Chains -------------------------------------------------------------------------------------------- */

/* Ids that EmotionFX has given so far end at 202. */
enum { MOST_ID = UINT8_MAX };

const efx_kind *efx_kind_of(const efx_format *format, uint32_t id)
{
    for (size_t i = 0; i < format->kind_count; i++)
        if (format->kinds[i].id == id)
            return &format->kinds[i];
    return NULL;
}

bool efx_knows_version(const efx_kind *kind, uint32_t version)
{
    return kind != NULL && version >= 1 && version <= kind->versions;
}

efx_reading efx_trial_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener)
{
    efx_reading r = start(p->file, p->r.walk.job);
    r.walk.silent = true;
    r.walk.listener = listener;
    enter(&r, p->up, p->file->chunk_count, at);
    r.walk.bytes = al_slice_available(p->file->bytes, 0, limit);
    return r;
}

efx_attempt efx_attempt_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener)
{
    efx_reading r = efx_trial_at(p, at, limit, listener);
    const efx_kind *kind = efx_kind_of(p->file->format, r.header.id);
    const bool whole = efx_knows_version(kind, r.header.version) && kind->read(NULL, &r);
    return (efx_attempt){.whole = whole, .skips = r.skips, .at = r.walk.at, .steps = r.steps};
}

void efx_read_aloud(const efx_parser *p, uint64_t at, uint64_t end, size_t rule)
{
    efx_reading r = efx_trial_at(p, at, end, NULL);
    r.walk.silent = false;
    r.walk.whole = "the chunk";
    r.walk.truncated = rule;
    (void)efx_kind_of(p->file->format, r.header.id)->read(NULL, &r);
}

/* The length that exporters write instead of the true one; 0: none. */
static uint64_t habit_of(const efx_parser *p, const efx_kind *kind, uint64_t at)
{
    efx_reading r = start(p->file, NULL);
    enter(&r, p->up, 0, at);
    return kind->habit != NULL && efx_knows_version(kind, r.header.version) ? kind->habit(&r) : 0;
}

bool efx_is_open_ended(const efx_parser *p, const efx_kind *kind, uint64_t at)
{
    return kind->length_may_run_on || habit_of(p, kind, at) > 0;
}

/* Whether nothing but zeros is left, from an offset on. */
static bool is_zero_to_the_end(efx_parser *p, uint64_t at)
{
    const al_span bytes = p->original;
    if (!p->tail_known) {
        p->tail = bytes.len;
        while (p->tail > 0 && al_u8_at(bytes, p->tail - 1) == 0)
            p->tail--;
        p->tail_known = true;
    }
    return at >= p->tail;
}

/* Whether another chunk begins there. */
static bool is_chunk(efx_parser *p, uint64_t at)
{
    const al_span header = header_at(p->file, at);
    if (header.len < EFX_CHUNK_BYTES)
        return false;
    const bool maybe_zero = al_u32_at(header, 0) == 0 && al_u64_at(header, 4) == 0;
    return !(maybe_zero && is_zero_to_the_end(p, at));
}

/* What is known of a chunk by its header. */
typedef struct look {
    const efx_kind *kind; /* NULL: unknown, or of an unknown version */
    bool possible;        /* some chunk may begin so */
    uint64_t end;         /* that it declares */
} look;

static look look_at(const efx_parser *p, uint64_t at)
{
    const efx_chunk_header h = efx_chunk_header_read(header_at(p->file, at));
    const efx_kind *kind = efx_kind_of(p->file->format, h.id);
    const bool versioned = h.version > 0 || (kind != NULL && h.length > 0); /* zeros are no chunk */
    return (look){.kind = efx_knows_version(kind, h.version) ? kind : NULL,
                  .possible = h.id <= MOST_ID && h.version <= MOST_ID && versioned,
                  .end = at + EFX_CHUNK_BYTES + h.length};
}

/* Goes on to the next chunk of a chain. False when this one doesn't say where that is. */
static bool step(efx_parser *p, const look *l, uint64_t *at)
{
    uint64_t end = l->end;
    if (l->kind != NULL && l->kind->habit != NULL && efx_is_open_ended(p, l->kind, *at)) {
        const efx_attempt attempt = efx_attempt_at(p, *at, UINT64_MAX, NULL);
        end = attempt.at;
        if (!attempt.whole || !al_work_pay(&p->search, end - *at))
            return false;
    }
    *at = end;
    return true;
}

efx_lead efx_follow(efx_parser *p, uint64_t at)
{
    const uint64_t size = p->file->bytes.len;
    const uint64_t start_at = at;
    bool doubtful = false;
    if (at > size)
        return EFX_NOWHERE;
    while (is_chunk(p, at)) {
        const look l = look_at(p, at);
        const uint64_t here = at;
        if (!l.possible || !al_work_pay(&p->search, EFX_CHUNK_BYTES) || !step(p, &l, &at))
            return EFX_NOWHERE;
        doubtful = doubtful || l.kind == NULL;
        if (at > size && l.kind != NULL && l.kind->length_may_run_on)
            at = size;
        if (at > size)
            return l.kind != NULL && here > start_at ? EFX_CUT : EFX_NOWHERE;
    }
    if (doubtful)
        return at == size ? EFX_DOUBTFUL : EFX_CUT;
    return at == size ? EFX_TO_THE_END : EFX_TRAILING;
}

/* Whether what begins there may be a chunk, or the end. */
static bool goes_on(efx_parser *p, uint64_t at)
{
    if (!is_chunk(p, at))
        return true;
    const look l = look_at(p, at);
    return l.kind != NULL || (l.possible && l.end <= p->file->bytes.len);
}

/* ---- Chunks -------------------------------------------------------------------------------------------- */

static uint64_t declared_end(const efx_parser *p, const efx_chunk *chunk)
{
    return chunk->at + EFX_CHUNK_BYTES + p->r.header.length;
}

/* A chunk that is left by its length. False when that leads out of the file. */
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

/* A known chunk of an unknown version. Where its length leads astray, another version may show its end. */
static bool skip_version(efx_parser *p, efx_chunk *chunk, const efx_kind *kind)
{
    const uint64_t end = declared_end(p, chunk), size = p->file->bytes.len;
    const bool astray = p->lead == EFX_NOWHERE && (end > size || !goes_on(p, end));
    efx_attempt as_known;
    if (astray && efx_repair(p, chunk->at, EFX_ANYWHERE, &as_known)) {
        p->r.walk.at = as_known.at;
        p->lead = efx_follow(p, as_known.at);
        return true;
    }
    if (!kind->length_may_run_on || end <= size)
        return skip_chunk(p, chunk);
    p->r.walk.at = size;
    return true;
}

/* Reads a chunk aloud: as the file has it for who listens, as it is meant for the document. */
static bool take_chunk(efx_parser *p, efx_chunk *chunk, const efx_kind *kind, uint64_t limit)
{
    efx_reading *r = &p->r;
    const uint32_t number = p->file->chunk_count;
    const al_listener *listener = r->walk.listener;
    if (p->copy != NULL && listener != NULL) {
        r->walk.bytes = al_slice_available(p->original, 0, limit);
        r->walk.silent = true;
        (void)kind->read(NULL, r);
        r->walk.silent = false;
        r->walk.listener = NULL;
        enter(r, p->up, number, chunk->at);
    }
    r->walk.bytes = p->file->bytes;
    const bool whole = kind->read(p->document, r);
    r->walk.listener = listener;
    return whole;
}

/* A chunk whose structure is known to be whole, and to end at an offset. */
static bool accept(efx_parser *p, efx_chunk *chunk, const efx_kind *kind, uint64_t end)
{
    const bool heard = p->r.walk.listener != NULL;
    chunk->whole = true;
    enter(&p->r, p->up, p->file->chunk_count, chunk->at);
    if (heard || kind->notes)
        (void)take_chunk(p, chunk, kind, end);
    p->r.walk.at = end;
    return !p->r.out_of_memory;
}

/* A chunk whose length is right, and nobody knows what is wrong in it. */
static bool leave(efx_parser *p, efx_chunk *chunk, const efx_kind *kind)
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

/* Contents and length of a chunk disagree. */
static bool settle(efx_parser *p, efx_chunk *chunk, const efx_kind *kind, const efx_attempt *attempt)
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
        return accept(p, chunk, kind, attempt->at);
    }
    if (efx_repair(p, chunk->at, by_length != EFX_NOWHERE ? end : EFX_ANYWHERE, &repaired)) {
        p->lead = by_length != EFX_NOWHERE ? by_length : efx_follow(p, repaired.at);
        return accept(p, chunk, kind, repaired.at);
    }
    if (p->r.out_of_memory)
        return false;
    if (doubtful)
        return accept(p, chunk, kind, attempt->at);
    if (by_length != EFX_NOWHERE) {
        p->lead = by_length;
        return leave(p, chunk, kind);
    }
    const bool quirk = efx_is_open_ended(p, kind, chunk->at);
    chunk->whole = take_chunk(p, chunk, kind, UINT64_MAX);
    chunk->misfit = !chunk->whole && !p->r.walk.cut; /* what is before a count that can't be may be wrong */
    return chunk->whole && (quirk || attempt->at == end) && !p->r.out_of_memory;
}

/* How far a chunk may be looked at: up to its end where that is known to be right. */
static uint64_t farthest(const efx_parser *p, const efx_chunk *chunk, const efx_kind *kind)
{
    uint64_t end;
    if (efx_is_open_ended(p, kind, chunk->at))
        return UINT64_MAX;
    if (p->lead == EFX_TO_THE_END)
        return declared_end(p, chunk);
    return al_add(declared_end(p, chunk), p->back.left, &end) ? end : UINT64_MAX;
}

/* Whether contents end where they should. */
static bool fits(efx_parser *p, const efx_chunk *chunk, const efx_kind *kind, const efx_attempt *a)
{
    const uint64_t end = declared_end(p, chunk);
    const bool habit = kind->habit != NULL && efx_is_open_ended(p, kind, chunk->at);
    if (!a->whole || (a->at != end && !habit && !kind->length_may_run_on))
        return false;
    if (habit && a->at != end && p->r.header.length != habit_of(p, kind, chunk->at))
        return false;
    if (kind->length_may_run_on) /* then no chain has looked at what is in it */
        return a->at == p->file->bytes.len || (is_chunk(p, a->at) && goes_on(p, a->at));
    return p->lead != EFX_NOWHERE || goes_on(p, a->at);
}

/* Reads what a chunk holds. False when it is not known where the next one begins. */
static bool read_chunk(efx_parser *p, efx_chunk *chunk)
{
    const efx_format *format = p->file->format;
    efx_reading *r = &p->r;
    enter(r, p->up, p->file->chunk_count, chunk->at);
    al_walk_announce_record(&r->walk, &efx_chunk_header_layout, &r->path, header_at(p->file, chunk->at));
    const efx_kind *kind = efx_kind_of(format, r->header.id);
    chunk->kind = kind != NULL ? (uint8_t)(kind - format->kinds) : EFX_UNKNOWN;
    chunk->supported = efx_knows_version(kind, r->header.version);
    if (kind == NULL)
        return skip_chunk(p, chunk);
    if (!chunk->supported)
        return skip_version(p, chunk, kind);
    efx_attempt a = efx_attempt_at(p, chunk->at, farthest(p, chunk, kind), NULL);
    if (a.at > declared_end(p, chunk) && !al_work_pay(&p->back, a.at - declared_end(p, chunk)))
        p->back.left = 0;
    if (a.skips && p->lead != EFX_NOWHERE && declared_end(p, chunk) <= p->file->bytes.len &&
        efx_repair(p, chunk->at, declared_end(p, chunk), &a))
        return accept(p, chunk, kind, a.at);
    if (a.skips) {
        chunk->whole = take_chunk(p, chunk, kind, UINT64_MAX);
        chunk->skipped = true;
        return skip_chunk(p, chunk);
    }
    return fits(p, chunk, kind, &a) ? accept(p, chunk, kind, a.at) : settle(p, chunk, kind, &a);
}

static void read_chunks(efx_parser *p)
{
    efx_file *f = p->file;
    const al_path path = al_field(p->up, "chunks");
    bool more = true;
    al_walk_announce_list(&p->r.walk, &path, AL_UNKNOWN_COUNT);
    p->lead = efx_follow(p, p->r.walk.at);
    while (more && is_chunk(p, p->r.walk.at)) {
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
                    .r = start(f, job),
                    .original = bytes,
                    .search = al_work_of(bytes.len, AL_SEARCH_PER_BYTE),
                    .back = al_work_of(bytes.len, 1)};
    p.search.left += AL_SEARCH_AT_LEAST;
    p.r.walk.listener = job->listener;
    const bool readable = read_header(&p);
    if (readable)
        read_chunks(&p);
    *cut = p.r.walk.cut;
    if (p.r.out_of_memory)
        return AL_NO_MEMORY;
    return readable ? AL_READ : AL_REFUSED;
}
