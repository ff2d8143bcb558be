/* chunk_parser.h: what goes through the chunks of a file for the first time, and what puts it back on its
 * way.
 *
 * A chunk declares its length, and its contents say where they end. Where the two disagree, that one is right
 * from whose end a chain of chunks leads to the end of the file.
 */
#ifndef AL_EMOTIONFX_CHUNK_PARSER_H
#define AL_EMOTIONFX_CHUNK_PARSER_H

#include "core/work.h"
#include "formats/emotionfx/chunks.h"

/* Where a chain of chunk headers leads that is followed by their lengths; more is better. */
typedef enum efx_lead {
    EFX_NOWHERE,
    EFX_CUT,      /* known chunks, and the last of them leaves the file; or unknown ones, and a rest */
    EFX_DOUBTFUL, /* to the end, but some chunk is unknown */
    EFX_TRAILING, /* known chunks, and behind them too little for another, or zeros */
    EFX_TO_THE_END
} efx_lead;

/* A file on its way, the first time. */
typedef struct efx_parser {
    efx_file *file;
    void *document; /* the same, with what the format adds to it */
    const al_path *up;
    efx_reading r;
    uint64_t capacity; /* of the list of chunks */
    al_span original;  /* the bytes as they are */
    uint8_t *copy;     /* of them, for values that were found to be meant; NULL: none so far */
    efx_lead lead;     /* of the chain on which the walk is; EFX_NOWHERE: not known to be on one */
    al_work search;    /* for following chains, and for trying values */
    al_work back;      /* bytes that may be gone back */
    bool tail_known;   /* and the last byte that is not zero lies before this: */
    uint64_t tail;
} efx_parser;

/* A silent look at a chunk. */
typedef struct efx_attempt {
    bool whole, skips;
    uint64_t at;    /* where it ended or stopped */
    uint64_t steps; /* of which nobody hears */
} efx_attempt;

/* ---- chunks.c ---- */

al_span efx_header_at(const efx_file *f, uint64_t at);
efx_reading efx_start(const efx_file *f, al_job *job);

/* Goes to the payload of the chunk at an offset. */
void efx_enter(efx_reading *r, const al_path *up, uint32_t number, uint64_t at);

/* ---- chunk_chain.c ---- */

/* A silent way through the chunk at an offset, as the copy has it, which ends at `limit` at the latest. */
efx_reading efx_trial_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener);

/* Goes through its structure, which ends at `limit` at the latest. */
efx_attempt efx_attempt_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener);

/* Reads a chunk that ends at `end`, and reports at what it stops: as `rule`, where that is no count. */
void efx_read_reporting(const efx_parser *p, uint64_t at, uint64_t end, size_t rule);

/* The kind of a chunk; NULL when its id is unknown. */
const efx_kind *efx_kind_of(const efx_format *format, uint32_t id);
bool efx_knows_version(const efx_kind *kind, uint32_t version);

/* Whether the length of a chunk doesn't say where it ends in working files. */
bool efx_is_open_ended(const efx_parser *p, const efx_kind *kind, uint64_t at);

/* The length that exporters write for it instead of the true one; 0: none. */
uint64_t efx_habit_of(const efx_parser *p, const efx_kind *kind, uint64_t at);

/* Whether another chunk begins there; zeros up to the end are none. */
bool efx_is_chunk(efx_parser *p, uint64_t at);

/* Whether what begins there may be a chunk, or the end. */
bool efx_goes_on(efx_parser *p, uint64_t at);

efx_lead efx_follow(efx_parser *p, uint64_t at);

/* ---- chunk_repair.c ---- */

/* Looks for the one value of a chunk with which its contents end at `end`, or, with EFX_ANYWHERE, where a
 * chain begins. Found, it is reported and put into the copy, unless it is the version of a chunk whose
 * declared one is unknown. */
#define EFX_ANYWHERE UINT64_MAX
bool efx_repair(efx_parser *p, uint64_t at, uint64_t end, efx_attempt *out) AL_MUST_USE;

/* Reports that nothing was found. */
void efx_report_misfit(efx_parser *p, uint64_t at);

#endif
