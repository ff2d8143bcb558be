/* record.h: the records of json and ndjson: findings, files and the summary. Each kind of record has one
 * table of keys: reports are written and the parts of a run (part.h) are read by these tables.
 *
 * A part is not trusted: a text that is not fit to print, an unknown rule or an impossible number is a
 * mistake with its place.
 */
#ifndef ASSETLINT_REPORT_RECORD_H
#define ASSETLINT_REPORT_RECORD_H

#include <assetlint/assetlint.h>

#include "core/json_keys.h"
#include "report/part.h"
#include "report/report.h"

/* A finding: a line, a suppressed or an undecided finding. */
typedef struct finding_record {
    al_finding finding;        /* its format is never NULL, even if it is that of the file */
    const char *path, *member; /* of its file */
    const char *justification; /* of a suppressed finding; NULL: not given */
    const al_json *entries;    /* read only: the first of the entries that follow; NULL: there are none */
    uint64_t entry; /* the fingerprint of the entry of a baseline that the finding is about, or 0 */
    bool in_baseline;
} finding_record;

/* A file, or an entry of a package. */
typedef struct file_record {
    al_result result;          /* a record that was read has no findings and counts */
    al_suppressed *suppressed; /* read only: those of the result */
    size_t suppressed_count;
    const al_json *entries; /* read only, as in finding_record */
} file_record;

typedef struct summary_record {
    report_totals totals; /* `limited` is not in a record */
    const char *shard;    /* "2/8" */
    report_part part;
} summary_record;

/* ---- Writing ------------------------------------------------------------------------------------------- */

/* Flags: which keys are written. Lines of ndjson have a kind; records of parts have more keys. */
enum { RECORD_LINES = 1, RECORD_PART = 2 };

/* Each returns an object without blanks and line ends, to be freed; NULL when out of memory. */
char *record_finding(const al_result *result, const al_finding *finding, unsigned flags);
char *record_file(const al_result *result, unsigned flags);
char *record_entry(const al_result *result); /* only parts have entries */

/* Without "part"; `part` is NULL in the report of a whole run. */
char *record_summary(const report_totals *totals, unsigned flags, const report_part *part);

char *record_part(const report_part *part); /* without configuration and baseline */
char *record_own(const part_own *own);      /* without its findings */
char *record_undecided(const al_result *of, const undecided_finding *undecided);

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Each reads one object. False when there is a mistake, which is noted. */
bool record_read_finding(al_json_file *file, const al_json *value, finding_record *record) AL_MUST_USE;
bool record_read_file(al_json_file *file, const al_json *value, file_record *record) AL_MUST_USE;
bool record_read_entry(al_json_file *file, const al_json *value, file_record *record) AL_MUST_USE;
bool record_read_summary(al_json_file *file, const al_json *value, summary_record *record) AL_MUST_USE;

#endif
