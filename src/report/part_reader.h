/* part_reader.h: reads a part of a run (part.h) result by result. It keeps only one line, one result and the
 * summary in memory.
 */
#ifndef ASSETLINT_REPORT_PART_READER_H
#define ASSETLINT_REPORT_PART_READER_H

#include <assetlint/assetlint.h>

#include "core/arena.h"
#include "report/record.h"

/* Where the bytes come from. They must be the same each time. */
typedef struct part_source {
    void *context;
    /* Reads up to `size` bytes at offset `at`. Returns how many, 0 at the end; sets `*error` to 0 or to why
     * reading failed. */
    size_t (*read)(void *context, uint64_t at, void *buffer, size_t size, int *error);
} part_source;

/* The `read` of a source in memory; `context` is an al_span. */
size_t part_read_span(void *context, uint64_t at, void *buffer, size_t size, int *error);

typedef enum part_step { PART_RESULT, PART_END, PART_WRONG } part_step;

typedef struct part_reader {
    const char *name; /* of the file */
    part_source source;
    size_t chunk; /* bytes per read */
    al_budget *budget;

    /* Lines. */
    al_buffer buffer; /* has the bytes of the source from offset `from`, */
    uint64_t from;
    uint64_t filled; /* this many */
    uint64_t next;   /* the offset of the next line, */
    uint64_t line;   /* and its number, from 1 */

    /* The summary, the last line. */
    uint64_t summary_at, summary_line;
    al_arena kept; /* its memory */
    summary_record summary;
    uint64_t shard_column; /* of "shard" */

    /* Results. */
    report_totals counted;  /* all results so far */
    al_arena arenas[2];     /* memory of the result, and of the package that its entry belongs to */
    unsigned package_arena; /* the index of the latter */
    const al_json *entries; /* the next entry; NULL: there is none */
    const char *package_path, *package_raw_path, *package_base_path;
    uint64_t package_line;
    al_result result;
    uint64_t result_line; /* where the result begins */
    al_mistake mistake;
} part_reader;

/* Opens a part and reads its summary. Several readers may share the budget, which must outlive them. False on
 * failure; r->mistake then says why. part_close must be called in any case. */
bool part_open(part_reader *r, const char *name, part_source source, size_t chunk,
               al_budget *budget) AL_MUST_USE;
void part_close(part_reader *r);

/* Reads the next result into r->result, which is valid until the next call. PART_END also means that the
 * counts of the summary were right. After PART_WRONG r->mistake says why. */
part_step part_next(part_reader *r) AL_MUST_USE;

/* Goes back to the first result. */
void part_rewind(part_reader *r);

/* Notes a mistake at the first line of the result, or at "shard" in the summary. */
void part_refuse_result(part_reader *r, const char *what);
void part_refuse_shard(part_reader *r, const char *format, ...) AL_PRINTF(2, 3);

#endif
