/* dump.h: shows the values in a file. Each form is an al_visitor that writes every value at once. */
#ifndef ASSETLINT_REPORT_DUMP_H
#define ASSETLINT_REPORT_DUMP_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/limits.h"

/* A list or an object whose end is not written yet. */
typedef struct dump_level {
    bool list;
    uint64_t children; /* written so far */
} dump_level;

/* The levels of a path, of the file itself, and of a list in a record. */
enum { DUMP_LEVELS = AL_MAX_PATH_DEPTH + 2 };

/* The context of a form's visitor. */
typedef struct dump {
    FILE *out;
    const char *path;               /* of the file, as al_escape shows it */
    dump_level levels[DUMP_LEVELS]; /* [0] is the file itself */
    size_t depth;
    bool started;   /* something was written */
    bool unpacked;  /* the file is a gzip, and what follows lies in its inflated data */
    bool line_open; /* text: the line of a list has no line end yet, since values may follow */
    bool failed;    /* out of memory: something is missing */
} dump;

typedef struct dump_form {
    const char *name;
    al_visitor visitor; /* the caller sets `context` and `full` */
    void (*finish)(dump *d, const al_result *result);
    /* Writes what can be drawn instead; false when out of memory. Then the others are not set. */
    bool (*write_views)(FILE *out, const al_views *views);
} dump_form;

/* The form with this number, or NULL after the last one. Number 0 is text. */
const dump_form *dump_form_at(size_t number);

dump dump_begin(FILE *out, const char *path);

/* Writes the bundle of a file, which the viewer opens: what can be drawn of it, and what to mark in that, as
 * one JSON object. Nothing is written if the views have no result. False when out of memory: what was written
 * is then not whole. */
bool write_views_json(FILE *out, const al_views *views);

#endif
