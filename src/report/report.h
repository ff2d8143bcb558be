/* report.h: the forms a report comes in: each is a row of the table in report.c, and a file. */
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

typedef struct report_settings {
    const al_options *options;
    al_level show;            /* the lowest level that is reported */
    uint64_t per_rule;        /* findings of one rule in one file that are reported; UINT64_MAX: all */
    al_level fail_on;         /* the lowest level that makes the run fail; AL_OFF: none does */
    bool quiet;               /* text and lines without what follows the findings */
    bool color;               /* text and lines in colours */
    int width;                /* columns that text keeps to; 0: lines have no end */
    const char *homepage;     /* where the ids of rules lead, in coloured text and in SARIF; NULL: nowhere */
    const char *sarif_root;   /* the folder that URIs are relative to; NULL: the repository's */
    const char *sarif_folder; /* that relative paths begin at; NULL: the current one, "": nobody knows */
    bool sarif_suppressed;    /* SARIF has what doesn't count, marked as such */
    const struct report_part *part; /* the run is this part of one: ndjson is for merge; NULL: it is whole */
} report_settings;

typedef struct report_totals {
    uint64_t files, clean, errors, warnings, notes, unreadable, limited, suppressed;
    int exit_status;
    bool interrupted; /* not all was checked, since somebody wanted the program to end: */
    uint64_t left;    /* so many inputs are left, as far as is known */
} report_totals;

/* Counts a result; the exit status isn't its business. */
void report_totals_add(report_totals *totals, const al_result *result);

/* A form. `begin` sets `*state` to what the other functions want, which `release` frees. Failures of writing
 * to `out` are seen by the caller, through ferror. */
typedef struct report_form {
    const char *name;
    al_level show; /* what of the settings it gets where nobody chose */
    uint64_t per_rule;
    bool appends; /* its file keeps what it has, and gets the report at its end */
    report_status (*begin)(void **state, FILE *out, const report_settings *settings);
    report_status (*file)(void *state, const al_result *result); /* in the order of paths */
    report_status (*finish)(void *state, const report_totals *totals);
    void (*release)(void *state); /* also of NULL */
    bool whole_only;              /* of an interrupted run there is none */
} report_form;

/* The form of that number, NULL beyond the last; the first goes to stdout when nothing else does. */
const report_form *report_form_at(size_t number);

/* One report on its way to a file or to stdout. */
typedef struct report {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
    al_output file;        /* of that name: the one before stays until this report is whole, or for good */
    FILE *out;
    void *state;
    report_status status; /* the first that isn't REPORT_OK ends the report */
    int error;            /* of it: al_error_text says what */
} report;

/* These return r->status. Whatever it is, report_close is called once and ends it. */
report_status report_open(report *r, const report_form *form, const char *file_name,
                          const report_settings *settings);
report_status report_add(report *r, const al_result *result);
report_status report_close(report *r, const report_totals *totals);

#endif
