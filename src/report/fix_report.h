/* fix_report.h: what `assetlint fix` shows: the changes and what is refused, as text or as one JSON object.
 */
#ifndef ASSETLINT_REPORT_FIX_REPORT_H
#define ASSETLINT_REPORT_FIX_REPORT_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdio.h>

#include "report/json_object.h"

/* What became of the fixed file. */
typedef enum fix_outcome {
    FIX_SHOWN, /* it was not to be written */
    FIX_WRITTEN,
    FIX_IN_PACKAGE, /* it is a member of a package, where nothing is written */
    FIX_FAILED,     /* it could not be written */
    FIX_REFUSED     /* other files are worse for it */
} fix_outcome;

typedef struct fix_report {
    FILE *out;
    bool as_json;
    json_object json;
    json_node changes, refused, unchecked;
    uint64_t files, change_count;            /* files with changes */
    uint64_t written;                        /* files */
    uint64_t refused_count, held_back_count; /* findings; the second only for lack of --unsafe */
    uint64_t unchecked_count;                /* files */
    bool no_memory;
} fix_report;

fix_report fix_report_begin(FILE *out, bool as_json);

/* Says why a file could not be checked; nothing if it was. */
void fix_report_add_unchecked(fix_report *r, const al_result *result);

/* The file that a fix is about, as its result names it. */
typedef struct fix_subject {
    const char *path, *raw_path, *member;
} fix_subject;

/* Adds what a fix of a file does, and refuses; nothing if that is nothing. `place` is where the fixed file
 * was written, or why it was not, for FIX_FAILED and FIX_REFUSED. */
void fix_report_add(fix_report *r, const fix_subject *about, const al_fix *fix, fix_outcome outcome,
                    const char *place);

/* Ends the report. `writes`: the fixed files were to be written. */
void fix_report_end(fix_report *r, bool writes);

#endif
