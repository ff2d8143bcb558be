/* dump.h: shows what a file holds. A form is an al_visitor that writes as it is called and holds nothing. */
#ifndef ASSETLINT_REPORT_DUMP_H
#define ASSETLINT_REPORT_DUMP_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A list or an object that is open. */
typedef struct dump_level {
    bool list;
    uint64_t children; /* that were written so far */
} dump_level;

/* The context of a form's visitor. */
typedef struct dump {
    FILE *out;
    const char *path;   /* of the file, fit to print */
    dump_level *levels; /* [0] is the file itself */
    size_t depth, capacity;
    bool started;   /* something was written */
    bool line_open; /* text: the line of a list, whose values may follow */
    bool failed;    /* out of memory: what follows is left out */
} dump;

typedef struct dump_form {
    const char *name;
    al_visitor visitor; /* with `context` and `full` still to be set */
    void (*finish)(dump *d, const al_result *result);
} dump_form;

/* The form of that number, NULL beyond the last; text is the first. */
const dump_form *dump_form_at(size_t number);

void dump_begin(dump *d, FILE *out, const char *path);
void dump_end(dump *d);

/* ---- For the forms ------------------------------------------------------------------------------------- */

extern const dump_form dump_text_form;
extern const dump_form dump_json_form;

/* Opens and closes a level, where d->levels[d->depth - 1] is the innermost. */
void dump_open(dump *d, bool list);
void dump_close(dump *d);

/* False where no item had a finite number to take the least and greatest of. */
bool dump_has_range(const al_series *series);

/* A number, with as few digits as distinguish it from its neighbours. What isn't finite is nan, inf or -inf
 * between two `quote`s. */
void dump_real(FILE *out, double value, const char *quote);

#endif
