/* chunk_parser.h: the first walk through the chunks of a file, and how it recovers from wrong values.
 *
 * A chunk declares its length, and its contents have an end of their own. If the two differ, the right one
 * is the end from which a chain of chunks leads to the end of the file.
 */
#ifndef AL_EMOTIONFX_CHUNK_PARSER_H
#define AL_EMOTIONFX_CHUNK_PARSER_H

#include "core/work.h"
#include "formats/emotionfx/chunks.h"

/* Where a chain of chunk headers leads, followed by their lengths. A higher value is better. */
typedef enum efx_lead {
    EFX_NOWHERE,
    EFX_CUT,      /* known chunks, but the last one leaves the file; or unknown ones, and trailing bytes */
    EFX_DOUBTFUL, /* to the end, but with an unknown chunk */
    EFX_TRAILING, /* known chunks, then zeros, or too few bytes for another chunk */
    EFX_TO_THE_END
} efx_lead;

/* The state of the first walk through a file. */
typedef struct efx_parser {
    efx_file *file;
    void *document; /* the format's document, which starts with `file` */
    const al_path *up;
    efx_reading r;
    uint64_t capacity; /* of the list of chunks */
    al_span original;  /* the bytes of the file */
    uint8_t *copy;     /* of the bytes, with corrected values; NULL: nothing was corrected */
    efx_lead lead;     /* of the chain that the walk is on; EFX_NOWHERE: not known */
    al_work search;    /* budget for following chains */
    al_work trials;    /* budget for trying values */
    al_work back;      /* budget for bytes that are read again */
    bool tail_known;   /* `tail` is known: the end of the last byte that is not zero */
    uint64_t tail;
} efx_parser;

/* The result of a silent look at a chunk. */
typedef struct efx_attempt {
    bool whole, skips;
    bool cut;       /* it stopped at the end of the bytes, not at an impossible value */
    uint64_t at;    /* where it ended or stopped */
    uint64_t steps; /* the number of things that were read */
    uint64_t item_at;
} efx_attempt;

/* ---- chunks.c ---- */

al_span efx_header_at(const efx_file *f, uint64_t at);
efx_reading efx_start(const efx_file *f, al_job *job);

/* Moves to the payload of the chunk at an offset. */
void efx_enter(efx_reading *r, const al_path *up, uint32_t number, uint64_t at);

/* A silent walk through the chunk at an offset of the corrected bytes, at most up to `limit`. */
efx_reading efx_trial_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener);

/* Walks the structure of the chunk, at most up to `limit`. */
efx_attempt efx_attempt_at(const efx_parser *p, uint64_t at, uint64_t limit, const al_listener *listener);

/* The same, but only from one item of its list on. */
efx_attempt efx_attempt_from(const efx_parser *p, uint64_t at, efx_place from, uint64_t limit,
                             const al_listener *listener);

/* Reads a chunk that ends at `end`, and reports where it stops: with `rule`, unless a count is wrong. */
void efx_read_reporting(const efx_parser *p, uint64_t at, uint64_t end, size_t rule);

/* The kind of a chunk; NULL if its id is unknown. */
const efx_kind *efx_kind_of(const efx_format *format, uint32_t id);
bool efx_knows_version(const efx_kind *kind, uint32_t version);

/* Whether working files have chunks of this kind whose length is not their end. */
bool efx_is_open_ended(const efx_parser *p, const efx_kind *kind, uint64_t at);

/* The wrong length that exporters usually write for the chunk; 0: none. */
uint64_t efx_usual_length(const efx_parser *p, const efx_kind *kind, uint64_t at);

/* Whether another chunk starts there; zeros up to the end are not one. */
bool efx_starts_chunk(efx_parser *p, uint64_t at);

/* Whether a plausible chunk, or the end of the file, is there. */
bool efx_may_continue_at(efx_parser *p, uint64_t at);

efx_lead efx_follow(efx_parser *p, uint64_t at);

/* ---- chunk_repair.c ---- */

/* Looks for the one wrong value of a chunk: with the right value its contents end at `end`, or, with
 * EFX_ANYWHERE, where a chain starts. Reports the value and corrects it in the copy, except the version of a
 * chunk of an unknown version. */
#define EFX_ANYWHERE UINT64_MAX
bool efx_repair(efx_parser *p, uint64_t at, uint64_t end, efx_attempt *out) AL_MUST_USE;

/* Reports that no such value was found. */
void efx_report_misfit(efx_parser *p, uint64_t at);

#endif
