/* report.h: reports and their forms. Each form has a file of its own and a row in the table of report.c. */
#ifndef ASSETLINT_REPORT_H
#define ASSETLINT_REPORT_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "platform/platform.h"

typedef enum report_status {
    REPORT_OK = 0,
    REPORT_NO_MEMORY,
    REPORT_NOT_WRITTEN /* the output, or a temporary file; the last error is why */
} report_status;

/* Shard I of N; a count of 0: the run is whole. */
typedef struct report_shard {
    uint64_t number, count;
} report_shard;

typedef struct report_settings {
    const al_options *options;
    al_level show;        /* the lowest level that is reported */
    uint64_t per_rule;    /* findings of one rule in one file that are reported; UINT64_MAX: all */
    al_level fail_on;     /* the lowest level that makes the run fail; AL_OFF: none does */
    bool quiet;           /* text and lines end after the findings */
    bool color;           /* text and lines in colours */
    int width;            /* columns that text keeps to; 0: lines have no end */
    bool no_commands;     /* the reader has no command line: text names only commands and options of fixes */
    const char *homepage; /* links of rules in coloured text and in SARIF begin with this; NULL: no links */
    const char *sarif_root;    /* the folder where relative URIs begin; NULL: that of the repository */
    bool sarif_suppressed;     /* SARIF lists suppressed findings, marked as such */
    const al_project *project; /* tells during its run which files belong together; or NULL */
    bool views;                /* HTML shows the models and bytes of the files, which are read again */
    report_shard shard;        /* the part of a run that this one is */
} report_settings;

/* Where a file is counted in reports for people: by its most severe finding. One that could not be checked is
 * that alone, whatever was found in it. The later ones win. */
typedef enum file_group { FILES_WITHOUT, FILES_WITH_WARNINGS, FILES_WITH_ERRORS, FILES_UNCHECKED } file_group;

/* An archive stands for its members: it is counted only if something is wrong with the archive itself, so
 * that a mod has as many files in a zip as in a folder. */
typedef struct file_counts {
    uint64_t of[FILES_UNCHECKED + 1]; /* by group */
    uint64_t uncounted;               /* archives that are in no group */
    file_group package;               /* of the last file or package; members do not change it */
    bool package_counted;
} file_counts;

typedef struct report_totals {
    uint64_t files, clean, errors, warnings, notes, unreadable, limited, suppressed, omitted;
    file_counts counts;
    const al_not_judged *not_judged; /* what no rule could judge, by rule and reason */
    size_t not_judged_count;
    const al_configuration_info *configuration; /* or NULL */
    int exit_status;
    bool not_checked; /* no file was checked: the verdict is neither OK nor FAILED */
    bool interrupted; /* the run ended before all inputs were checked; */
    uint64_t left;    /* this many are left, or 0 if that is unknown */
} report_totals;

/* Counts a result. Does not change the exit status. */
void report_totals_add(report_totals *totals, const al_result *result);

/* Limits how many findings of one rule are printed for one file (--max-per-rule). */
typedef struct rule_quota {
    uint64_t limit;
    uint64_t *seen; /* findings in this file, by index of the rule; NULL: no limit */
} rule_quota;

/* What the state of each form begins with. */
typedef struct report_base {
    FILE *out; /* callers find failures of writing through ferror */
    report_settings settings;
    rule_quota quota;     /* of settings.per_rule */
    report_status status; /* the first failure; what is written from then on doesn't matter */
    int error;            /* why writing failed */
} report_base;

/* Notes a failure, right after writing: while the last error is still that of the write. */
static inline void report_note(report_base *base, report_status status)
{
    if (base->status != REPORT_OK || status == REPORT_OK)
        return;
    base->status = status;
    base->error = al_last_error();
}

/* A form of report. Its functions share a state of `size` bytes. Behind its report_base it is all zero at
 * first. */
typedef struct report_form {
    const char *name;
    al_level show;     /* the defaults of two settings, */
    uint64_t per_rule; /* for users who did not choose them */
    bool appends;      /* the report is added at the end of its file */
    size_t size;
    size_t temporary_files;                             /* that it may open */
    void (*begin)(void *state);                         /* may be NULL */
    void (*file)(void *state, const al_result *result); /* in the order of paths */
    void (*finish)(void *state, const report_totals *totals);
    void (*release)(void *state); /* also after `begin` failed; may be NULL */
    bool whole_only;              /* an interrupted run writes no such report */
} report_form;

/* All forms; users choose those that report_form_at lists. */
extern const report_form text_form;
extern const report_form lines_form;
extern const report_form json_form;
extern const report_form ndjson_form;
extern const report_form sarif_form;
extern const report_form github_form;
extern const report_form junit_form;
extern const report_form html_form;

/* Written by --write-baseline; users cannot choose it by name. */
extern const report_form baseline_form;

/* Written to the file in GITHUB_STEP_SUMMARY, together with `github`. */
extern const report_form step_summary_form;

/* Allocates the state of a form and calls `begin`. report_form_end must be called in any case. */
report_status report_form_begin(const report_form *form, void **state, FILE *out,
                                const report_settings *settings);

/* Add a result, and the end of the report. They return the status of the state. */
report_status report_form_add(const report_form *form, void *state, const al_result *result);
report_status report_form_finish(const report_form *form, void *state, const report_totals *totals);

/* Releases and frees a state, which may be NULL. */
void report_form_end(const report_form *form, void *state);

/* The form with this number, or NULL after the last one. Number 0 is the default of stdout. */
const report_form *report_form_at(size_t number);

/* One report on its way to a file or to stdout. */
typedef struct report {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
    al_output file;        /* replaces the old file only when the report is complete */
    FILE *out;
    void *state;
    report_status status; /* the first that isn't REPORT_OK ends the report */
    int error;            /* why writing failed, see al_error_text */
} report;

/* All return r->status. report_close must be called once in any case. */
report_status report_open(report *r, const report_form *form, const char *file_name,
                          const report_settings *settings);
report_status report_add(report *r, const al_result *result);
report_status report_close(report *r, const report_totals *totals);

#endif
