/* check_options.h: what the command line of `assetlint check` says. */
#ifndef ASSETLINT_CLI_CHECK_OPTIONS_H
#define ASSETLINT_CLI_CHECK_OPTIONS_H

#include <assetlint/assetlint.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/report.h"

/* A report that was asked for. */
typedef struct report_wish {
    const report_form *form;
    const char *file_name; /* NULL: stdout */
} report_wish;

typedef enum color_choice { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } color_choice;

typedef struct check_options {
    al_options *library;
    const char **paths; /* in the order given; they point to the arguments */
    size_t path_count;
    const char **excluded; /* patterns of --exclude, likewise */
    size_t excluded_count;
    const char **with; /* of --with, likewise */
    size_t with_count;
    report_wish *wishes; /* one of them is for stdout */
    size_t wish_count;
    const char *files_from; /* NULL: no list */
    const char *stdin_name;
    char separator;   /* of --files-from */
    al_level fail_on; /* AL_OFF: never */
    al_level show;    /* AL_OFF: as the form of report has it */
    bool fail_on_given;
    bool quiet;
    bool sarif_suppressed;
    bool no_config;
    bool writes_baseline; /* one of the wishes is */
    bool allow_empty;
    color_choice color;
    uint64_t jobs; /* 0: as many as there are processors */
    bool per_rule_given;
    uint64_t per_rule;                      /* if so: --max-per-rule, UINT64_MAX for all */
    const char *sarif_root;                 /* NULL: that of the repository */
    const char *config;                     /* NULL: the one that is found */
    const char *baseline;                   /* NULL: none */
    struct al_configuration *configuration; /* once it is read; NULL: there is none, as of */
    struct al_baseline *known;              /* the baseline */
} check_options;

/* Reads the arguments. Returns EXIT_FINE, or another exit status after telling why. --help sets `*help` and
 * ends the reading, whatever follows. In any case check_options_free is due. */
int check_options_read(check_options *options, char *const *arguments, bool *help);

void check_options_free(check_options *options);

#endif
