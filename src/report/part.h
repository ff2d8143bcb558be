/* part.h: a part of a run: NDJSON that check writes with --shard and that merge reads.
 *
 * A part is the report of its files, with additions that the report of the whole run needs:
 *
 * - It has all findings, whatever --show and --max-per-rule are.
 * - The record of a file lists its suppressed findings in `suppressed`, each with its `justification` and
 * whether it is `inBaseline`. A finding in a text file also has `endLine` and `endColumn`.
 * - Texts that al_escape changes have their bytes next to them, as hexadecimal digits: `pathBytes`,
 * `expectedBytes`, `actualBytes`.
 * - An entry of a package that is not a file of a known format has no record of its own. It is listed in
 * `entries` of the record before it; the findings that follow belong to the last entry of the list.
 * - What could not be judged, in `notJudged` of the summary, is that of its own files, and names the first of
 * them: `path`, `pathBytes` and `member`.
 * - The summary has `shard`, and `part` with the settings of the run and with the undecided findings:
 * suppressions and entries of a baseline that matched nothing in this part. merge reports those that matched
 * nothing in any part.
 */
#ifndef ASSETLINT_REPORT_PART_H
#define ASSETLINT_REPORT_PART_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/json.h"

/* A finding about the configuration or the baseline that other parts may contradict. */
typedef struct undecided_finding {
    al_finding finding;
    uint64_t entry;   /* of the baseline: the fingerprint that matched nothing; 0 for the configuration */
    bool in_baseline; /* the baseline suppresses the finding itself */
} undecided_finding;

/* The configuration or the baseline of a run. */
typedef struct part_own {
    bool given;
    const char *path, *raw_path; /* as in al_result; a writer of parts only sets the second, */
    const char *base_path;       /* and this one */
    uint64_t size;
    undecided_finding *undecided; /* in the order of the file */
    size_t undecided_count;
    uint64_t *used; /* the offsets of the suppressions that matched something */
    size_t used_count;
} part_own;

enum { PART_CONFIGURATION, PART_BASELINE, PART_OWN };

/* The formats of results about them: "config" and "baseline". */
extern const char *const part_own_formats[PART_OWN];

/* What the summary of a part says for merge. */
typedef struct report_part {
    uint64_t number, count;  /* I/N */
    uint64_t files, options; /* hashes of the paths of all files of the run, and of its settings */
    al_level fail_on;        /* AL_OFF: never */
    al_level show;           /* AL_OFF: not given */
    bool per_rule_given;
    uint64_t per_rule;  /* if given; UINT64_MAX: no limit */
    bool must_find;     /* a run without any file of a known format fails */
    bool interrupted;   /* not all of its files were checked; merge refuses the part */
    const char *folder; /* where relative paths begin; NULL: unknown */
    const char *root;   /* where relative URIs of SARIF begin; NULL: unknown */
    al_level *levels;   /* of all rules, by index */
    part_own own[PART_OWN];
} report_part;

/* Reads a shard: "2/8". False if the text is something else. */
bool part_parse_shard(const char *text, uint64_t *number, uint64_t *count);

/* Writes `,"part":{...}`, which the summary of a part has at its end. False when out of memory. */
bool part_write_summary(FILE *out, const report_part *part);

#endif
