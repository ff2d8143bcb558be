/* part_record.h: reads the records of a part: an object of JSON each. Nothing of them is believed: a text
 * that isn't fit to print, a rule that there isn't, a number that can't be is a mistake with its place.
 */
#ifndef ASSETLINT_REPORT_PART_RECORD_H
#define ASSETLINT_REPORT_PART_RECORD_H

#include <assetlint/assetlint.h>

#include "project/configuration/entries.h"
#include "report/part.h"
#include "report/report.h"

/* A finding, wherever it stands. */
typedef struct finding_record {
    al_finding finding;        /* its format is the one given */
    const char *path, *member; /* of its file */
    const char *justification; /* NULL: not given, as of what counts */
    const al_json *entries;    /* NULL: none follow */
    uint64_t entry;            /* the fingerprint of an entry of a baseline, where it has one */
    bool in_baseline;
} finding_record;

/* A file, or an entry of a package. */
typedef struct file_record {
    al_result result; /* without findings; nothing is counted */
    al_suppressed *suppressed;
    const al_json *entries; /* as above */
} file_record;

typedef struct summary_record {
    report_part part;
    report_totals totals; /* but how many a limit stopped */
    const char *shard;
    uint64_t shard_at; /* where it stands in the line */
} summary_record;

/* Each reads the object that a line, or a part of one, is. False when there is a mistake, which is noted. */
bool read_finding_record(al_entries *e, const al_json *value, finding_record *record) AL_MUST_USE;
bool read_file_record(al_entries *e, const al_json *value, file_record *record) AL_MUST_USE;
bool read_entry_record(al_entries *e, const al_json *value, file_record *record) AL_MUST_USE;
bool read_summary_record(al_entries *e, const al_json *value, summary_record *record) AL_MUST_USE;

#endif
