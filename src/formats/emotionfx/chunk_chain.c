/* chunk_chain.c: looks ahead silently: at one chunk, and along a chain of chunks. Every look is paid for. */
#include "formats/emotionfx/chunk_parser.h"

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
