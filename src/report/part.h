/* part.h: a part of a run, which check writes as NDJSON with --shard, and merge reads.
 *
 * A part is the report of its files, and besides it has what the report of the whole run needs:
 *
 * - It has all findings, whatever --show and --max-per-rule say.
 * - A file has in `suppressed` what doesn't count, each a finding with its `justification`, and `inBaseline`
 *   where a baseline says so; a finding in a text file has `endLine` and `endColumn`.
 * - Texts that aren't shown as they are have their bytes beside them, as hexadecimal digits: `pathBytes`,
 *   `expectedBytes`, `actualBytes`.
 * - What is said of an entry of a package that is no file begins in `entries` of the record before it, since
 *   it has none of its own; findings that follow are those of the last one.
 * - The summary has `shard`, and in `part` what was set and what can't be decided here: which suppressions
 * and entries of a baseline nothing matches. There are all that nothing of this part matches, and merge keeps
 *   those that nothing of any part does.
 */
#ifndef ASSETLINT_REPORT_PART_H
#define ASSETLINT_REPORT_PART_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/json.h"

/* What may be said of the configuration, or of a baseline. */
typedef struct part_statement {
    al_finding finding;
    uint64_t entry;   /* of a baseline: the fingerprint that nothing here had */
    bool in_baseline; /* so it doesn't count */
} part_statement;

typedef struct part_own {
    bool there;
    const char *path, *raw_path; /* as of a result; the first is for reading alone */
    uint64_t size;
    part_statement *statements; /* in the order of the file */
    size_t statement_count;
    uint64_t *used; /* where the suppressions begin that were made use of */
    size_t used_count;
} part_own;

enum { PART_CONFIGURATION, PART_BASELINE, PART_OWN };

/* The formats of their results: "config" and "baseline". */
extern const char *const part_own_formats[PART_OWN];

/* The part of the summary that is merge's. */
typedef struct report_part {
    uint64_t number, count;  /* I/N */
    uint64_t files, options; /* these stand for the names of all files of the run, and for what was set */
    al_level fail_on;        /* AL_OFF: never */
    al_level show;           /* AL_OFF: not given */
    bool per_rule_given;
    uint64_t per_rule;         /* if so; UINT64_MAX: all */
    bool must_find;            /* a run without any file of a known format fails */
    bool interrupted;          /* not all of it was checked, and merge takes no such part */
    const char *folder, *root; /* that relative paths begin at, and URIs of SARIF; NULL: nobody knows */
    al_level *levels;          /* of all rules */
    part_own own[PART_OWN];
} report_part;

/* What a key of --shard or of a summary says: "2/8". False where it says no such thing. */
bool part_parse_shard(const char *text, uint64_t *number, uint64_t *count);

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* Writes what the summary has more, with a comma in front; false when out of memory. */
bool part_write_summary(FILE *out, const report_part *part);

#endif
