/* chunks.c: what readers of chunks share. */
#include "formats/emotionfx/chunk_parser.h"

#define AL_LAYOUT      "formats/emotionfx/layout.def"
#define AL_LAYOUT_LIST emotionfx_layouts
#include "formats/emotionfx/chunks.h"
#include "kit/layout_define.h"
#undef AL_LAYOUT

al_path efx_chunk_path(const al_path *up, uint32_t number)
{
    return al_item(up, "chunks", number);
}

al_span efx_header_at(const efx_file *f, uint64_t at)
{
    return al_slice_available(f->bytes, at, EFX_CHUNK_BYTES);
}

efx_chunk_header efx_header_of(const efx_file *f, uint32_t number)
{
    return efx_chunk_header_read(efx_header_at(f, f->chunks[number].at));
}

al_span efx_payload(const efx_file *f, uint32_t number, uint64_t size)
{
    return al_slice_available(f->bytes, f->chunks[number].at + EFX_CHUNK_BYTES, size);
}

uint64_t efx_chunk_end(const efx_file *f, uint32_t number)
{
    return f->bytes.base + f->chunks[number].at + EFX_CHUNK_BYTES + efx_header_of(f, number).length;
}

uint32_t efx_known_id(const efx_file *f, uint32_t number)
{
    const uint8_t kind = f->chunks[number].kind;
    return kind != EFX_UNKNOWN ? f->format->kinds[kind].id : UINT32_MAX;
}

/* ---- Readers ------------------------------------------------------------------------------------------- */

efx_reading efx_start(const efx_file *f, al_job *job)
{
    return (efx_reading){.file = f,
                         .walk = {.job = job,
                                  .bytes = f->bytes,
                                  .whole = "the file",
                                  .truncated = f->format->rules.truncated,
                                  .count_range = f->format->rules.count_range,
                                  .max_bytes = f->bytes.len,
                                  .extent = AL_NO_EXTENT}};
}

void efx_enter(efx_reading *r, const al_path *up, uint32_t number, uint64_t at)
{
    r->header = efx_chunk_header_read(efx_header_at(r->file, at));
    r->number = number;
    r->path = efx_chunk_path(up, number);
    r->skips = false;
    r->from = (efx_place){.item = 0};
    r->walk.at = at + EFX_CHUNK_BYTES;
    r->walk.extent = r->walk.at + r->header.length;
    r->walk.stopped = r->walk.cut = false;
}

efx_reading efx_read_again(const efx_file *f, const al_path *up, uint32_t number, const al_listener *listener)
{
    efx_reading r = efx_start(f, NULL);
    r.walk.silent = true;
    r.walk.listener = listener;
    efx_enter(&r, up, number, f->chunks[number].at);
    if (f->chunks[number].misfit && r.walk.extent < r.walk.bytes.len)
        r.walk.bytes.len = (size_t)r.walk.extent; /* bytes after it belong to other chunks */
    return r;
}

bool efx_take_without_listener(efx_reading *r, uint64_t size, al_span *out)
{
    r->steps++;
    return r->walk.listener == NULL && size <= INT32_MAX && al_walk_take_whole(&r->walk, size, out);
}

bool efx_take_item(efx_reading *r, const al_layout *layout, uint32_t size, const al_path *path,
                   const char *what, const al_counter *in, al_span *out)
{
    if (efx_take_without_listener(r, size, out))
        return true;
    r->walk.list_count = in;
    const bool whole = al_walk_part(&r->walk, layout, size, path, what, out);
    r->walk.list_count = NULL;
    return whole;
}

void efx_note_item(efx_doubt *d, uint32_t item, uint64_t at, bool right)
{
    if (d->found)
        return;
    d->before = d->last;
    d->last = (efx_place){.item = item, .at = at};
    d->item = item;
    d->found = !right;
}

uint32_t efx_first_item(efx_reading *r, uint32_t count)
{
    if (r->from.item == 0 || r->from.item > count)
        return 0;
    r->walk.at = r->from.at;
    return r->from.item;
}

bool efx_take_texts(efx_reading *r, const char *const *names, size_t count)
{
    al_string text;
    bool whole = true;
    r->steps += count;
    for (size_t i = 0; i < count && whole; i++)
        whole = al_walk_text(&r->walk, &r->path, names[i], &text);
    return whole;
}

/* ---- Facts --------------------------------------------------------------------------------------------- */

bool efx_is_readable(const efx_file *f, uint32_t chunk)
{
    return f->chunks[chunk].supported && !f->chunks[chunk].misfit;
}

