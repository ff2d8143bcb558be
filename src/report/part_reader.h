/* part_reader.h: reads a part of a run (part.h) result by result. What it holds at once is a line and a
 * result, and the summary.
 */
#ifndef ASSETLINT_REPORT_PART_READER_H
#define ASSETLINT_REPORT_PART_READER_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "report/record.h"

/* Where its bytes come from. They must be the same each time. */
typedef struct part_source {
    void *context;
    /* Reads up to `size` bytes from a place; returns how many, 0 at the end, and sets `*error`, which
     * otherwise is 0. */
    size_t (*read)(void *context, uint64_t at, void *buffer, size_t size, int *error);
} part_source;

/* A source that is in memory: `context` is its span. */
size_t part_read_span(void *context, uint64_t at, void *buffer, size_t size, int *error);

typedef enum part_step { PART_RESULT, PART_END, PART_WRONG } part_step;

typedef struct part_reader {
    const char *name; /* of the file */
    part_source source;
    size_t chunk; /* bytes that are read at once */
    al_budget *budget;
    al_buffer buffer; /* what was read, */
    uint64_t from;    /* from here in the source, */
    uint64_t filled;  /* so much */
    uint64_t next;    /* where the next line begins, */
    uint64_t line;    /* which has this number, from 1 */
    uint64_t summary_at, summary_line;
    al_arena kept; /* of the summary */
    summary_record summary;
    uint64_t shard_column;       /* where it says which part it is */
    report_totals counted;       /* of what was read so far */
    al_arena arenas[2];          /* of the result, and of what the entries that follow hang on */
    unsigned holding;            /* the one of these */
    const al_json *entries;      /* that follow, */
    const char *path, *raw_path; /* of this package, */
    uint64_t holder_line;        /* and stand in this line */
    al_result result;
    uint64_t result_line; /* where it begins */
    al_mistake mistake;
} part_reader;

/* Reads the summary. The budget, which several may share, must last as long. False where that fails, and the
 * mistake says why; part_close is due in any case. */
bool part_open(part_reader *r, const char *name, part_source source, size_t chunk,
               al_budget *budget) AL_MUST_USE;
void part_close(part_reader *r);

/* The next result, in r->result, which lives until the one after it is asked for. At the end what the summary
 * says was counted, too. After PART_WRONG the mistake says why. */
part_step part_next(part_reader *r) AL_MUST_USE;

/* Begins again. */
void part_rewind(part_reader *r);

/* Notes a mistake at the line where the result begins, or at what the summary says of shards. */
void part_refuse_result(part_reader *r, const char *what);
void part_refuse_shard(part_reader *r, const char *format, ...) AL_PRINTF(2, 3);

#endif