bool efx_is_understood(const efx_file *f)
{
    bool understood = f->complete;
    for (uint32_t i = 0; i < f->chunk_count && understood; i++) {
        const efx_chunk *c = &f->chunks[i];
        understood = c->kind == EFX_UNKNOWN || (c->supported && c->whole && !c->skipped && !c->misfit);
    }
    return understood;
}

/* ---- Looking ahead, silently: at one chunk, and along a chain of chunks. Every look is paid for -------- */

/* The highest id that EmotionFX uses is 202. */
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
    efx_reading r = efx_start(p->file, p->r.walk.job);
    r.walk.silent = true;
    r.walk.listener = listener;
    efx_enter(&r, p->up, p->file->chunk_count, at);
    r.walk.bytes = al_slice_available(p->file->bytes, 0, limit);
    return r;
}

efx_attempt efx_attempt_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener)
{
    return efx_attempt_from(p, at, (efx_place){.item = 0}, limit, listener);
}

efx_attempt efx_attempt_from(const efx_parser *p, uint64_t at, efx_place from, uint64_t limit,
                             const al_listener *listener)
{
    efx_reading r = efx_trial_at(p, at, limit, listener);
    r.from = from;
    const efx_kind *kind = efx_kind_of(p->file->format, r.header.id);
    const bool whole = efx_knows_version(kind, r.header.version) && kind->read(NULL, &r);
    return (efx_attempt){.whole = whole,
                         .skips = r.skips,
                         .cut = r.walk.cut,
                         .at = r.walk.at,
                         .steps = r.steps,
                         .item_at = r.item_at};
}

void efx_read_reporting(const efx_parser *p, uint64_t at, uint64_t end, size_t rule)
{
    efx_reading r = efx_trial_at(p, at, end, NULL);
    r.walk.silent = false;
    r.walk.whole = "the chunk";
    r.walk.truncated = rule;
    const efx_kind *kind = efx_kind_of(p->file->format, r.header.id);
    if (kind != NULL)
        (void)kind->read(NULL, &r);
}

uint64_t efx_usual_length(const efx_parser *p, const efx_kind *kind, uint64_t at)
{
    efx_reading r = efx_start(p->file, NULL);
    efx_enter(&r, p->up, 0, at);
    return kind->usual_length != NULL && efx_knows_version(kind, r.header.version) ? kind->usual_length(&r)
                                                                                   : 0;
}

bool efx_is_open_ended(const efx_parser *p, const efx_kind *kind, uint64_t at)
{
    return kind->length_may_run_on || efx_usual_length(p, kind, at) > 0;
}

/* Whether all bytes from an offset to the end are zeros. */
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

bool efx_starts_chunk(efx_parser *p, uint64_t at)
{
    const al_span header = efx_header_at(p->file, at);
    if (header.len < EFX_CHUNK_BYTES || al_begins_again(p->file->bytes, at))
        return false;
    const bool maybe_zero = al_u32_at(header, 0) == 0 && al_u64_at(header, 4) == 0;
    return !(maybe_zero && is_zero_to_the_end(p, at));
}

/* What the header of a chunk says. */
typedef struct look {
    const efx_kind *kind; /* NULL: unknown, or of an unknown version */
    bool possible;        /* id and version are plausible */
    uint64_t end;         /* of the chunk, by its declared length */
} look;

static look look_at(const efx_parser *p, uint64_t at)
{
    const efx_chunk_header h = efx_chunk_header_read(efx_header_at(p->file, at));
    const efx_kind *kind = efx_kind_of(p->file->format, h.id);
    const bool versioned = h.version > 0 || (kind != NULL && h.length > 0); /* zeros are not a chunk */
    return (look){.kind = efx_knows_version(kind, h.version) ? kind : NULL,
                  .possible = h.id <= MOST_ID && h.version <= MOST_ID && versioned,
                  .end = at + EFX_CHUNK_BYTES + h.length};
}

/* Moves to the next chunk of a chain. False if its place is not known. */
static bool step(efx_parser *p, const look *l, uint64_t *at)
{
    uint64_t end = l->end;
    if (l->kind != NULL && l->kind->usual_length != NULL && efx_is_open_ended(p, l->kind, *at)) {
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
    while (efx_starts_chunk(p, at)) {
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

bool efx_may_continue_at(efx_parser *p, uint64_t at)
{
    if (!efx_starts_chunk(p, at))
        return true;
    const look l = look_at(p, at);
    return l.kind != NULL || (l.possible && l.end <= p->file->bytes.len);
}
